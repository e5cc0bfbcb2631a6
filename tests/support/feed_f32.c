/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#undef RR_TARGET_SCALAR
#undef RR_DTYPE
#define RR_TARGET_SCALAR
#define RR_DTYPE 32
#define FEED_ATTEMPT feed_attempt_f32
#include "feed_body.h"

feed_asked feed_log[FEED_LOG];
unsigned feed_asks;

int feed_attempt(const char *sampler, int f64, const feed *words, uint64_t index, uint32_t j, const double *params, double *value,
                 int *open)
{
    feed_asks = 0;
    return (f64 ? feed_attempt_f64 : feed_attempt_f32)(sampler, words, index, j, params, value, open);
}
