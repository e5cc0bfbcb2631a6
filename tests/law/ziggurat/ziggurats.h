/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* All ziggurats under test: the samplers' own and, made from the same device text, those of 2, 4 and 8 layers, whose wedges
 * and tails are frequent. And their reference in long double, from the widths in their tables alone. */
#ifndef ZIGGURATS_H
#define ZIGGURATS_H

#include "tests/law/lanes.h"
#include "laws/normal/normal_ziggurat.h"
#include "laws/exponential/exponential_ziggurat.h"
#if RR_DTYPE == 32
#include "ziggurat_tiny_32.h"
#else
#include "ziggurat_tiny_64.h"
#endif

typedef struct zig {
    const char *name;
    int normal;
    unsigned layers;
    const rr_scalar *quick, *wedge;
    rr_scalar r, tail, scale;
    rr_zig_point (*first)(const rr_tile *, rr_zig_words);
    rr_try (*quick_try)(const rr_tile *, rr_zig_words);
    rr_try (*full_try)(const rr_tile *, rr_index, rr_word, rr_zig_words, const rr_block *);
    rr_real (*abscissa)(rr_zig_words, const rr_block *);
} zig;

#define NAME_OF2(x) #x
#define NAME_OF(x) NAME_OF2(x)

#define IS_NORMAL 1
#define LAW normal_ziggurat
#define TABLE_SCALE RR_NORMAL_ZIGGURAT_SCALE
#define TABLE normal_ziggurat
#define TABLE_IS_LAW
#define TABLE_LAYERS RR_NORMAL_ZIGGURAT_LAYERS
#define TABLE_R RR_NORMAL_ZIGGURAT_R
#define TABLE_TAIL RR_NORMAL_ZIGGURAT_TAIL
#include "ziggurat_view.h"
#define TABLE normal_tiny_2
#define TABLE_LAYERS RR_NORMAL_TINY_2_LAYERS
#define TABLE_R RR_NORMAL_TINY_2_R
#define TABLE_TAIL RR_NORMAL_TINY_2_TAIL
#include "ziggurat_view.h"
#define TABLE normal_tiny_4
#define TABLE_LAYERS RR_NORMAL_TINY_4_LAYERS
#define TABLE_R RR_NORMAL_TINY_4_R
#define TABLE_TAIL RR_NORMAL_TINY_4_TAIL
#include "ziggurat_view.h"
#define TABLE normal_tiny_8
#define TABLE_LAYERS RR_NORMAL_TINY_8_LAYERS
#define TABLE_R RR_NORMAL_TINY_8_R
#define TABLE_TAIL RR_NORMAL_TINY_8_TAIL
#include "ziggurat_view.h"
#undef IS_NORMAL
#undef LAW
#undef TABLE_SCALE

#define IS_NORMAL 0
#define LAW exponential_ziggurat
#define TABLE_SCALE RR_EXPONENTIAL_ZIGGURAT_SCALE
#define TABLE exponential_ziggurat
#define TABLE_IS_LAW
#define TABLE_LAYERS RR_EXPONENTIAL_ZIGGURAT_LAYERS
#define TABLE_R RR_EXPONENTIAL_ZIGGURAT_R
#define TABLE_TAIL RR_EXPONENTIAL_ZIGGURAT_TAIL
#include "ziggurat_view.h"
#define TABLE exponential_tiny_2
#define TABLE_LAYERS RR_EXPONENTIAL_TINY_2_LAYERS
#define TABLE_R RR_EXPONENTIAL_TINY_2_R
#define TABLE_TAIL RR_EXPONENTIAL_TINY_2_TAIL
#include "ziggurat_view.h"
#define TABLE exponential_tiny_4
#define TABLE_LAYERS RR_EXPONENTIAL_TINY_4_LAYERS
#define TABLE_R RR_EXPONENTIAL_TINY_4_R
#define TABLE_TAIL RR_EXPONENTIAL_TINY_4_TAIL
#include "ziggurat_view.h"
#define TABLE exponential_tiny_8
#define TABLE_LAYERS RR_EXPONENTIAL_TINY_8_LAYERS
#define TABLE_R RR_EXPONENTIAL_TINY_8_R
#define TABLE_TAIL RR_EXPONENTIAL_TINY_8_TAIL
#include "ziggurat_view.h"
#undef IS_NORMAL
#undef LAW
#undef TABLE_SCALE

