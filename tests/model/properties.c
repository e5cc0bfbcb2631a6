/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Relations between the distributions, without an oracle: they sum to one, one strategy is a special case of another,
 * limits, the figures of the five papers. */
#include <math.h>

#include "model/model.h"   /* harmonic numbers are not public */
#include "tests/model/queries.h"

/* Each pmf with its P(N = 0) has the stated mean and variance, and its maximum at the mode. */
static void are_laws(unsigned first)
{
    static double pmf[4096];
    for (size_t s = 0; s < ALL; ++s)
        for (size_t a = 0; a < SOME; ++a)
            for (unsigned lanes = 1; lanes <= 64; lanes *= 4) {
                rr_model_query q = query(STRATEGIES[s], lanes, ACCEPTS[a]);
                double sum = 0, mean = 0, square = 0;
                const int ahead = q.strategy == RR_MODEL_REGROUP_AHEAD || (first && q.strategy == RR_MODEL_CACHED);
                if (first && q.strategy != RR_MODEL_CACHED && q.strategy != RR_MODEL_REGROUP_AHEAD) continue;
                q.first = first;
                q.tile = 200;
                if (q.strategy == RR_MODEL_COMPACT) continue;
                if (q.strategy == RR_MODEL_REFILL && lanes == 1 && ACCEPTS[a] < 0.1) continue;   /* longer than the array */
                const rr_model_law law = ask(&q, pmf, 4096);
                for (int n = 1; n <= 4096; ++n) {
                    assert_true(pmf[n - 1] >= 0);
                    sum += pmf[n - 1];
                    mean += n * pmf[n - 1];
                    square += (double)n * n * pmf[n - 1];
                }
                if (ahead) assert_true(sum > 0 && sum < 1 + 1e-12);
                else near(sum, 1, 1e-11, "the sum of a pmf");
                near(mean, law.mean, 1e-11, "the mean of a pmf");
                if (!(fabs(square - mean * mean - law.variance) <= 1e-10 * square)) fail_msg("variance %g", law.variance);
                near(law.attempts * law.samples, law.mean * lanes, 1e-14, "attempts");
                near(law.efficiency * law.attempts * ACCEPTS[a], 1 - law.fail, 1e-14, "efficiency");
                assert_true(law.efficiency <= 1 + 1e-12 && law.efficiency > 0);
                if (q.strategy == RR_MODEL_REFILL) continue;
                const double top = law.mode == 0 ? 1 - sum : pmf[(int)law.mode - 1];
                for (int n = 0; n <= 4096; ++n) assert_true(top >= (n ? pmf[n - 1] : 1 - sum) - 1e-15);
            }
}

static void laws_are_laws(void **state)
{
    (void)state;
    are_laws(0);
    are_laws(RR_MODEL_TILE);
}

static void loop_is_monotone_and_geometric(void **state)
{
    (void)state;
    for (size_t a = 0; a < SOME; ++a) {
        const rr_chance c = rr_chance_accept(ACCEPTS[a]);
        double before = 0;
        for (double n = 1; n < 200; ++n) {
            const double now = rr_model_loop_cdf(c, 32, n);
            assert_true(now >= before && now <= 1);
            if (now > 1e-100 && now < 0.999) near(now - before, rr_model_loop_pmf(c, 32, n), 1e-9, "a step of the CDF");
            near(now + rr_model_loop_survival(c, 32, n), 1, 1e-15, "CDF and survival");
            near(rr_model_loop_pmf(c, 1, n), c.accept * pow(c.reject, n - 1), 1e-13, "the geometric law");
            before = now;
        }
        near(rr_model_loop_mean(c, 1), 1 / c.accept, 1e-15, "the mean of one lane");
        const double variance = c.reject / c.accept / c.accept;
        if (variance > 0) near(rr_model_loop_variance(c, 1), variance, 1e-13, "the variance of one lane");
    }
}

