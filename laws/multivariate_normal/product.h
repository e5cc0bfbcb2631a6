/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Products of R x C matrices with lower triangular factors, in f64 and without fma; sums run from the first term on. */
#ifndef RR_MULTIVARIATE_NORMAL_PRODUCT_H
#define RR_MULTIVARIATE_NORMAL_PRODUCT_H

#include "engine/abi/row.h"
#include "laws/normal/draw/draw.h"

#if RR_HAS_WHOLE
/* to = A from, A the factor of parameter 1; the lanes of a register hold columns. */
RR_FN void rr_product_left(const rr_row *r, RR_GLOBAL const rr_one *from, RR_GLOBAL rr_one *to)
{
    const rr_uint32 columns = r->n / r->side;
    RR_GLOBAL const rr_one *const factor = r->param[1];
    for (rr_uint32 c = 0; c < columns; c += RR_LANES)
        for (rr_uint64 a = 0; a < r->side; ++a) {
            rr_real sum = rr_splat(RR_C(0));
            for (rr_uint64 k = 0; k <= a; ++k)
                sum = sum + rr_splat(factor[a * r->side + k]) * rr_loadn(from + k * columns + c, columns - c);
            rr_storen(to + a * columns + c, sum, columns - c);
        }
}

/* x = mean + from B', B the factor of parameter 2. From the last column on, so that `from` may be x. */
RR_FN void rr_product_right(const rr_row *r, RR_GLOBAL const rr_one *from)
{
    const rr_uint64 columns = r->n / r->side;
    for (rr_uint64 a = 0; a < r->side; ++a)
        for (rr_uint64 b = columns; b-- > 0; ) {
            RR_GLOBAL const rr_one *const w = from + a * columns, *const factor = r->param[2] + b * columns;
            rr_one sum = 0;
            for (rr_uint64 k = 0; k <= b; ++k) sum += w[k] * factor[k];
            r->x[a * columns + b] = r->param[0][a * columns + b] + sum;
        }
}
#endif

#endif
