/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#undef RR_TARGET_SCALAR
#undef RR_DTYPE
#define RR_TARGET_SCALAR
#define RR_DTYPE 32
#define FEED_BEGIN feed_begin_f32
#define FEED_AGAIN feed_again_f32
#define FEED_UNIT feed_unit_f32
#include "feed_body.h"

#include "support.h"

feed_asked feed_log[FEED_LOG];
unsigned feed_asks;
int feed_decides;

uint32_t *feed_word(feed *f, int d, int p, int k)
{
    uint32_t *const blocks[] = {f->main[d], f->low[d], f->boost, f->boost_low, f->side, f->side_low};
    return &blocks[p][k];
}

feed feed_words(uint64_t salt)
{
    feed f;
    for (int d = 0; d < 2; ++d)
        for (int p = 0; p < 6; ++p)
            for (int k = 0; k < 4; ++k)
                if (p < 2 || !d)
                    *feed_word(&f, d, p,
                               k) = (uint32_t)(mix(salt << 8 | (uint64_t)d << 7 | (uint64_t)p << 2 | (uint64_t)k) >> 32);
    return f;
}

void feed_unit(int f64, uint64_t word, uint64_t low, double *u, double *neglog)
{
    (f64 ? feed_unit_f64 : feed_unit_f32)(word, low, u, neglog);
}

int feed_begin(const char *sampler, int f64, const double *params, const void *table, uint64_t index)
{
    return (f64 ? feed_begin_f64 : feed_begin_f32)(sampler, params, table, index);
}

int feed_attempt(const char *sampler, int f64, const feed *words, uint64_t index, uint32_t j, const double *params,
                 double *value, int *open)
{
    feed_asks = 0;
    if (feed_begin(sampler, f64, params, NULL, index)) return -1;
    return (f64 ? feed_again_f64 : feed_again_f32)(words, j, value, open);
}