/* Thomas's matrix gives the distribution in closed form. */
static void chain_is_loop(void **state)
{
    static double cdf[200];
    static const unsigned LANES[] = {1, 2, 7, 32, 64, 1024};
    double mean;
    (void)state;
    for (size_t k = 0; k < sizeof LANES / sizeof *LANES; ++k)
        for (size_t a = 0; a < SOME; ++a) {
            const rr_chance c = rr_chance_accept(ACCEPTS[a]);
            const size_t count = LANES[k] > 64 ? 20 : 200;
            assert_int_equal(rr_model_loop_chain(c, LANES[k], count, cdf, &mean), 0);
            near(mean, rr_model_loop_mean(c, LANES[k]), 1e-12, "the mean of the chain");
            for (size_t n = 1; n <= count; ++n) {
                const double want = rr_model_loop_cdf(c, LANES[k], (double)n);
                if (want > 1e-100) near(cdf[n - 1], want, 1e-12, "the CDF of the chain");
            }
        }
}

/* One strategy is another: grouped:1, cached that never keeps, the first call of cached, regroup with one lane. */
static void special_cases(void **state)
{
    (void)state;
    for (size_t a = 0; a < SOME; ++a)
        for (unsigned lanes = 1; lanes <= 64; lanes *= 4) {
            rr_model_query q = query(RR_MODEL_GROUPED, lanes, ACCEPTS[a]);
            double pmf[64], other[64];
            const rr_model_query plain = query(RR_MODEL_LOOP, lanes, ACCEPTS[a]);
            const rr_model_law loop = ask(&plain, pmf, 64);
            near(ask(&q, other, 64).mean, loop.mean, 0, "grouped:1");
            assert_memory_equal(pmf, other, sizeof pmf);
            q.strategy = RR_MODEL_CACHED;
            q.change = 1;
            near(ask(&q, other, 64).mean, loop.mean, 1e-14, "cached with change 1");
            q.change = 0;
            q.first = 1;
            near(ask(&q, other, 64).mean, loop.mean, 1e-14, "the first call of cached");
            for (int n = 0; n < 64; ++n) assert_true(fabs(pmf[n] - other[n]) <= 1e-14 * pmf[n] + 1e-300);
            q = query(RR_MODEL_REGROUP, 1, ACCEPTS[a]);
            near(ask(&q, NULL, 0).mean, 1 / ACCEPTS[a], 1e-14, "regroup with one lane");
            q = query(RR_MODEL_GROUPED, lanes, ACCEPTS[a]);
            q.group = lanes;
            near(ask(&q, NULL, 0).mean, 1 / -expm1(lanes * log1p(-ACCEPTS[a])), 1e-13, "one group");
        }
}

/* cached and regroup:ahead in tiles: of a row, of two (the first and the second call; regroup:ahead has nothing ahead in its
 * second), of very many (the steady state, except for the two ends), of partly filled lanes. */
static void tiles(void **state)
{
    (void)state;
    for (size_t a = 0; a < SOME; ++a)
        for (unsigned lanes = 1; lanes <= 32; lanes *= 2) {
            rr_model_query q = query(RR_MODEL_LOOP, lanes, ACCEPTS[a]), many;
            const double loop = ask(&q, NULL, 0).mean;
            q.strategy = RR_MODEL_REGROUP;
            const double regroup = ask(&q, NULL, 0).mean;
            q.strategy = RR_MODEL_CACHED, q.first = RR_MODEL_TILE, q.tile = lanes, many = q;
            near(ask(&q, NULL, 0).mean, loop, 1e-13, "cached in a tile of a row");
            q.tile = 2 * lanes, q.first = 2;
            const double second = ask(&q, NULL, 0).mean;
            q.first = RR_MODEL_TILE;
            near(ask(&q, NULL, 0).mean, (loop + second) / 2, 1e-13, "cached in a tile of two rows");
            many.tile = 65536, q.first = 0;
            const double steady = ask(&q, NULL, 0).mean, rows = (double)many.tile / lanes;
            near(ask(&many, NULL, 0).mean, steady, loop / steady / rows, "cached in a tile of many rows");
            q.strategy = many.strategy = RR_MODEL_REGROUP_AHEAD;
            const double ahead = ask(&q, NULL, 0).mean;
            near(ask(&many, NULL, 0).mean, ahead, 2 * loop / ahead / rows, "regroup:ahead in a tile of many rows");
            many.tile = lanes;
            near(ask(&many, NULL, 0).mean, regroup, 1e-12, "regroup:ahead in a tile of a row");
            many.tile = 1;   /* one lane of several */
            const double one = 1 / -expm1(lanes * log1p(-ACCEPTS[a]));
            near(ask(&many, NULL, 0).mean, one, 1e-12, "regroup:ahead in a tile of a sample");
            near(ask(&many, NULL, 0).samples, 1, 0, "samples");
            many.strategy = RR_MODEL_CACHED;
            near(ask(&many, NULL, 0).mean, 1 / ACCEPTS[a], 1e-13, "cached in a tile of a sample");
        }
}

