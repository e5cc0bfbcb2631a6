/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Dependence: probability transforms of draws that share a block, a pair, a lane position, or differ by one in stream,
 * seed, child or attempt, in tables of 16 x 16 (pairs) and 8 x 8 x 8 (triples); correlations of squares; permuted
 * parameters; continuity in the shape. n = 2^20 pairs per table and seed, so a table of 255 degrees of freedom detects a
 * root mean square relative error of 1.7 % per cell, a correlation of about 0.017. */
#include "check.h"

#define N (1u << 20)

static double a[N], b[N], c[N];

/* The probability transform, where it is one function. */
static void transformed(const char *sampler, rr_type type, rr_stream s, const double *params, double *u)
{
    const int normal = !strncmp(sampler, "normal", 6), exponential = !strcmp(sampler, "exponential");
    for (size_t at = 0; at < N; at += CHUNK, s.next += CHUNK) draw(sampler, type, s, params, CHUNK, u + at);
    for (size_t i = 0; i < N; ++i)
        if (normal) u[i] = normal_cdf(u[i]);
        else if (exponential || (!strcmp(sampler, "gamma") && params[0] == 1)) u[i] = -expm1(-u[i]);
        else if (!strcmp(sampler, "gamma") && params[0] == 2) u[i] = 1 - (1 + u[i]) * exp(-u[i]);
        else if (!strcmp(sampler, "gamma") && params[0] == 0.5) u[i] = erf(sqrt(u[i]));
        else if (!strcmp(sampler, "bits")) u[i] *= 0x1p-32;
        else if (strcmp(sampler, "uniform")) abort();
}

static size_t part(double u, double k)
{
    const double f = floor(u * k);
    return (size_t)(f < 0 ? 0 : f >= k ? k - 1 : f);
}

static const struct subject { const char *sampler, *dtype; double params[2];
} laws[] = {
    {"uniform", "f32", {0, 1}},         {"uniform", "f64", {0, 1}},      {"exponential", "f32", {1}},
    {"exponential", "f64", {1}},        {"normal", "f32", {0, 1}},       {"normal", "f64", {0, 1}},
    {"normal:polar", "f32", {0, 1}},    {"normal:polar", "f64", {0, 1}}, {"normal:ziggurat", "f32", {0, 1}},
    {"normal:ziggurat", "f64", {0, 1}}, {"gamma", "f32", {2, 1}},        {"gamma", "f64", {2, 1}},
    {"gamma", "f32", {0.5, 1}},         {"gamma", "f64", {0.5, 1}},      {"bits", "u32", {0}},
};

static int pairs(const char *what, const struct subject *l, const double *x, const double *y, size_t n, size_t step)
{
    static uint64_t count[256];
    char line[128];
    memset(count, 0, sizeof count);
    for (size_t i = 0; i < n; i += step) ++count[16 * part(x[i], 16) + part(y[i], 16)];
    snprintf(line, sizeof line, "%s %s(%g) %s", what, l->sampler, l->params[0], l->dtype);
    return good(line, flat_test(256, count), (double)(n / step));
}

/* i and i + 1, i + 2, i + 3, i + 4, i + 8, i + 16; pairs alone (2p, 2p + 1); triples; the tail of the pair. */
static void neighbours(void **state)
{
    const struct subject *l = *state;
    int ok = 1;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        transformed(l->sampler, type_of(l->dtype), rr_stream_make(seed, 0), l->params, a);
        static const size_t lag[] = {1, 2, 3, 4, 8, 16};
        char what[96];
        for (size_t k = 0; k < sizeof lag / sizeof *lag; ++k) {
            snprintf(what, sizeof what, "lag %d:", (int)lag[k]);
            ok &= pairs(what, l, a, a + lag[k], N - 16, 1);
        }
        ok &= pairs("2p, 2p+1:", l, a, a + 1, N - 16, 2);
        ok &= pairs("4q, 4q+3:", l, a, a + 3, N - 16, 4);
        /* block i / 4 of one purpose could be block j / 2 of another: i = 4q + k against 2q, and i = 2q against q */
        for (size_t k = 0; k < 4; ++k) {
            for (size_t q = 0; q < N / 4; ++q) {
                b[q] = a[k < 3 ? 4 * q + k : 2 * q];
                c[q] = a[k < 3 ? 2 * q : q];
            }
            snprintf(what, sizeof what, k < 3 ? "4q+%d, 2q:" : "2q, q:", (int)k);
            ok &= pairs(what, l, b, c, N / 4, 1);
        }
        static uint64_t count[512];
        memset(count, 0, sizeof count);
        for (size_t i = 0; i + 3 <= N; ++i) ++count[64 * part(a[i], 8) + 8 * part(a[i + 1], 8) + part(a[i + 2], 8)];
        snprintf(what, sizeof what, "triples %s(%g) %s", l->sampler, l->params[0], l->dtype);
        ok &= good(what, flat_test(512, count), N);
        /* the neighbour must not depend on whether the word is small */
        memset(count, 0, sizeof count);
        uint64_t tail = 0;
        for (size_t i = 0; i + 1 < N; ++i)
            if (a[i] < 1. / 128 || a[i] > 127. / 128) ++count[part(a[i ^ 1], 16)], ++tail;
        snprintf(what, sizeof what, "partner of a tail %s(%g) %s", l->sampler, l->params[0], l->dtype);
        ok &= good(what, flat_test(16, count), (double)tail);
        /* the squares of a pair */
        double sum = 0;
        for (size_t i = 0; i < N; i += 2)
            sum += (12 * (a[i] - 0.5) * (a[i] - 0.5) - 1) * (12 * (a[i + 1] - 0.5) * (a[i + 1] - 0.5) - 1) / 0.8;
        snprintf(what, sizeof what, "squares %s(%g) %s", l->sampler, l->params[0], l->dtype);
        ok &= good_z(what, sum / sqrt(N / 2), 1 / sqrt(N / 2));
    }
    assert_true(ok);
}

