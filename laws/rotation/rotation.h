/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* rotation: a row is a D x D matrix Q, row by row, from Haar's measure of the orthogonal matrices of determinant 1 (Stewart,
 * SIAM Journal on Numerical Analysis 17 (1980) 403). With v_k the components k ... D-1 of row k of a matrix of normals, s_k
 * the sign of the first of them, and H_k the reflection that takes v_k to -s_k |v_k| e_k,
 *
 *     Q = H_0 H_1 ... H_(D-2) diag(-s_0, ..., -s_(D-2), s_0 s_1 ... s_(D-2))
 *
 * so that column 0 is v_0 / |v_0|. Sums go up, in f64 without fma; reflections are applied from the last to the first,
 * so that each meets no more than rows and columns k on. Normals are those of index i D^2 + a D + b; none is 0. The columns
 * of an f64 matrix are orthonormal within some D 2^-52. */
#ifndef RR_SAMPLER_ROTATION_H
#define RR_SAMPLER_ROTATION_H

#include "engine/passes/row.h"
#include "laws/normal/draw/draw.h"

RR_FN void rr_rotation_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN rotation
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_rotation 1
#if RR_HAS_WHOLE
/* v[0 ... n-1] becomes the vector of its reflection, 1 - by v v'; returns by. */
RR_FN rr_one rr_rotation_reflector(RR_GLOBAL rr_one *v, rr_uint32 n)
{
    rr_one square = 0;
    for (rr_uint32 j = 0; j < n; ++j) square += v[j] * v[j];
    const rr_one norm = rr_root_of(square), by = 1 / (norm * (norm + (v[0] < 0 ? -v[0] : v[0])));
    v[0] += v[0] < 0 ? -norm : norm;
    return by;
}

/* The reflection of v, of n components, of n x n numbers at q, whose rows are d apart. */
RR_FN void rr_rotation_reflect(RR_GLOBAL const rr_one *v, rr_one by, rr_uint32 n, RR_GLOBAL rr_one *q, rr_uint32 d)
{
    for (rr_uint32 c = 0; c < n; c += RR_LANES) {
        rr_real dot = rr_splat(RR_C(0));
        for (rr_uint32 j = 0; j < n; ++j) dot = dot + rr_splat(v[j]) * rr_loadn(q + (rr_uint64)j * d + c, n - c);
        for (rr_uint32 j = 0; j < n; ++j) {
            RR_GLOBAL rr_one *const at = q + (rr_uint64)j * d + c;
            rr_storen(at, rr_loadn(at, n - c) - rr_splat(by * v[j]) * dot, n - c);
        }
    }
}

RR_SLOW_FN void rr_rotation_whole(const rr_row *r)
{
    const rr_uint32 d = r->side;
    RR_GLOBAL rr_one *const x = r->x;
    RR_GLOBAL rr_one *const q = r->room;
    rr_one last = 1;
    for (rr_uint64 k = 0; k < r->n; ++k) q[k] = k % (d + 1) ? 0 : 1;
    for (rr_uint32 k = d - 1; k-- > 0; ) {
        RR_GLOBAL rr_one *const v = x + (rr_uint64)k * d + k;
        const rr_one by = rr_rotation_reflector(v, d - k);
        rr_rotation_reflect(v, by, d - k, q + (rr_uint64)k * d + k, d);
    }
    for (rr_uint32 j = 0; j < d; ++j) {
        const rr_one first = x[(rr_uint64)j * d + j], sign = j == d - 1 ? last : first < 0 ? 1 : -1;
        last *= -sign;
        for (rr_uint32 a = 0; a < d; ++a) q[(rr_uint64)a * d + j] *= sign;
    }
    for (rr_uint64 k = 0; k < r->n; ++k) x[k] = q[k];
}
#endif

#endif
