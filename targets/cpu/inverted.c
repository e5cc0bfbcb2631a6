/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson:icdf and binomial:icdf of parameters a sample (rr_own_windows): the count that the parameters' table would give,
 * of the same digits of the uniform, without it. A filter decides nearly all (kernels/guess.c) where low and high leave all
 * counts; the others are settled by the table's own sums, of probabilities made likewise (targets/base/windows.c) and added
 * in the integers of shares.h: the same k, bit for bit. */
#include "each.h"
#include "counts.h"
#include "targets/base/windows.h"

#include <math.h>

/* Counts of a window: 2^-110 of the likeliest lies within 12.4 standard deviations, of at most 1000, and some 40 counts. */
#define MOST 32768u
#define PIECE 1024u

typedef struct inverted {
    rr_each each;       /* first */
    rr_window_law *law;
} inverted;

static int64_t settle(inverted *c, const double *v, uint64_t index)
{
    const rr_window w = c->law(v);
    double *const weight = c->each.own;
    rr_window_weigh(&w, weight);
    return (int64_t)(w.likely - (double)w.below) +
           (int64_t)rr_share_number((const char *)weight, sizeof *weight, rr_window_size(&w), rr_each_all(&c->each, index));
}

/* v: lam, low, high; or n, p, low, high. */
static int64_t guess(inverted *c, const double *v, uint64_t index)
{
    const int poisson = c->law == rr_window_of_poisson;
    rr_each *const e = &c->each;
    if (v[poisson ? 1 : 2] > 0 || v[poisson ? 2 : 3] < INFINITY) return RR_GUESS_NONE;
    const uint64_t upper = rr_each_digits(e, index, RR_PURPOSE_MAIN), u = upper << 32 | rr_each_digits(e, index, RR_PURPOSE_LOW);
    return e->part.call->kernels->guess(poisson ? INFINITY : v[0], poisson ? v[0] : v[1], u);
}

static void draw(rr_each *each, uint64_t e)
{
    inverted *const c = (inverted *)(void *)each;
    const rr_call *call = each->part.call;
    const rr_job *job = &call->job;
    const void *values[RR_MAX_PARAMS];
    double v[RR_MAX_PARAMS];
    char buffer[RR_MAX_PARAMS][8];
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        rr_param_values(call, p, e, 1, buffer[p], &values[p]);
        v[p] = rr_value_at(values[p], 0, call->width);
    }
    const int good = rr_slot_good(call, values, 0, 0);
    if (!good && each->part.bad > e) each->part.bad = e;
    if (call->check_only) return;
    if (!good) {
        rr_withhold(call, e);
        return;
    }
    const uint64_t index = rr_each_index(each, e);
    const int64_t near = guess(c, v, index), k = near == RR_GUESS_NONE ? settle(c, v, index) : near;
    if (rr_count_fits(k, job->dtype)) {
        call->kernels->pack(&k, 1, (int)job->dtype, (char *)job->out + e * call->out_width);
        return;
    }
    if (each->part.unfit > e) each->part.unfit = e;
    rr_withhold(call, e);
}

rr_status rr_inverted_run(rr_part *part, rr_result *result)
{
    inverted c = {.each = {.part = *part, .draw = draw, .room = MOST}, .law = rr_window_law_of(part->call->sampler)};
    const rr_status status = rr_each_run(&c.each, sizeof c, part->call->n, PIECE, result);
    *part = c.each.part;
    return status;
}
