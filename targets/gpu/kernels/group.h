/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A *group* of lanes has a row in work: as many lanes as the row has numbers, rounded up to a power of two, at most the
 * warp. So a warp has several short rows in work at once. All groups go through the same steps, with or without a row: what
 * looks across lanes is collective. */
#ifndef RR_GPU_GROUP_H
#define RR_GPU_GROUP_H

typedef struct rr_group {
    rr_uint32 lanes, groups, lane, turn;   /* of a group, of a warp; number of the lane in its group, of that in the warp */
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

/* Bit l: m of the group's lane l. */
RR_FN rr_uint32 rr_group_bits(const rr_group *g, rr_mask m)
{
    return rr_lane_ballot(g->board, m) >> g->turn * g->lanes & ~0u >> (32u - g->lanes);
}

#endif
