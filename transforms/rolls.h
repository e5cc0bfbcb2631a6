/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Random points of (-1, 1)^2: attempt j of index i is the Philox block of (i, j). x and y are its words 0 and 1 (f32), or
 * 0, 1 and 2, 3 (f64), each (w + 1/2) 2^-31 with w read as a signed word, as for normal:polar. */
#ifndef RR_TRANSFORM_ROLLS_H
#define RR_TRANSFORM_ROLLS_H

#include "engine/passes/batch.h"

#if RR_DTYPE == 32
RR_FN rr_real rr_rolls_side(rr_word w, rr_word unused)
{
    (void)unused;
    return rr_fma(rr_fromint(w), rr_splat(RR_C(0x1p-31)), rr_splat(RR_C(0x1p-32)));
}
#define RR_ROLLS_SECOND 1
#else
RR_FN rr_real rr_rolls_side(rr_word w1, rr_word w0)
{
    const rr_real lo = rr_fma(rr_fromuint(w0), rr_splat(RR_C(0x1p-63)), rr_splat(RR_C(0x1p-64)));
    return rr_fma(rr_fromint(w1), rr_splat(RR_C(0x1p-31)), lo);
}
#define RR_ROLLS_SECOND 2
#endif

RR_FN void rr_rolls_draw(const rr_batch *b, rr_word slot, rr_word j, rr_real *x, rr_real *y)
{
    const rr_index i = rr_batch_index(b, slot);
    const rr_block w = rr_draw(&b->key, i.lo, i.hi, j, RR_PURPOSE_MAIN);
    *x = rr_rolls_side(w.w[0], w.w[1]);
    *y = rr_rolls_side(w.w[RR_ROLLS_SECOND], w.w[RR_ROLLS_SECOND + 1]);
}

#endif
