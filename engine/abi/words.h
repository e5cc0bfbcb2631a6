/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The types of the words in structs that the host and kernels exchange: one layout, for both dtypes and on every device.
 * Lane text takes these types from its target: engine/lanes/lane.h comes first where both are included. The host takes them
 * from here; for the host an array of samples is void. */
#ifndef RR_ABI_WORDS_H
#define RR_ABI_WORDS_H

#ifdef RR_LANE_H
typedef union rr_number { rr_scalar v; rr_uint64 space; } rr_number;   /* one number of the dtype */
#else
#include <stdint.h>

typedef uint32_t rr_uint32;
typedef uint64_t rr_uint64;
typedef void rr_scalar;
typedef union rr_number { float f32; double f64; rr_uint64 space; } rr_number;
#define RR_GLOBAL
#define RR_FN static inline __attribute__((unused))
#define RR_HAS_BUFFERS 1
#endif

#endif
