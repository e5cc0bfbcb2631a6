/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Ziggurats fed with random words: the distribution of those of 2, 4 and 8 layers, in which wedges and tails are a large
 * part; how many points of each layer are accepted (NOR-05: a wedge was accepted with 2 % instead of 55 %, and moments did
 * not show it), also with 256 layers; and the distribution of the points that their wedges accept (NOR-08). Included by
 * ziggurat_f32.c and ziggurat_f64.c. */
#include "../law/ziggurat/ziggurats.h"
#undef UNUSED
#include "check.h"

#define N 1000000
#define CELLS 256

static rr_zig_words random_words(void)
{
    const uint64_t x = bits64();
    rr_zig_words w;
    w.w[0] = (uint32_t)(x >> 32);
    if (RR_DTYPE == 64) w.w[RR_UNIT_WORDS - 1] = (uint32_t)x;
    return w;
}

/* One attempt as a strategy makes it. */
static rr_try attempt(const zig *z, rr_zig_words w, uint32_t index)
{
    const rr_try v = z->quick_try(NULL, w);
    if (!v.open) return v;
    const rr_block side = zig_side();
    return zig_full(z, w, &side, index);
}

static void put(uint64_t *count, double q)
{
    const double f = floor(q * CELLS);
    ++count[f < 0 ? 0 : f >= CELLS ? CELLS - 1 : (size_t)f];
}

static double cdf(const zig *z, double x) { return z->normal ? normal_cdf(x) : -expm1(-x); }

static void few_layers(void **state)
{
    int ok = 1;
    char what[96];
    (void)state;
    for (unsigned n = 0; n < ZIGS; ++n)
        for (uint64_t seed = 1; seed <= SEEDS && zigs[n]->layers <= 8; ++seed) {
            const zig *z = zigs[n];
            uint64_t count[CELLS] = {0}, tail[CELLS] = {0};
            double tails = 0;
            state_of_points = seed;
            for (uint32_t i = 0; i < N; ++i) {
                rr_try v;
                do v = attempt(z, random_words(), i);
                while (!v.accept);
                put(count, cdf(z, v.value));
                if (fabs((double)v.value) < z->r) continue;
                put(tail, (double)(zig_beyond(z, fabsl((long double)v.value)) / zig_beyond(z, z->r)));
                ++tails;
            }
            snprintf(what, sizeof what, "%s " NAME, z->name);
            ok &= good(what, flat_test(CELLS, count), N);
            snprintf(what, sizeof what, "%s " NAME " beyond r", z->name);
            ok &= good(what, flat_test(CELLS, tail), tails);
        }
    assert_true(ok);
}

/* The integral of f - h_i from x to its end at edge[i]. */
static long double over(const zig *z, const exact *e, unsigned i, long double x)
{
    return zig_beyond(z, x) - zig_beyond(z, e->edge[i]) - (e->edge[i] - x) * e->h[i];
}

static void layers(void **state)
{
    int ok = 1;
    char what[96];
    (void)state;
    if (LDBL_MANT_DIG < 64) skip();
    for (unsigned n = 0; n < ZIGS; ++n) {
        const zig *z = zigs[n];
        const exact e = zig_exact(z);
        const int each = z->layers > 8 ? 50000 : 500000;
        uint64_t wedge[CELLS] = {0};
        double chi2 = 0, dof = 0, wedges = 0;
        state_of_points = 1;
        for (unsigned i = 0; i < z->layers; ++i) {
            double accepted = 0;
            for (int k = 0; k < each; ++k) {
                rr_zig_words w = random_words();
                w.w[RR_UNIT_WORDS - 1] = (w.w[RR_UNIT_WORDS - 1] & 0xffffff00u) | i;
                const rr_try v = attempt(z, w, (uint32_t)k);
                accepted += v.accept != 0;
                const long double size = fabsl((long double)v.value);
                if (!i || !v.accept || size <= e.edge[i + 1] || size >= e.edge[i]) continue;
                put(wedge, (double)(over(z, &e, i, size) / over(z, &e, i, e.edge[i + 1])));
                ++wedges;
            }
            const double p = (double)zig_accepted(z, &e, i), t = accepted - each * p;
            if (each * (1 - p) < ENOUGH) {   /* the exponential's base: its hat is all, or nearly all, density */
                assert_true(accepted > each - 4 * ENOUGH);
                continue;
            }
            chi2 += t * t / (each * p * (1 - p));
            ++dof;
        }
        snprintf(what, sizeof what, "%s " NAME " accepted in each layer", z->name);
        const verdict v = {chi2, dof, chi2_sf(chi2, dof), sqrt(chi2_lambda(dof, chi2_critical(dof)) / (each * dof))};
        ok &= good(what, v, (double)each * z->layers);
        snprintf(what, sizeof what, "%s " NAME " in wedges", z->name);
        ok &= good(what, flat_test(CELLS, wedge), wedges);
    }
    assert_true(ok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_layers), cmocka_unit_test(layers)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("# %u tests\n", tests_made);
    return failed;
}
