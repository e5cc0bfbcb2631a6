/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A row that is computed as a whole from the draws of its components (targets/cpu/whole.c; on a GPU one thread per row,
 * targets/gpu/kernels/whole_kernel.h), in f64 for both dtypes, by text that is compiled where RR_HAS_WHOLE:
 *
 *   rr_NAME_whole(row)   computes x, in place
 *
 * A parameter per component has n values and one per row a single value; a covariance is its lower triangular factor, row by
 * row; a list is its numbers. */
#ifndef RR_ABI_ROW_H
#define RR_ABI_ROW_H

#include "tile.h"

#if defined(RR_STEP_whole)
#define RR_HAS_WHOLE 1
#elif RR_HAS_POINTERS && RR_DTYPE == 64
#define RR_HAS_WHOLE 1
#else
#define RR_HAS_WHOLE 0
#endif

/* One number, rounded after each operation. */
#ifndef RR_OWN_ONE
typedef double rr_one;
#endif

typedef struct rr_row {
    rr_uint32 n, side;                      /* components; the number of rows of a matrix, otherwise 0 */
    rr_uint32 numbers;                      /* numbers that the stages draw */
    RR_GLOBAL rr_one *x;                    /* as they were drawn */
    RR_GLOBAL const rr_one *param[RR_TILE_PARAMS];
    RR_GLOBAL const rr_one *number;        /* the stages' draws (rr_sampler.row_stages): one; for a matrix one per row; for
                                              rows with an n x R matrix R */
    RR_GLOBAL rr_one *buffer;                 /* workspace of n numbers */
} rr_row;

#endif
