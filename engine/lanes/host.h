/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The common part of CPU targets: scalar types, qualifiers, and lane functions that a CPU does one lane at a time. */
#ifndef RR_LANES_HOST_H
#define RR_LANES_HOST_H

#include <stdint.h>
#include <string.h>

typedef uint32_t rr_uint32;
typedef uint64_t rr_uint64;

#define RR_FN static inline __attribute__((always_inline, unused))
#define RR_SLOW_FN static __attribute__((noinline, unused))
#define RR_TABLE static const
#define RR_CONSTANT const   /* the target type of pointers to an RR_TABLE */
#define RR_GLOBAL
#define RR_UNROLL _Pragma("GCC unroll 16")

/* Samplers are called through pointers: code size is samplers plus strategies, not their product. */
#define RR_HAS_POINTERS 1
#define RR_HAS_ROWS 1

/* Lanes can exchange data through a function's local array; on a GPU each lane has its own array. */
#define RR_HAS_BUFFERS 1

/* Philox blocks that are interleaved: a single one mostly waits for its own multiplications. */
#define RR_FLIGHT 2

RR_FN rr_uint32 rr_ucount(rr_uint32 bits) { return (rr_uint32)__builtin_popcount(bits); }

#if RR_DTYPE == 32
typedef float rr_scalar;
typedef rr_uint32 rr_sbits;
typedef int32_t rr_sint;
#elif RR_DTYPE == 64
typedef double rr_scalar;
typedef rr_uint64 rr_sbits;
typedef int64_t rr_sint;
#else
#error "RR_DTYPE is 32 or 64"
#endif

#endif
