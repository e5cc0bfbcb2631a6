/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "interrupt.h"
#include "cli.h"
#include "progress.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* timeout(1) and others send a signal to the program and then to its process group, so one request arrives twice. A
 * signal counts as a second request only if it comes this much later. */
static const double second_request = 1;   /* seconds */

static bool ends_at_once;
static _Atomic double first_request;   /* by seconds_now(); 0: no request yet */

static void on_signal(int number)
{
    (void)number;
    const double now = seconds_now();   /* POSIX allows signal handlers to read this clock */
    double first = 0;
    const bool asked_before = !atomic_compare_exchange_strong(&first_request, &first, now);
    if (ends_at_once || (asked_before && now - first >= second_request)) _exit(EXIT_INTERRUPTED);
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
    return atomic_load(&first_request) != 0;
}
