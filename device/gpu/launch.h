/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the host tells a launch of a GPU kernel, and the record that kernels leave. Neither holds a pointer, so that they go to
 * any device as they are; kernels take their pointers beside it. The layout is the same for both dtypes. */
#ifndef RR_GPU_LAUNCH_H
#define RR_GPU_LAUNCH_H

#include "../tile.h"

/* Pointers that a kernel takes, in this order, and after them the launch. at[] counts bytes from each. */
enum { RR_GPU_PARAM0, RR_GPU_INDEX = RR_TILE_PARAMS, RR_GPU_TABLE, RR_GPU_OUT, RR_GPU_RECORD, RR_GPU_TALLY, RR_GPU_FIRST,
       RR_GPU_POINTERS };

/* The range of a parameter, as the kernel's dtype sees it: what is not strictly above `above` and below `below` is bad. */
typedef struct rr_gpu_range {
    union { rr_scalar v; rr_uint64 room; } above, below, good;   /* good: what stands in for a bad one */
} rr_gpu_range;

typedef struct rr_launch {
    rr_bits_key key;
    rr_uint32 n;                      /* slots 0 ... n-1 */
    rr_uint32 room;                   /* slots of a tile, which is a warp's work; a multiple of RR_GPU_ALIGN */
    rr_uint32 cap;
    rr_uint32 base_lo, base_hi;       /* index of slot 0 */
    rr_uint32 varies, flip, indexed;  /* as in rr_tile; indexed: each slot has an index */
    rr_uint32 number, more;           /* of the strategy */
    rr_uint32 checks;                 /* bit p: parameter p has not been checked by the host; bit 31: nor what it is to others */
    rr_uint32 step;                   /* where not 0: slot 0 has index *first + base instead, and the last warp adds step to it */
    rr_uint32 element_lo, element_hi; /* of slot 0 in the job, for the record */
    rr_uint32 spare;
    rr_uint64 at[RR_GPU_POINTERS];
    rr_gpu_range range[RR_TILE_PARAMS];
    union { rr_scalar v[RR_TILE_SETUP]; rr_uint64 room[RR_TILE_SETUP]; } setup;
} rr_launch;

#define RR_GPU_ALIGN 128   /* so that no tile but the first begins within a group, or between two wide stores */

/* The record, 8 words: written by warps that found something, one at a time (lock), never cleared by a kernel. Element numbers
 * are all ones while there is none. */
enum { RR_RECORD_LOCK, RR_RECORD_CODE, RR_RECORD_BAD_LO, RR_RECORD_BAD_HI, RR_RECORD_FAILED_LO, RR_RECORD_FAILED_HI, RR_RECORD_COUNT_LO,
       RR_RECORD_COUNT_HI, RR_RECORD_WORDS };
#define RR_RECORD_BAD 1u      /* of the code: a parameter was out of range, the lowest at BAD */
#define RR_RECORD_FAILED 2u   /* COUNT samples have no accepted proposal, the lowest at FAILED */

#endif
