/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows whose components divide a total (targets/cpu/chain.c). RR_STEP_sums, once per chunk, checks rows and computes the
 * parameters of the stages of their first component. RR_STEP_total, after the stages of a component, takes its count and
 * computes the parameters for the next one, or ends the rows. Slots are rows, and parameters those of stages_kernel.h except
 *
 *   p0, p1     the total, and one weight per component, of the chunk's elements
 *   more       share: the component that was drawn
 *   set-up     RR_GPU_ROW_COLS: components of a row
 *   tallies    after the space, RR_GPU_SHARE_... (launch.h): parameters of the stages and an index per row; which rows have
 *              no sample, or weights times RR_ROW_SCALE; and per component the sum of the weights after it */

#include "engine/abi/weights.h"
#include "stages_made.h"

#define RR_TOTAL_GONE 1u
#define RR_TOTAL_SCALED 2u

typedef struct rr_total {
    RR_GLOBAL rr_scalar *left, *weight, *after;   /* the stages' parameters */
    RR_GLOBAL rr_uint64 *index;
    RR_GLOBAL rr_uint32 *gone;
    RR_GLOBAL rr_scalar *rest;
    RR_GLOBAL const rr_scalar *weights;
    rr_scalar same;                                /* the weight if constant */
    int vary;
    rr_uint64 cols, base;
} rr_total;

RR_FN rr_total rr_total_of(const rr_launch *l, RR_GLOBAL rr_uint64 *space, const rr_tile *t, RR_GLOBAL const char *first)
{
    rr_total s;
    s.left = (RR_GLOBAL rr_scalar *)(space + RR_GPU_TOTAL_PARAM(l->capacity, 0));
    s.weight = (RR_GLOBAL rr_scalar *)(space + RR_GPU_TOTAL_PARAM(l->capacity, 1));
    s.after = (RR_GLOBAL rr_scalar *)(space + RR_GPU_TOTAL_PARAM(l->capacity, 2));
    s.index = space + RR_GPU_TOTAL_INDEX(l->capacity);
    s.gone = (RR_GLOBAL rr_uint32 *)(space + RR_GPU_TOTAL_GONE(l->capacity));
    s.rest = (RR_GLOBAL rr_scalar *)(space + RR_GPU_TOTAL_REST(l->capacity));
    s.weights = (RR_GLOBAL const rr_scalar *)t->param[1];
    s.same = t->uniform[1];
    s.vary = (int)(t->varies >> 1 & 1);
    s.cols = l->setup.space[RR_GPU_ROW_COLS];
    s.base = (rr_uint64)l->base_hi << 32 | l->base_lo;
    if (l->advances) s.base += *(RR_GLOBAL const rr_uint64 *)(first + l->at[RR_GPU_FIRST]) * l->advances;
    return s;
}

RR_FN rr_real rr_total_weight(const rr_total *s, rr_uint64 element)
{
    return rr_splat(s->vary ? s->weights[element] : s->same);
}

/* The parameters of the stages of a component. A row without a sample has remainder 0, and any weights do. */
RR_FN void rr_total_next(const rr_total *s, rr_uint32 row, rr_uint64 col)
{
    const rr_uint64 element = row * s->cols + col;
    const int gone = (s->gone[row] & RR_TOTAL_GONE) != 0;
    const rr_real scale = rr_splat(s->gone[row] & RR_TOTAL_SCALED ? RR_C(RR_ROW_SCALE) : RR_C(1));
    s->weight[row] = gone ? RR_C(1) : rr_own(rr_total_weight(s, element) * scale);
    s->after[row] = gone ? RR_C(1) : s->rest[element];
    s->index[row] = s->base + element;
}

#if defined(RR_STEP_sums)
/* Sums of weights times `scale`, from the last component on: those after each component, and *sum of all. Returns the first
 * bad component, or the number of components. */
RR_FN rr_uint64 rr_total_add(const rr_launch *l, const rr_total *s, rr_uint64 at, rr_real scale, rr_real *sum)
{
    rr_uint64 bad = s->cols;
    *sum = rr_splat(RR_C(0));
    for (rr_uint64 c = s->cols; c-- > 0; ) {
        const rr_real w = rr_total_weight(s, at + c);
        if (!rr_gpu_inside(l, 1, w)) bad = c;
        s->rest[at + c] = rr_own(*sum);
        *sum = *sum + w * scale;
    }
    return bad;
}