/* The same index in streams s and s + 1, s and s + 2^32, seeds s and s + 1, s and s + 2^32, children k and k + 1, a child
 * and its parent, a name and a number. */
static void streams(void **state)
{
    const struct subject *l = *state;
    int ok = 1;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        const rr_stream base = rr_stream_make(seed, 7);
        const struct { const char *what; rr_stream s; } other[] = {
            {"stream + 1:", rr_stream_make(seed, 8)}, {"stream + 2^32:", rr_stream_make(seed, 7 + (1ull << 32))},
            {"seed + 2^32:", rr_stream_make(seed + (1ull << 32), 7)}, {"seed + 3:", rr_stream_make(seed + 3, 7)},
            {"swapped:", rr_stream_make(7, seed)}, {"child 0:", rr_derive(base, 0)},
            {"child 'x':", rr_derive_name(base, "x")},
            {"index + 2^32:", {seed, 7, 1ull << 32}}, {"index + 2^34:", {seed, 7, 1ull << 34}},
        };
        transformed(l->sampler, type_of(l->dtype), base, l->params, a);
        for (size_t k = 0; k < sizeof other / sizeof *other; ++k) {
            transformed(l->sampler, type_of(l->dtype), other[k].s, l->params, b);
            ok &= pairs(other[k].what, l, a, b, N, 1);
        }
        transformed(l->sampler, type_of(l->dtype), rr_derive(base, 1), l->params, a);
        transformed(l->sampler, type_of(l->dtype), rr_derive(base, 2), l->params, b);
        ok &= pairs("children 1, 2:", l, a, b, N, 1);
        transformed(l->sampler, type_of(l->dtype), rr_derive_name(base, "a"), l->params, a);
        ok &= pairs("child 2, 'a':", l, a, b, N, 1);
    }
    assert_true(ok);
}

/* The first draw of child k, k + 1: streams made by the usual loop of a user. */
static void many_children(void **state)
{
    (void)state;
    int ok = 1;
    const struct subject l = {"normal", "f32", {0, 1}};
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        const rr_stream base = rr_stream_make(seed, 0);
        for (int derive = 0; derive < 2; ++derive) {
            for (uint32_t k = 0; k < N / 8; ++k) {
                draw("normal", RR_F32, derive ? rr_derive(base, k) : rr_stream_make(seed, k), l.params, 2, c);
                a[k] = normal_cdf(c[0]);
                b[k] = normal_cdf(c[1]);
            }
            ok &= pairs(derive ? "first of child k, k+1:" : "first of stream k, k+1:", &l, a, a + 1, N / 8 - 1, 1);
            ok &= pairs(derive ? "first, second of child k:" : "first, second of stream k:", &l, a, b, N / 8, 1);
        }
    }
    assert_true(ok);
}

