/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "interrupt.h"
#include "cli.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* timeout(1) and others send a signal to the program and then to its process group: it comes twice for one wish. A second
 * wish is one that comes this much later. */
#define SECOND_WISH 1000000000   /* nanoseconds */

static bool ends_at_once;
static _Atomic int64_t first_wish;   /* nanoseconds of the monotonic clock; 0: nobody has asked yet */

static int64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);   /* POSIX allows it in a handler */
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void on_signal(int number)
{
    (void)number;
    const int64_t now = clock_now();
    int64_t first = 0;
    const bool asked_before = !atomic_compare_exchange_strong(&first_wish, &first, now);
    if (ends_at_once || (asked_before && now - first >= SECOND_WISH)) _exit(EXIT_INTERRUPTED);
}

void interrupt_watch(bool at_once)
{
    static const int watched[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action, before;
    ends_at_once = at_once;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    for (size_t i = 0; i < sizeof watched / sizeof watched[0]; ++i)
        if (!sigaction(watched[i], NULL, &before) && before.sa_handler != SIG_IGN) sigaction(watched[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

bool interrupted(void)
{
    return atomic_load(&first_wish) != 0;
}
