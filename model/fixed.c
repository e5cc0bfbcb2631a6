/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* fixed:M: M proposals per sample (Linderman). All fail with probability rho^M.
 *
 * Layout, as in engine/strategies/fixed.h: P is the smallest power of two that is at least M. P <= T: T / P samples side by
 * side, in one iteration. P > T: one sample, in ceil(M / T) iterations. Lanes beyond M idle and are counted. fixed:M+
 * retries the samples that failed, compacted (bulk.c); a call is then charged with its part of its tile's retries. */
#include "model.h"

/* A rho^M that exceeds `fail` by rounding only is small enough. */
#define SAME 2e-18L

double rr_model_fixed_fail(rr_chance c, double proposals)
{
    if (!rr_chance_good(c) || !rr_whole(proposals, 1, 0x1p53)) return NAN;
    return (double)rr_trial_power(rr_trial_of(c), proposals);
}

double rr_model_fixed_proposals(rr_chance c, double fail)
{
    if (!rr_chance_good(c) || !(fail > 0 && fail <= 1)) return NAN;
    const rr_trial trial = rr_trial_of(c);
    if (trial.rho == 0 || fail == 1) return 1;
    return (double)fmaxl(1, ceill(-logl(fail) / trial.lambda * (1 - SAME)));
}

/* Lanes side by side for one sample of fixed:m. */
static unsigned wide_of(unsigned lanes, unsigned m)
{
    unsigned wide = 1;
    while (wide < m && wide < lanes) wide *= 2;
    return wide;
}

int rr_model_of_fixed(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count)
{
    const unsigned m = q->proposals, T = q->lanes;
    if (m < 1 || m > 65536 || (T & (T - 1))) return -1;
    const unsigned wide = wide_of(T, m), steps = m <= wide ? 1 : (m + T - 1) / T;
    const unsigned side = m <= wide ? T / wide : 1;
    if (q->goes_on ? !rr_tile_valid(q) : !rr_tile_good(q)) return -1;
    law->samples = rr_row_samples(q, side);
    law->mean = law->mode = steps;
    law->variance = 0;
    for (size_t n = 1; pmf && n <= count; ++n) pmf[n - 1] = n == steps && !q->goes_on;
    if (!q->goes_on) {
        law->fail = (double)rr_trial_power(c, m);
        return 0;
    }
    const unsigned rows = rr_tile_rows_of(q, side).rows;
    law->samples = (double)q->tile / rows;
    law->mean = (double)(steps + rr_model_retry_registers(c, T, q->tile, m) / rows);
    law->variance = law->mode = NAN;
    return 0;
}
