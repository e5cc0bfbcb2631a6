/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* wishart: a row is a D x D matrix, row by row, of mean df times scale: B B', B = L A, L the factor of the scale matrix and
 * A Bartlett's triangle (bartlett.h). Entry (i, j) is within (5 ulp of the dtype + 2 D 2^-53) of the sum of all |terms|. */
#ifndef RR_SAMPLER_WISHART_H
#define RR_SAMPLER_WISHART_H

#include "laws/wishart/bartlett.h"

RR_FN void rr_wishart_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN wishart
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_wishart 1
#if RR_HAS_WHOLE
/* Parameters: the scale's factor; df. */
RR_SLOW_FN void rr_wishart_whole(const rr_row *r)
{
    rr_bartlett_diagonal(r);
    rr_bartlett_scale(r);
    rr_bartlett_square(r);
}
#endif

#define RR_SCALES_wishart 1
#define RR_BARTLETT wishart
#include "laws/wishart/stage.h"

#endif
