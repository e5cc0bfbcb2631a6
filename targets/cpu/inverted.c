/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson:icdf and binomial:icdf of parameters a sample (rr_own_windows): the count that the parameters' table would give,
 * of the same digits of the uniform, without it. A filter decides nearly all (inverted_guess.c) where low and high leave all
 * counts; the others are settled by the table's own sums, of probabilities made likewise (targets/base/windows.c) and added
 * in the integers of shares.h: the same k, bit for bit. */
#include "engine/lanes/lane.h"
#include "engine/bits/bits.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "counts.h"
#include "cpu.h"
#include "inverted.h"
#include "engine/abi/shares.h"

/* Counts of a window: 2^-110 of the likeliest lies within 12.4 standard deviations, of at most 1000, and some 40 counts. */
#define MOST 32768u
#define PIECE 1024u

typedef struct inverted {
    rr_part part;       /* first: parts are merged */
    double *memory, *weight;
    atomic_uint *taken;
    rr_window_law *law;
    rr_block main, low; /* of the words of four samples, and their number */
    uint64_t number;
} inverted;

/* The first 64 digits of the uniform of an index (laws/categorical/categorical.h). */
static uint64_t first_digits(inverted *c, uint64_t index)
{
    const rr_call *call = c->part.call;
    const uint64_t number = index / 4;
    const uint32_t lower = (uint32_t)number, upper = (uint32_t)(number >> 32);
    if (c->number != number) {
        c->main = rr_draw(&call->key, lower, upper, 0, RR_PURPOSE_MAIN);
        c->low = rr_draw(&call->key, lower, upper, 0, RR_PURPOSE_LOW);
    }
    c->number = number;
    return (uint64_t)(c->main.w[index % 4] ^ call->flip) << 32 | (c->low.w[index % 4] ^ call->flip);
}

static int64_t settle(const inverted *c, const double *v, uint64_t index, uint64_t first)
{
    const rr_call *call = c->part.call;
    const rr_block side = rr_draw(&call->key, (uint32_t)index, (uint32_t)(index >> 32), 0, RR_PURPOSE_SIDE);
    const uint64_t last = (uint64_t)(side.w[0] ^ call->flip) << 32 | (side.w[1] ^ call->flip);
    const rr_window w = c->law(v);
    rr_window_weigh(&w, c->weight);
    return (int64_t)(w.likely - (double)w.below) +
           (int64_t)rr_share_number((const char *)c->weight, sizeof *c->weight, rr_window_size(&w), rr_u128_of(first, last));
}

/* v: lam, low, high; or n, p, low, high. */
static int64_t guess(const inverted *c, const double *v, uint64_t u)
{
    const int poisson = c->law == rr_window_of_poisson;
    if (v[poisson ? 1 : 2] > 0 || v[poisson ? 2 : 3] < INFINITY) return RR_GUESS_NONE;
    return poisson ? rr_guess_poisson(v[0], u) : rr_guess_binomial(v[0], v[1], u);
}

static void draw_one(inverted *c, uint64_t e)
{
    const rr_call *call = c->part.call;
    const rr_job *job = &call->job;
    const void *values[RR_MAX_PARAMS];
    double v[RR_MAX_PARAMS];
    char buffer[RR_MAX_PARAMS][8];
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        rr_param_values(call, p, e, 1, buffer[p], &values[p]);
        v[p] = rr_value_at(values[p], 0, call->width);
    }
    const int good = rr_slot_good(call, values, 0, 0);
    if (!good && c->part.bad > e) c->part.bad = e;
    if (call->check_only) return;
    if (!good) {
        rr_withhold(call, e);
        return;
    }
    const uint64_t index = job->index ? job->index[e] : job->stream.next + e, u = first_digits(c, index);
    const int64_t near = guess(c, v, u), k = near == RR_GUESS_NONE ? settle(c, v, index, u) : near;
    if (rr_count_fits(k, job->dtype)) {
        call->kernels->pack(&k, 1, (int)job->dtype, (char *)job->out + e * call->out_width);
        return;
    }
    if (c->part.unfit > e) c->part.unfit = e;
    rr_withhold(call, e);
}

static void begin(void *state, uint64_t n)
{
    inverted *c = state;
    (void)n;
    c->number = UINT64_MAX;
    c->weight = c->memory + (size_t)MOST * atomic_fetch_add(c->taken, 1);
}

static void run(void *state, uint64_t at, uint64_t n)
{
    inverted *c = state;
    for (uint64_t e = at; e < at + n; ++e) {
        draw_one(c, e);
        if (c->part.call->check_only && c->part.bad != UINT64_MAX) break;
    }
}

rr_status rr_inverted_run(rr_part *part, rr_result *result)
{
    const rr_call *call = part->call;
    const uint32_t threads = rr_host_of(call->device)->threads;
    atomic_uint taken = 0;
    inverted c = {.part = *part, .taken = &taken, .law = rr_window_law_of(call->sampler)};
    if (!(c.memory = malloc(threads * (size_t)MOST * sizeof(double))))
        return rr_fail(result, RR_ERR_MEMORY, "no memory for %u windows", threads);
    const rr_sharing elements = {sizeof c, begin, run, NULL, rr_part_merge, threads, PIECE};
    rr_share(&elements, &c, call->n);
    *part = c.part;
    free(c.memory);
    return RR_OK;
}
