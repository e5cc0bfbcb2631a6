/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Hoermann's transformed rejection of counts (1993), for a distribution P around a centre c. With U and V uniform and u =
 * 1/2 - |U - 1/2| a proposal is
 *
 *     k = floor(c +- y),   y = (1/2 - u) (2 a / u + b) = a / u + b / 2 - 2 a - b u,   + where U > 1/2,
 *
 * and it is accepted where V <= P(k) (a / u^2 + b) / A: V A / (a / u^2 + b) is uniform under a hat of P, and each k has the
 * interval of u that maps to it. So the probability of k has the relative errors of that interval's length and of P.
 * Hoermann's squeeze is omitted. It would accept only proposals that this test accepts, and decide a third to three fifths
 * of them.
 *
 * The quick test takes the first word of each uniform. It leaves undecided attempts within their half ulp of an end of k's
 * interval, or of acceptance: 2^-33 in U moves y by (a / u^2 + b) 2^-33, and V by 1 / (2 w + 1) of itself, w its word. The
 * full test uses 128 bits of U and V, and computes y as a double word, with a relative error of 2^-98. */
#ifndef RR_TRANSFORMED_H
#define RR_TRANSFORMED_H

#include "count.h"

#if RR_DTYPE == 64
typedef struct rr_hat {
    rr_real a, b, scale;   /* scale: 1 / A, times the constant factor of P's formula */
} rr_hat;

typedef struct rr_proposal {
    rr_real k, u, v, width;  /* k >= 0; it is floor(x), with x known to this width */
    rr_real over_u, over_v;  /* in the quick test: 1 / u and 1 / v, to 2^-51 of them */
    rr_mask edge, outside;  /* edge: k is uncertain; outside: there is no such count, so it is rejected */
} rr_proposal;

/* (a / u^2 + b) / A */
RR_FN rr_real rr_hat_over(rr_hat g, rr_real u)
{
    return (rr_div(g.a, u * u) + g.b) * g.scale;
}

/* For the quick test, after u and v. */
RR_FN void rr_propose_overs(rr_proposal *p)
{
    const rr_real both = rr_div(rr_splat(RR_C(1)), p->u * p->v);
    p->over_u = both * p->v;
    p->over_v = both * p->u;
}

/* As rr_hat_over. */
RR_FN rr_real rr_hat_quick(rr_hat g, rr_real over_u) { return rr_fma(g.a * over_u, over_u, g.b) * g.scale; }

RR_FN rr_proposal rr_propose(rr_hat g, rr_real centre, rr_word wu, rr_word wv)
{
    const rr_mask above = rr_mnot(rr_wlt(wu, rr_wsplat(0x80000000u)));
    rr_proposal p;
    p.u = (rr_fromuint(rr_wselect(above, wu ^ 0xffffffffu, wu)) + RR_C(0.5)) * RR_C(0x1p-32);
    p.v = (rr_fromuint(wv) + RR_C(0.5)) * RR_C(0x1p-32);
    rr_propose_overs(&p);
    const rr_real rest = RR_C(0.5) - p.u, ratio = g.a * p.over_u, y = rr_fma(rest, ratio + ratio, rest * g.b);
    const rr_real x = rr_select(above, centre + y, centre - y);
    const rr_real at = rr_min(rr_max(x, rr_splat(RR_C(0))), rr_splat(RR_COUNT_MAX));
    p.k = rr_count_floor(at);
    /* Error of x: half an ulp of U's word, twice, and roundings. */
    p.width = rr_fma(rr_fma(ratio, p.over_u, g.b), rr_splat(RR_C(0x1p-32)), (rr_abs(x) + centre) * RR_C(0x1p-49));
    const rr_real part = at - p.k;
    const rr_mask near = rr_mor(rr_lt(part, p.width), rr_lt(RR_C(1) - p.width, part));
    p.outside = rr_lt(x, RR_C(0) - p.width);
    /* Far outside, where x is not a count: the full test decides. */
    p.edge = rr_mor(rr_mandnot(near, p.outside), rr_lt(rr_splat(RR_COUNT_MAX), x));
    return p;
}

/* For a distribution on 0 ... max: any count beyond is rejected. */
RR_FN rr_proposal rr_proposal_within(rr_proposal p, rr_real max)
{
    p.edge = rr_mandnot(p.edge, rr_lt((max + RR_C(1)) + p.width, p.k));
    p.outside = rr_mor(p.outside, rr_lt(max, p.k));
    p.k = rr_min(p.k, max);
    return p;
}

/* The verdict on k, as a number; q is -log of V A / (P(k) (a / u^2 + b)). A V whose word is 0 may be arbitrarily small. */
RR_FN rr_try rr_proposal_try(rr_proposal p, rr_real q)
{
    /* The error of q: twice the relative errors of the words of V and U, plus roundings. */
    const rr_real margin = rr_fma(p.over_v, rr_splat(RR_C(0x1p-32)), p.over_u * RR_C(0x1p-31)) + RR_C(0x1p-40);
    const rr_mask below = rr_mandnot(rr_lt(q, RR_C(0) - margin), rr_lt(p.v, rr_splat(RR_C(0x1p-32))));
    const rr_mask yes = rr_lt(margin, q), no = rr_mor(below, p.outside);
    const rr_mask certain = rr_mandnot(rr_mor(yes, no), p.edge);
    return rr_try_of(p.k, rr_mandnot(rr_mand(yes, certain), p.outside), rr_mnot(certain));
}

RR_FN rr_proposal rr_propose_decided(rr_hat g, rr_double centre, const rr_word *wu, const rr_word *wv)
{
    const rr_real zero = rr_splat(RR_C(0)), middle = rr_splat(RR_C(0.5));
    const rr_mask above = rr_mnot(rr_wlt(wu[0], rr_wsplat(0x80000000u)));
    rr_word near[4];
    RR_UNROLL
    for (int k = 0; k < 4; ++k) near[k] = rr_wselect(above, wu[k] ^ 0xffffffffu, wu[k]);
    const rr_double u = rr_count_unit(near), v = rr_count_unit(wv);
    const rr_double ratio = rr_double_over(rr_double_of(g.a, zero), u), slope = rr_two_sum(ratio.hi + ratio.hi, g.b);
    const rr_double bow = rr_double_add(slope, rr_double_of(ratio.lo + ratio.lo, zero));
    const rr_double rest = rr_double_add(rr_double_of(middle, zero), rr_double_minus(u)), y = rr_double_times(rest, bow);
    const rr_double x = rr_double_add(centre, rr_double_select(above, y, rr_double_minus(y)));
    const rr_mask far = rr_lt(rr_splat(RR_COUNT_MAX), x.hi), negative = rr_lt(x.hi, zero);
    const rr_real at = rr_select(rr_mor(far, negative), zero, x.hi), whole = rr_count_floor(at);
    const rr_mask under = rr_mand(rr_le(at, whole), rr_lt(x.lo, zero));   /* an integer and a little less */
    const rr_mask below = rr_mor(negative, rr_mand(rr_le(x.hi, zero), rr_lt(x.lo, zero)));
    rr_proposal p;
    p.k = rr_max(whole - rr_select(under, rr_splat(RR_C(1)), zero), zero);
    p.u = u.hi;
    p.v = v.hi;
    p.over_u = p.over_v = p.width = zero;
    p.edge = rr_mfrom(0);
    p.outside = rr_mor(far, below);
    return p;
}
#endif

#endif