/* Registers of `lanes` lanes for n samples from attempt `from` on, pass by pass: sum of E[ceil(B / lanes)]. */
static double registers(double reject, unsigned lanes, unsigned n, unsigned from)
{
    long double sum = 0;
    for (unsigned j = from;; ++j) {
        const long double q = powl(reject, j);
        long double law = q < 1 ? expl(n * log1pl(-q)) : 0, pass = 0;   /* P(B = 0) */
        if (q == 1) pass = (n + lanes - 1) / lanes;
        for (unsigned b = 1; q < 1 && b <= n; ++b) {
            law *= (n - b + 1) / (long double)b * (q / (1 - q));
            pass += law * ((b + lanes - 1) / lanes);
        }
        sum += pass;
        if (pass < 1e-18L) return (double)sum;
    }
}

/* compact and the retries of fixed:M+: exact for sums of passes, 1e-4 for sums of registers. */
static void passes(void **state)
{
    static const double REJECTS[] = {0.02, 0.5, 0.9, 0.98, 0.99, 0.999};
    (void)state;
    for (size_t r = 0; r < sizeof REJECTS / sizeof *REJECTS; ++r)
        for (unsigned lanes = 1; lanes <= 16; lanes *= 2)
            for (unsigned n = 40; n <= 100; n += 43) {
                const double precision = REJECTS[r] < 0.984 ? 1e-13 : 1e-4;
                rr_model_query q = query(RR_MODEL_COMPACT, lanes, 1 - REJECTS[r]);
                q.chance = rr_chance_reject(REJECTS[r]);
                q.tile = n;
                near(ask(&q, NULL, 0).mean, registers(REJECTS[r], lanes, n, 0), precision, "registers of compact");
                q.strategy = RR_MODEL_FIXED, q.goes_on = 1, q.proposals = 3;
                const double side = lanes < 4 ? 1 : lanes / 4, steps = lanes < 4 ? ceil(3.0 / lanes) : 1;
                const double all = ceil(n / side) * steps + registers(REJECTS[r], lanes, n, 3);
                near(ask(&q, NULL, 0).mean * ceil(n / side), all, precision, "registers of fixed:3+");
            }
}

/* Sums up to t, compared with the series that replaces them from 65 on. */
static void harmonic(void **state)
{
    (void)state;
    for (unsigned t = 60; t <= 1000; t = t < 80 ? t + 1 : 2 * t) {
        long double sum = 0, squares = 0;
        for (unsigned k = t; k >= 1; --k) {
            sum += 1 / (long double)k;
            squares += 1 / ((long double)k * k);
        }
        assert_true(fabsl(rr_harmonic(t) - sum) < 2e-18L);
        assert_true(fabsl(rr_harmonic_squares(t) - squares) < 1e-18L);
    }
}

/* E1, Abramowitz and Stegun's tables 5.1 and 5.2. */
static void exponential_integral(void **state)
{
    static const double E1[][2] = {{0.01, 4.0379295765381138}, {0.1, 1.8229239584193906}, {0.5, 0.5597735947761608},
                                   {1, 0.21938393439552029}, {10, 4.156968929685324e-6}};
    (void)state;
    for (size_t k = 0; k < sizeof E1 / sizeof *E1; ++k) near((double)rr_exp_integral(E1[k][0]), E1[k][1], 2e-15, "E1");
}

