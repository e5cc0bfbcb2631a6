/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compiled once per dtype: all samplers, over this file's own rr_draw and rr_philox_some. Defines FEED_BEGIN, FEED_AGAIN and
 * FEED_UNIT. */
#include "feed.h"
#include "laws/sampler.h"

#include <string.h>

/* Uses the C library's fma, which is correctly rounded and a fast instruction where there is one (tests/math/fma_soft.c
 * tests the emulated one). */
#include <math.h>
#include "engine/lanes/host.h"
#include "engine/lanes/fma_soft.h"
#define rr_fma_soft_f32 fmaf
#define rr_fma_soft_f64 fma
#include "engine/lanes/lane.h"

#define rr_draw rr_draw_of_the_library
#define rr_philox_some rr_philox_some_of_the_library
#include "engine/bits/bits.h"
#undef rr_draw
#undef rr_philox_some

static const feed *fed;

static rr_block fed_block(rr_word lo, rr_word hi, rr_word turn, rr_uint32 purpose)
{
    rr_block b;
    feed_log[feed_asks++ % FEED_LOG] = (feed_asked){(uint64_t)hi << 32 | (uint32_t)lo, (uint32_t)turn, purpose};
    const uint32_t *word = feed_word((feed *)fed, turn >> 8 & 1, (int)purpose, 0);
    for (int i = 0; i < 4; ++i) b.w[i] = word[i];
    return b;
}

RR_FN rr_block rr_draw(const rr_bits_key *k, rr_word lo, rr_word hi, rr_word turn, rr_uint32 purpose)
{
    (void)k;
    return fed_block(lo, hi, turn, purpose);
}

/* The key is 0, so that counters hold turn and purpose unchanged. */
RR_FN void rr_philox_some(const rr_bits_key *k, int n, rr_counter *c, rr_block *b)
{
    (void)k;
    for (int i = 0; i < n; ++i) b[i] = fed_block(c[i].c[0], c[i].c[1], c[i].c[2], (rr_uint32)c[i].c[3]);
}

#include "engine/bits/uniform.h"

/* Samplers that have this dtype: RR_SAMPLER's widths. */
#define FEED_HAS_32 (RR_DTYPE == 32)
#define FEED_HAS_64 (RR_DTYPE == 64)
#define FEED_HAS_counts (RR_DTYPE == 64)
#define FEED_HAS_counts_32 (RR_DTYPE == 64)
#define FEED_HAS_stages 0   /* they use no words themselves */
#define FEED_HAS_32_64 1
#include "feed_laws.h"   /* the list: each with feed_one.h */

#define RR_SAMPLER(module, name, draw, widths) extern const rr_sampler rr_sampler_##name;
#include "laws/list.h"
#undef RR_SAMPLER

static const struct {
    const char *name;
    void (*prepare)(rr_tile *);
    int (*ask)(const rr_tile *, rr_word, rr_scalar *, int *);
    const rr_sampler *sampler;
} asks[] = {
#define FEED_OF(name) {#name, feed_prepare_##name, feed_ask_##name, &rr_sampler_##name},
#if RR_DTYPE == 32
#define FEED_32(name) FEED_OF(name)
#define FEED_64(name)
#define FEED_counts(name)
#define FEED_counts_32(name)
#else
#define FEED_32(name)
#define FEED_64(name) FEED_OF(name)
#define FEED_counts(name) FEED_OF(name)
#define FEED_counts_32(name) FEED_OF(name)
#endif
#define FEED_stages(name)
#define FEED_32_64(name) FEED_OF(name)
#define RR_SAMPLER(module, name, draw, widths) FEED_##widths(name)
#include "laws/list.h"
#undef RR_SAMPLER
};

static int is_integer(const rr_sampler *s) { return s->counts || !(s->dtypes >> RR_F64 & 1); }

void FEED_UNIT(uint64_t word, uint64_t low, double *value, double *neglog)
{
#if RR_DTYPE == 32
    rr_unit u = rr_unit_of((rr_word)word);
    if (u.open) u = rr_unit_full((rr_word)word, (rr_word)low);
#else
    const rr_word w1 = (rr_word)(word >> 32), w0 = (rr_word)(word & UINT32_MAX);
    rr_unit u = rr_unit_of(w1, w0);
    if (u.open) u = rr_unit_full(w1, w0, (rr_word)(low >> 32), (rr_word)(low & UINT32_MAX));
#endif
    *value = (double)u.u;
    *neglog = (double)rr_unit_neglog(u);
}

static rr_tile tile;
static rr_scalar values[RR_TILE_PARAMS];
static size_t chosen;

int FEED_BEGIN(const char *sampler, const double *params, const void *table, uint64_t index)
{
    size_t n = 0;
    while (n < sizeof asks / sizeof *asks && strcmp(sampler, asks[n].name)) ++n;
    if (n == sizeof asks / sizeof *asks) return -1;
    chosen = n;
    memset(&tile, 0, sizeof tile);
    tile.n = 1;
    tile.cap = 256;
    tile.base_lo = (uint32_t)index;
    tile.base_hi = (uint32_t)(index >> 32);
    tile.table = table;
    for (int p = 0; p < RR_TILE_PARAMS; ++p) {
        values[p] = (rr_scalar)params[p];
        tile.param[p] = &values[p];
    }
    asks[n].prepare(&tile);
    return 0;
}

int FEED_AGAIN(const feed *words, uint32_t j, double *value, int *open)
{
    rr_scalar out = 0;
    fed = words;
    const int accepted = asks[chosen].ask(&tile, j, &out, open);
    *value = is_integer(asks[chosen].sampler) ? (double)(rr_sint)rr_asbits(out) : (double)out;
#if RR_DTYPE == 32
    if (is_integer(asks[chosen].sampler)) *value = rr_asbits(out);
#endif
    return accepted;
}

#if RR_DTYPE == 64
/* True if the f32 first pass supports these parameters. */
int feed_suits(void)
{
#define SUITS(of) if (!strcmp(asks[chosen].name, #of)) return rr_some(rr_##of##_suits(&tile, 0)) != 0
    SUITS(poisson);
    SUITS(binomial);
    SUITS(hypergeometric);
    SUITS(zipf);
    SUITS(geometric);
    SUITS(discrete_laplace);
#undef SUITS
    return 0;
}
#endif
