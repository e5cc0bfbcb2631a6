/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts: the decide function, which few draws need, agrees with the attempt on every draw that the attempt decides. */
#define RR_DTYPE 64
#include "tests/law/lanes.h"
#include "laws/bernoulli/bernoulli.h"
#include "laws/binomial/binomial.h"
#include "laws/geometric/discrete_laplace.h"
#include "laws/geometric/geometric.h"
#include "laws/hypergeometric/fisher_hypergeometric.h"
#include "laws/hypergeometric/hypergeometric.h"
#include "laws/logseries/logseries.h"
#include "laws/poisson/poisson.h"
#include "laws/zipf/discrete_power_law.h"
#include "laws/zipf/zipf.h"
#include "laws/zipf/zipfian.h"
#include "laws/zero_inflated/hurdle_negative_binomial.h"
#include "laws/zero_inflated/hurdle_poisson.h"
#include "laws/zero_inflated/zero_inflated_binomial.h"
#include "laws/zero_inflated/zero_inflated_poisson.h"
#include "laws/sampler.h"

enum { SLOTS = 4000, ATTEMPTS = 3 };

typedef struct law {
    const char *name;
    void (*prepare)(rr_tile *t);
    rr_try (*attempt)(const rr_tile *t, rr_word slot, rr_word j);
    rr_try (*decide)(const rr_tile *t, rr_word slot, rr_word j);
    unsigned params;
    double open;                /* the fraction that may be left undecided */
    double param[32][4];        /* ends with NaN */
} law;

static const law laws[] = {
    {"bernoulli", rr_bernoulli_prepare, rr_bernoulli_attempt, rr_bernoulli_decide, 1, 0x1p-10,
     {{0}, {1}, {0.5}, {0.3}, {0x1p-40}, {0x1p-32}, {1 - 0x1p-53}, {NAN}}},
    {"geometric", rr_geometric_prepare, rr_geometric_attempt, rr_geometric_decide, 1, 0.01,
     {{1}, {1 - 0x1p-53}, {0.97}, {0.5}, {0.3}, {0.01}, {0x1p-9}, {0x1p-9 - 0x1p-62}, {1e-3}, {1e-5}, {1e-8}, {4.7e-10},
     {NAN}}},
    {"poisson", rr_poisson_prepare, rr_poisson_attempt, rr_poisson_decide, 1, 0.02,
     {{0}, {1e-12}, {0.3}, {3}, {9.999999}, {10}, {12.5}, {50}, {1e3}, {1e6}, {1e9}, {NAN}}},
    {"binomial", rr_binomial_prepare, rr_binomial_attempt, rr_binomial_decide, 2, 0.02,
     {{0, 0.5}, {1, 0.5}, {7, 0}, {7, 1}, {10, 1e-9}, {20, 0.3}, {20, 0.5}, {64, 0.15}, {64, 0.85}, {65, 0.15}, {66, 0.1},
      {100, 0.05}, {100, 0.3}, {100, 0.97}, {1000, 0.001}, {1000, 0.9}, {1e6, 1e-6}, {1e6, 0.01}, {1e9, 3e-9}, {1e9, 0.4},
      {9007199254740991, 1e-15}, {NAN, 0}}},
    {"discrete-laplace", rr_discrete_laplace_prepare, rr_discrete_laplace_attempt, rr_discrete_laplace_decide, 1, 0.01,
     {{1e300}, {50}, {2}, {0.3}, {0.01}, {0x1p-9}, {0x1p-9 - 0x1p-62}, {1e-3}, {1e-5}, {1e-8}, {1e-9}, {NAN}}},
    {"zipf", rr_zipf_prepare, rr_zipf_attempt, rr_zipf_decide, 1, 0.02,
     {{1.3}, {1.5}, {2}, {2.5}, {4}, {12}, {40}, {199}, {200}, {1e4}, {1e300}, {NAN}}},
    {"zipfian", rr_zipfian_prepare, rr_zipfian_attempt, rr_zipfian_decide, 2, 0.02,
     {{0, 1}, {0, 2}, {0, 1e9}, {0.3, 7}, {0.5, 1e6}, {1 - 0x1p-53, 1e5}, {1, 1}, {1, 2}, {1, 3}, {1, 1e9},
      {1 + 0x1p-52, 4095}, {1.0001, 4096}, {1.5, 1e5}, {2, 9007199254740992}, {12, 100},
      {200, 9007199254740991}, {1e300, 5}, {NAN, 0}}},
    {"discrete-power-law", rr_discrete_power_law_prepare, rr_discrete_power_law_attempt,
     rr_discrete_power_law_decide, 3, 0.02,
     {{0, 1, 1}, {0, 1, 1e9}, {0.5, 1, 1e6}, {1 - 0x1p-53, 3, 1e5}, {1, 1, 1}, {1, 1, 1e9}, {1 + 0x1p-52, 4095, 1e6},
      {2, 1, 2},
      {2.5, 5, 1e5}, {3, 8191, 8192}, {3, 8192, 16385}, {2, 16383, 16386}, {1.5, 1e6, 1e12}, {100, 10, 1e6}, {1024, 1, 5},
      {1024, 8000, 1e6}, {0, 9007199254740987, 9007199254740992}, {7, 9007199254740992, 9007199254740992}, {NAN}}},
    {"logseries", rr_logseries_prepare, rr_logseries_attempt, rr_logseries_decide, 1, 0x1p-10,
     {{0}, {1e-300}, {1e-9}, {0.01}, {0.5}, {0.9}, {0.999}, {0.999999}, {1 - 0x1p-30}, {NAN}}},
    {"hypergeometric", rr_hypergeometric_prepare, rr_hypergeometric_attempt, rr_hypergeometric_decide, 3, 0.02,
     {{0, 0, 0}, {5, 0, 3}, {0, 5, 3}, {5, 6, 0}, {5, 6, 11}, {1, 1, 1}, {3, 4, 5}, {23, 24, 23}, {24, 24, 24}, {20, 80, 30},
      {80, 20, 30}, {20, 80, 70}, {80, 20, 70}, {64, 300, 60}, {65, 325, 65}, {65, 325, 325}, {1e9, 1e9, 15},
      {3e8, 9e15, 3e8}, {1e8, 9e15, 1e8}, {1e15, 8e15, 70}, {1000, 1e15, 7e12}, {300, 700, 100}, {1e6, 1e6, 1e3},
      {1e12, 1e12, 1e12},
      {9e15, 7199254740992, 5}, {NAN}}},
    {"fisher-hypergeometric", rr_fisher_hypergeometric_prepare, rr_fisher_hypergeometric_attempt,
     rr_fisher_hypergeometric_decide, 4, 0.2,
     {{0, 0, 0, 2}, {5, 0, 3, 2}, {0, 5, 3, 2}, {5, 6, 0, 2}, {5, 6, 11, 2}, {1, 1, 1, 1}, {1, 1, 1, 1e100},
     {3, 4, 5, 1e-100},
      {4, 4, 4, 2}, {24, 24, 24, 1}, {20, 80, 70, 5}, {80, 20, 70, 0.2}, {64, 300, 60, 10}, {1e9, 1e9, 15, 1e-3},
      {3e8, 9e15, 3e8, 1e7},
      {300, 700, 100, 3}, {300, 700, 900, 3}, {1e6, 1e6, 1e3, 0.5}, {1e12, 1e12, 1e12, 2}, {4e15, 5e15, 4e15, 0.1}, {NAN}}},
};

