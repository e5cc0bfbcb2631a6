/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bugs of other libraries: shared by the tests of this folder. One test per row of the corpus that concerns bits, uniform,
 * exponential, normal, gamma, beta, counts, truncated normals, streams or vector code; a test has the row's name. One line
 * states what the row reports. Distributions such as chi-square are in tests/law, and so are all rows about ziggurats
 * (ziggurat.h); those about weights are in weights.c; rows about integer ranges and distributions that Reroll does not have
 * yet have no test. */
#ifndef RR_TESTS_EXACT_PEERS_BUG_H
#define RR_TESTS_EXACT_PEERS_BUG_H

#include <math.h>

#include "tests/support/feed.h"
#include "tests/support/support.h"

#define BUG(id) static void id(void **state __attribute__((unused)))

/* The buffers that tests draw into. */
enum { MAX = 4096 };
static double X[MAX], Y[MAX] __attribute__((unused));
static float X32[MAX];
static uint32_t W[MAX];

/* n samples as doubles. p: up to two parameters. */
static inline rr_status draw_on(const char *where, const char *sampler, rr_type dtype, rr_stream s, size_t n, double p0,
                                double p1, double *x)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = dtype;
    job.stream = s;
    job.rows = n;
    job.param[0] = (rr_param){&p0, RR_F64, 0, 0};
    job.param[1] = (rr_param){&p1, RR_F64, 0, 0};
    job.out = dtype == RR_F64 ? (void *)x : dtype == RR_F32 ? (void *)X32 : (void *)W;
    const rr_status status = rr_run(device("%s", where), &job, NULL);
    for (size_t i = 0; i < n && dtype != RR_F64; ++i) x[i] = dtype == RR_F32 ? (double)X32[i] : W[i];
    return status;
}

static inline rr_status draw(const char *sampler, rr_type dtype, size_t n, double p0, double p1, double *x)
{
    return draw_on("cpu", sampler, dtype, rr_stream_make(11, 12), n, p0, p1, x);
}

/* One sample from chosen words: all words w, LOW words l. 1 if accepted. */
static inline int fed_at(const char *sampler, int f64, uint32_t w, uint32_t l, const double *params, double *x)
{
    feed words;
    int open;
    for (int k = 0; k < 4; ++k) {
        words.main[0][k] = words.main[1][k] = words.boost[k] = words.side[k] = w;
        words.low[0][k] = words.low[1][k] = words.boost_low[k] = words.side_low[k] = l;
    }
    return feed_attempt(sampler, f64, &words, 0, 0, params, x, &open);
}

static inline int fed(const char *sampler, int f64, uint32_t w, uint32_t l, double p0, double p1, double *x)
{
    const double params[RR_MAX_PARAMS] = {p0, p1, 1, 1};
    return fed_at(sampler, f64, w, l, params, x);
}

static inline void all_finite(size_t n)
{
    for (size_t i = 0; i < n; ++i) assert_true(isfinite(X[i]));
}

static const char *const REAL[] = {"uniform", "exponential", "normal",          "normal:polar",
                                   "gamma",   "loggamma",    "normal:ziggurat", "exponential:ziggurat"};
enum { REALS = sizeof REAL / sizeof *REAL };

/* "normal_polar", as the feed names it. */
static inline const char *text_of(const char *name)
{
    static char text[32];
    snprintf(text, sizeof text, "%s", name);
    for (char *c = text; *c; ++c)
        if (*c == ':' || *c == '-') *c = '_';
    return text;
}

static inline double p0_of(const char *s) { return s[0] == 'g' || s[0] == 'l' ? 0.7 : s[0] == 'e' ? 1 : 0; }

#endif
