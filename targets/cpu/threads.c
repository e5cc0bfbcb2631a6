/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A job on several threads, which live for one call. Starting a thread costs about 30 us, which is little for a job that is
 * large enough to be divided, and no pool must be locked, freed or restored after fork(). Each free thread draws the next
 * piece of the job, so a slow core does less. No bit depends on which thread draws a piece. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "targets/target.h"
#include "engine/lanes/processor/fpenv.h"

typedef struct crew {
    const rr_sharing *how;
    uint64_t n;
    atomic_uint_fast64_t next;
} crew;

typedef struct worker {
    crew *crew;
    pthread_t thread;
    void *state;
} worker;

static void take_pieces(worker *w)
{
    const rr_sharing *how = w->crew->how;
    uint64_t at;
    if (how->begin) how->begin(w->state, w->crew->n);
    while ((at = atomic_fetch_add(&w->crew->next, how->piece)) < w->crew->n) {
        const uint64_t left = w->crew->n - at;
        how->run(w->state, at, left < how->piece ? left : how->piece);
    }
    if (how->end) how->end(w->state);
}

static void *work(void *argument)
{
    const rr_fpenv saved = rr_fpenv_enter();
    take_pieces(argument);
    rr_fpenv_leave(saved);
    return NULL;
}

static void alone(const rr_sharing *how, void *state, uint64_t n)
{
    if (how->begin) how->begin(state, n);
    how->run(state, 0, n);
    if (how->end) how->end(state);
}

void rr_parallel_for(const rr_sharing *how, void *state, uint64_t n)
{
    const uint64_t pieces = n < 2 * how->piece ? 1 : n / how->piece;   /* small calls use one thread */
    const uint32_t threads = how->threads < pieces ? how->threads : (uint32_t)pieces;
    const size_t size = (how->size + 63) & ~(size_t)63;
    worker *w = threads < 2 ? NULL : malloc(threads * (sizeof *w + size) + 64);
    if (!w) {
        alone(how, state, n);
        return;
    }
    crew c = {.how = how, .n = n};
    char *states = (char *)(((uintptr_t)(w + threads) + 63) & ~(uintptr_t)63);
    uint32_t started = 1;
    for (uint32_t i = 0; i < threads; ++i) {
        w[i].crew = &c;
        w[i].state = memcpy(states + i * size, state, how->size);
    }
    /* If a thread cannot be started, the others take its pieces. */
    while (started < threads && !pthread_create(&w[started].thread, NULL, work, &w[started])) ++started;
    take_pieces(&w[0]);
    for (uint32_t i = 1; i < started; ++i) pthread_join(w[i].thread, NULL);
    for (uint32_t i = 0; i < started && how->merge; ++i) how->merge(state, w[i].state);
    free(w);
}
