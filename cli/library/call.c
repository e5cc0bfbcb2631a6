/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _GNU_SOURCE  /* uselocale */
#include "call.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

/* The last message of this thread's call. The other threads of a call (pump.c) call no refuse(). */
static _Thread_local char *message;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t plain;

static void keep(const char *text)
{
    free(message);
    message = get_copy(text);
}

static void prepare(void)
{
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    refuse_by(keep);
}

void call_begin(call *c)
{
    pthread_once(&once, prepare);
    c->before = plain ? uselocale(plain) : (locale_t)0;
    free(message);
    message = NULL;
}

static saved_kind kind_of(exit_status status, int number)
{
    switch (status) {
    case EXIT_DONE: return SAVED_OK;
    case EXIT_USAGE: return number && number != EINVAL ? SAVED_SYSTEM : SAVED_USAGE;
    case EXIT_DEVICE: return SAVED_DEVICE;
    case EXIT_INTERRUPTED: return SAVED_STOPPED;
    case EXIT_LEFT: return SAVED_FAILED;
    case EXIT_TROUBLE: break;
    }
    return number ? SAVED_SYSTEM : SAVED_FAILED;
}

bool call_end(call *c, exit_status status, int number, saved_error *error)
{
    *error = (saved_error){kind_of(status, number), number, message};
    message = NULL;
    if (plain) uselocale(c->before);
    return status == EXIT_DONE;
}
