/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* unitary: a row is a complex D x D matrix Q, row by row, each entry a real and an imaginary part, from Haar's measure of
 * the unitary matrices. The normals of a row are those of a complex matrix in the same order. v_k are the entries k ...
 * D-1 of row k of it, s_k = v_kk / |v_kk| is the phase of the first of them, and H_k the reflection that takes v_k to
 * -s_k |v_k| e_k. Then
 *
 *     Q = H_0 H_1 ... H_(D-2) diag(-s_0, ..., -s_(D-1))
 *
 * so column 0 is v_0 / |v_0|: Q is the factor of a matrix of complex normals whose R has a positive diagonal (Mezzadri,
 * Notices of the AMS 54 (2007) 592). Sums run from the first term on, in f64 without fma. Normals have index i 2 D^2 + c; no
 * v_kk is 0. The columns of an f64 matrix are orthonormal within about D 2^-51. */
#ifndef RR_SAMPLER_UNITARY_H
#define RR_SAMPLER_UNITARY_H

#include "engine/passes/row.h"
#include "laws/normal/draw/draw.h"

RR_FN void rr_unitary_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN unitary
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_unitary 1
#if RR_HAS_WHOLE
/* Entries of v are (v[2 j], v[2 j + 1]). Replaces v by the vector of its reflection, 1 - by v v*, and sets s to the phase of
 * its first entry; returns by. */
RR_FN rr_one rr_unitary_reflector(RR_GLOBAL rr_one *v, rr_uint32 n, rr_one *s)
{
    rr_one square = 0;
    for (rr_uint32 j = 0; j < 2 * n; ++j) square += v[j] * v[j];
    const rr_one norm = rr_root_of(square), first = rr_root_of(v[0] * v[0] + v[1] * v[1]);
    s[0] = v[0] / first;
    s[1] = v[1] / first;
    v[0] += s[0] * norm;
    v[1] += s[1] * norm;
    return 1 / (norm * (norm + first));
}

/* Applies the reflection of v, of n entries, to n x n entries at q, whose rows are d entries apart. */
RR_FN void rr_unitary_reflect(RR_GLOBAL const rr_one *v, rr_one by, rr_uint32 n, RR_GLOBAL rr_one *q, rr_uint32 d)
{
    for (rr_uint32 c = 0; c < n; ++c) {
        rr_one re = 0, im = 0;
        for (rr_uint32 j = 0; j < n; ++j) {
            RR_GLOBAL const rr_one *const at = q + 2 * ((rr_uint64)j * d + c);
            re += v[2 * j] * at[0] + v[2 * j + 1] * at[1];
            im += v[2 * j] * at[1] - v[2 * j + 1] * at[0];
        }
        re *= by;
        im *= by;
        for (rr_uint32 j = 0; j < n; ++j) {
            RR_GLOBAL rr_one *const at = q + 2 * ((rr_uint64)j * d + c);
            at[0] -= v[2 * j] * re - v[2 * j + 1] * im;
            at[1] -= v[2 * j] * im + v[2 * j + 1] * re;
        }
    }
}

/* Multiplies column c of q by -s. */
RR_FN void rr_unitary_turn(RR_GLOBAL rr_one *q, rr_uint32 d, rr_uint32 c, const rr_one *s)
{
    for (rr_uint32 a = 0; a < d; ++a) {
        RR_GLOBAL rr_one *const at = q + 2 * ((rr_uint64)a * d + c);
        const rr_one re = at[0], im = at[1];
        at[0] = im * s[1] - re * s[0];
        at[1] = -(re * s[1] + im * s[0]);
    }
}

RR_SLOW_FN void rr_unitary_whole(const rr_row *r)
{
    const rr_uint32 d = r->side;
    RR_GLOBAL rr_one *const x = r->x;
    RR_GLOBAL rr_one *const q = r->buffer;
    for (rr_uint64 k = 0; k < r->n; ++k) q[k] = k % (2 * (d + 1)) ? 0 : 1;
    for (rr_uint32 k = d; k-- > 0; ) {
        const rr_uint64 at = 2 * ((rr_uint64)k * d + k);
        rr_one s[2];
        const rr_one by = rr_unitary_reflector(x + at, d - k, s);
        if (k + 1 < d) rr_unitary_reflect(x + at, by, d - k, q + at, d);
        x[at] = s[0];
        x[at + 1] = s[1];
    }
    for (rr_uint32 k = 0; k < d; ++k) {
        const rr_uint64 at = 2 * ((rr_uint64)k * d + k);
        const rr_one s[2] = {x[at], x[at + 1]};
        rr_unitary_turn(q, d, k, s);
    }
    for (rr_uint64 k = 0; k < r->n; ++k) x[k] = q[k];
}
#endif

#endif