/* Acceptances whose CDFs are sums of tiny numbers, and Eq. 12 where the difference of E1 cancels: its limit is 1 - e^-t. The
 * value at 0.01 by mpmath is on both sides of the switch. */
static void rare_acceptance(void **state)
{
    (void)state;
    for (double accept = 1e-150; accept < 1e-9; accept *= 1e10) {
        const rr_chance c[2] = {rr_chance_accept(accept), rr_chance_accept(accept)};
        near(rr_model_mixed_cdf(c, 1, 3), 3 * accept, 1e-8, "one lane");
        near(rr_model_mixed_cdf(c, 2, 1), accept * accept, 1e-14, "two lanes");
        near(rr_model_ridley_norm(c[0], 1), 1 - exp(-1), 1e-9, "Eq. 12");
    }
    near(rr_model_ridley_norm(rr_chance_reject(exp(-0.0099999)), 1), 0.63395992228204007, 1e-13, "Eq. 12 below the switch");
    near(rr_model_ridley_norm(rr_chance_reject(exp(-0.0100001)), 1), 0.63395995906906205, 1e-13, "Eq. 12 above the switch");
}

/* Two lanes: P(N = n + 1) > P(N = n) where rho^(n - 1) > 2 / (1 + rho)^2, so the mode is 2 + floor(x) for an x that is not
 * whole, x = ln((1 + rho)^2 / 2) / lambda. Tested where x is nearly an integer. */
static long double mode_point(long double p)
{
    return (logl(2) + 2 * log1pl(-p / 2)) / -log1pl(-p);
}

static void modes(void **state)
{
    (void)state;
    for (double k = 2; k < 1e5; k = ceil(k * 1.1))
        for (int side = -1; side <= 1; side += 2) {
            const long double x = k + side * 1e-8L;
            double low = 1e-6, high = 0.4;   /* x decreases with p */
            for (int turn = 0; turn < 200; ++turn) {
                const double middle = (low + high) / 2;
                if (mode_point(middle) > x) low = middle;
                else high = middle;
            }
            near(rr_model_loop_mode(rr_chance_accept(low), 2), side < 0 ? k + 1 : k + 2, 0, "the mode of two lanes");
        }
}

/* Powers of two are exact. */
static void inverses(void **state)
{
    (void)state;
    for (int m = 1; m <= 12; ++m)
        for (int n = 1; n * m <= 50; ++n) {
            const rr_chance c = rr_chance_reject(ldexp(1, -m));
            near(rr_model_loop_quantile(c, 1, 1 - ldexp(1, -m * n)), n, 0, "a quantile");
            near(rr_model_fixed_proposals(c, ldexp(1, -m * n)), n, 0, "proposals");
        }
}

/* Where whole numbers are further apart than 1. */
static void quantiles_of_rare_acceptance(void **state)
{
    static const double accept[] = {1e-17, 1e-20, 1e-100, 5e-324};
    (void)state;
    for (size_t i = 0; i < sizeof accept / sizeof *accept; ++i) {
        const double n = rr_model_loop_quantile(rr_chance_accept(accept[i]), 1, 0.5);
        if (i < 3) near(n * accept[i], 0.69314718055994531, 1e-14, "a quantile");   /* -ln(1 - u) / accept */
        else assert_true(n > 1e308 || n == INFINITY);
    }
}

/* The better strategies are better, and calls converge. */
static void order(void **state)
{
    (void)state;
    for (size_t a = 2; a < SOME; ++a) {
        rr_model_query q = query(RR_MODEL_REGROUP_AHEAD, 32, ACCEPTS[a]);
        const double ahead = ask(&q, NULL, 0).mean;
        q.first = 60;
        near(ask(&q, NULL, 0).mean, ahead, 1e-2, "the 60th call of regroup:ahead");
        q.first = 1;
        const double first = ask(&q, NULL, 0).mean;
        q.strategy = RR_MODEL_CACHED;
        q.first = 400;
        const double late = ask(&q, NULL, 0).mean;
        q.first = 0;
        const double cached = ask(&q, NULL, 0).mean;
        near(late, cached, 1e-8, "the 400th call of cached");
        q.first = 4000000000u;
        near(ask(&q, NULL, 0).mean, cached, 1e-12, "a late call of cached");
        q.strategy = RR_MODEL_REGROUP;
        const double regroup = ask(&q, NULL, 0).mean;
        q.strategy = RR_MODEL_LOOP;
        const double loop = ask(&q, NULL, 0).mean;
        assert_true(1 / ACCEPTS[a] <= ahead && ahead < cached && cached < loop && regroup < loop && ahead < first);
    }
}

