/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Feeds samplers with chosen words in place of Philox, to reach words too rare for a stream. Scalar lanes. */
#ifndef RR_TESTS_FEED_H
#define RR_TESTS_FEED_H

#include <stdint.h>

/* The blocks of one attempt: main, low[0] of draw 0; [1] of draw 1; those of the boost; those of the sample's side words. */
typedef struct feed {
    uint32_t main[2][4], low[2][4], boost[4], boost_low[4], side[4], side_low[4];
} feed;

/* A requested block: its number, turn (draw << a | attempt) and purpose. */
typedef struct feed_asked {
    uint64_t block;
    uint32_t turn, purpose;
} feed_asked;

#define FEED_LOG 64
extern feed_asked feed_log[FEED_LOG];
extern unsigned feed_asks;

/* Sets all words from a number: word k of purpose p and draw d is the upper half of mix(salt << 8 | d << 7 | p << 2 |
 * k). */
feed feed_words(uint64_t salt);

/* Word k of purpose p (0 ... 5) and draw d (0, 1). */
uint32_t *feed_word(feed *words, int d, int p, int k);

/* The uniform that a word (f64: two, the upper first) and its LOW word make (engine/bits/uniform.h), and its -log. */
void feed_unit(int f64, uint64_t word, uint64_t low, double *u, double *neglog);

/* Attempt j of sample `index`: 1 if it is accepted; *value is the finished sample (u32: its integer), *open is set to
 * whether the quick verdict was undecided. -1: no such sampler or type. */
int feed_attempt(const char *sampler, int f64, const feed *words, uint64_t index, uint32_t j, const double *params,
                 double *value, int *open);

/* The same in two steps, for many words: first the sampler, its parameters and its table (NULL: it has none), then attempts
 * of one dtype. -1: as above. */
int feed_begin(const char *sampler, int f64, const double *params, const void *table, uint64_t index);
int feed_again_f32(const feed *words, uint32_t j, double *value, int *open);
int feed_again_f64(const feed *words, uint32_t j, double *value, int *open);

/* 1: every attempt takes the full test; *open still reports whether the quick one was undecided. */
extern int feed_decides;

/* The f32 first pass of a sampler of counts at parameters that it supports (feed_suits, after feed_begin of f64): the number
 * of its tests, 0 where there is no such pass or it does not reject; and for the first words of U and V its verdict, its
 * count, and whether it is undecided. */
int feed_first_begin(const char *sampler, const double *params);
int feed_first(int way, uint32_t wu, uint32_t wv, double *value, int *open);
int feed_suits(void);

/* The same for one dtype. */
void feed_unit_f32(uint64_t, uint64_t, double *, double *);
void feed_unit_f64(uint64_t, uint64_t, double *, double *);
int feed_begin_f32(const char *, const double *, const void *, uint64_t);
int feed_begin_f64(const char *, const double *, const void *, uint64_t);

#endif
