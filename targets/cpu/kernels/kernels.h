/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a kernel object (one instruction set, one dtype) shows to the host: its strategies and, a table each, its samplers.
 * Registers do not appear in these types but through pointers: the host only hands a sampler's table back to the strategies
 * of the same instruction set and dtype. Included after lane.h and warp.h. */
#ifndef RR_CPU_KERNELS_H
#define RR_CPU_KERNELS_H

#include "engine/strategies/kinds.h"

/* n counts to what the type (rr_type) holds; returns whether one was not, and that one is anything. */
typedef int rr_pack_fn(const int64_t *from, rr_uint32 n, int type, void *to);

/* n values of a first pass in f32, int32_t, to what the type holds, of more than 32 bits. And its parameters: each rounded
 * to f32, and what that took, rounded, where `rest` is not null. */
typedef void rr_widen_fn(const rr_uint32 *from, rr_uint32 n, int type, void *to);
typedef void rr_split_fn(const double *from, rr_uint32 n, float *to, float *rest);

/* The category of K weights that the first 32 digits of a uniform decide on, or RR_CHOICE_OPEN; and their sum. */
#define RR_CHOICE_OPEN UINT64_MAX
typedef rr_uint64 rr_choice_fn(const double *weight, rr_uint64 count, rr_uint32 word, double *total);

/* The count that table and all digits give of a binomial law of n tries, or of a Poisson one of mean p where n is infinite,
 * from 0 on, and of the first 64 digits of the uniform; RR_GUESS_NONE where these and the arithmetic don't say. */
#define RR_GUESS_NONE -1
typedef int64_t rr_guess_fn(double n, double p, rr_uint64 u);
/* The count itself, from low to high, by all 128 digits. */
typedef int64_t rr_guess_settled_fn(double n, double p, double low, double high, const rr_uint64 *u);

/* n samples to f16, or bf16. */
typedef void rr_narrow_fn(const float *from, rr_uint32 n, int bf16, unsigned short *to);

typedef struct rr_kernels {
    void (*run[RR_KINDS][2])(rr_work *);   /* [kind][counting]; null for auto */
    unsigned lanes;
    rr_pack_fn *pack;                      /* null in f32, */
    rr_widen_fn *widen;                    /* so is this, */
    rr_split_fn *split;                    /* and these */
    rr_choice_fn *choice;
    rr_guess_fn *guess;
    rr_guess_settled_fn *guess_settled;
    rr_narrow_fn *narrow;                  /* the same in both */
    int (*inside)(const rr_scalar *v, rr_uint32 n, double low, double high, int low_open, int high_open);
    /* or null */
    int (*ascend)(const rr_scalar *a, int a_varies, const rr_scalar *b, int b_varies, rr_uint32 n, int is_signed, int same);
} rr_kernels;

#endif
