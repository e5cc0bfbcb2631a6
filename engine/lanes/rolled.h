/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* RR_ROLLED precedes a loop of a fixed number of iterations: CPUs unroll it; GPUs, whose registers a long body would exceed,
 * do not. Values that depend only on the iteration use lane functions (rr_fromuint, rr_div), which round the same way at run
 * time. */
#ifndef RR_LANES_ROLLED_H
#define RR_LANES_ROLLED_H

#if defined(RR_TARGET_CUDA) || defined(RR_TARGET_OPENCL)
#define RR_ROLLED _Pragma("unroll 1")
#else
#define RR_ROLLED RR_UNROLL
#endif

#endif
