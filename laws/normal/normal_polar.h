/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal:polar: mean + sd * Z by Marsaglia's polar method (SIAM Review 6, 1964).
 *
 * A point (x, y) of (-1, 1)^2 with q = x^2 + y^2 < 1 (probability pi/4) gives two normals, x m and y m, m = sqrt(-2 log(q) /
 * q). x = (w + 1/2) 2^-31 for w read as a signed word (f32), likewise with 64 bits in f64; it is never 0, so q > 0. Indices
 * 2p and 2p + 1 share a point and so its verdict. f32: 4 samples share a block, points (words 0, 1) and (2, 3). f64: 2
 * samples share a block, words 0, 1 and 2, 3. Nothing is undecided. The largest values come from the smallest q: |Z| <= 8.92
 * (f32), 12.95 (f64). */
#ifndef RR_SAMPLER_NORMAL_POLAR_H
#define RR_SAMPLER_NORMAL_POLAR_H

#include "engine/math/log.h"
#include "engine/passes/tile.h"

#define RR_AUX_normal_polar 0
#define RR_BLOCKS_normal_polar 1

typedef struct rr_polar {
    rr_real x, y, m;
    rr_mask inside;
} rr_polar;

RR_FN rr_polar rr_polar_point(rr_real x, rr_real y)
{
    rr_polar p;
    const rr_real one = rr_splat(RR_C(1)), q = rr_fma(x, x, y * y);
    p.inside = rr_lt(q, one);
    const rr_real safe = rr_select(p.inside, q, rr_splat(RR_C(0.5)));
    p.x = x;
    p.y = y;
    p.m = rr_sqrt(rr_div(RR_C(-2) * rr_log(safe), safe));
    return p;
}

RR_FN rr_try rr_polar_member(rr_polar p, rr_index i)
{
    return rr_try_of(rr_select(rr_weq(i.lo & 1u, rr_wsplat(1)), p.y, p.x) * p.m, p.inside, rr_mfrom(0));
}

RR_FN void rr_normal_polar_prepare(rr_tile *t) { (void)t; }

#if RR_DTYPE == 32
#define RR_GROUP_normal_polar 4

RR_FN rr_real rr_polar_side(rr_word w)
{
    return rr_fma(rr_fromint(w), rr_splat(RR_C(0x1p-31)), rr_splat(RR_C(0x1p-32)));
}

RR_FN void rr_normal_polar_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)t;
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < 2; ++k) {
        const rr_polar p = rr_polar_point(rr_polar_side(b->w[2 * k]), rr_polar_side(b->w[2 * k + 1]));
        v[2 * k] = rr_try_of(p.x * p.m, p.inside, rr_mfrom(0));
        v[2 * k + 1] = rr_try_of(p.y * p.m, p.inside, rr_mfrom(0));
    }
}

RR_FN rr_try rr_normal_polar_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), q = rr_quarter(i);
    rr_word w0, w1;
    rr_pick2(rr_draw(&t->key, q.lo, q.hi, j, RR_PURPOSE_MAIN), rr_weq(i.lo & 2u, rr_wsplat(2)), &w0, &w1);
    return rr_polar_member(rr_polar_point(rr_polar_side(w0), rr_polar_side(w1)), i);
}
#else
#define RR_GROUP_normal_polar 2

RR_FN rr_real rr_polar_side(rr_word w1, rr_word w0)
{
    const rr_real lo = rr_fma(rr_fromuint(w0), rr_splat(RR_C(0x1p-63)), rr_splat(RR_C(0x1p-64)));
    return rr_fma(rr_fromint(w1), rr_splat(RR_C(0x1p-31)), lo);
}

RR_FN rr_polar rr_polar_block(rr_block b)
{
    return rr_polar_point(rr_polar_side(b.w[0], b.w[1]), rr_polar_side(b.w[2], b.w[3]));
}

RR_FN void rr_normal_polar_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    const rr_polar p = rr_polar_block(b[0]);
    (void)t;
    (void)slot0;
    v[0] = rr_try_of(p.x * p.m, p.inside, rr_mfrom(0));
    v[1] = rr_try_of(p.y * p.m, p.inside, rr_mfrom(0));
}

RR_FN rr_try rr_normal_polar_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot), h = rr_half(i);
    return rr_polar_member(rr_polar_block(rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN)), i);
}
#endif

RR_FN rr_try rr_normal_polar_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_normal_polar_attempt(t, slot, j);
}

#define RR_NORMAL normal_polar
#include "laws/normal/draw/location_scale.h"

#endif
