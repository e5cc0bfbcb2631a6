/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The words that the host passes to a launch of a GPU kernel, and the record that kernels write. Neither contains a pointer:
 * they have the same layout on every device and for both dtypes. Kernels take pointers as separate arguments. */
#ifndef RR_GPU_LAUNCH_H
#define RR_GPU_LAUNCH_H

#include "engine/abi/record.h"
#include "engine/abi/tile.h"

/* The arguments of a kernel: these pointers, in this order, then the launch, then the pointers of further parameters. at[]
 * is an offset in bytes for each pointer. */
enum { RR_GPU_PARAM0, RR_GPU_INDEX = RR_FEW_PARAMS, RR_GPU_TABLE, RR_GPU_OUT, RR_GPU_RECORD, RR_GPU_TALLY, RR_GPU_FIRST,
       RR_GPU_PLAIN_POINTERS, RR_GPU_POINTERS = RR_GPU_PLAIN_POINTERS + RR_PARAM_LIMIT - RR_FEW_PARAMS };
#define RR_GPU_PARAM(p) ((p) < RR_FEW_PARAMS ? (p) : (p) + RR_GPU_PLAIN_POINTERS - RR_FEW_PARAMS)

/* The range of a parameter: low <= value <= high, in the kernel's dtype (an open end is replaced by the next number). */
typedef struct rr_gpu_range {
    rr_number low, high;
} rr_gpu_range;

typedef struct rr_launch {
    rr_bits_key key;
    rr_uint32 n;                      /* slots 0 ... n-1, at most 2^31 */
    rr_uint32 capacity;               /* slots of a tile, which one warp draws; a multiple of RR_GPU_ALIGN */
    rr_uint32 cap;
    rr_uint32 base_lo, base_hi;       /* index of slot 0 */
    rr_uint32 varies, flip, indexed;  /* as in rr_tile; indexed: each slot has its own index */
    rr_uint32 points;                 /* bit p: constant parameter p is in memory; otherwise it is uniform[p] */
    rr_uint32 number, more;           /* of the strategy */
    rr_uint32 prepared;               /* setup is the result of the sampler's prepare; otherwise every tile computes it */
    rr_uint32 checks;                 /* number of parameters that the kernel has to check */
    rr_uint32 advances;               /* not 0: the index of slot 0 is *first * advances + base */
    rr_uint32 only;                   /* with advances, RR_ONLY_...: which of two launches draws, when *first is known */
    rr_uint32 failed_lo, failed_hi;   /* bits of a failed sample */
    rr_uint32 container, cell;        /* the type that samples are stored as, RR_CONTAINER_...; its bytes */
    rr_uint32 element_lo, element_hi; /* element of slot 0 in the job, for the record */
    rr_uint64 at[RR_GPU_POINTERS];
    rr_gpu_range range[RR_PARAM_LIMIT];
    rr_number uniform[RR_PARAM_LIMIT];
    rr_setup setup;
} rr_launch;

/* The job's dtype: rr_type of reroll_core.h. */
enum { RR_CONTAINER_F32 = 1, RR_CONTAINER_F64, RR_CONTAINER_I32, RR_CONTAINER_I64, RR_CONTAINER_U32, RR_CONTAINER_U64,
       RR_CONTAINER_F16, RR_CONTAINER_BF16 };
#define RR_CONTAINER_CUT 0x100u   /* with the last two: round toward zero */

/* The space of a chunk of a composite sampler (stages_kernel.h), in 64-bit words per slot: RR_STAGES_MAX draws of stages,
 * and RR_FEW_PARAMS parameters of one stage; then which slots have no sample, 32 bits each, and a record. A failed draw of a
 * stage is RR_GPU_NO_REAL or RR_GPU_NO_COUNT: no real is this NaN, and no count is this low. */
#define RR_GPU_SPACE_SLOTS(n) (((rr_uint64)(n) + 31u) / 32u * 32u)
#define RR_GPU_SPACE_GONE(slots) ((RR_STAGES_MAX + RR_FEW_PARAMS) * (rr_uint64)(slots))
#define RR_GPU_SPACE_RECORD(slots) (RR_GPU_SPACE_GONE(slots) + (rr_uint64)(slots) / 2u)
#define RR_GPU_SPACE_END(slots) (RR_GPU_SPACE_RECORD(slots) + RR_RECORD_WORDS / 2u)
#define RR_GPU_NO_REAL ((rr_uint64)0x7ff80000u << 32)
#define RR_GPU_NO_COUNT ((rr_uint64)0x80000000u << 32)

