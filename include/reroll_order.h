/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Permutations, subsets and resampling. Results are functions of (seed, stream, next) and of the arguments, as samples are.
 * Devices and numbers of threads do not change them. reroll.h includes this file.
 *
 * Results are 64-bit integers. All functions return an rr_status. result may be NULL; otherwise initialize it with
 * RR_RESULT_INIT. Its message names the invalid argument and the accepted range. A call with an invalid argument writes
 * nothing. Each call allocates and frees its own memory. The stream's `next` does not advance. The comment of each function
 * gives the indices that a call uses; begin the next call after them. */
#ifndef REROLL_ORDER_H
#define REROLL_ORDER_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes `rows` permutations of 0 ... n - 1, row by row. Each of the n! permutations has the same probability: the numbers
 * are sorted by random keys of 128 bits. n is at most 2^32. Row r uses the indices next + r n + c, c < n. The device draws
 * the keys, 2^15 at a time. Memory besides `out`: about 200 KiB, and for n above 2^21 about 8 bytes per 1024 numbers of a
 * row. After RR_ERR_MEMORY the contents of out are undefined. */
RR_API rr_status rr_permutation(const rr_device *device, rr_stream stream, uint64_t rows, uint64_t n, int64_t *out,
                                rr_result *result);

/* Writes the images of first ... first + count - 1 under a bijection of 0 ... n - 1, n at most 2^63. Each image is computed
 * by itself, without an array of n. The bijection is swap-or-not (Hoang, Morris and Rogaway, CRYPTO 2012) with 2 (64 + 3/2
 * log2 n) rounds. For q far below n, the joint distribution of q images is within 2^-64 of that of a uniform permutation.
 * The bijection is not uniform over all n! permutations, since the 128 bits of seed and stream cannot select most of them.
 * It uses index next. */
RR_API rr_status rr_bijection(rr_stream stream, uint64_t n, uint64_t first, uint64_t count, int64_t *out, rr_result *result);

/* Writes k distinct numbers from 0 ... n - 1, in increasing order. Each set of k has the same probability (Floyd's
 * algorithm, CACM 30 (1987) 754; for k above n / 2 the omitted numbers are drawn). k is at most n, n at most 2^63, and k or
 * n - k at most 2^32. It uses the indices next ... next + k - 1, and at most 40 bytes of memory per chosen number. For a
 * random order, apply rr_permutation of k to the result. For row r of many choices, add r k to next. */
RR_API rr_status rr_choose(rr_stream stream, uint64_t n, uint64_t k, int64_t *out, rr_result *result);

/* Writes `rows` independent choices of k distinct numbers from 0 ... number - 1, row by row. A choice draws one number after
 * another, with probabilities proportional to the weights of the remaining numbers, as
 * numpy.random.Generator.choice(replace=False, p=) does. A row lists them in the order of the draws, or in increasing order
 * if sorted is not 0. number is 1 to 2^28. Weights are finite and not negative; k is at most the number of positive ones. A
 * weight of 0 is never chosen. Sums are integers, so rounding changes no result. Row r uses the indices next + r k ... next
 * + r k + k - 1. Each thread of the device uses 17 bytes of memory per weight, and 8 k bytes if sorted. */
RR_API rr_status rr_choose_weighted(const rr_device *device, rr_stream stream, const double *weights, uint64_t number,
                                    uint64_t rows, uint64_t k, int sorted, int64_t *out, rr_result *result);

typedef enum rr_resampling {
    RR_SYSTEMATIC = 1,   /* positions (i + U) / n, one U for all i */
    RR_STRATIFIED,       /* positions (i + U_i) / n */
    RR_RESIDUAL,         /* floor(n p_c) copies of c, the rest multinomial */
    RR_MULTINOMIAL       /* independent categorical draws */
} rr_resampling;

/* Writes n numbers from 0 ... number - 1, in increasing order: the parents of n particles. c occurs about n p_c times,
 * where p_c is weights[c] divided by the sum of all weights. Counts are computed with integers, so rounding never changes
 * them. number is 1 to 2^28, n at most 2^40. Weights are finite and not negative, at least one is positive. A weight of 0 is
 * never chosen. The call uses the indices next ... next + n - 1. */
RR_API rr_status rr_resample(const rr_device *device, rr_resampling how, rr_stream stream, const double *weights,
                             uint64_t number, uint64_t n, int64_t *out, rr_result *result);

#ifdef __cplusplus
}
#endif

#endif
