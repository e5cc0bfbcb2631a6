/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A row that is made as a whole from what was drawn for its components (targets/cpu/whole.c; on a GPU a thread makes one,
 * targets/gpu/kernels/whole_kernel.h), in f64 whatever the dtype, by text that is compiled where RR_HAS_WHOLE:
 *
 *   rr_NAME_whole(row)   makes x, in place
 *
 * A parameter of components has a value for each of the n; one per row has one; of a covariance it is the
 * lower triangular factor, row by row; of a list its numbers. */
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
    rr_uint32 n, side;                      /* components; of a matrix its rows, else 0 */
    rr_uint32 numbers;                      /* how many numbers the stages draw */
    RR_GLOBAL rr_one *x;                    /* as they were drawn */
    RR_GLOBAL const rr_one *param[RR_TILE_PARAMS];
    RR_GLOBAL const rr_one *number;        /* what the stages have drawn (rr_sampler.row_stages): one, of a matrix as many as
                                               its rows, of rows with an n x R matrix R */
    RR_GLOBAL rr_one *room;                 /* n numbers to work with */
} rr_row;

#endif