/* For rows whose components divide a total (total.h) slots are rows. The space then also has three parameters and an index
 * per row, whether it has no sample, 32 bits, and one number per component of the chunk. */
#define RR_GPU_TOTAL_PARAM(slots, p) (RR_GPU_SPACE_END(slots) + (p) * (rr_uint64)(slots))
#define RR_GPU_TOTAL_INDEX(slots) RR_GPU_TOTAL_PARAM(slots, 3u)
#define RR_GPU_TOTAL_GONE(slots) RR_GPU_TOTAL_PARAM(slots, 4u)
#define RR_GPU_TOTAL_REST(slots) (RR_GPU_TOTAL_GONE(slots) + (rr_uint64)(slots) / 2u)

/* Kernels for numbers of rows, and for rows, have no set-up; these words take its place: COLS: components of a row; EACH:
 * numbers of a row, 0: none; SIDE: parameter 0 of a number (targets/cpu/rows.c); PARAMS: bit p: parameter p of the job is
 * also one of the number, bit RR_GPU_ROW_PLACES: so is the number's index in its row; WIDE: 1: the job's parameters are f64;
 * EXACT: 1: numbers are f64. Numbers are stored in place of the first stage's draws, in the job's type or f64; a failed one
 * is RR_GPU_NO_REAL, one that does not fit is RR_GPU_NO_FIT.
 *
 * For whole rows in addition: HAS: bit p: the job has parameter p; KINDS: it is in the table (bit p), with a head (8 + p),
 * it is a direction (16 + p) or has logits (24 + p); ROOM: start of the threads' workspaces in the space; OWN: size of each,
 * in 64-bit words. */
enum { RR_GPU_ROW_COLS, RR_GPU_ROW_EACH, RR_GPU_ROW_SIDE, RR_GPU_ROW_PARAMS, RR_GPU_ROW_WIDE, RR_GPU_ROW_EXACT,
       RR_GPU_ROW_HAS, RR_GPU_ROW_KINDS, RR_GPU_ROW_BUFFER, RR_GPU_ROW_OWN };
#define RR_GPU_ROW_PLACES 31
#define RR_GPU_NO_FIT ((rr_uint64)0x7ff80001u << 32)

/* The same for categorical samples with one row of weights per sample (choice_kernel.h): weights of a row, bytes from one
 * weight to the next and from one row to the next, samples per row, and the number of slot 0, counted from the first sample
 * of the first row in memory. */
enum { RR_GPU_CHOICE_COUNT, RR_GPU_CHOICE_STEP, RR_GPU_CHOICE_ROW, RR_GPU_CHOICE_COLS, RR_GPU_CHOICE_FIRST };

/* Every tile but the first begins at an index that is a multiple of this. So no tile divides a group of indices that share a
 * Philox block. */
#define RR_GPU_ALIGN 128u

/* Maximal number of samples that a lane of `compact` draws in a turn: the host makes tiles of whole turns. */
#define RR_GPU_TURN 16u

/* A plain kernel (kernel.h) stores RR_GPU_WIDE bytes at once. Its output is aligned so that a sample whose index is a
 * multiple of RR_GPU_NEAR has an address that is a multiple of RR_GPU_WIDE. */
#define RR_GPU_WIDE 16u
#define RR_GPU_NEAR 4u

/* If the first index is in device memory, the host does not know whether the output is aligned so: it launches both kernels,
 * and one of them does nothing. */
enum { RR_ONLY_ALWAYS, RR_ONLY_LAID, RR_ONLY_CROOKED };

/* The words of the record; kernels do not clear them. The lock is for devices without 64-bit atomics. BAD is the lowest
 * element with a bad parameter. FAILED is the lowest of the COUNT samples without an accepted proposal and of those that do
 * not fit their dtype. All ones: none. */
enum { RR_RECORD_LOCK, RR_RECORD_CODE, RR_RECORD_BAD_LO, RR_RECORD_BAD_HI, RR_RECORD_FAILED_LO, RR_RECORD_FAILED_HI,
       RR_RECORD_COUNT_LO, RR_RECORD_COUNT_HI, RR_RECORD_WORDS };

#endif
