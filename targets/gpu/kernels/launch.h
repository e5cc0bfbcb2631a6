/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the host tells a launch of a GPU kernel, and the record that kernels leave. Neither holds a pointer: they go to any
 * device as they are, and kernels take their pointers as arguments of their own. Both dtypes have the same layout. */
#ifndef RR_GPU_LAUNCH_H
#define RR_GPU_LAUNCH_H

#include "engine/abi/record.h"
#include "engine/abi/tile.h"

/* The arguments of a kernel: these pointers, in this order, then the launch, and of a law with more parameters theirs. at[]
 * is an offset in bytes to each. */
enum { RR_GPU_PARAM0, RR_GPU_INDEX = RR_FEW_PARAMS, RR_GPU_TABLE, RR_GPU_OUT, RR_GPU_RECORD, RR_GPU_TALLY, RR_GPU_FIRST,
       RR_GPU_PLAIN_POINTERS, RR_GPU_POINTERS = RR_GPU_PLAIN_POINTERS + RR_MOST_PARAMS - RR_FEW_PARAMS };
#define RR_GPU_PARAM(p) ((p) < RR_FEW_PARAMS ? (p) : (p) + RR_GPU_PLAIN_POINTERS - RR_FEW_PARAMS)

/* What a parameter must be: low <= value <= high, in the kernel's dtype (an open end is the number next to it). */
typedef struct rr_gpu_range {
    rr_number low, high;
} rr_gpu_range;

typedef struct rr_launch {
    rr_bits_key key;
    rr_uint32 n;                      /* slots 0 ... n-1, at most 2^31 */
    rr_uint32 capacity;               /* slots of a tile, which one warp draws; a multiple of RR_GPU_ALIGN */
    rr_uint32 cap;
    rr_uint32 base_lo, base_hi;       /* index of slot 0 */
    rr_uint32 varies, flip, indexed;  /* as in rr_tile; indexed: each slot has an index of its own */
    rr_uint32 points;                 /* bit p: parameter p, which does not vary, lies in memory; else it is uniform[p] */
    rr_uint32 number, more;           /* of the strategy */
    rr_uint32 prepared;               /* setup holds what the sampler's prepare makes; else every tile makes it */
    rr_uint32 checks;                 /* the kernel has to look at this many parameters */
    rr_uint32 advances;               /* not 0: the index of slot 0 is *first * advances + base */
    rr_uint32 only;                   /* with advances, RR_ONLY_...: which of two launches draws, when *first is known */
    rr_uint32 withheld_lo, withheld_hi;   /* bits of a sample that there is none of */
    rr_uint32 container, cell;        /* what samples are stored as, RR_CONTAINER_...; its bytes */
    rr_uint32 element_lo, element_hi; /* number of slot 0 in the job, for the record */
    rr_uint64 at[RR_GPU_POINTERS];
    rr_gpu_range range[RR_MOST_PARAMS];
    rr_number uniform[RR_MOST_PARAMS];
    rr_setup setup;
} rr_launch;

/* The job's dtype: rr_type of reroll_core.h. */
enum { RR_CONTAINER_F32 = 1, RR_CONTAINER_F64, RR_CONTAINER_I32, RR_CONTAINER_I64, RR_CONTAINER_U32, RR_CONTAINER_U64,
       RR_CONTAINER_F16, RR_CONTAINER_BF16 };

/* What a chunk of a sampler that is made of others is drawn in (stages_kernel.h), as 64-bit words, for so many slots: what
 * each stage has drawn, RR_STAGES_MOST of them; parameters of one stage, RR_FEW_PARAMS; and from these words on which slots
 * have no sample, 32 bits each, and a record. A stage's draw that is withheld is one of these: no real is this NaN, no count
 * so low. */
#define RR_GPU_SPACE_SLOTS(n) (((rr_uint64)(n) + 31u) / 32u * 32u)
#define RR_GPU_SPACE_GONE(slots) ((RR_STAGES_MOST + RR_FEW_PARAMS) * (rr_uint64)(slots))
#define RR_GPU_SPACE_RECORD(slots) (RR_GPU_SPACE_GONE(slots) + (rr_uint64)(slots) / 2u)
#define RR_GPU_SPACE_END(slots) (RR_GPU_SPACE_RECORD(slots) + RR_RECORD_WORDS / 2u)
#define RR_GPU_NO_REAL ((rr_uint64)0x7ff80000u << 32)
#define RR_GPU_NO_COUNT ((rr_uint64)0x80000000u << 32)

