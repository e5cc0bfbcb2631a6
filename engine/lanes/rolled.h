/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* RR_ROLLED before a loop of a fixed number of turns: CPUs unroll it, and GPUs, whose registers a long body would outgrow,
 * do not. What depends on the turn alone is written in lane words (rr_fromuint, rr_div), which are rounded alike at run
 * time. */
#ifndef RR_LANES_ROLLED_H
#define RR_LANES_ROLLED_H

#if defined(RR_TARGET_CUDA) || defined(RR_TARGET_OPENCL)
#define RR_ROLLED _Pragma("unroll 1")
#else
#define RR_ROLLED RR_UNROLL
#endif

#endif
