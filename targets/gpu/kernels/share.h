/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows whose components share a total out (targets/cpu/chain.c): RR_STEP_sums, once a chunk, looks at rows and makes what
 * the stages of their first component need; RR_STEP_share, after the stages of a component, takes its count and makes what
 * those of the next one need, or ends the rows. Slots are rows, and parameters those of stages_kernel.h but for
 *
 *   p0, p1     the total, a weight of every component, of the chunk's elements
 *   more       share: the component that was drawn
 *   set-up     RR_GPU_ROW_COLS: components of a row
 *   tallies    behind the space, RR_GPU_SHARE_... (launch.h): parameters of the stages and indices, one of each row; which
 *              rows have no sample, or weights times RR_ROW_SCALE; and for every component the sum of the weights behind
 *              it */

#include "engine/abi/weights.h"

#define RR_SHARE_GONE 1u
#define RR_SHARE_SCALED 2u

typedef struct rr_share {
    RR_GLOBAL rr_scalar *left, *weight, *behind;   /* the stages' parameters */
    RR_GLOBAL rr_uint64 *index;
    RR_GLOBAL rr_uint32 *gone;
    RR_GLOBAL rr_scalar *rest;
    RR_GLOBAL const rr_scalar *weights;
    rr_scalar same;                                /* where they don't vary */
    int vary;
    rr_uint64 cols, base;
} rr_share;

RR_FN rr_share rr_share_of(const rr_launch *l, RR_GLOBAL rr_uint64 *space, const rr_tile *t, RR_GLOBAL const char *first)
{
    rr_share s;
    s.left = (RR_GLOBAL rr_scalar *)(space + RR_GPU_SHARE_PARAM(l->capacity, 0));
    s.weight = (RR_GLOBAL rr_scalar *)(space + RR_GPU_SHARE_PARAM(l->capacity, 1));
    s.behind = (RR_GLOBAL rr_scalar *)(space + RR_GPU_SHARE_PARAM(l->capacity, 2));
    s.index = space + RR_GPU_SHARE_INDEX(l->capacity);
    s.gone = (RR_GLOBAL rr_uint32 *)(space + RR_GPU_SHARE_GONE(l->capacity));
    s.rest = (RR_GLOBAL rr_scalar *)(space + RR_GPU_SHARE_REST(l->capacity));
    s.weights = (RR_GLOBAL const rr_scalar *)t->param[1];
    s.same = t->uniform[1];
    s.vary = (int)(t->varies >> 1 & 1);
    s.cols = l->setup.space[RR_GPU_ROW_COLS];
    s.base = (rr_uint64)l->base_hi << 32 | l->base_lo;
    if (l->advances) s.base += *(RR_GLOBAL const rr_uint64 *)(first + l->at[RR_GPU_FIRST]) * l->advances;
    return s;
}

RR_FN rr_real rr_share_weight(const rr_share *s, rr_uint64 element)
{
    return rr_splat(s->vary ? s->weights[element] : s->same);
}

/* What the stages of a component need. Of a row without a sample nothing is left, and any weights do. */
RR_FN void rr_share_next(const rr_share *s, rr_uint32 row, rr_uint64 col)
{
    const rr_uint64 element = row * s->cols + col;
    const int gone = (s->gone[row] & RR_SHARE_GONE) != 0;
    const rr_real scale = rr_splat(s->gone[row] & RR_SHARE_SCALED ? RR_C(RR_ROW_SCALE) : RR_C(1));
    s->weight[row] = gone ? RR_C(1) : rr_own(rr_share_weight(s, element) * scale);
    s->behind[row] = gone ? RR_C(1) : s->rest[element];
    s->index[row] = s->base + element;
}

#if defined(RR_STEP_sums)
/* Sums from the last component on, of weights times `scale`: behind each, and *sum of all. Returns the first bad one, or the
 * number of components. */
RR_FN rr_uint64 rr_share_add(const rr_launch *l, const rr_share *s, rr_uint64 at, rr_real scale, rr_real *sum)
{
    rr_uint64 bad = s->cols;
    *sum = rr_splat(RR_C(0));
    for (rr_uint64 c = s->cols; c-- > 0; ) {
        const rr_real w = rr_share_weight(s, at + c);
        if (!rr_gpu_inside(l, 1, w)) bad = c;
        s->rest[at + c] = rr_own(*sum);
        *sum = *sum + w * scale;
    }
    return bad;
}

/* The first bad component of a row stands for it. */
RR_FN void rr_share_begin(const rr_launch *l, const rr_share *s, const rr_tile *t, rr_uint32 row, rr_found *found)
{
    const rr_uint64 at = row * s->cols;
    const rr_real total = rr_splat(t->varies & 1u ? ((RR_GLOBAL const rr_scalar *)t->param[0])[at] : t->uniform[0]);
    rr_real sum;
    rr_uint64 bad = rr_share_add(l, s, at, rr_splat(RR_C(1)), &sum);
    const int scaled = bad == s->cols && rr_own(sum) > RR_C(1.7976931348623157e308);
    if (scaled) bad = rr_share_add(l, s, at, rr_splat(RR_C(RR_ROW_SCALE)), &sum);
    if (!rr_gpu_inside(l, 0, total) || (bad == s->cols && !RR_SAMPLER_FN(shares)(total, sum))) bad = 0;
    const int good = bad == s->cols;
    s->left[row] = good ? rr_own(total) : RR_C(0);
    s->gone[row] = !good ? RR_SHARE_GONE : scaled ? RR_SHARE_SCALED : 0u;
    if (!good && at + bad < found->bad) found->bad = (rr_word)(at + bad);
    rr_share_next(s, row, 0);
}
#else
RR_FN void rr_share_withhold(const rr_launch *l, const rr_share *s, RR_GLOBAL char *out, rr_uint32 row)
{
    for (rr_uint64 c = 0; c < s->cols; ++c) rr_cell_withhold(l, out, (rr_word)(row * s->cols + c));
}

/* The count of component l->more of a row, which a row that has no sample by now does without. */
RR_FN void rr_share_take(const rr_launch *l, const rr_share *s, const rr_tile *t, RR_GLOBAL const rr_uint64 *space,
                         RR_GLOBAL char *out, rr_uint32 row, rr_found *found)
{
    RR_GLOBAL const rr_uint32 *const unfit = (RR_GLOBAL const rr_uint32 *)(space + RR_GPU_SPACE_GONE(l->capacity));
    const rr_word element = (rr_word)(row * s->cols + l->more);
    rr_real made[RR_STAGES_MOST];
    const int lost = rr_stages_made(l, space, row, l->number, made), gone = (s->gone[row] & RR_SHARE_GONE) != 0;
    const rr_uint64 count = rr_asbits(RR_SAMPLER_FN(join)(t, row - rr_lane_number(), made));
    if (!gone && lost && element < found->lost) found->lost = element;
    if (!gone && !lost && unfit[row] && element < found->unfit) found->unfit = element;
    found->losts += (rr_word)(!gone && lost);
    if (gone || lost || unfit[row]) {
        s->gone[row] = RR_SHARE_GONE;
        s->left[row] = RR_C(0);
    } else {
        s->left[row] = rr_own(rr_splat(s->left[row]) - rr_splat((rr_scalar)count));
        rr_cell_put(l, out, element, rr_cell_bits(l, count));
    }
    if (l->more + 2u < s->cols) rr_share_next(s, row, l->more + 1u);
    else if (s->gone[row] & RR_SHARE_GONE) rr_share_withhold(l, s, out, row);
    else rr_cell_put(l, out, element + 1u, rr_cell_bits(l, (rr_uint64)s->left[row]));
}
#endif
