/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A tile as rows of samples, one sample per lane. */
#include "model.h"

int rr_tile_good(const rr_model_query *q)
{
    return q->tile >= 1 && q->tile <= RR_MODEL_MAX_TILE;
}

rr_tile_rows rr_tile_rows_of(const rr_model_query *q)
{
    const unsigned rows = (q->tile - 1) / q->lanes + 1;
    return (rr_tile_rows){rows, q->tile - (rows - 1) * q->lanes};
}