/* Checks a row, of which the first bad component is noted, and begins it. A row of one component is its total. */
RR_FN void rr_total_begin(const rr_launch *l, const rr_total *s, const rr_tile *t, RR_GLOBAL char *out, rr_uint32 row,
                          rr_found *found)
{
    const rr_uint64 at = row * s->cols;
    const rr_real total = rr_splat(t->varies & 1u ? ((RR_GLOBAL const rr_scalar *)t->param[0])[at] : t->uniform[0]);
    rr_real sum;
    rr_uint64 bad = rr_total_add(l, s, at, rr_splat(RR_C(1)), &sum);
    const int scaled = bad == s->cols && rr_own(sum) > RR_C(1.7976931348623157e308);
    if (scaled) bad = rr_total_add(l, s, at, rr_splat(RR_C(RR_ROW_SCALE)), &sum);
    if (!rr_gpu_inside(l, 0, total) || (bad == s->cols && !RR_SAMPLER_FN(fractions)(total, sum))) bad = 0;
    const int good = bad == s->cols;
    s->left[row] = good ? rr_own(total) : RR_C(0);
    s->gone[row] = !good ? RR_TOTAL_GONE : scaled ? RR_TOTAL_SCALED : 0u;
    if (!good && at + bad < found->bad) found->bad = (rr_word)(at + bad);
    rr_total_next(s, row, 0);
    if (s->cols > 1u) return;
    if (good) rr_cell_put(l, out, (rr_word)at, rr_cell_bits(l, (rr_uint64)s->left[row]));
    else rr_cell_set_failed(l, out, (rr_word)at);
}
#else
RR_FN void rr_total_set_failed(const rr_launch *l, const rr_total *s, RR_GLOBAL char *out, rr_uint32 row)
{
    for (rr_uint64 c = 0; c < s->cols; ++c) rr_cell_set_failed(l, out, (rr_word)(row * s->cols + c));
}

/* The tile for the join; its parameters are those of the stages. */
RR_FN rr_tile rr_total_tile(const rr_total *s, const rr_tile *t)
{
    rr_tile stages = *t;
    stages.param[0] = s->left;
    stages.param[1] = s->weight;
    stages.param[2] = s->after;
    stages.varies = 7u;
    return stages;
}

/* Takes the count of component l->more of a row, unless the row has already failed. */
RR_FN void rr_total_take(const rr_launch *l, const rr_total *s, const rr_tile *t, RR_GLOBAL const rr_uint64 *space,
                         RR_GLOBAL char *out, rr_uint32 row, rr_found *found)
{
    RR_GLOBAL const rr_uint32 *const unfit = (RR_GLOBAL const rr_uint32 *)(space + RR_GPU_SPACE_GONE(l->capacity));
    const rr_word element = (rr_word)(row * s->cols + l->more);
    rr_real made[RR_STAGES_MAX];
    const int failed = rr_stages_made(l, space, row, l->number, made), gone = (s->gone[row] & RR_TOTAL_GONE) != 0;
    const rr_tile stages = rr_total_tile(s, t);
    const rr_uint64 count = rr_asbits(RR_SAMPLER_FN(join)(&stages, row - rr_lane_number(), made));
    if (!gone && failed && element < found->failed) found->failed = element;
    if (!gone && !failed && unfit[row] && element < found->unfit) found->unfit = element;
    found->failures += (rr_word)(!gone && failed);
    if (gone || failed || unfit[row]) {
        s->gone[row] = RR_TOTAL_GONE;
        s->left[row] = RR_C(0);
    } else {
        s->left[row] = rr_own(rr_splat(s->left[row]) - rr_splat((rr_scalar)count));
        rr_cell_put(l, out, element, rr_cell_bits(l, count));
    }
    if (l->more + 2u < s->cols) rr_total_next(s, row, l->more + 1u);
    else if (s->gone[row] & RR_TOTAL_GONE) rr_total_set_failed(l, s, out, row);
    else rr_cell_put(l, out, element + 1u, rr_cell_bits(l, (rr_uint64)s->left[row]));
}
#endif