/* Attempts are independent: the number of trials of neighbours (which share blocks at every attempt), with p = 1/2. */
static void attempts(void **state)
{
    (void)state;
    int ok = 1;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        static const double half[1] = {0.5};
        for (size_t at = 0; at < N; at += CHUNK) draw("attempts", RR_U32, (rr_stream){seed, 0, at}, half, CHUNK, a + at);
        for (size_t lag = 1; lag <= 8; lag *= 2) {
            uint64_t count[64] = {0};
            double p[64];
            for (size_t i = 0; i + lag < N; ++i) {
                const size_t x = a[i] > 8 ? 7 : (size_t)a[i] - 1, y = a[i + lag] > 8 ? 7 : (size_t)a[i + lag] - 1;
                ++count[8 * x + y];
            }
            for (int i = 0; i < 64; ++i) p[i] = ldexp(1, -(i / 8 == 7 ? 7 : i / 8 + 1) - (i % 8 == 7 ? 7 : i % 8 + 1));
            char what[64];
            snprintf(what, sizeof what, "attempts lag %d", (int)lag);
            ok &= good(what, chi2_test(64, p, count, (double)(N - lag)), (double)(N - lag));
        }
        /* at small p the outcomes of attempts 1, 2, 3 ... are tested one by one: parity and residues mod 4 of the number */
        static const double small[1] = {1. / 64};
        for (size_t at = 0; at < N; at += CHUNK) draw("attempts", RR_U32, (rr_stream){seed, 1, at}, small, CHUNK, a + at);
        uint64_t count[16] = {0};
        double p[16], q = 63. / 64, sum = 0;
        for (size_t i = 0; i < N; ++i) ++count[((uint64_t)a[i] - 1) & 15];
        for (int i = 0; i < 16; ++i) sum += p[i] = pow(q, i) / 64 / (1 - pow(q, 16));
        assert_true(fabs(sum - 1) < 1e-12);
        ok &= good("attempts mod 16", chi2_test(16, p, count, N), N);
    }
    assert_true(ok);
}

/* Where u is small its last bits come from the LOW word: the bits after the word are uniform. 2^24 draws per seed give 256
 * (f32) and 1024 (f64) such u; a LOW word that is a copy of the main word, or 0, is detected. */
static void lower_bits(void **state)
{
    (void)state;
    int ok = 1;
    const double unit[2] = {0, 1};
    for (rr_type t = RR_F32; t <= RR_F64; ++t)
        for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
            uint64_t count[4] = {0}, n = 0;
            for (uint64_t at = 0; at < 1u << 24; at += CHUNK) {
                draw("uniform", t, (rr_stream){seed, 5, at}, unit, CHUNK, a);
                for (size_t i = 0; i < CHUNK; ++i)
                    if (a[i] < (t == RR_F32 ? 0x1p-16 : 0x1p-14)) {
                        const double w = ldexp(a[i], t == RR_F32 ? 32 : 64);
                        ++count[part(w - floor(w), 4)], ++n;
                    }
            }
            ok &= good(t == RR_F32 ? "digits of LOW, f32" : "digits of LOW, f64", flat_test(4, count), (double)n);
        }
    assert_true(ok);
}

/* A gamma and the exponential, normal and uniform of the same index and stream are of different families: independent. */
static void families(void **state)
{
    (void)state;
    int ok = 1;
    const double unit[2] = {0, 1}, one[2] = {1, 1}, two[2] = {2, 1}, half[2] = {0.5, 1};
    const struct subject l = {"families", "", {0}};
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        const rr_stream s = rr_stream_make(seed, 3);
        for (rr_type t = RR_F32; t <= RR_F64; ++t) {
            transformed("gamma", t, s, two, a);
            transformed("normal", t, s, unit, b);
            transformed("uniform", t, s, unit, c);
            ok &= pairs("gamma, normal:", &l, a, b, N, 1);
            ok &= pairs("gamma, uniform:", &l, a, c, N, 1);
            ok &= pairs("normal, uniform:", &l, b, c, N, 1);
            transformed("normal:polar", t, s, unit, c);
            ok &= pairs("normal, polar:", &l, b, c, N, 1);
            transformed("gamma", t == RR_F32 ? RR_F64 : RR_F32, s, half, c);
            ok &= pairs("gamma f32, f64:", &l, a, c, N, 1);
        }
        (void)one;
    }
    assert_true(ok);
}

/* Per-draw parameters: sums of squares standardized by each draw's own mean and variance; and the same draws with shapes
 * permuted (the value of an index depends on its own shape alone). */
