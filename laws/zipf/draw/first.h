/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass in f32, for a from 1.375 to 100 (c = (a - 1) log 2 from .26 on): what zipf.h does with the first words of U
 * and V in binades up to 22, whose L is the first digits of V's word; 2^-8.6 or less of the counts lie beyond, and are open.
 *
 * With e = 2^-24, of a relative: c is off by 5.7 e, as a is rounded; R + U M by 4 e where y <= 23; so y by (9.7 y + 15.4) e.
 * e^c - 1 times its share of log1p's argument gives 8.1 e, (1 + x)^-a 6 e, what is divided by c 11 e: 28 e with their sum.
 * (y + 4) 2^-20, which is 16 (y + 4) e, is taken for both, and U's word as in f64. */
#ifndef RR_ZIPF_FIRST_H
#define RR_ZIPF_FIRST_H

#include "engine/bits/uniform.h"

#define RR_AGAIN_zipf 1
#define RR_MOVES_zipf 1
#define RR_ZIPF_FIRST RR_C(22)   /* the last binade */

RR_FN rr_try rr_zipf_of(const rr_tile *t, const rr_real *a, rr_word wu, rr_word wv)
{
    const rr_zipf_set g = rr_zipf_set_of(t, a[0]);
    const rr_real one = rr_splat(RR_C(1));
    const rr_unit u = rr_unit_of(wu);
    const rr_real at = rr_fma(u.raw, g.range, g.least);
    const rr_real y = rr_neglog(at, u.t * g.range, rr_le(rr_splat(RR_C(0.7071)), at)) * g.over;
    const rr_real e = rr_narrow_floor(rr_least(y, RR_ZIPF_FIRST)), above = y - e;
    const rr_real size = rr_asreal(rr_asbits(RR_C(0x1.0000fep23) + e) << 23);   /* 2^e */
    const rr_real inverse = rr_asreal(rr_asbits(RR_C(0x1.0000fep23) - e) << 23);
    const rr_real rest = rr_narrow_floor(rr_fromuint(wv >> 8) * (size * RR_C(0x1p-24)));
    const rr_real odds = rr_exp(RR_C(0) - g.a * rr_log1p(rest * inverse));
    const rr_real q = rr_fma(rr_log1p(g.growth * odds), g.over, above - RR_C(1));
    const rr_real room = rr_fma(rr_div(g.range * g.over, at), rr_splat(RR_C(0x1p-32)), (y + RR_C(4)) * RR_C(0x1p-20));
    const rr_mask plain = rr_le(rest, rr_splat(RR_C(0)));
    const rr_mask low = rr_mand(rr_lt(above, room), rr_le(one, e));   /* below binade 0 there is none */
    const rr_mask edge = rr_mor(low, rr_lt(RR_C(1) - room, above));
    const rr_mask yes = rr_mor(plain, rr_lt(room, q)), no = rr_mandnot(rr_lt(q, RR_C(0) - room), plain);
    const rr_mask sure = rr_mandnot(rr_mor(yes, no), rr_mor(edge, rr_weq(wu, rr_wsplat(0))));
    return rr_try_of(rr_narrow_count(size + rest), rr_mand(yes, sure), rr_mnot(sure));
}

#endif
