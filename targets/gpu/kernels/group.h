/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A *group* of lanes works on a row. It has one lane per number of the row, rounded up to a power of two, at most a warp. So
 * a warp works on several short rows at once. All groups execute the same steps, with or without a row, since operations
 * across lanes are collective. */
#ifndef RR_GPU_GROUP_H
#define RR_GPU_GROUP_H

typedef struct rr_group {
    rr_uint32 lanes, groups, lane, turn;   /* per group, per warp; index of the lane in its group, of that in the warp */
    rr_board board;
} rr_group;

RR_FN rr_group rr_group_of(rr_uint64 n, rr_board board)
{
    rr_group g;
    for (g.lanes = 1; g.lanes < RR_LANES && g.lanes < n;) g.lanes *= 2;
    g.groups = RR_LANES / g.lanes;
    g.lane = rr_lane_number() % g.lanes;
    g.turn = rr_lane_number() / g.lanes;
    g.board = board;
    return g;
}

/* Bit l is m of the group's lane l. */
RR_FN rr_uint32 rr_group_bits(const rr_group *g, rr_mask m)
{
    return rr_lane_ballot(g->board, m) >> g->turn * g->lanes & ~0u >> (32u - g->lanes);
}

#endif
