/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* orthogonal: a row is a D x D matrix Q, row by row, from Haar's measure of all orthogonal matrices. It is the matrix of
 * rotation.h, but the sign of the last column comes from a further normal,
 *
 *     Q = H_0 H_1 ... H_(D-2) diag(-s_0, ..., -s_(D-1))
 *
 * s_(D-1) being the sign of the last normal. So Q is the factor of a matrix of normals whose R has a positive diagonal, and
 * the determinant is 1 or -1 with probability 1/2. */
#ifndef RR_SAMPLER_ORTHOGONAL_H
#define RR_SAMPLER_ORTHOGONAL_H

#include "laws/normal/draw/draw.h"
#include "laws/rotation/haar.h"

RR_FN void rr_orthogonal_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN orthogonal
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_orthogonal 1
#if RR_HAS_WHOLE
RR_SLOW_FN void rr_orthogonal_whole(const rr_row *r) { rr_haar_row(r, 0); }
#endif

#endif
