/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first passes of counts in f32 (rr_NAME_of, and rr_NAME_weigh with a table of masses), word by word. */
#undef RR_TARGET_SCALAR
#undef RR_DTYPE
#define RR_TARGET_SCALAR
#define RR_DTYPE 32
#include "feed.h"
#include "reroll_core.h"

#include <math.h>
#include <string.h>

#include "engine/lanes/host.h"
#include "engine/lanes/fma_soft.h"
#define rr_fma_soft_f32 fmaf
#define rr_fma_soft_f64 fma
#include "engine/lanes/lane.h"
#include "laws/binomial/binomial.h"
#include "laws/geometric/discrete_laplace.h"
#include "laws/geometric/geometric.h"
#include "laws/hypergeometric/hypergeometric.h"
#include "laws/poisson/poisson.h"
#include "laws/zipf/zipf.h"

typedef struct first {
    const char *name;
    unsigned params, rests;   /* followed by the residuals that the floats leave */
    void (*prepare)(rr_tile *);
    rr_try (*of)(const rr_tile *, const rr_real *, rr_word, rr_word);
    int (*masses)(const rr_tile *, rr_scalar *);
    rr_try (*weigh)(const rr_tile *, rr_word, rr_word);
} first;

/* Only the rejection regime, which has verdicts: means of 10 and more. */
static int rejects(const char *sampler, const double *p)
{
    if (!strcmp(sampler, "poisson")) return p[0] >= 10;
    return strcmp(sampler, "binomial") || p[0] * fmin(p[1], 1 - p[1]) >= 10;
}

static rr_try poisson_of(const rr_tile *t, const rr_real *lam, rr_word wu, rr_word wv)
{
    const rr_poisson_set g = rr_poisson_kept(t);
    rr_mask rough;
    (void)lam;
    return rr_poisson_judge(&g, wu, wv, 1, &rough);
}

static rr_try binomial_of(const rr_tile *t, const rr_real *n, rr_word wu, rr_word wv)
{
    const rr_binomial_set g = rr_binomial_kept(t);
    rr_mask rough;
    (void)n;
    return rr_binomial_judge(&g, wu, wv, 1, &rough);
}

#define FIRST(name) rr_##name##_prepare, rr_##name##_of
#define WEIGHED(name) rr_##name##_masses, rr_##name##_weigh

static const first firsts[] = {
    {"poisson", 1, 1, rr_poisson_prepare, poisson_of, WEIGHED(poisson)},
    {"binomial", 2, 2, rr_binomial_prepare, binomial_of, WEIGHED(binomial)},
    {"hypergeometric", 3, 3, FIRST(hypergeometric), WEIGHED(hypergeometric)},
    {"zipf", 1, 0, FIRST(zipf), NULL, NULL},
    {"geometric", 1, 0, FIRST(geometric), NULL, NULL},
    {"discrete_laplace", 1, 0, FIRST(discrete_laplace), NULL, NULL},
};

static rr_tile tile;
static rr_scalar param[RR_TILE_PARAMS], table[RR_NARROW_MASSES];
static const first *chosen;

int feed_first_begin(const char *sampler, const double *params)
{
    chosen = NULL;
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; ++i)
        if (!strcmp(firsts[i].name, sampler)) chosen = &firsts[i];
    if (!chosen || !rejects(sampler, params)) return 0;
    memset(&tile, 0, sizeof tile);
    tile.n = 4096;
    tile.cap = 256;
    for (unsigned p = 0; p < RR_TILE_PARAMS; ++p) tile.param[p] = &param[p];
    for (unsigned p = 0; p < chosen->params; ++p) {
        param[p] = (rr_scalar)params[p];
        if (chosen->rests) param[chosen->params + p] = (rr_scalar)(params[p] - (double)param[p]);
    }
    chosen->prepare(&tile);
    if (!chosen->masses || !chosen->masses(&tile, table)) return 1;
    tile.table = table;
    return 2;
}

int feed_first(int way, uint32_t wu, uint32_t wv, double *value, int *open)
{
    const rr_try v = way ? chosen->weigh(&tile, wu, wv) : chosen->of(&tile, param, wu, wv);
    *open = v.open != 0;
    *value = (double)(int32_t)rr_asbits(v.value);
    return v.accept != 0;
}
