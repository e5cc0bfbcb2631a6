/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Order: permutations, subsets and resampling. They are functions of (seed, stream, next) and of their arguments, as samples
 * are: devices and numbers of threads change no number. Included by reroll.h.
 *
 * Results are 64-bit integers. All return an rr_status; result may be NULL, else its size is set (RR_RESULT_INIT) and its
 * message names the argument and the accepted range. A call that refuses an argument writes nothing. Memory is allocated and
 * freed by each call. The stream's `next` is not moved: a call takes the indices that its comment names, and the caller's
 * next call begins after them. */
#ifndef REROLL_ORDER_H
#define REROLL_ORDER_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `rows` permutations of 0 ... n - 1, row by row, each of the n! with the same probability: numbers in the order of random
 * keys of 128 bits. n up to 2^32. Row r takes the indices next + r n + c, c < n. The device draws the keys, 2^15 at a time.
 * Memory besides `out`: about 200 KiB, and where n is above 2^21 some 8 bytes per 1024 numbers of a row. */
RR_API rr_status rr_permutation(const rr_device *device, rr_stream stream, uint64_t rows, uint64_t n, int64_t *out,
                                rr_result *result);

/* The images of first ... first + count - 1 under a bijection of 0 ... n - 1, n up to 2^63, found one by one: no array of n
 * is made. It is swap-or-not (Hoang, Morris and Rogaway, CRYPTO 2012) with 2 (64 + 3/2 log2 n) rounds, by which the images
 * of q places, q far below n, are within 2^-64 of those of a uniform permutation; it is no uniform draw from all n!, of
 * which a stream of 128 bits can't name most. Takes index next. */
RR_API rr_status rr_bijection(rr_stream stream, uint64_t n, uint64_t first, uint64_t count, int64_t *out, rr_result *result);

/* k different numbers of 0 ... n - 1, in increasing order, each set of k with the same probability (Floyd's algorithm, CACM
 * 30 (1987) 754; where k is more than n / 2, the numbers that are left out are drawn). k up to n, n up to 2^63, k or n - k
 * up to 2^32. Takes the indices next ... next + k - 1, and memory of at most 40 bytes per number of k. For a random order
 * take rr_permutation of k. */
RR_API rr_status rr_choose(rr_stream stream, uint64_t n, uint64_t k, int64_t *out, rr_result *result);

typedef enum rr_resampling {
    RR_SYSTEMATIC = 1,   /* at (i + U) / n, one U for all i */
    RR_STRATIFIED,       /* at (i + U_i) / n */
    RR_RESIDUAL,         /* floor(n p_c) times c, the rest multinomial */
    RR_MULTINOMIAL       /* independent categorical draws */
} rr_resampling;

/* n numbers of 0 ... number - 1, in increasing order: the parents of n particles. c comes about n p_c times, where p_c is
 * weights[c] over the sum of all. Counts are exact integers: parents that n p_c makes certain are there. number from 1 to
 * 2^28; weights are finite and not negative, one at least is positive. A weight of 0 is never chosen. Takes the indices
 * next ... next + n - 1. */
RR_API rr_status rr_resample(const rr_device *device, rr_resampling how, rr_stream stream, const double *weights,
                             uint64_t number, uint64_t n, int64_t *out, rr_result *result);

#ifdef __cplusplus
}
#endif

#endif
