/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A warp of one lane: what thread.h wants of a GPU target where a thread takes no part in what others do. */
#ifndef RR_LANES_ALONE_H
#define RR_LANES_ALONE_H

#define RR_LANES 1

RR_FN rr_uint32 rr_lane_number(void) { return 0; }
RR_FN rr_uint32 rr_lane_ballot(rr_mask m) { return m; }
RR_FN rr_real rr_lane_from(rr_real x, rr_word lane) { (void)lane; return x; }
RR_FN rr_word rr_lane_word_from(rr_word w, rr_word lane) { (void)lane; return w; }
RR_FN void rr_lane_sync(void) { }

#endif
