/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The interface of a kernel object (one instruction set, one dtype): its strategies, and one table per sampler. These types
 * have pointers to registers only: the host passes a sampler's table to the strategies of the same instruction set and
 * dtype. Included after lane.h and warp.h. */
#ifndef RR_CPU_KERNELS_H
#define RR_CPU_KERNELS_H

#include "engine/strategies/kinds.h"

/* Converts n counts to the type (rr_type); returns whether one does not fit. Such a count becomes any value. */
typedef int rr_pack_fn(const int64_t *from, rr_uint32 n, int type, void *to);

/* rr_widen_fn converts n values of a first pass in f32, int32_t, to a type of more than 32 bits. rr_split_fn rounds the
 * parameters of such a pass to f32 and, if `rest` is not null, stores the rounding errors, also rounded to f32. */
typedef void rr_widen_fn(const rr_uint32 *from, rr_uint32 n, int type, void *to);
typedef void rr_split_fn(const double *from, rr_uint32 n, float *to, float *rest);

/* Returns the category of K weights if the first 32 bits of a uniform determine it, otherwise RR_CHOICE_OPEN. *total is set
 * to the sum of the weights. */
#define RR_CHOICE_OPEN UINT64_MAX
typedef rr_uint64 rr_choice_fn(const double *weight, rr_uint64 count, rr_uint32 word, double *total);

/* Replaces n logits x by weights e^(x - max), within 1 ulp of e to the rounded difference. */
typedef void rr_weigh_fn(double max, rr_uint64 n, double *logits);

/* The count of a binomial distribution of n trials, or of a Poisson distribution of mean p if n is infinite, without a
 * window, from the first 64 bits of the uniform. It equals the count from the table and all bits. RR_GUESS_NONE: unknown. */
#define RR_GUESS_NONE -1
typedef int64_t rr_guess_fn(double n, double p, rr_uint64 u);
/* The exact count, from low to high, from all 128 bits. */
typedef int64_t rr_guess_decided_fn(double n, double p, double low, double high, const rr_uint64 *u);

/* n samples to f16, or bf16. */
typedef void rr_narrow_fn(const float *from, rr_uint32 n, int bf16, int cut, unsigned short *to);

typedef struct rr_kernels {
    void (*run[RR_KINDS][2])(rr_work *);   /* [kind][counting]; null for auto */
    unsigned lanes;
    rr_pack_fn *pack;                      /* this and the next six are null in f32 */
    rr_widen_fn *widen;
    rr_split_fn *split;
    rr_choice_fn *choice;
    rr_weigh_fn *weigh;
    rr_guess_fn *guess;
    rr_guess_decided_fn *guess_decided;
    rr_narrow_fn *narrow;                  /* the same in both dtypes */
    int (*inside)(const rr_scalar *v, rr_uint32 n, double low, double high, int low_open, int high_open);
    /* null in f32 */
    int (*ascend)(const rr_scalar *a, int a_varies, const rr_scalar *b, int b_varies, rr_uint32 n, int is_signed, int same);
} rr_kernels;

#endif
