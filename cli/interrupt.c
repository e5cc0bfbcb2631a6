/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "interrupt.h"
#include "cli.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t signals, signals_to_end;

static void on_signal(int number)
{
    (void)number;
    if (++signals >= signals_to_end) _exit(EXIT_INTERRUPTED);
}

void interrupt_watch(bool at_once)
{
    static const int watched[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action, before;
    signals_to_end = at_once ? 1 : 2;
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
    return signals != 0;
}
