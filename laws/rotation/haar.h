/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The factor Q of a matrix of normals by reflections, which rotation.h and orthogonal.h describe. */
#ifndef RR_ROTATION_HAAR_H
#define RR_ROTATION_HAAR_H

#include "engine/passes/row.h"

#if RR_HAS_WHOLE
/* Replaces v[0 ... n-1] by the vector of its reflection, 1 - by v v'; returns by. */
RR_FN rr_one rr_haar_reflector(RR_GLOBAL rr_one *v, rr_uint32 n)
{
    rr_one square = 0;
    for (rr_uint32 j = 0; j < n; ++j) square += v[j] * v[j];
    const rr_one norm = rr_root_of(square), by = 1 / (norm * (norm + (v[0] < 0 ? -v[0] : v[0])));
    v[0] += v[0] < 0 ? -norm : norm;
    return by;
}

/* Applies the reflection of v, of n components, to n x n numbers at q, whose rows are d apart. */
RR_FN void rr_haar_reflect(RR_GLOBAL const rr_one *v, rr_one by, rr_uint32 n, RR_GLOBAL rr_one *q, rr_uint32 d)
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

/* Replaces the row's normals by Q. The sign of the last column is chosen so that det Q = 1, or is the sign of a further
 * normal. */
RR_FN void rr_haar_row(const rr_row *r, int special)
{
    const rr_uint32 d = r->side;
    RR_GLOBAL rr_one *const x = r->x;
    RR_GLOBAL rr_one *const q = r->buffer;
    rr_one last = 1;
    for (rr_uint64 k = 0; k < r->n; ++k) q[k] = k % (d + 1) ? 0 : 1;
    for (rr_uint32 k = d - 1; k-- > 0; ) {
        RR_GLOBAL rr_one *const v = x + (rr_uint64)k * d + k;
        const rr_one by = rr_haar_reflector(v, d - k);
        rr_haar_reflect(v, by, d - k, q + (rr_uint64)k * d + k, d);
    }
    for (rr_uint32 j = 0; j < d; ++j) {
        const rr_one first = x[(rr_uint64)j * d + j], sign = special && j == d - 1 ? last : first < 0 ? 1 : -1;
        last *= -sign;
        for (rr_uint32 a = 0; a < d; ++a) q[(rr_uint64)a * d + j] *= sign;
    }
    for (rr_uint64 k = 0; k < r->n; ++k) x[k] = q[k];
}
#endif

#endif
