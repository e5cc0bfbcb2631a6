/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bartlett's triangle: D x D numbers of which those below the diagonal are normals, in place, and diagonal entry a becomes
 * sqrt(2 G_a), G_a gamma of shape (df - a) / 2, the number of row a. With L the factor of the scale matrix, L L' = scale, a
 * sample is B B' of D x D numbers B that are made of L and the triangle. Sums go up, in f64 without fma. */
#ifndef RR_WISHART_BARTLETT_H
#define RR_WISHART_BARTLETT_H

#include "engine/abi/row.h"
#include "laws/normal/draw/draw.h"

/* A gamma below this is taken as this, so that no entry of an inverse overflows. (Numbers of rows are made in f64; text for
 * f32 that holds no such number compiles, too.) */
#if RR_DTYPE == 64
#define RR_BARTLETT_LEAST RR_C(0x1p-900)
#else
#define RR_BARTLETT_LEAST RR_C(0x1p-100)
#endif

#if RR_HAS_WHOLE
RR_FN void rr_bartlett_diagonal(const rr_row *r)
{
    for (rr_uint32 a = 0; a < r->side; ++a) r->x[(rr_uint64)a * r->side + a] = r->number[a];
}

/* The row becomes B B', B in its room. */
RR_FN void rr_bartlett_square(const rr_row *r)
{
    const rr_uint64 d = r->side;
    for (rr_uint64 i = 0; i < d; ++i)
        for (rr_uint64 j = 0; j <= i; ++j) {
            rr_one sum = 0;
            for (rr_uint64 k = 0; k < d; ++k) sum += r->room[i * d + k] * r->room[j * d + k];
            r->x[i * d + j] = r->x[j * d + i] = sum;
        }
}
#endif

#endif
