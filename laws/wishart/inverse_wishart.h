/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* inverse-wishart: a row is a D x D matrix, row by row, whose inverse is a `wishart` of the inverse scale matrix. It is B B'
 * with B A' = L, L the factor of the scale matrix and A Bartlett's triangle (bartlett.h): with L L' = scale, (L A'^-1)(L
 * A'^-1)' = L (A A')^-1 L'. Row i of B solves A b = (row i of L)', from its first component on. */
#ifndef RR_SAMPLER_INVERSE_WISHART_H
#define RR_SAMPLER_INVERSE_WISHART_H

#include "laws/wishart/bartlett.h"

RR_FN void rr_inverse_wishart_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN inverse_wishart
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_inverse_wishart 1
#if RR_HAS_WHOLE
/* Parameters: the scale's factor; df. */
RR_SLOW_FN void rr_inverse_wishart_whole(const rr_row *r)
{
    const rr_uint64 d = r->side;
    RR_GLOBAL const rr_one *const l = r->param[0];
    rr_bartlett_diagonal(r);
    for (rr_uint64 i = 0; i < d; ++i)
        for (rr_uint64 k = 0; k < d; ++k) {
            rr_one rest = l[i * d + k];
            for (rr_uint64 m = 0; m < k; ++m) rest -= r->x[k * d + m] * r->buffer[i * d + m];
            r->buffer[i * d + k] = rest / r->x[k * d + k];
        }
    rr_bartlett_square(r);
}
#endif

#define RR_SCALES_inverse_wishart 1
#define RR_BARTLETT inverse_wishart
#include "laws/wishart/stage.h"

#endif
