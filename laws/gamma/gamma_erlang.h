/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gamma:erlang: scale * X, X gamma of an integer shape n, 1 to 4096: -log of the product of n uniforms. It never rejects;
 * the time is proportional to n.
 *
 * The product P is kept as a mantissa m in [sqrt(1/2), sqrt(2)) times 2^k, k an integer (exact: |k| < 2^19), normalized
 * once per block, so that one logarithm at the end suffices. Near P = 1 it would lose all precision. So its complement Q =
 * 1 - P is kept too, by
 *
 *     Q' = Q + S - Q S = Q + S (1 - Q),     S = 1 - U, which is exact to half an ulp (uniform.h),
 *
 * a sum of positive terms, and X = -log1p(-Q) where P >= sqrt(1/2). Hence shape 1 begins at 2^-33 (2^-65), as the
 * exponential does, and small samples of every shape have full relative precision.
 *
 * Error of X, u = 2^-24 (2^-53): where P < sqrt(1/2), n roundings of U and n of the product, each at most u: 2 n u,
 * absolute, compared with a mean of n; and the logarithm's, below 1 ulp of X. Where P >= sqrt(1/2), relative: (3 n + 2) u.
 *
 * Words: sample i has block i; uniform number k is word k mod 4 of draw k / 4 (f64: words 2 (k mod 2) and the next of draw
 * k / 2). A uniform uses its LOW words where its top word is below 2^20 (2^-12: rare enough for a branch), not 2^24 as
 * elsewhere. From there on U, the middle of its word, is within a relative 2^-21, which changes -log U, 5.5 to 8.4 there,
 * by less than an ulp (f32; in f64 by far less). So no draw is undecided, and the tail is complete: to 65 n log 2 (129).
 *
 * Lanes that are done multiply by 1 and add 0. */
#ifndef RR_SAMPLER_GAMMA_ERLANG_H
#define RR_SAMPLER_GAMMA_ERLANG_H

#include "engine/passes/tile.h"
#include "engine/bits/uniform.h"

#define RR_ERLANG_MAX 4096   /* the largest shape */

#define RR_GROUP_gamma_erlang 1
#define RR_AUX_gamma_erlang 0
#define RR_BLOCKS_gamma_erlang 1
#define RR_EXPENSIVE_gamma_erlang 1

#define RR_ERLANG_LOW (1u << 20)

#if RR_DTYPE == 32
#define RR_ERLANG_BLOCK 4   /* uniforms per block */

RR_FN rr_unit rr_erlang_unit(const rr_block *b, int k) { return rr_unit_of(b->w[k]); }
RR_FN rr_unit rr_erlang_unit_full(const rr_block *b, const rr_block *low, int k) { return rr_unit_full(b->w[k], low->w[k]); }
RR_FN rr_word rr_erlang_top(const rr_block *b, int k) { return b->w[k]; }
#else
#define RR_ERLANG_BLOCK 2

RR_FN rr_unit rr_erlang_unit(const rr_block *b, int k) { return rr_unit_of(b->w[2 * k], b->w[2 * k + 1]); }
RR_FN rr_unit rr_erlang_unit_full(const rr_block *b, const rr_block *low, int k)
{
    return rr_unit_full(b->w[2 * k], b->w[2 * k + 1], low->w[2 * k], low->w[2 * k + 1]);
}
RR_FN rr_word rr_erlang_top(const rr_block *b, int k) { return b->w[2 * k]; }
#endif

/* The product so far: 2^k m, k counted as in math/log_kernel.h; and its complement. */
typedef struct rr_erlang {
    rr_real m, k, q;
} rr_erlang;

RR_FN rr_erlang rr_erlang_one(void)
{
    rr_erlang p;
    p.m = rr_splat(RR_C(1));
    p.k = p.q = rr_splat(RR_C(0));
    return p;
}

/* Normalizes m to [sqrt(1/2), sqrt(2)): exact. */
RR_FN void rr_erlang_normal(rr_erlang *p)
{
    const rr_log_parts l = rr_log_split(p->m);
    p->m = l.f + RR_C(1);
    p->k = p->k + l.k;
}

/* The slow path of a block: where u has LOW words it is also small, to 2^-65 (2^-129), and four of them would underflow. So
 * it is multiplied into the product, and then set to 1. */
RR_SLOW_FN void rr_erlang_low(const rr_tile *t, rr_index i, rr_word turn, rr_real left, const rr_block *b,
                              rr_erlang *p, rr_real *u)
{
    const rr_block low = rr_draw(&t->key, i.lo, i.hi, turn, RR_PURPOSE_LOW);
    for (int k = 0; k < RR_ERLANG_BLOCK; ++k) {
        const rr_mask more = rr_lt(rr_splat((rr_scalar)k), left);
        const rr_mask small = rr_mand(more, rr_wlt(rr_erlang_top(b, k), rr_wsplat(RR_ERLANG_LOW)));
        p->m = p->m * rr_select(small, rr_erlang_unit_full(b, &low, k).u, rr_splat(RR_C(1)));
        rr_erlang_normal(p);
        u[k] = rr_select(small, rr_splat(RR_C(1)), u[k]);
    }
}

