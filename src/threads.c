/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A job on several threads. Threads live for one call: starting them costs some 30 us each, which a job large enough to be
 * shared earns back, and there is no pool to lock, to leak or to lose in a fork(). They take pieces of the job in turn,
 * so that a slow core does less; what piece falls to whom changes no bit. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "internal.h"
#include "../device/lanes/fpenv.h"

/* Elements that a thread takes at a time, and at least has to do: some 100 us of work. */
#define PIECE 32768u

typedef struct crew {
    const rr_part *part;
    uint64_t n, piece;
    int rows;
    atomic_uint_fast64_t next;
} crew;

typedef struct worker {
    crew *crew;
    rr_part part;
    pthread_t thread;
} worker;

static void take_pieces(worker *w)
{
    const crew *c = w->crew;
    uint64_t at;
    if (!c->rows) rr_part_begin(&w->part, c->n);
    while ((at = atomic_fetch_add(&w->crew->next, c->piece)) < c->n) {
        const uint64_t left = c->n - at, n = left < c->piece ? left : c->piece;
        if (c->rows) rr_rows_run(&w->part, at, n);
        else rr_part_run(&w->part, at, n);
    }
    if (!c->rows) rr_part_end(&w->part);
}

static void alone(rr_part *part, uint64_t n, int rows)
{
    if (rows) {
        rr_rows_run(part, 0, n);
        return;
    }
    rr_part_begin(part, n);
    rr_part_run(part, 0, n);
    rr_part_end(part);
}

static void *work(void *argument)
{
    const rr_fpenv saved = rr_fpenv_enter();
    take_pieces(argument);
    rr_fpenv_leave(saved);
    return NULL;
}

static void merge(rr_part *to, const rr_part *from)
{
    uint64_t *sum = (uint64_t *)&to->tally;
    const uint64_t *add = (const uint64_t *)&from->tally;
    if (to->bad > from->bad) to->bad = from->bad;
    if (to->failed_first > from->failed_first) to->failed_first = from->failed_first;
    to->failed += from->failed;
    for (size_t i = 0; i < sizeof to->tally / sizeof *sum; ++i) sum[i] += add[i];
}

void rr_part_share(rr_part *part, uint64_t n, int rows)
{
    const uint64_t piece = rows ? PIECE / part->job->cols + 1 : PIECE, pieces = n / piece;
    const uint32_t threads = part->device->threads < pieces ? part->device->threads : (uint32_t)pieces;
    worker *w = threads < 2 ? NULL : malloc(threads * sizeof *w);
    if (!w) {
        alone(part, n, rows);
        return;
    }
    crew c = {.part = part, .n = n, .piece = piece, .rows = rows};
    uint32_t started = 1;
    for (uint32_t i = 0; i < threads; ++i) {
        w[i].crew = &c;
        w[i].part = *part;
    }
    /* Threads that can't be started are done without: the others take their pieces. */
    while (started < threads && !pthread_create(&w[started].thread, NULL, work, &w[started])) ++started;
    take_pieces(&w[0]);
    for (uint32_t i = 1; i < started; ++i) pthread_join(w[i].thread, NULL);
    for (uint32_t i = 0; i < started && !rows; ++i) merge(part, &w[i].part);
    free(w);
}
