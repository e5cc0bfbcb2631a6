/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll-mpi: `reroll sample` with the ranks of an MPI job, into one file. The main thread of each rank is its post; the
 * work, and the lead on rank 0, are further threads. */
#include "lead.h"
#include "messages.h"
#include "cli/base/interrupt.h"
#include "cli/base/numbers.h"

#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TIMEOUT_DEFAULT = 60, TIMEOUT_MAX = 86400 };
enum { LATER_SECONDS = 4, LATER_RANKS = 8 };   /* a launcher takes two seconds to end the other ranks */

/* Removes --timeout from the command line. */
static exit_status take_timeout(int *argc, char **argv, double *timeout)
{
    uint64_t seconds = TIMEOUT_DEFAULT;
    int kept = 0;
    for (int i = 0; i < *argc; ++i) {
        const bool joined = !strncmp(argv[i], "--timeout=", 10), apart = !strcmp(argv[i], "--timeout");
        if (!joined && !apart) {
            argv[kept++] = argv[i];
            continue;
        }
        if (apart && i + 1 == *argc) return refuse(EXIT_USAGE, "--timeout needs an argument: --timeout S");
        const char *text = joined ? argv[i] + 10 : argv[++i];
        if (!parse_unsigned(text, &seconds) || seconds < 1 || seconds > TIMEOUT_MAX)
            return refuse(EXIT_USAGE, "--timeout %s is not accepted; use an integer of seconds in [1, %d]", text,
                          TIMEOUT_MAX);
    }
    argv[kept] = NULL;
    *argc = kept;
    *timeout = (double)seconds;
    return EXIT_DONE;
}

/* Reads the part of the command line that is not for reroll sample. */
static command read_command(int argc, char **argv, double *timeout)
{
    command c = {.helps = argc > 1 && (is_help(argv[1]) || !strcmp(argv[1], "help"))};
    if (c.helps) return c;
    if (argc < 2 || strcmp(argv[1], "sample"))
        c.status = refuse(EXIT_USAGE, "wrong usage: reroll-mpi sample LAW -n N -o FILE; reroll-mpi --help has the details");
    else
        c.status = take_timeout(&argc, argv, timeout);
    c.argc = argc - 1;
    c.argv = argv + 1;
    return c;
}

typedef struct team {
    rank_work work;
    command command;
} team;

static void *lead_thread(void *argument)
{
    team *t = argument;
    lead l = {&t->work, t->command};
    lead_run(&l);
    return NULL;
}

static void *work_thread(void *argument)
{
    team *t = argument;
    bool none;
    const exit_status status = work_join(&t->work, &t->command, &none);
    work_run(&t->work, status, none);
    return NULL;
}

static char late[128];   /* the message of end_late, which may only call functions that are safe in a signal handler */

static void end_late(int number)
{
    (void)number;
    (void)!write(STDERR_FILENO, late, strlen(late));
    _exit(EXIT_TROUBLE);
}

/* resources_find waits for all ranks, and MPI has no time limit for that. Each rank waits longer than the one below it, so
 * that only the lowest one that waits prints the message. */
static resources find_in_time(double timeout)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const unsigned seconds = (unsigned)timeout + LATER_SECONDS * (unsigned)(rank < LATER_RANKS ? rank : LATER_RANKS);
    snprintf(late, sizeof late, "reroll: rank %d has waited %u s for the other ranks to start, and ends the job\n", rank,
             seconds);
    signal(SIGALRM, end_late);
    alarm(seconds);
    const resources found = resources_find();
    alarm(0);
    signal(SIGALRM, SIG_DFL);
    return found;
}

/* A rank with a wrong command line makes the collective calls too, because the other ranks wait for it. Its message ends the
 * job. */
static int run(command command, double timeout)
{
    team t = {.work = {.resources = find_in_time(timeout)}, .command = command};
    pthread_t thread;
    t.work.post = post_open(timeout);
    interrupt_watch(false);
    if (pthread_create(&thread, NULL, post_rank(t.work.post) ? work_thread : lead_thread, &t))
        exit(refuse(EXIT_TROUBLE, "can't start a thread"));
    const int status = post_run(t.work.post);
    pthread_join(thread, NULL);
    messages_are_reported();
    work_close(&t.work);
    post_close(t.work.post);
    alarm((unsigned)timeout);   /* a rank that hangs must not block the others */
    return status;
}

int main(int argc, char **argv)
{
    int threads;
    double timeout = TIMEOUT_DEFAULT;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
    messages_keep();
    const command command = read_command(argc, argv, &timeout);
    const int status = run(command, timeout);
    MPI_Finalize();
    return status;
}
