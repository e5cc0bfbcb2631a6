/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts by binades: k = 2^e + L, 0 <= L < 2^e, e at most 62. Where P decreases with k, a draw takes
 *
 *     E   a binade, of weight w(e) = 2^e P(2^e),
 *     L   the first e bits of V: uniform, for every e,
 *
 * and accepts with probability P(k) / P(2^e). Each k has the probability w(e) 2^-e P(k) / P(2^e) = P(k), up to a constant
 * factor: no count is a rounded number, so P is exact for large k too. The binade's part of U's range is [s, s + w(e)); U -
 * s is uniform in it and independent of E and L. So U serves for both: the test is U < s + w(e) P(k) / P(2^e). L = 0 is
 * always accepted.
 *
 * Where P(k) = f(k) / k with f decreasing, at least log 2 of the draws are accepted: w(e) is f(2^e), and the counts of the
 * binade before have at least f(2^e) log 2.
 *
 * The first word of V has the bits of the binades up to 32; to decide, V has 64 bits. */
#ifndef RR_BINADE_H
#define RR_BINADE_H

#include "count.h"

#if RR_DTYPE == 64
#define RR_BINADE_FIRST RR_C(32)   /* the last one whose L a quick test knows */
#define RR_BINADE_LAST 62

typedef struct rr_binade {
    rr_real rest, part;   /* L; L 2^-e */
    rr_real value;        /* k */
} rr_binade;

/* k is whole + low, whole a multiple of 2^(e - 32). */
RR_FN rr_binade rr_binade_of(rr_real e, rr_real whole, rr_real low)
{
    rr_binade x;
    const rr_real one = rr_splat(RR_C(1)), upper = rr_count_floor(whole * RR_C(0x1p-32));
    x.rest = (whole - rr_scale(one, e)) + low;
    x.part = x.rest * rr_scale(one, RR_C(0) - e);
    x.value = rr_wide_value((rr_count_bits(upper) << 32) + rr_count_bits(rr_fma(upper, rr_splat(RR_C(-0x1p32)), whole)) +
                            rr_count_bits(low));
    return x;
}

/* For e up to 32; otherwise undefined. */
RR_FN rr_binade rr_binade_first(rr_real e, rr_word wv)
{
    const rr_real near = rr_min_scalar(e, RR_BINADE_FIRST);
    const rr_real whole = (rr_fromuint(wv) + RR_C(0x1p32)) * rr_scale(rr_splat(RR_C(1)), near - RR_C(32));
    return rr_binade_of(near, rr_count_floor(whole), rr_splat(RR_C(0)));
}

RR_FN rr_binade rr_binade_decided(rr_real e, const rr_word *wv)
{
    const rr_real one = rr_splat(RR_C(1));
    const rr_real whole = (rr_fromuint(wv[0]) + RR_C(0x1p32)) * rr_scale(one, e - RR_C(32));
    const rr_real low = rr_fromuint(wv[1]) * rr_scale(one, e - RR_C(64));   /* below 1 where e <= 32 */
    return rr_binade_of(e, rr_count_floor(whole), rr_count_floor(low));
}
#endif

#endif