static void limits(void **state)
{
    (void)state;
    for (size_t s = 0; s < ALL; ++s) {
        rr_model_query q = query(STRATEGIES[s], 32, 1);
        q.goes_on = 1;
        q.tile = 4096;
        near(ask(&q, NULL, 0).mean, q.strategy >= RR_MODEL_REFILL ? 128 : 1, 1e-12, "no rejection");
        q.chance = rr_chance_accept(1e-9);
        const rr_model_law law = ask(&q, NULL, 0);
        assert_true(isfinite(law.mean) && law.efficiency > 0.2 && law.efficiency <= 1 + 1e-9);
    }
    assert_true(rr_model_loop_mean(rr_chance_reject(0), 0x1p40) == 1 && rr_model_loop_variance(rr_chance_reject(0), 5) == 0);
    near(rr_model_loop_variance(rr_chance_reject(1e-300), 32), 32e-300, 1e-12, "a tiny variance");
}

/* Speed-ups at the start and the end of a group's region are ratios of rates there. */
/* Near rho = 0 the variance with 4 lanes is a multiple of rho, which the chains' first order gives. At p = 1e-160 it is past
 * the largest double. */
static void rare_rejection(void **state)
{
    static const struct {
        rr_model_strategy strategy;
        double variance;
    } CASES[] = {{RR_MODEL_LOOP, 4}, {RR_MODEL_CACHED, 128 / 71.}, {RR_MODEL_REGROUP, 4}, {RR_MODEL_REGROUP_AHEAD, 3.6}};
    (void)state;
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        rr_model_query q = query(CASES[k].strategy, 4, 1);
        for (double rho = 1e-14; rho > 1e-301; rho *= 1e-11) {
            q.chance = rr_chance_reject(rho);
            near(ask(&q, NULL, 0).variance, CASES[k].variance * rho, 1e-12, rr_model_strategy_name(q.strategy));
        }
        q.chance = rr_chance_accept(1e-160);
        const rr_model_law law = ask(&q, NULL, 0);
        if (!(law.variance == INFINITY && law.mean < 1e162))
            fail_msg("%s: %g", rr_model_strategy_name(q.strategy), law.variance);
    }
}

/* One lane waits for each of n samples: n rho / (1 - rho)^2. Four lanes and n = 200 need 50 steps, and one more with the
 * first rejection. */
static void refill_of_rare_rejection(void **state)
{
    (void)state;
    for (double rho = 0.25; rho > 1e-301; rho *= 1e-3) {
        rr_model_query q = query(RR_MODEL_REFILL, 1, 1);
        q.chance = rr_chance_reject(rho);
        q.tile = 4096;
        near(ask(&q, NULL, 0).variance, 4096 * rho / ((1 - rho) * (1 - rho)), 1e-12, "refill, one lane");
        q.lanes = 4;
        q.tile = 200;
        if (rho < 1e-15) near(ask(&q, NULL, 0).variance, 200 * rho, 1e-12, "refill, four lanes");
    }
}

/* (1 - rho^M) / (M p) = 1 - (M - 1) p / 2 + ... */
static void rare_acceptance_of_fixed(void **state)
{
    (void)state;
    for (double p = 1e-9; p > 1e-300; p /= 37) {
        const rr_model_query q = query(RR_MODEL_FIXED, 32, p);
        near(ask(&q, NULL, 0).efficiency, 1 - (q.proposals - 1) * p / 2, 1e-15, "the efficiency of fixed");
    }
}

