/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* matrix-t: a row is an R x C matrix, row by row, X = M + A T B'. A and B are the factors of rowcov and colcov as in
 * matrix_normal.h. T is a standard matrix-t, with density proportional to det(I + T T')^(-(df + R + C - 1) / 2).
 *
 * T is computed row by row (Gupta and Nagar, Matrix Variate Distributions, 2000, theorem 4.3.9). Given the rows t_0 ...
 * t_(a-1) before it, row a is a multivariate t of df + a degrees of freedom with the matrix I + t_0' t_0 + ... + t_(a-1)'
 * t_(a-1). So t_a = F_a w_a with w_a = z_a / sqrt(2 G_a), z_a C normals, G_a a gamma of shape (df + a) / 2, and F_a a square
 * root of that matrix. The root needs no factorization: F_(a+1) = F_a (I + u_a u_a') with u_a = w_a / sqrt(1 + sqrt(1 +
 * |w_a|^2)), because (I + u u')^2 = I + w w' for this u. Hence t_a = (I + u_0 u_0') ... (I + u_(a-1) u_(a-1)') w_a,
 * evaluated from the right.
 *
 * Numbers have their own family, R per sample: number a of sample i has index i R + a. All is in f64 without fma, sums run
 * from the first term on, and an entry is rounded once. R = 1 is multivariate-t with shape colcov / df, in another
 * family. */
#ifndef RR_SAMPLER_MATRIX_T_H
#define RR_SAMPLER_MATRIX_T_H

#include "product.h"
#include "engine/passes/row.h"

RR_FN void rr_matrix_t_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN matrix_t
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_matrix_t 1
#if RR_HAS_WHOLE
/* to += by from, C numbers. */
RR_FN void rr_matrix_t_add(RR_GLOBAL rr_one *to, RR_GLOBAL const rr_one *from, rr_one by, rr_uint32 columns)
{
    for (rr_uint32 c = 0; c < columns; c += RR_LANES)
        rr_storen(to + c, rr_loadn(to + c, columns - c) + rr_splat(by) * rr_loadn(from + c, columns - c), columns - c);
}

RR_FN rr_one rr_matrix_t_dot(RR_GLOBAL const rr_one *a, RR_GLOBAL const rr_one *b, rr_uint32 columns)
{
    rr_one sum = 0;
    for (rr_uint32 c = 0; c < columns; ++c) sum += a[c] * b[c];
    return sum;
}

/* Writes T into the row's buffer. x holds Z on entry and the u on return. */
RR_FN void rr_matrix_t_standard(const rr_row *r)
{
    const rr_uint32 columns = r->n / r->side;
    for (rr_uint32 a = 0; a < r->side; ++a) {
        RR_GLOBAL rr_one *const w = r->x + (rr_uint64)a * columns, *const t = r->buffer + (rr_uint64)a * columns;
        for (rr_uint32 c = 0; c < columns; ++c) t[c] = w[c] *= r->number[a];
        const rr_one by = 1 / rr_root_of(1 + rr_root_of(1 + rr_matrix_t_dot(w, w, columns)));
        for (rr_uint32 k = a; k-- > 0; ) {
            RR_GLOBAL const rr_one *const u = r->x + (rr_uint64)k * columns;
            rr_matrix_t_add(t, u, rr_matrix_t_dot(u, t, columns), columns);
        }
        for (rr_uint32 c = 0; c < columns; ++c) w[c] *= by;
    }
}

/* Parameters: mean, the factors of rows and of columns; df. */
RR_SLOW_FN void rr_matrix_t_whole(const rr_row *r)
{
    rr_matrix_t_standard(r);
    rr_product_left(r, r->buffer, r->x);
    rr_product_right(r, r->x);
}
#endif

#if RR_HAS_ROWS
/* Parameters of a number: R, its place, df. */
#define RR_SCALES_matrix_t 1
RR_FN void rr_matrix_t_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)number;
    (void)made;
    param[0] = (rr_run_param(t, 2, slot0) + rr_run_param(t, 1, slot0)) * RR_C(0.5);
    param[1] = rr_splat(RR_C(1));
}

/* 1 / sqrt(2 G). A gamma below 2^-900 is replaced by 2^-900, so no square overflows. df is at least 1/2, so the probability
 * is below 2^-225. */
RR_FN rr_real rr_matrix_t_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_div(rr_splat(RR_C(1)), rr_sqrt(RR_C(2) * rr_max(made[0], rr_splat(RR_C(0x1p-900)))));
}
#endif

#endif