UNUSED static const zig *const zigs[] = {
    &zig_normal_ziggurat, &zig_normal_tiny_2, &zig_normal_tiny_4, &zig_normal_tiny_8,
    &zig_exponential_ziggurat, &zig_exponential_tiny_2, &zig_exponential_tiny_4, &zig_exponential_tiny_8,
};
enum { ZIGS = sizeof zigs / sizeof *zigs };

/* ---- Words ------------------------------------------------------------------------------------------------------------ */

/* Bits of an abscissa. */
#define ZIG_BITS(z) ((RR_DTYPE == 32 ? 24 : 56) - (z)->normal)

/* Words of a layer and an abscissa a, positive. */
UNUSED static rr_zig_words zig_words(const zig *z, unsigned layer, uint64_t a)
{
    rr_zig_words w;
    const uint64_t both = a << 8 | layer;
    (void)z;
#if RR_DTYPE == 32
    w.w[0] = (uint32_t)both;
#else
    w.w[0] = (uint32_t)(both >> 32);
    w.w[1] = (uint32_t)both;
#endif
    return w;
}

UNUSED static rr_block zig_side(void)
{
    const uint64_t x = bits64(), y = bits64();
    return (rr_block){{(uint32_t)(x >> 32), (uint32_t)x, (uint32_t)(y >> 32), (uint32_t)y}};
}

/* The side block with a height: 32 or 64 bits. */
UNUSED static rr_block zig_with_height(rr_block side, uint64_t height)
{
    side.w[0] = RR_DTYPE == 32 ? (uint32_t)height : (uint32_t)(height >> 32);
    if (RR_DTYPE == 64) side.w[1] = (uint32_t)height;
    return side;
}

UNUSED static rr_try zig_full(const zig *z, rr_zig_words w, const rr_block *side, uint32_t index)
{
    static const rr_tile tile;
    return z->full_try(&tile, (rr_index){index, 0}, 0, w, side);
}

/* ---- What they should be --------------------------------------------------------------------------------------------- */

typedef struct exact {
    long double p, v, x[257], h[257], edge[257];   /* p, area; widths; levels; f^-1 of the levels */
} exact;

UNUSED static long double zig_f(const zig *z, long double x) { return z->normal ? expl(-x * x / 2) : expl(-x); }
UNUSED static long double zig_inverse(const zig *z, long double h)
{
    return h >= 1 ? 0 : z->normal ? sqrtl(-2 * logl(h)) : -logl(h);
}

/* The integral of f beyond x. */
UNUSED static long double zig_beyond(const zig *z, long double x)
{
    return z->normal ? sqrtl(3.14159265358979323846L / 2) * erfcl(x / sqrtl(2)) : expl(-x);
}

UNUSED static exact zig_exact(const zig *z)
{
    exact e;
    for (unsigned i = 0; i < z->layers; ++i) e.x[i] = (long double)z->quick[2 * i] * z->scale;
    e.x[z->layers] = 0;
    /* p is a multiple of 2^-b. In f64 x_0 = r / p does not determine it: it is the largest that leaves the tail its area. */
    const long double max = z->r / (z->r + (z->normal ? 1 / (long double)z->r : 1));
    const long double count = RR_DTYPE == 32 ? roundl(ldexpl(z->r / e.x[0], ZIG_BITS(z)))
                                             : floorl(ldexpl(max, ZIG_BITS(z)));
    e.p = ldexpl(count, -ZIG_BITS(z));
    e.v = z->r * zig_f(z, z->r) / e.p;
    e.h[0] = 0;
    e.h[1] = zig_f(z, z->r);
    long double lost = 0;   /* by the additions so far: heights are small differences of levels */
    for (unsigned i = 1; i < z->layers; ++i) {
        const long double height = e.v / e.x[i] - lost, sum = e.h[i] + height;
        lost = (sum - e.h[i]) - height;
        e.h[i + 1] = sum;
    }
    e.edge[0] = INFINITY;
    for (unsigned i = 1; i <= z->layers; ++i) e.edge[i] = zig_inverse(z, e.h[i]);
    return e;
}

/* The fraction of a layer that is below f, a difference as accurate as long double allows. */
UNUSED static long double zig_accepted(const zig *z, const exact *e, unsigned i)
{
    if (!i) return (z->r * e->h[1] + zig_beyond(z, z->r)) / e->v;
    const long double from = e->edge[i + 1];
    long double whole = zig_beyond(z, from) - zig_beyond(z, e->edge[i]) - (e->edge[i] - from) * e->h[i];
    if (e->h[i + 1] < 1) whole += from * (e->h[i + 1] - e->h[i]);
    return whole / e->v;
}

#endif