/* Of rows that share a total out (share.h) slots are rows, and behind that lie three parameters of each, its index, whether
 * it has no sample, 32 bits; and a number for every component of the chunk. */
#define RR_GPU_SHARE_PARAM(slots, p) (RR_GPU_SPACE_END(slots) + (p) * (rr_uint64)(slots))
#define RR_GPU_SHARE_INDEX(slots) RR_GPU_SHARE_PARAM(slots, 3u)
#define RR_GPU_SHARE_GONE(slots) RR_GPU_SHARE_PARAM(slots, 4u)
#define RR_GPU_SHARE_REST(slots) (RR_GPU_SHARE_GONE(slots) + (rr_uint64)(slots) / 2u)

/* Of numbers that belong to rows, and of rows that are multiplied by one, there is no set-up, and these words stand in its
 * place: components of a row; numbers of a row, 0: it has none; what parameter 0 of a number is (targets/cpu/rows.c); bit p:
 * parameter p of the job is one of the number's, and of rows, bit RR_GPU_ROW_PLACES: so is the number's place; 1: the job's
 * parameters are in f64; 1: numbers are. Numbers are kept where the first stage's draws were, in the job's type or f64; one
 * that is withheld is RR_GPU_NO_REAL, one that does not fit RR_GPU_NO_FIT.
 *
 * Of rows that are made as wholes further: bit p: the job has parameter p; it is in the table (bit p), with a head (8 + p),
 * it is a direction (16 + p); where threads' rooms begin in the space, and how much each has, in words of 64 bits. */
enum { RR_GPU_ROW_COLS, RR_GPU_ROW_EACH, RR_GPU_ROW_SIDE, RR_GPU_ROW_PARAMS, RR_GPU_ROW_WIDE, RR_GPU_ROW_EXACT,
       RR_GPU_ROW_HAS, RR_GPU_ROW_KINDS, RR_GPU_ROW_ROOM, RR_GPU_ROW_OWN };
#define RR_GPU_ROW_PLACES 31
#define RR_GPU_NO_FIT ((rr_uint64)0x7ff80001u << 32)

/* Of categorical numbers by a row of weights a sample (choice_kernel.h), likewise: how many weights a row has, bytes from
 * one to the next and from a row to the next, samples of a row, and which row of the job lies first. */
enum { RR_GPU_CHOICE_COUNT, RR_GPU_CHOICE_STEP, RR_GPU_CHOICE_ROW, RR_GPU_CHOICE_COLS, RR_GPU_CHOICE_FIRST };

/* Every tile but the first begins at an index that is a multiple of this. So no tile cuts a group of indices that share a
 * block of random bits. */
#define RR_GPU_ALIGN 128u

/* Samples that a lane of compact draws in its turn, at most: the host makes tiles of whole turns. */
#define RR_GPU_TURN 16u

/* A plain kernel (kernel.h) stores RR_GPU_WIDE bytes at once. Its output is laid so that a sample whose index is a multiple
 * of RR_GPU_NEAR has an address that is a multiple of RR_GPU_WIDE. */
#define RR_GPU_WIDE 16u
#define RR_GPU_NEAR 4u

/* Whether an output lies so is not known to a host that does not know the first index: both kernels are launched, and one of
 * them does nothing. */
enum { RR_ONLY_ALWAYS, RR_ONLY_LAID, RR_ONLY_CROOKED };

/* The words of the record, of which no kernel clears one. The lock is for devices without 64-bit atomics. BAD is the lowest
 * element with a bad parameter, FAILED the lowest of the COUNT samples without an accepted proposal and of those that do
 * not fit their dtype; all ones: there is none. */
enum { RR_RECORD_LOCK, RR_RECORD_CODE, RR_RECORD_BAD_LO, RR_RECORD_BAD_HI, RR_RECORD_FAILED_LO, RR_RECORD_FAILED_HI,
       RR_RECORD_COUNT_LO, RR_RECORD_COUNT_HI, RR_RECORD_WORDS };

#endif
