/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The boost for shapes below 1: X_a = X_(a+1) U^(1/a) (Marsaglia and Tsang 2000, section 6; Stuart 1962), in logarithms:
 * log U^(1/a) = -E / a with E = -log U exact at both ends, from 2^-33 to 45.05 (f32), 2^-65 to 89.42 (f64).
 *
 * The boost of index i is a separate draw, purpose BOOST, the same for every attempt: f32, word i mod 4 of block i / 4;
 * f64, words 2 (i mod 2) and the next of block i / 2. Its LOW words have their own purpose. A fraction 2^-8 (2^-9) of the
 * uniforms is undecided; in a group of 4 (2) registers that is rare enough for a branch. */
#ifndef RR_GAMMA_BOOST_H
#define RR_GAMMA_BOOST_H

#include "engine/math/exp.h"
#include "engine/passes/tile.h"
#include "scaled.h"
#include "engine/bits/uniform.h"

#if RR_DTYPE == 32
#define RR_BOOST_GROUP 4
#else
#define RR_BOOST_GROUP 2
#endif

/* E of the indices q * RR_BOOST_GROUP + k, k = 0 ..., from their block. */
RR_FN void rr_boost_group(const rr_tile *t, rr_index q, rr_block b, rr_real *e)
{
    rr_unit u[RR_BOOST_GROUP];
    rr_mask open = rr_mfrom(0);
    RR_UNROLL
    for (int k = 0; k < RR_BOOST_GROUP; ++k) {
#if RR_DTYPE == 32
        u[k] = rr_unit_first(b.w[k]);
#else
        u[k] = rr_unit_first(b.w[2 * k], b.w[2 * k + 1]);
#endif
        open = rr_mor(open, u[k].open);
    }
    if (rr_some(open)) {
        const rr_block low = rr_draw(&t->key, q.lo, q.hi, rr_wsplat(0), RR_PURPOSE_BOOST_LOW);
        RR_UNROLL
        for (int k = 0; k < RR_BOOST_GROUP; ++k)
#if RR_DTYPE == 32
            u[k] = rr_unit_full(b.w[k], low.w[k]);
#else
            u[k] = rr_unit_full(b.w[2 * k], b.w[2 * k + 1], low.w[2 * k], low.w[2 * k + 1]);
#endif
    }
    RR_UNROLL
    for (int k = 0; k < RR_BOOST_GROUP; ++k) e[k] = rr_unit_neglog(u[k]);
}

/* The same for n registers of groups, n at most RR_FLIGHT, whose blocks are drawn together. */
RR_FN void rr_boost_groups(const rr_tile *t, const rr_index *q, int n, rr_real *e)
{
    rr_counter c[RR_FLIGHT];
    rr_block b[RR_FLIGHT];
    RR_UNROLL
    for (int r = 0; r < n; ++r) c[r] = rr_draw_counter(&t->key, q[r].lo, q[r].hi, rr_wsplat(0), RR_PURPOSE_BOOST);
    rr_philox_some(&t->key, n, c, b);
    RR_UNROLL
    for (int r = 0; r < n; ++r) rr_boost_group(t, q[r], b[r], e + r * RR_BOOST_GROUP);
}

#if RR_HAS_POINTERS
/* E of consecutive indices, starting at first, from their random bits (passes/words.h). */
RR_FN rr_real rr_boost_number(const rr_tile *t, rr_uint64 first, rr_bits n)
{
#if RR_DTYPE == 32
    rr_unit u = rr_unit_first(rr_toword(n));
#else
    rr_unit u = rr_unit_first(rr_wide_upper(n), rr_wide_lower(n));
#endif
    if (rr_some(u.open)) {
        const rr_index i = rr_lanes_from(first);
#if RR_DTYPE == 32
        const rr_index q = rr_quarter(i);
        const rr_block low = rr_draw(&t->key, q.lo, q.hi, rr_wsplat(0), RR_PURPOSE_BOOST_LOW);
        u = rr_unit_full(rr_toword(n), rr_pick4(low, i.lo));
#else
        const rr_index h = rr_half(i);
        rr_word l1, l0;
        const rr_block low = rr_draw(&t->key, h.lo, h.hi, rr_wsplat(0), RR_PURPOSE_BOOST_LOW);
        rr_pick2(low, rr_weq(i.lo & 1u, rr_wsplat(1)), &l1, &l0);
        u = rr_unit_full(rr_wide_upper(n), rr_wide_lower(n), l1, l0);
#endif
    }
    return rr_unit_neglog(u);
}
#endif

/* E of any indices. */
RR_FN rr_real rr_boost_index(const rr_tile *t, rr_index i)
{
    rr_real e[RR_BOOST_GROUP];
#if RR_DTYPE == 32
    const rr_index q = rr_quarter(i);
    rr_boost_groups(t, &q, 1, e);
    const rr_mask odd = rr_weq(i.lo & 1u, rr_wsplat(1)), upper = rr_weq(i.lo & 2u, rr_wsplat(2));
    return rr_select(upper, rr_select(odd, e[3], e[2]), rr_select(odd, e[1], e[0]));
#else
    const rr_index q = rr_half(i);
    rr_boost_groups(t, &q, 1, e);
    return rr_select(rr_weq(i.lo & 1u, rr_wsplat(1)), e[1], e[0]);
#endif
}

/* The lanes whose gamma needs the boost. */
RR_FN rr_mask rr_boost_wanted(rr_real shape)
{
    return RR_PLAIN == RR_PLAIN_MAIN ? rr_mfrom(0) : rr_lt(shape, rr_splat(RR_C(1)));
}

/* v exp(e / a) in the lanes of small, v in the others. The product is computed before the scaling by a power of two, so
 * that it becomes denormal, 0 or infinite only where the dtype forces it, rounded once. */
RR_FN rr_real rr_boost_times(rr_mask small, rr_real e, rr_real a, rr_real v)
{
    return rr_some(small) ? rr_select(small, rr_exp_times(rr_div(e, a), v), v) : v;
}

/* The same times a scale, with which a product that is too small or too large without it may be in range. */
RR_FN rr_real rr_boost_scaled(rr_mask small, rr_real e, rr_real a, rr_real v, rr_real scale)
{
    const rr_real plain = v * scale;
    return rr_some(small) ? rr_select(small, rr_exp_product(rr_div(e, a), v, scale), plain) : plain;
}

#endif