static void speedups_at_ends(void **state)
{
    rr_model_speedup s;
    unsigned seen = 0;
    for (size_t k = 0; rr_model_grouped_speedup(32, 1, k, &s); ++k) {
        const int starts = strstr(s.definition, "starts") != NULL, ends = strstr(s.definition, "ends") != NULL;
        assert_true(s.value == 1);
        seen += (unsigned)(starts + ends);
        for (unsigned lanes = 2; lanes <= 64; lanes *= 2)
            for (unsigned g = 2; g <= lanes && starts + ends; g *= 2) {
                /* 1 - 2^-30 is used instead of 1, where the rates of all groups fall to 0. */
                const rr_chance at = rr_chance_reject(fmin(rr_model_grouped_upto(lanes, starts ? g / 2 : g), 1 - 0x1p-30));
                assert_int_equal(rr_model_grouped_speedup(lanes, g, k, &s), 1);
                near(s.value, rr_model_grouped_rate(at, lanes, g) / rr_model_grouped_rate(at, lanes, 1), 1e-7, s.definition);
            }
    }
    assert_int_equal(seen, 2);
    (void)state;
}

/* Powers of 1/2 are exact. */
static void powers(void **state)
{
    for (int n = 0; n <= 64; ++n) {
        assert_true(rr_trial_power(rr_trial_of(rr_chance_accept(0.5)), n) == ldexpl(1, -n));
        assert_true(rr_trial_rest(rr_trial_of(rr_chance_accept(0.5)), n) == 1 - ldexpl(1, -n));
    }
    (void)state;
}

/* The figures that Thomas, and Ridley and Forget give. */
static void known_figures(void **state)
{
    static const double P[] = {0.98, 0.785, 0.5}, CACHED[] = {1.09, 1.91, 3.76}, AHEAD[] = {1.08, 1.52, 2.37};
    static const double UPTO[] = {12.876, 42.713, 71.697, 88.373, 95.760, 100}, SPEED[] = {1, 1.01, 1.14, 1.39, 1.84, 2.65};
    rr_model_speedup s;
    (void)state;
    for (int k = 0; k < 3; ++k) {
        rr_model_query q = query(RR_MODEL_CACHED, 32, P[k]);
        assert_true(fabs(ask(&q, NULL, 0).mean - CACHED[k]) < 0.005);
        q.strategy = RR_MODEL_REGROUP_AHEAD;
        assert_true(fabs(ask(&q, NULL, 0).mean - AHEAD[k]) < 0.005);
    }
    for (unsigned k = 0, g = 1; g <= 32; ++k, g *= 2) {
        const double upto = rr_model_grouped_upto(32, g);
        assert_true(fabs(100 * upto - UPTO[k]) < 0.00051);
        assert_int_equal(rr_model_grouped_speedup(32, g, 0, &s), 1);
        assert_true(fabs(s.value - SPEED[k]) < 0.00501);
        if (g == 32) break;
        assert_int_equal(rr_model_grouped_best(rr_chance_reject(upto - 1e-9), 32), g);
        assert_int_equal(rr_model_grouped_best(rr_chance_reject(upto + 1e-9), 32), 2 * g);
    }
    assert_int_equal(rr_model_grouped_speedup(32, 32, 99, &s), 0);
    assert_true(rr_model_fixed_proposals(rr_chance_accept(0.5), 0x1p-10) == 10);
    assert_true(rr_model_fixed_proposals(rr_chance_accept(0.98), 1e-9) == 6);
}

/* Both methods of computing the stationary distribution. */
static void steady(void **state)
{
    (void)state;
    for (double rho = 0.5; rho > 1e-13; rho /= 10)
        for (int side = 0; side < 2; ++side)
            for (double change = 0; change <= 1; change += 0.5) {
                double law[33], gap, sum = 0;
                const rr_chance c = side ? rr_chance_accept(rho) : rr_chance_reject(rho);
                assert_int_equal(rr_model_cached_steady(c, 32, change, law, &gap), 0);
                for (int v = 0; v <= 32; ++v) sum += law[v];
                near(sum, 1, 1e-14, "the steady state");
                if (!(gap < 1e-10)) fail_msg("gap %g at %g, %g", gap, c.reject, change);
            }
}

