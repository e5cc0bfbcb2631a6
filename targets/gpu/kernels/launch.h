/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the host tells a launch of a GPU kernel, and the record that kernels leave. Neither holds a pointer, so that they
 * go to any device as they are; kernels take their pointers beside it. The layout is the same for both dtypes. */
#ifndef RR_GPU_LAUNCH_H
#define RR_GPU_LAUNCH_H

#include "engine/passes/tile.h"

/* Pointers that a kernel takes, in this order, and after them the launch. at[] counts bytes from each. */
enum { RR_GPU_PARAM0, RR_GPU_INDEX = RR_TILE_PARAMS, RR_GPU_TABLE, RR_GPU_OUT, RR_GPU_RECORD, RR_GPU_TALLY, RR_GPU_FIRST,
       RR_GPU_POINTERS };

/* What a parameter must be: low <= value <= high, in the kernel's dtype (an open end is the number next to it). */
typedef struct rr_gpu_range {
    union { rr_scalar v; rr_uint64 space; } low, high;
} rr_gpu_range;

typedef struct rr_launch {
    rr_bits_key key;
    rr_uint32 n;                      /* slots 0 ... n-1, at most 2^31 */
    rr_uint32 capacity;                   /* slots of a tile, which one warp draws; a multiple of RR_GPU_ALIGN */
    rr_uint32 cap;
    rr_uint32 base_lo, base_hi;       /* index of slot 0 */
    rr_uint32 varies, flip, indexed;  /* as in rr_tile; indexed: each slot has an index of its own */
    rr_uint32 points;                 /* bit p: parameter p, which does not vary, lies in memory; else it is uniform[p] */
    rr_uint32 number, more;           /* of the strategy */
    rr_uint32 prepared;               /* setup holds what the sampler's prepare makes; else every tile makes it */
    rr_uint32 checks;                 /* the kernel has to look at this many parameters, which no host has seen */
    rr_uint32 advances;               /* not 0: the index of slot 0 is *first * advances + base */
    rr_uint32 withheld_lo, withheld_hi;   /* bits of a sample that there is none of */
    rr_uint32 element_lo, element_hi; /* number of slot 0 in the job, for the record */
    rr_uint64 at[RR_GPU_POINTERS];
    rr_gpu_range range[RR_TILE_PARAMS];
    union { rr_scalar v; rr_uint64 space; } uniform[RR_TILE_PARAMS];
    union { rr_scalar v[RR_TILE_SETUP]; rr_uint64 space[RR_TILE_SETUP]; } setup;
} rr_launch;

/* Tiles begin at indices that are a multiple of this, but for the first: no group of indices that share a block is cut. */
#define RR_GPU_ALIGN 128u

/* Samples that a lane of compact draws in its turn, at most: the host makes tiles of whole turns. */
#define RR_GPU_TURN 8u

/* Bytes, and samples, that a plain kernel (gpu/kernel.h) stores at once: where its first index is a multiple of RR_GPU_NEAR
 * the output is one of RR_GPU_WIDE. */
#define RR_GPU_WIDE 16u
#define RR_GPU_NEAR 4u

/* The record, 8 words, which warps that found something write one at a time (lock) and no kernel clears. Elements are
 * all ones while there is none. */
enum { RR_RECORD_LOCK, RR_RECORD_CODE, RR_RECORD_BAD_LO, RR_RECORD_BAD_HI, RR_RECORD_FAILED_LO, RR_RECORD_FAILED_HI,
       RR_RECORD_COUNT_LO, RR_RECORD_COUNT_HI, RR_RECORD_WORDS };
#define RR_RECORD_BAD 1u      /* of the code: a parameter was out of range, the lowest at BAD */
#define RR_RECORD_FAILED 2u   /* COUNT samples have no accepted proposal, the lowest at FAILED */

#endif
