/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* rotation: a row is a D x D matrix Q, row by row, from Haar's measure of the orthogonal matrices of determinant 1 (Stewart,
 * SIAM Journal on Numerical Analysis 17 (1980) 403). v_k are the components k ... D-1 of row k of a matrix of normals, s_k
 * is the sign of the first of them, and H_k the reflection that takes v_k to -s_k |v_k| e_k. Then
 *
 *     Q = H_0 H_1 ... H_(D-2) diag(-s_0, ..., -s_(D-2), s_0 s_1 ... s_(D-2))
 *
 * so column 0 is v_0 / |v_0|. Sums run from the first term on, in f64 without fma. Reflections are applied from the last to
 * the first, so each changes only rows and columns from k on. Normals have index i D^2 + a D + b; none is 0. The columns of
 * an f64 matrix are orthonormal within about D 2^-52. */
#ifndef RR_SAMPLER_ROTATION_H
#define RR_SAMPLER_ROTATION_H

#include "laws/normal/draw/draw.h"
#include "laws/rotation/haar.h"

RR_FN void rr_rotation_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN rotation
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_rotation 1
#if RR_HAS_WHOLE
RR_SLOW_FN void rr_rotation_whole(const rr_row *r) { rr_haar_row(r, 1); }
#endif

#endif
