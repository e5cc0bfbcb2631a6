/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The ziggurat of Marsaglia and Tsang (Journal of Statistical Software 5 (2000), 8), in an exact form. Each sampler that
 * uses it includes this file with RR_ZIGGURAT set to its name, after its tables (ziggurat/tables.py) and five functions of
 * its distribution.
 *
 * The density f decreases on x >= 0, f(0) = 1 (a normal has a sign in addition). Layers are strips of equal area v:
 *
 *     layer i >= 1   [0, x_i] x [h_i, h_(i+1)]
 *     the base, 0    [0, r] x [0, h_1], and the tail's hat, K g(x) >= f(x), beyond r = x_1
 *
 * Proof that samples have the density f. The layers are disjoint and cover all points below f: f(x_i) <= h_i, so that such
 * points in the strip of layer i are left of x_i, and h_256 >= 1. An attempt chooses a layer, each with probability 1/256,
 * and in it a uniform point (x, y): so the point is uniform in the union. It is accepted where y < f(x). Accepted points are
 * then uniform below f, and their x has the density f. This includes the tail: a rejected tail returns to the choice of a
 * layer, which is correct because the base's area includes all of its hat, with the part that the tail rejects. Neither a
 * loop nor an inverse is needed: the number of words per attempt is fixed.
 *
 * The x_i are numbers of the dtype, and the h_i follow from them in real numbers, h_(i+1) - h_i = v / x_i: so areas are
 * equal exactly, and the tables' roundings do not affect the distribution. Only the variate and the probability with which a
 * wedge accepts are rounded. With s = log f(x) - log f(x_i), computed from x_i - x, which is exact near x_i, it is
 *
 *     (f(x) - h_i) / (h_(i+1) - h_i) = C expm1(s) + D,   C and D in the table, D <= 0 from the rounding of x_i,
 *
 * with an error below 5 half ulps of 1 (3.35 and 4.07 were observed, tests/law/ziggurat/ziggurat.c).
 *
 * Words. Layer and abscissa share no bit (Doornik 2005): of the sample's word(s) the lowest 8 bits are the layer, the top
 * one the sign (normal), all others a, the first b bits of the abscissa U (b = 23, 55; exponential 24, 56). The value is x_i
 * (a + 1/2) 2^-b, rounded once in f32. If it is left of T, all U that begin with these bits are left of the next layer, and
 * the point is accepted whatever bits follow. The following points are undecided:
 *   - all others (wedge, tail, all of the top layer: 1.5 % of normals, 2.2 % of exponentials);
 *   - U < 2^-8 (2^-11), where b bits are too few for a number near 0.
 * These are decided with a block per sample (RR_PURPOSE_SIDE): word 0 (0, 1) is the wedge's or the tail's y; word 1 (2, 3)
 * extends U by 32 (64) bits, which are rounded as in uniform.h; the tail takes its exponential, accurate at both ends, from
 * words 2 and 3 (words 2, 3 and, rarely, RR_PURPOSE_SIDE_LOW). Whether a point is in the tail depends on a alone, so that no
 * bit has two uses.
 *
 * A decided U has b bits: sizes of a layer are on a lattice of x_i 2^-b, so that 16 to 24 bits of a float (44 to 53) are
 * random; after the full test all are. The lattice moves no distribution function by more than 2^-(b + 1). */
#include "engine/math/expm1.h"
#include "engine/passes/tile.h"
#include "engine/ziggurat/words.h"

#define RR_ZIGGURAT_FN(f) RR_PASTE(rr_, RR_ZIGGURAT, f)

/* A layer's x_i, over a power of two, and T. */
RR_FN void RR_ZIGGURAT_FN(_layer)(const rr_tile *t, rr_word layer, rr_real *scale, rr_real *threshold)
{
#if RR_HAS_PAIRS
    rr_pair_at(t->pairs, layer, scale, threshold);
#else
    (void)t;
    rr_lookup2(RR_ZIGGURAT_FN(_quick), layer, scale, threshold);
#endif
}

