/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A tile as rows of samples. */
#include "model.h"

static int is_tiled(const rr_model_query *q)
{
    return q->first == RR_MODEL_TILE;
}

int rr_tile_valid(const rr_model_query *q)
{
    return q->tile >= 1 && q->tile <= RR_MODEL_MAX_TILE;
}

int rr_tile_good(const rr_model_query *q)
{
    return !is_tiled(q) || rr_tile_valid(q);
}

rr_tile_rows rr_tile_rows_of(const rr_model_query *q, unsigned side)
{
    const unsigned rows = (q->tile - 1) / side + 1;
    return (rr_tile_rows){rows, q->tile - (rows - 1) * side};
}

double rr_row_samples(const rr_model_query *q, unsigned side)
{
    return is_tiled(q) ? (double)q->tile / rr_tile_rows_of(q, side).rows : side;
}

int rr_row_starts(const rr_model_query *q, unsigned side, double *open)
{
    if (!is_tiled(q)) return 0;
    const rr_tile_rows t = rr_tile_rows_of(q, side);
    if (t.last == side) return 0;
    open[side] = (t.rows - 1) / (double)t.rows;
    open[t.last] = 1 / (double)t.rows;
    return 1;
}
