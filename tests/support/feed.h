/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samplers fed with words of the test's choice in place of Philox: the words that a stream never shows. Scalar lanes. */
#ifndef RR_TESTS_FEED_H
#define RR_TESTS_FEED_H

#include <stdint.h>

/* The blocks of one attempt: main, low[0] of draw 0; [1] of draw 1; those of the boost; those of the sample's side words. */
typedef struct feed {
    uint32_t main[2][4], low[2][4], boost[4], boost_low[4], side[4], side_low[4];
} feed;

/* A block that was asked for: its number, turn (draw << a | attempt) and purpose. */
typedef struct feed_asked {
    uint64_t block;
    uint32_t turn, purpose;
} feed_asked;

#define FEED_LOG 64
extern feed_asked feed_log[FEED_LOG];
extern unsigned feed_asks;

/* Attempt j of sample `index`: 1 if it is accepted; *value is the finished sample (u32: its integer), *open is set to
 * whether the quick verdict was undecided. Attempts of `attempts` see j as turn. -1: no such sampler or type. */
int feed_attempt(const char *sampler, int f64, const feed *words, uint64_t index, uint32_t j, const double *params, double *value,
                 int *open);

int feed_attempt_f32(const char *, const feed *, uint64_t, uint32_t, const double *, double *, int *);
int feed_attempt_f64(const char *, const feed *, uint64_t, uint32_t, const double *, double *, int *);

#endif
