/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A warp of one lane: the functions that thread.h requires of a target, for a thread that works alone, or where no other
 * lane can be reached. */
#ifndef RR_LANES_ALONE_H
#define RR_LANES_ALONE_H

#define RR_LANES 1

RR_FN rr_uint32 rr_lane_number(void) { return 0; }

RR_FN rr_uint32 rr_lane_ballot(rr_board b, rr_mask m)
{
    (void)b;
    return m;
}

RR_FN rr_real rr_lane_from(rr_board b, rr_real x, rr_word lane)
{
    (void)b;
    (void)lane;
    return x;
}

RR_FN rr_word rr_lane_word_from(rr_board b, rr_word w, rr_word lane)
{
    (void)b;
    (void)lane;
    return w;
}

RR_FN void rr_lane_sync(void) { }

#endif
