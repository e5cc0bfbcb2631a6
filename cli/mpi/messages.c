/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "messages.h"
#include "cli/base/cli.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char first[MAX];
static bool reported;

static void keep(const char *notice)
{
    pthread_mutex_lock(&lock);
    if (!first[0]) snprintf(first, sizeof first, "%s", notice);
    pthread_mutex_unlock(&lock);
}

/* Skips MPI's exit handler, which would wait for the other ranks; the launcher ends them when it sees the status. */
static void leave(void)
{
    if (reported) return;
    fprintf(stderr, "reroll: %s\n", first);
    _exit(EXIT_TROUBLE);
}

void messages_keep(void)
{
    refuse_by(keep);
    atexit(leave);
}

const char *messages_first(void)
{
    return first;
}

void messages_are_reported(void)
{
    reported = true;
}