static void set(rr_tile *t, const law *l, const double *param)
{
    memset(t, 0, sizeof *t);
    for (unsigned r = 0; r < 2 * RR_PHILOX_ROUNDS; ++r) t->key.round[r] = 0x9e3779b9u * (r + 1);   /* any key */
    t->n = SLOTS;
    t->cap = 256;
    for (unsigned p = 0; p < l->params; ++p) t->param[p] = &param[p];
    l->prepare(t);
}

/* Returns how many are undecided. */
static unsigned one(const law *l, const double *param)
{
    rr_tile t;
    unsigned open = 0;
    char text[80];
    snprintf(text, sizeof text, "%s(%g, %g, %g, %g)", l->name, param[0], param[1], param[2], param[3]);
    set(&t, l, param);
    for (unsigned slot = 0; slot < SLOTS; ++slot)
        for (unsigned j = 0; j < ATTEMPTS; ++j) {
            const rr_try quick = l->attempt(&t, slot, j), slow = l->decide(&t, slot, j);
            if (rr_some(slow.open)) fail_msg("%s slot %u attempt %u: settle is open", text, slot, j);
            open += rr_some(quick.open);
            if (rr_some(quick.open)) continue;
            const int yes = rr_some(quick.accept);
            if (yes != rr_some(slow.accept) || (yes && rr_asbits(quick.value) != rr_asbits(slow.value)))
                fail_msg("%s slot %u attempt %u: %lld, settled %lld", text, slot, j,
                         yes ? (long long)rr_asbits(quick.value) : -1,
                         rr_some(slow.accept) ? (long long)rr_asbits(slow.value) : -1);
        }
    return open;
}

static void decided(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; ++i)
        for (unsigned k = 0; !isnan(laws[i].param[k][0]); ++k) {
            const unsigned open = one(&laws[i], laws[i].param[k]);
            if (open > laws[i].open * SLOTS * ATTEMPTS)
                fail_msg("%s(%g, %g, %g): %u of %u are open", laws[i].name, laws[i].param[k][0], laws[i].param[k][1],
                         laws[i].param[k][2], open, SLOTS * ATTEMPTS);
        }
}

