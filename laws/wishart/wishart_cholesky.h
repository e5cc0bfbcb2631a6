/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* wishart-cholesky: a row is a lower triangular D x D matrix B, row by row, such that B B' is the `wishart` of the same
 * index: B = L A, L the factor of the scale matrix and A Bartlett's triangle (bartlett.h). Numbers above the diagonal are
 * 0. Entry (i, j) is within (5 ulp of the dtype + 2 D 2^-53) of the sum of all |terms|, and a diagonal entry, which has
 * one term, of itself. So the factor keeps its bits where those of the matrix cancel, as with df near D - 1. */
#ifndef RR_SAMPLER_WISHART_CHOLESKY_H
#define RR_SAMPLER_WISHART_CHOLESKY_H

#include "laws/wishart/bartlett.h"

RR_FN void rr_wishart_cholesky_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN wishart_cholesky
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_wishart_cholesky 1
#if RR_HAS_WHOLE
/* Parameters: the scale's factor; df. */
RR_SLOW_FN void rr_wishart_cholesky_whole(const rr_row *r)
{
    rr_bartlett_diagonal(r);
    rr_bartlett_scale(r);
    for (rr_uint64 k = 0; k < r->n; ++k) r->x[k] = r->buffer[k];
}
#endif

#define RR_SCALES_wishart_cholesky 1
#define RR_BARTLETT wishart_cholesky
#include "laws/wishart/stage.h"

#endif
