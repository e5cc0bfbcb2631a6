/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A row that is made as a whole from what was drawn for its components (targets/cpu/whole.c), in f64 whatever the dtype:
 *
 *   rr_NAME_whole(row)   makes x, in place
 *
 * A parameter of components has a value for each of the n; one of a row (rr_sampler.per_row) has one; of a matrix it is the
 * lower triangular factor, row by row; of a vector that is taken as it is (rr_sampler.plain) its numbers. */
#ifndef RR_ABI_ROW_H
#define RR_ABI_ROW_H

#include "tile.h"

typedef struct rr_row {
    rr_uint32 n, side;                      /* components; of a matrix (rr_sampler.square, oblong) its rows, else 0 */
    rr_uint32 numbers;                      /* how many numbers the stages draw */
    double *x;                              /* as they were drawn */
    const double *param[RR_TILE_PARAMS];
    const double *number;                   /* what the stages have drawn (rr_sampler.row_stages): one, of a matrix as many as
                                               its rows, of rows with an n x R matrix R */
    double *room;                           /* n numbers to work with */
} rr_row;

#endif
