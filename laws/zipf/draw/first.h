/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass in f32, for a from 1.375 to 100 (c = (a - 1) log 2 from .26 on). It applies zipf.h to the first words of U
 * and V in binades up to 22, whose L is the first bits of V's word. At most 2^-8.6 of the counts are beyond, and undecided.
 *
 * With e = 2^-24, relative to a: c has an error of 5.7 e, as a is rounded; R + U M has 4 e where y <= 23; so y has (9.7 y +
 * 15.4) e. e^c - 1 times its fraction of log1p's argument gives 8.1 e, (1 + x)^-a 6 e, the numerator of the quotient by c 11
 * e: 28 e with their sum. (y + 4) 2^-20, which is 16 (y + 4) e, covers both; U's word is treated as in f64. */
#ifndef RR_ZIPF_FIRST_H
#define RR_ZIPF_FIRST_H

#include "engine/bits/uniform.h"

#define RR_AGAIN_zipf 1
#define RR_VARYING_zipf 1
#define RR_ZIPF_FIRST RR_C(22)   /* the last binade */

RR_FN rr_try rr_zipf_of(const rr_tile *t, const rr_real *a, rr_word wu, rr_word wv)
{
    const rr_zipf_set g = rr_zipf_set_of(t, a[0]);
    const rr_real one = rr_splat(RR_C(1));
    const rr_unit u = rr_unit_of(wu);
    const rr_real at = rr_fma(u.raw, g.range, g.min);
    const rr_real y = rr_neglog(at, u.t * g.range, rr_le(rr_splat(RR_C(0.7071)), at)) * g.over;
    const rr_real e = rr_narrow_floor(rr_min_scalar(y, RR_ZIPF_FIRST)), above = y - e;
    const rr_real size = rr_asreal(rr_asbits(RR_C(0x1.0000fep23) + e) << 23);   /* 2^e */
    const rr_real inverse = rr_asreal(rr_asbits(RR_C(0x1.0000fep23) - e) << 23);
    const rr_real rest = rr_narrow_floor(rr_fromuint(wv >> 8) * (size * RR_C(0x1p-24)));
    const rr_real odds = rr_exp(RR_C(0) - g.a * rr_log1p(rest * inverse));
    const rr_real q = rr_fma(rr_log1p(g.growth * odds), g.over, above - RR_C(1));
    const rr_real margin = rr_fma(rr_div(g.range * g.over, at), rr_splat(RR_C(0x1p-32)), (y + RR_C(4)) * RR_C(0x1p-20));
    const rr_mask plain = rr_le(rest, rr_splat(RR_C(0)));
    const rr_mask low = rr_mand(rr_lt(above, margin), rr_le(one, e));   /* there is none below binade 0 */
    const rr_mask edge = rr_mor(low, rr_lt(RR_C(1) - margin, above));
    const rr_mask yes = rr_mor(plain, rr_lt(margin, q)), no = rr_mandnot(rr_lt(q, RR_C(0) - margin), plain);
    const rr_mask certain = rr_mandnot(rr_mor(yes, no), rr_mor(edge, rr_weq(wu, rr_wsplat(0))));
    return rr_try_of(rr_narrow_count(size + rest), rr_mand(yes, certain), rr_mnot(certain));
}

#endif
