/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll-mpi: `reroll sample` with the ranks of an MPI job, into one file. The main thread of each rank is its post; the
 * work, and the lead on rank 0, are further threads. */
#include "lead.h"
#include "messages.h"
#include "cli/mpi_manual.h"
#include "cli/base/interrupt.h"
#include "cli/base/numbers.h"

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TIMEOUT_DEFAULT = 60, TIMEOUT_MAX = 86400 };

static exit_status print_help(void)
{
    printf("NAME\n    reroll-mpi - %s\n\n", manual_mpi.summary);
    manual_print_from(stdout, &manual_mpi, "SYNOPSIS", &manual_terminal);
    return stdout_end();
}

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
        if (apart && i + 1 == *argc) return refuse(EXIT_USAGE, "--timeout needs an argument");
        const char *text = joined ? argv[i] + 10 : argv[++i];
        if (!parse_whole(text, &seconds) || seconds < 1 || seconds > TIMEOUT_MAX)
            return refuse(EXIT_USAGE, "--timeout %s is not accepted; use an integer of seconds in [1, %d]", text,
                          TIMEOUT_MAX);
    }
    argv[kept] = NULL;
    *argc = kept;
    *timeout = (double)seconds;
    return EXIT_DONE;
}

/* Only rank 0 prints messages that all ranks would print. */
static void say_nothing(const char *notice)
{
    (void)notice;
}

/* Reads the part of the command line that is the same for every rank. */
static exit_status read_command(int *argc, char **argv, double *timeout, bool *asks)
{
    *asks = *argc > 1 && (is_help(argv[1]) || !strcmp(argv[1], "help"));
    if (*asks) return EXIT_DONE;
    if (*argc < 2 || strcmp(argv[1], "sample"))
        return refuse(EXIT_USAGE, "wrong usage: reroll-mpi sample LAW -n N -o FILE; reroll-mpi --help has the details");
    return take_timeout(argc, argv, timeout);
}

typedef struct team {
    work work;
    int argc;
    char **argv;
} team;

static void *lead_thread(void *argument)
{
    team *t = argument;
    lead l = {&t->work, t->argc, t->argv};
    lead_run(&l);
    return NULL;
}

static void *work_thread(void *argument)
{
    team *t = argument;
    bool none;
    const exit_status status = work_join(&t->work, t->argc, t->argv, &none);
    work_run(&t->work, status, none);
    return NULL;
}

static int run(int argc, char **argv, double timeout)
{
    team t = {.work = {.resources = resources_find()}, .argc = argc - 1, .argv = argv + 1};
    pthread_t thread;
    t.work.post = post_open(timeout);
    messages_keep();
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
    int threads, rank, status;
    double timeout = TIMEOUT_DEFAULT;
    bool asks;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank) refuse_by(say_nothing);
    status = read_command(&argc, argv, &timeout, &asks);
    if (asks && !rank) status = print_help();
    if (!status && !asks) status = run(argc, argv, timeout);
    MPI_Finalize();
    return status;
}
