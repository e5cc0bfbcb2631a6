/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cross-lane functions of strategies/warp.h on a GPU, where the warp is one register. Included there after rr_work. */
#ifndef RR_GPU_ACROSS_H
#define RR_GPU_ACROSS_H

RR_FN rr_board rr_work_board(const rr_work *x) { return rr_queue_board(&x->again); }

RR_FN rr_uint32 rr_register_bits(const rr_work *x, rr_mask m) { return rr_lane_ballot(rr_work_board(x), m); }
RR_FN int rr_register_vote(const rr_work *x, rr_mask m) { return rr_lane_vote(rr_work_board(x), m); }

RR_FN rr_word rr_register_rank(const rr_work *x, rr_mask m)
{
    return rr_ucount(rr_lane_ballot(rr_work_board(x), m) & ((1u << rr_lane_number()) - 1u));
}

RR_FN int rr_warp_vote(const rr_work *x, const rr_mask *m) { return rr_lane_vote(rr_work_board(x), m[0]); }
RR_FN rr_uint32 rr_warp_ballot(const rr_work *x, const rr_mask *m) { return rr_lane_ballot(rr_work_board(x), m[0]); }

RR_FN void rr_warp_shuffle(const rr_work *x, rr_real *dst, const rr_real *src, const rr_word *lane)
{
    dst[0] = rr_lane_from(rr_work_board(x), src[0], lane[0] & (RR_LANES - 1u));
}

RR_FN void rr_warp_wshuffle(const rr_work *x, rr_word *dst, const rr_word *src, const rr_word *lane)
{
    dst[0] = rr_lane_word_from(rr_work_board(x), src[0], lane[0] & (RR_LANES - 1u));
}

#endif