/* The uniforms of a block, of which a lane takes the first `left`, or all, or none. */
RR_FN void rr_erlang_block(const rr_tile *t, rr_index i, rr_word turn, rr_real left, const rr_block *b,
                           rr_erlang *p)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    rr_real u[RR_ERLANG_BLOCK];
    rr_mask small = rr_mfrom(0);
    RR_UNROLL
    for (int k = 0; k < RR_ERLANG_BLOCK; ++k) {
        const rr_mask more = rr_lt(rr_splat((rr_scalar)k), left);
        const rr_unit x = rr_erlang_unit(b, k);
        u[k] = rr_select(more, x.u, one);
        p->q = rr_fma(rr_select(more, -x.t, zero), one - p->q, p->q);
        small = rr_mor(small, rr_wlt(rr_erlang_top(b, k), rr_wsplat(RR_ERLANG_LOW)));
    }
    if (rr_some(small)) rr_erlang_low(t, i, turn, left, b, p, u);
    RR_UNROLL
    for (int k = 0; k < RR_ERLANG_BLOCK; ++k) p->m = p->m * u[k];
    rr_erlang_normal(p);
}

/* -log P. */
RR_FN rr_real rr_erlang_value(rr_erlang p)
{
    const rr_mask upper = rr_le(rr_splat(RR_C(0)), p.k);
    return rr_neglog_join(rr_select(upper, -p.q, p.m - RR_C(1)), p.k);
}

/* n blocks from number `draw` on, n a small constant. */
RR_FN void rr_erlang_blocks(const rr_tile *t, rr_index i, rr_word j, rr_uint32 draw, int n, rr_real *left,
                            rr_erlang *p)
{
    rr_block b[RR_FLIGHT];
    rr_counter c[RR_FLIGHT];
    RR_UNROLL
    for (int k = 0; k < n; ++k) c[k] = rr_draw_counter(&t->key, i.lo, i.hi, j | (draw + (rr_uint32)k) << 8, RR_PURPOSE_MAIN);
    rr_philox_some(&t->key, n, c, b);
    RR_UNROLL
    for (int k = 0; k < n; ++k) {
        rr_erlang_block(t, i, j | (draw + (rr_uint32)k) << 8, *left, &b[k], p);
        *left = *left - RR_C(RR_ERLANG_BLOCK);
    }
}

/* X of the samples i: from block 0 of each and the following blocks. */
RR_FN rr_try rr_erlang_of(const rr_tile *t, rr_index i, rr_word j, rr_real shape, const rr_block *first)
{
    rr_erlang p = rr_erlang_one();
    /* A shape that no host has checked (targets/gpu/kernels/launch.h) may have any value; the loops must still end. */
    rr_real left = rr_min(shape, rr_splat(RR_C(RR_ERLANG_MAX))) - RR_C(RR_ERLANG_BLOCK);
    rr_uint32 draw = 1;
    rr_erlang_block(t, i, j, shape, first, &p);
    for (; rr_some(rr_lt(rr_splat(RR_C((RR_FLIGHT - 1) * RR_ERLANG_BLOCK)), left)); draw += RR_FLIGHT)
        rr_erlang_blocks(t, i, j, draw, RR_FLIGHT, &left, &p);
    for (; rr_some(rr_lt(rr_splat(RR_C(0)), left)); ++draw) rr_erlang_blocks(t, i, j, draw, 1, &left, &p);
    return rr_try_of(rr_erlang_value(p), rr_mfirst(RR_LANES), rr_mfrom(0));
}

/* True where the shape is an integer. From 2^23 (f32) or 2^52 (f64) on every number is. */
#define RR_RELATES_gamma_erlang 1
RR_FN rr_mask rr_gamma_erlang_related(const rr_real *v)
{
    const rr_real big = rr_splat(RR_C(RR_DTYPE == 32 ? 0x1p23 : 0x1p52)), whole = (v[0] + big) - big;
    return rr_mand(rr_le(whole, v[0]), rr_le(v[0], whole));
}

RR_FN void rr_gamma_erlang_prepare(rr_tile *t) { (void)t; }

RR_FN void rr_gamma_erlang_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    v[0] = rr_erlang_of(t, rr_slot_index(t, rr_iota() + slot0), rr_wsplat(0), rr_run_param(t, 0, slot0), b);
}

RR_FN rr_try rr_gamma_erlang_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_block first = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_MAIN);
    return rr_erlang_of(t, i, j, rr_slot_param(t, 0, slot), &first);
}

RR_FN rr_try rr_gamma_erlang_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_gamma_erlang_attempt(t, slot, j);
}

RR_FN rr_real rr_gamma_erlang_finish(const rr_tile *t, rr_uint32 slot0, rr_real x, rr_real aux)
{
    (void)aux;
    return x * rr_run_param(t, 1, slot0);
}

#endif