/* The largest errors that docs/model.md states, on a coarser grid. */
static void approximations(void **state)
{
    static const struct {
        const char *name;
        double max;
    } CLAIMS[] = {{"ridley-large", 0.155}, {"ridley-mode", 0.54}, {"ridley-small", 0.11}, {"ridley", 0.155},
                  {"harmonic", 0.2}, {"fourier-3", 0.005}, {"fourier-30", 9e-6}, {"euler-4", 6.6e-4}};
    rr_model_approximation it;
    (void)state;
    for (size_t k = 0; k < sizeof CLAIMS / sizeof *CLAIMS; ++k) {
        double worst = 0;
        assert_int_equal(rr_model_approximation_list(k, &it), 1);
        assert_string_equal(it.name, CLAIMS[k].name);
        for (double t = 2; t <= 1024; t = ceil(t * 1.2))
            for (double rho = 0.01; rho <= 0.999; rho += 0.0043) {
                const rr_chance c = rr_chance_reject(rho);
                if (it.holds(c, t)) worst = fmax(worst, fabs(it.mean(c, t) / rr_model_loop_mean(c, t) - 1));
            }
        if (!(worst <= CLAIMS[k].max && worst > CLAIMS[k].max / 3)) fail_msg("%s is %g off", it.name, worst);
        assert_true(isnan(it.mean(rr_chance_accept(2), 32)) && isnan(it.mean(rr_chance_accept(0.5), 0)));
    }
    assert_int_equal(rr_model_approximation_list(sizeof CLAIMS / sizeof *CLAIMS, &it), 0);
    /* Eq. 12 is the integral of Eq. 11: midpoints. */
    for (double rho = 0.05; rho < 1; rho += 0.1) {
        const rr_chance c = rr_chance_reject(rho);
        double sum = 0;
        for (int k = 0; k < 50000; ++k) sum += rr_model_ridley_pmf(c, 4, (k + 0.5) * 1e-2) * 1e-2;
        near(sum, rr_model_ridley_norm(c, 4), 1e-5, "Eq. 12");
        near(rr_model_ridley_pmf(c, 4, 3), rr_model_ridley_cdf(c, 4, 3) - rr_model_ridley_cdf(c, 4, 2), 1e-12, "Eq. 11");
    }
}

/* Equal chances are loop; unequal ones are summed here term by term. */
static void mixed(void **state)
{
    rr_chance c[40];
    (void)state;
    for (double p = 0.9; p > 1e-9; p /= 7) {
        for (int i = 0; i < 40; ++i) c[i] = rr_chance_accept(p);
        near(rr_model_mixed_mean(c, 40), rr_model_loop_mean(c[0], 40), 1e-10, "the mean of equal lanes");
        if (p > 1e-2) near(rr_model_mixed_cdf(c, 40, 3), rr_model_loop_cdf(c[0], 40, 3), 1e-13, "the CDF of equal lanes");
        near(rr_model_mixed_fail(c, 40, 5), rr_model_fixed_fail(c[0], 5), 1e-14, "failures of equal lanes");
        for (int i = 0; i < 40; ++i) c[i] = rr_chance_accept(i ? 1 - 0.02 * i : p);
        double sum = 1;
        if (p < 1e-4) continue;
        for (double n = 1; n < 1e7; ++n) {
            const double f = 1 - rr_model_mixed_cdf(c, 40, n);
            if (f < 1e-14) break;
            sum += f;
        }
        near(rr_model_mixed_mean(c, 40), sum, 1e-9, "the mean of unequal lanes");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(laws_are_laws), TEST(loop_is_monotone_and_geometric), TEST(chain_is_loop), TEST(special_cases), TEST(tiles),
        TEST(passes), TEST(harmonic), TEST(exponential_integral), TEST(rare_acceptance), TEST(modes), TEST(inverses),
        TEST(order), TEST(limits),
        TEST(rare_rejection), TEST(refill_of_rare_rejection), TEST(rare_acceptance_of_fixed),
        TEST(quantiles_of_rare_acceptance), TEST(known_figures), TEST(speedups_at_ends), 
        TEST(powers), TEST(steady), TEST(approximations), TEST(mixed),
    };
    return RUN(tests);
}
