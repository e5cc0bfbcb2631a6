/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* multivariate-normal: a row x = mean + L z of K components. z_c of row i is a standard normal of its own family with index
 * i K + c (laws/normal/draw/draw.h). L is the lower triangular factor of the covariance, L L' = covariance, which the host
 * computes (host/tables/matrix.c). lower.h multiplies complete rows, and the host adds the mean last. Never rejects. */
#ifndef RR_SAMPLER_MULTIVARIATE_NORMAL_H
#define RR_SAMPLER_MULTIVARIATE_NORMAL_H

#include "laws/normal/draw/draw.h"
#if RR_HAS_POINTERS
#include "engine/passes/lower.h"
#endif

RR_FN void rr_multivariate_normal_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN multivariate_normal
#include "engine/draws/as_drawn.h"

#if RR_HAS_POINTERS
#define RR_ROWS_multivariate_normal 1
RR_FN void rr_multivariate_normal_rows(rr_scalar *x, rr_uint32 rows, rr_uint32 n, const void *table)
{
    rr_lower_rows(x, rows, n, table);
}
#endif

#endif
