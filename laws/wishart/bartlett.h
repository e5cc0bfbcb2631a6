/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bartlett's triangle: D x D numbers. Those below the diagonal are normals, in place, and diagonal entry a becomes sqrt(2
 * G_a), G_a gamma of shape (df - a) / 2, the number of row a. With L the factor of the scale matrix, L L' = scale, a sample
 * is B B', where B follows from L and the triangle. Sums run from the first term on, in f64 without fma. */
#ifndef RR_WISHART_BARTLETT_H
#define RR_WISHART_BARTLETT_H

#include "engine/abi/row.h"
#include "laws/normal/draw/draw.h"

/* A smaller gamma is replaced by this, so that no entry of an inverse overflows. (Numbers of rows are computed in f64; the
 * f32 text, which cannot hold such a number, compiles too.) */
#if RR_DTYPE == 64
#define RR_BARTLETT_MIN RR_C(0x1p-900)
#else
#define RR_BARTLETT_MIN RR_C(0x1p-100)
#endif

RR_FN rr_real rr_bartlett_root(rr_real gamma) { return rr_sqrt(RR_C(2) * rr_max(gamma, rr_splat(RR_BARTLETT_MIN))); }

#if RR_HAS_WHOLE
RR_FN void rr_bartlett_diagonal(const rr_row *r)
{
    for (rr_uint32 a = 0; a < r->side; ++a) r->x[(rr_uint64)a * r->side + a] = r->number[a];
}

/* B = L A in the buffer, zeros above the diagonal; parameter 0 is L. */
RR_FN void rr_bartlett_scale(const rr_row *r)
{
    const rr_uint64 d = r->side;
    RR_GLOBAL const rr_one *const l = r->param[0];
    for (rr_uint64 i = 0; i < d; ++i)
        for (rr_uint64 j = 0; j < d; ++j) {
            rr_one sum = 0;
            for (rr_uint64 k = j; k <= i; ++k) sum += l[i * d + k] * r->x[k * d + j];
            r->buffer[i * d + j] = sum;
        }
}

/* Replaces the row by B B', B in its buffer. */
RR_FN void rr_bartlett_square(const rr_row *r)
{
    const rr_uint64 d = r->side;
    for (rr_uint64 i = 0; i < d; ++i)
        for (rr_uint64 j = 0; j <= i; ++j) {
            rr_one sum = 0;
            for (rr_uint64 k = 0; k < d; ++k) sum += r->buffer[i * d + k] * r->buffer[j * d + k];
            r->x[i * d + j] = r->x[j * d + i] = sum;
        }
}
#endif

#endif