static void permuted(void **state)
{
    (void)state;
    int ok = 1;
    static double shape[N], swapped[N], x[N], y[N];
    static float shape32[N], x32[N], one32[N];
    static const double shapes[] = {0.05, 0.3, 0.9, 1, 1.5, 2, 10, 1e3};
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        for (uint32_t i = 0; i < N; ++i) {
            shape[i] = shapes[(i * 2654435761u) >> 29];
            swapped[i] = shapes[((i * 2654435761u) >> 29) ^ (i % 3 == 0 ? 5 : 0)];
            shape32[i] = (float)shape[i];
            one32[i] = 1;
        }
        rr_stream s = rr_stream_make(seed, 0), s2 = s, s3 = s;
        assert_int_equal(rr_fill_gamma_f64_each(device(), &s, N, x, shape, NULL), RR_OK);
        assert_int_equal(rr_fill_gamma_f64_each(device(), &s2, N, y, swapped, NULL), RR_OK);
        assert_int_equal(rr_fill_gamma_f32_each(device(), &s3, N, x32, shape32, one32), RR_OK);
        for (uint32_t i = 0; i < N; ++i) assert_true((x[i] == y[i]) == (shape[i] == swapped[i]));
        for (size_t k = 0; k < 8; ++k) {
            double n = 0, m1 = 0, m2 = 0, m3 = 0;
            for (uint32_t i = 0; i < N; ++i)
                if (shape[i] == shapes[k]) {
                    ++n;
                    m1 += x[i] - shapes[k];
                    m2 += (x[i] - shapes[k]) * (x[i] - shapes[k]) - shapes[k];
                    m3 += (double)x32[i] - (double)shape32[i];
                }
            const double v = shapes[k], v2 = 2 * v * v + 6 * v;   /* variance of (X - a)^2 */
            char what[64];
            snprintf(what, sizeof what, "mean of gamma(%g), each f64", v);
            ok &= good_z(what, m1 / sqrt(n * v), 1 / sqrt(n));
            snprintf(what, sizeof what, "mean of gamma(%g), each f32", v);
            ok &= good_z(what, m3 / sqrt(n * v), 1 / sqrt(n));
            snprintf(what, sizeof what, "variance of gamma(%g), each f64", v);
            ok &= good_z(what, m2 / sqrt(n * v2), sqrt(v2) / v / sqrt(n));
            /* and the distribution, against that of a shared shape with a closed form */
            if (v == 1 || v == 2) {
                uint64_t count[64] = {0};
                for (uint32_t i = 0; i < N; ++i)
                    if (shape[i] == v) ++count[part(v == 1 ? -expm1(-x[i]) : 1 - (1 + x[i]) * exp(-x[i]), 64)];
                snprintf(what, sizeof what, "law of gamma(%g), each f64", v);
                ok &= good(what, flat_test(64, count), n);
            }
        }
    }
    assert_true(ok);
}

/* The distribution is continuous across the switch at shape 1: 0.999999 and 1 against one distribution, and against each
 * other (two samples, different streams). They differ by 1e-6, which is not detectable here. */
static void continuity(void **state)
{
    (void)state;
    int ok = 1;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        for (rr_type t = RR_F32; t <= RR_F64; ++t) {
            const double below[2] = {0.999999, 1}, above[2] = {1, 1};
            uint64_t count[128] = {0};
            for (size_t at = 0; at < N; at += CHUNK) {
                draw("gamma", t, (rr_stream){seed, 1, at}, below, CHUNK, a);
                draw("gamma", t, (rr_stream){seed, 2, at}, above, CHUNK, b);
                for (size_t i = 0; i < CHUNK; ++i) ++count[part(-expm1(-a[i]), 64)], ++count[64 + part(-expm1(-b[i]), 64)];
            }
            verdict v = {0, 63, 1, 0};
            for (size_t i = 0; i < 64; ++i) {
                const double x = (double)count[i], y = (double)count[64 + i];
                v.chi2 += (x - y) * (x - y) / (x + y);
            }
            v.p = chi2_sf(v.chi2, v.dof);
            v.sees = sqrt(chi2_lambda(v.dof, chi2_critical(v.dof)) * 2 / N);
            ok &= good(t == RR_F32 ? "gamma below 1, at 1, f32" : "gamma below 1, at 1, f64", v, N);
        }
    assert_true(ok);
}

int main(void)
{
    enum { L = sizeof laws / sizeof *laws };
    struct CMUnitTest tests[2 * L + 8];
    size_t n = 0;
    for (size_t i = 0; i < L; ++i) {
        char *name = malloc(128);
        snprintf(name, 64, "neighbours of %s(%g) %s", laws[i].sampler, laws[i].params[0], laws[i].dtype);
        tests[n++] = (struct CMUnitTest){.name = name,
                                         .test_func = neighbours,
                                         .initial_state = (void *)(uintptr_t)(laws + i)};
    }
    static const size_t some[] = {4, 9, 12};
    for (size_t i = 0; i < 3; ++i) {
        char *name = malloc(128);
        snprintf(name, 64, "streams of %s %s", laws[some[i]].sampler, laws[some[i]].dtype);
        tests[n++] = (struct CMUnitTest){.name = name,
                                         .test_func = streams,
                                         .initial_state = (void *)(uintptr_t)(laws + some[i])};
    }
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(many_children);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(attempts);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(lower_bits);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(families);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(permuted);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(continuity);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    const int failed = _cmocka_run_group_tests("joint", tests, n, NULL, NULL);
    printf("# %u tests\n", tests_made);
    return failed;
}