RR_FN rr_zig_point RR_ZIGGURAT_FN(_first)(const rr_tile *t, rr_zig_words w)
{
    rr_zig_point p;
    rr_real threshold;
    p.layer = w.w[RR_UNIT_WORDS - 1] & (RR_ZIGGURAT_LAYERS - 1u);
    RR_ZIGGURAT_FN(_layer)(t, p.layer, &p.scale, &threshold);
    p.value = RR_ZIGGURAT_FN(_value)(w, p.scale);
    const rr_real size = rr_abs(p.value);
    p.inside = rr_lt(size, threshold);
    p.low = rr_lt(size, p.scale * (RR_ZIGGURAT_LOW * RR_ZIGGURAT_SCALE));
    return p;
}

RR_FN rr_try RR_ZIGGURAT_FN(_quick_try)(const rr_tile *t, rr_zig_words w)
{
    const rr_zig_point p = RR_ZIGGURAT_FN(_first)(t, w);
    const rr_mask accept = rr_mandnot(p.inside, p.low);
    return rr_try_of(p.value, accept, rr_mnot(accept));
}

/* The full test. Lanes that were decided keep their value. */
RR_FN rr_try RR_ZIGGURAT_FN(_full_try)(const rr_tile *t, rr_index i, rr_word j, rr_zig_words w,
                                       const rr_block *side)
{
    const rr_zig_point p = RR_ZIGGURAT_FN(_first)(t, w);
    const rr_mask tail = rr_mandnot(rr_weq(p.layer, rr_wsplat(0)), p.inside);
    const rr_real width = p.scale * RR_ZIGGURAT_SCALE, x = width * RR_ZIGGURAT_FN(_abscissa)(w, side);
    rr_real c, d, far = x, weight;
    rr_mask out = rr_mfrom(0);
    rr_lookup2(RR_ZIGGURAT_FN(_wedge), p.layer, &c, &d);   /* 0, 0 for the base: its wedge is empty */
    const rr_real height = rr_zig_height(side);
    const rr_mask wedge = rr_lt(height, rr_fma(c, rr_expm1(RR_ZIGGURAT_FN(_rise)(width, x)), d));
    if (RR_HAS_BUFFERS || rr_some(tail)) {   /* one lane in 60; on a CPU the branch takes as long as the code it skips */
        far = RR_ZIGGURAT_FN(_tail)(rr_zig_neglog(t, i, j, side, tail), RR_ZIGGURAT_R, &weight);
        out = rr_mand(tail, rr_lt(height * weight, rr_splat(RR_ZIGGURAT_TAIL)));
    }
    const rr_real size = rr_select(tail, far, x), plain = rr_abs(p.value);
    const rr_real signed_size = rr_asreal(rr_asbits(size) ^ rr_asbits(p.value) ^ rr_asbits(plain));
    const rr_real value = rr_select(rr_mandnot(p.inside, p.low), p.value, signed_size);
    return rr_try_of(value, rr_mor(p.inside, rr_mor(wedge, out)), rr_mfrom(0));
}

RR_FN void RR_ZIGGURAT_FN(_prepare)(rr_tile *t) { (void)t; }

RR_FN void RR_ZIGGURAT_FN(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    (void)slot0;
    RR_UNROLL
    for (int k = 0; k < RR_ZIGGURAT_GROUP; ++k) v[k] = RR_ZIGGURAT_FN(_quick_try)(t, rr_zig_of_block(b, k));
}

RR_FN rr_try RR_ZIGGURAT_FN(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    return RR_ZIGGURAT_FN(_quick_try)(t, rr_zig_of(t, rr_slot_index(t, slot), j));
}

RR_FN rr_try RR_ZIGGURAT_FN(_decide)(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_block side = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_SIDE);
    return RR_ZIGGURAT_FN(_full_try)(t, i, j, rr_zig_of(t, i, j), &side);
}

#undef RR_ZIGGURAT_FN
#undef RR_ZIGGURAT_LAYERS
#undef RR_ZIGGURAT_SCALE
#undef RR_ZIGGURAT_R
#undef RR_ZIGGURAT_TAIL
#undef RR_ZIGGURAT