/* V may be arbitrarily small where its word is 0: only an impossible count is certainly rejected. */
static void zero_words(void **state)
{
    static const double lam[] = {10, 64, 2e6, 1e12};
    unsigned open = 0, no = 0;
    (void)state;
    for (size_t i = 0; i < sizeof lam / sizeof *lam; ++i)
        for (uint32_t k = 0; k < 4096; ++k) {
            const uint32_t wu = k << 20 | 0xfffff;
            const rr_poisson_set g = rr_poisson_setup(lam[i]);
            const rr_proposal p = rr_propose(g.hat, g.m + 0.43, wu, 0), next = rr_propose(g.hat, g.m + 0.43, wu, 1);
            const rr_try r = rr_proposal_try(p, rr_poisson_quick(g, p)), s = rr_proposal_try(next, -100);
            if (!rr_some(rr_mor(r.accept, r.open)) && !rr_some(p.outside))
                fail_msg("poisson(%g), words %08x and 0: a no", lam[i], (unsigned)wu);
            open += rr_some(r.open);
            no += !rr_some(rr_mor(s.accept, s.open));
        }
    assert_true(open > 0 && no > 10000);
}

/* The hypergeometric's P(0), in double words, is right to 2^-80: with it all P(k) add up to 1. It is a product of s factors
 * up to s = 64, a series above. */
static void all_of_an_urn(void **state)
{
    static const double urns[][3] = {{1, 1, 1},        {23, 24, 23},     {38, 89, 38},    {64, 300, 60},
                                     {64, 300, 64},    {65, 288, 65},    {65, 1e9, 1e8},  {1000, 1e6, 9000},
                                     {3e8, 9e15, 3e8}, {1e9, 9e15, 100}, {1e8, 9e15, 1e8}};
    (void)state;
    for (size_t i = 0; i < sizeof urns / sizeof *urns; ++i) {
        const rr_urn x = rr_urn_of(urns[i][0], urns[i][1], urns[i][2]);
        rr_double p = rr_urn_none(x), sum = p;
        assert_true(rr_some(x.small));
        for (double k = 1; k < RR_CLIMB_LAST && k <= x.s; ++k) {
            p = rr_double_over(rr_double_times(p, rr_two_product(x.s - k + 1, x.l - k + 1)), rr_two_product(k, x.rest + k));
            sum = rr_double_add(sum, p);
        }
        const double off = (sum.hi - 1) + sum.lo;
        if (!(fabs(off) < 0x1p-80)) fail_msg("urn %g %g %g: the sum is off by %g", urns[i][0], urns[i][1], urns[i][2], off);
    }
}

/* ---- Composites ------------------------------------------------------------------------------------------------------- */

#define COMPOSITE(name, ...) {rr_##name##_stage, &rr_sampler_##name, {__VA_ARGS__}}
extern const rr_sampler rr_sampler_hurdle_poisson, rr_sampler_hurdle_negative_binomial, rr_sampler_zero_inflated_poisson,
    rr_sampler_zero_inflated_binomial;

/* Every stage sets all parameters of its sampler, and to accepted values: what was there before has no effect. */
static void stages(void **state)
{
    static const struct composite {
        void (*stage)(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param);
        const rr_sampler *sampler;
        double param[4];
    } all[] = {COMPOSITE(hurdle_poisson, 4, 0.3), COMPOSITE(hurdle_negative_binomial, 4, 0.5, 0.3),
               COMPOSITE(zero_inflated_poisson, 4, 0.3), COMPOSITE(zero_inflated_binomial, 9, 0.5, 0.3)};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        const rr_stage *stage = all[i].sampler->stages;
        rr_tile t = {.n = 1, .cap = 256};
        for (unsigned p = 0; p < all[i].sampler->params; ++p) t.param[p] = &all[i].param[p];
        for (rr_uint32 k = 0; stage[k].sampler; ++k) {
            const rr_sampler *s = rr_sampler_find(stage[k].sampler);
            const rr_real made[RR_STAGES_MAX] = {0.25, 0.25, 0.25, 0.25};
            rr_real param[RR_TILE_PARAMS];
            for (int p = 0; p < RR_TILE_PARAMS; ++p) param[p] = NAN;
            all[i].stage(&t, 0, k, made, param);
            for (uint32_t p = 0; p < s->params; ++p)
                if (!(s->param[p].f64.low <= param[p] && param[p] <= s->param[p].f64.high))
                    fail_msg("%s, stage %u: %s = %g", all[i].sampler->name, (unsigned)k, s->param[p].name, param[p]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(decided), cmocka_unit_test(zero_words),
                                       cmocka_unit_test(all_of_an_urn), cmocka_unit_test(stages)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("counts", tests, NULL, NULL);
}
