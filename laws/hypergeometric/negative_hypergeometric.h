/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* negative-hypergeometric: the number of good items drawn before the r-th bad one, without replacement, of ngood good and
 * nbad bad ones. Bad items in a random order divide the good ones as nbad uniforms divide ngood other uniforms: the r-th
 * smallest of the nbad is a beta variate of shapes r and nbad + 1 - r, and each of the ngood is below it independently. So
 * the count is a binomial one of ngood trials with this probability: beta-binomial, exactly.
 *
 * The smaller of both shapes is the beta's first, so that the probability is the smaller one of p and 1 - p in most
 * samples; the count is then mirrored. The beta has a few ulps, which move the mean of the binomial by at most ngood p
 * 2^-48.
 * For r = 0 the count is 0. */
#ifndef RR_SAMPLER_NEGATIVE_HYPERGEOMETRIC_H
#define RR_SAMPLER_NEGATIVE_HYPERGEOMETRIC_H

#include "engine/draws/count.h"
#include "engine/draws/whole.h"

/* True where all three are integers, ngood + nbad is at most 2^53, and r is at most nbad. */
#define RR_RELATES_negative_hypergeometric 3
RR_FN rr_mask rr_negative_hypergeometric_related(const rr_real *v)
{
    const rr_mask whole = rr_mand(rr_mand(rr_whole(v[0]), rr_whole(v[1])), rr_whole(v[2]));
    const rr_mask fits = rr_le(v[1], rr_splat(RR_C(0x1p53)) - v[0]);
    return rr_mand(rr_mand(whole, fits), rr_le(v[2], v[1]));
}

/* nbad + 1 - r < r: the count is mirrored. */
RR_FN rr_mask rr_negative_hypergeometric_mirrored(const rr_tile *t, rr_uint32 slot0)
{
    const rr_real r = rr_run_param(t, 2, slot0);
    return rr_lt((rr_run_param(t, 1, slot0) - r) + RR_C(1), r);
}

RR_FN void rr_negative_hypergeometric_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number,
                                            const rr_real *made, rr_real *param)
{
    const rr_real one = rr_splat(RR_C(1)), r = rr_run_param(t, 2, slot0);
    const rr_real first = rr_max(r, one), second = (rr_run_param(t, 1, slot0) - r) + one;
    const rr_mask mirrored = rr_negative_hypergeometric_mirrored(t, slot0);
    param[0] = number == 0 ? rr_select(mirrored, second, first) : rr_run_param(t, 0, slot0);
    param[1] = number == 0 ? rr_select(mirrored, first, second) : made[0];
}

RR_FN rr_real rr_negative_hypergeometric_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_mask none = rr_lt(rr_run_param(t, 2, slot0), rr_splat(RR_C(1)));
    const rr_real k = rr_count_of_first(rr_negative_hypergeometric_mirrored(t, slot0), rr_run_param(t, 0, slot0), made[1]);
    return rr_select(none, rr_wide_value(rr_tobits(rr_wsplat(0))), k);
}

#endif
