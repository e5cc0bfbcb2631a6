/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson:icdf and binomial:icdf of parameters a sample (rr_own_windows): the count that the parameters' table would give,
 * of the same digits of the uniform, without it (engine/draws/inverse.h): by a filter where low and high leave all counts,
 * and where it does not know, settled. */
#include "each.h"
#include "counts.h"

#include <math.h>

#define PIECE 1024u

/* v: lam, low, high; or n, p, low, high. */
static int64_t count_of(rr_each *c, const double *v, uint64_t index)
{
    const rr_kernels *kernels = c->part.call->kernels;
    const int tries = c->part.call->sampler->params == 4;
    const double n = tries ? v[0] : INFINITY, p = v[tries], low = v[tries + 1], high = v[tries + 2];
    const uint64_t first = rr_each_digits(c, index, RR_PURPOSE_MAIN), next = rr_each_digits(c, index, RR_PURPOSE_LOW);
    const int64_t known = low > 0 || high < INFINITY ? RR_GUESS_NONE : kernels->guess(n, p, first << 32 | next);
    if (known != RR_GUESS_NONE) return known;
    const rr_u128 u = rr_each_all(c, index);
    return kernels->guess_settled(n, p, low, high, (const uint64_t[]){u.hi, u.lo});
}

static void draw(rr_each *each, uint64_t e)
{
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
        rr_withhold(call, rr_call_at(call, e));
        return;
    }
    const int64_t k = count_of(each, v, rr_each_index(each, e));
    if (rr_count_fits(k, job->dtype)) {
        call->kernels->pack(&k, 1, (int)job->dtype, (char *)job->out + e * call->out_width);
        return;
    }
    if (each->part.unfit > e) each->part.unfit = e;
    rr_withhold(call, rr_call_at(call, e));
}

rr_status rr_inverted_run(rr_part *part, rr_result *result)
{
    rr_each c = {.part = *part, .draw = draw};
    const rr_status status = rr_each_run(&c, part->call->n, PIECE, result);
    *part = c.part;
    return status;
}
