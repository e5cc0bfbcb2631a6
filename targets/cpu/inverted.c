/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson:icdf and binomial:icdf with per-sample parameters (rr_own_windows), without a table (engine/draws/inverse.h). The
 * count is that of the parameters' table for the same bits of the uniform. A filter is tried first if low and high exclude
 * no count; the exact inversion decides the rest. */
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
    const uint64_t first = rr_each_bits(c, index, RR_PURPOSE_MAIN), next = rr_each_bits(c, index, RR_PURPOSE_LOW);
    const int64_t known = low > 0 || high < INFINITY ? RR_GUESS_NONE : kernels->guess(n, p, first << 32 | next);
    if (known != RR_GUESS_NONE) return known;
    const rr_u128 u = rr_each_all(c, index);
    return kernels->guess_decided(n, p, low, high, (const uint64_t[]){u.hi, u.lo});
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
        rr_set_failed(call, rr_call_at(call, e));
        return;
    }
    const int64_t k = count_of(each, v, rr_each_index(each, e));
    if (rr_count_fits(k, job->dtype)) {
        call->kernels->pack(&k, 1, (int)job->dtype, (char *)job->out + e * call->out_width);
        return;
    }
    if (each->part.unfit > e) each->part.unfit = e;
    rr_set_failed(call, rr_call_at(call, e));
}

rr_status rr_inverted_run(rr_part *part, rr_result *result)
{
    rr_each c = {.part = *part, .draw = draw};
    const rr_status status = rr_each_run(&c, part->call->n, PIECE, result);
    *part = c.part;
    return status;
}
