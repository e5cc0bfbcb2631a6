/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The errors of engine/math against MPFR, for the target and the dtype that this file is compiled for.
 *
 *   ulp                       the tests: every row of the table below within its bound over sampled points, edges
 *   ulp --table [name [log2 of the number of points]]
 *                             the same points; prints per row the largest error, its input, and a digest of all
 *                             results, so that the outputs of two targets must be equal as texts
 *   ulp --exhaustive [name]   the long run: every float of the rows with one argument (minutes each), 2^24 points of
 *                             all others. A name of "" is every row
 *
 * An error is |computed - true| in ulp of the binade of the true value. To be fast, the long double functions of libm
 * give a first estimate; every 16th point, and each one that could be a new maximum, goes to MPFR.
 *
 * cc -std=gnu11 -O2 -ffp-contract=off -fno-math-errno -DRR_TARGET_SCALAR -DRR_DTYPE=32 -I. tests/math/ulp.c
 *    -lcmocka -lmpfr -lgmp -lm   (with -DRR_TARGET_AVX2 -mavx2 -mfma also targets/cpu/avx2_pack.c) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/lanes/lane.h"

#include "engine/math/atan.h"
#include "engine/math/exp.h"
#include "engine/math/expm1.h"
#include "engine/math/expm2.h"
#include "engine/math/gamma_ratio.h"
#include "engine/math/log.h"
#include "engine/math/log1p.h"
#include "engine/math/neglog.h"
#include "engine/math/normal_fast.h"
#include "engine/math/normal_giles.h"
#include "engine/math/normal_quantile.h"
#include "engine/math/pow.h"
#include "engine/math/short/cot.h"
#include "engine/math/short/exp_linear.h"
#include "engine/math/short/log.h"
#include "engine/math/short/power2.h"
#include "engine/math/short/root_near.h"
#include "engine/math/sincos.h"
#include "engine/math/tables/exp2_table.h"
#include "engine/math/tables/log2_table.h"
#include "engine/math/tables/neglog_table.h"

#if RR_DTYPE == 32
#define DIGITS 24
#define MIN (-149)   /* exponent of the smallest denormal */
#define TOP 128        /* overflow is at 2^TOP */
#define LIBM_REAL double
#define LIBM(f) f
#define BOTH(f32, f64) f32
typedef int32_t ordinal_bits;
#else
#define DIGITS 53
#define MIN (-1074)
#define TOP 1024
#define LIBM_REAL long double
#define LIBM(f) f##l
#define BOTH(f32, f64) f64
typedef int64_t ordinal_bits;
#endif
#define MAX ((rr_scalar)ldexp(2 - ldexp(1, 1 - DIGITS), TOP - 1))
#define BATCH 4096
#define PRECISION 192
#define ROOT_FACTOR RR_C(0x1.f3p0)   /* a row of roots multiplies by it */

#include "ulp/lanes.h"
#include "ulp/libm.h"
#include "ulp/mpfr.h"

/* The second argument of a row: none; a g for exp_times; an exponent for pow that puts the result anywhere up to just
 * over the range; the a of a root, from 1/2 to 256; a mean m of either sign, with standard deviation |m| / 4. */
enum second { NONE, FACTOR, EXPONENT, SHAPE, MEAN };

#define BELOW_HALF BOTH(0x1.fffffep-2, 0x1.fffffffffffffp-2)

/* The bounds in ulp. An infinite low or high end means the largest finite number. */
static const struct row {
    const char *name;
    void (*run)(const rr_scalar *, const rr_scalar *, rr_scalar *);
    void (*exact)(mpfr_t, mpfr_t, mpfr_t);
    LIBM_REAL (*libm)(LIBM_REAL, LIBM_REAL);
    enum second second;
    double low, high, bound;
} ROWS[] = {
    {"neglog", run_neglog, mpfr_neglog_, libm_neglog, NONE, BOTH(0x1p-66, 0x1p-130), .70711, 1.15},
    {"neglog upper", run_neglog_upper, mpfr_neglog1p_, libm_neglog1p, NONE, -.29290, BOTH(-0x1p-33, -0x1p-65), 1},
    {"log", run_log, mpfr_log_, libm_log, NONE, BOTH(0x1p-149, 0x1p-1074), INFINITY, 1.1},
    {"log1p", run_log1p, mpfr_log1p_, libm_log1p, NONE, BOTH(-0x1.fffffep-1, -0x1.fffffffffffffp-1), INFINITY, 1.6},
    {"exp", run_exp, mpfr_exp_, libm_exp, NONE, BOTH(-110, -760), BOTH(90, 711), 1.2},
    {"exp_times", run_exp_times, mpfr_exp_times_, libm_exp_times, FACTOR, BOTH(-200, -1500), BOTH(200, 700), 1.3},
    {"exp_linear", run_exp_linear, mpfr_exp_linear, libm_exp_linear, MEAN, -14, 14, 1.9},
    {"exp_linear any", run_exp_linear_any, mpfr_exp_linear, libm_exp_linear, MEAN, -14, 14, 1.9},
    {"expm1", run_expm1, mpfr_expm1_, libm_expm1, NONE, BOTH(-110, -760), BOTH(90, 711), BOTH(1.6, 1.8)},
    {"expm2", run_expm2, mpfr_expm2_, libm_expm2, NONE, BOTH(-1e30, -1e300), BOTH(90, 711), BOTH(4, 3.5)},
    {"atan", run_atan, mpfr_atan_, libm_atan, NONE, 0, BOTH(0x1p100, 0x1p1000), 2.3},
    {"sin_quarter", run_sin_quarter, mpfr_sin_quarter, libm_sin_quarter, NONE, -.5, .5, BOTH(1.1, 1)},
    {"cos_quarter", run_cos_quarter, mpfr_cos_quarter, libm_cos_quarter, NONE, -.5, .5, .95},
    {"sin_turn", run_sin_turn, mpfr_sin_turn, libm_sin_turn, NONE, -0x1p20, 0x1p20, BOTH(1.1, 1)},
    {"cos_turn", run_cos_turn, mpfr_cos_turn, libm_cos_turn, NONE, -0x1p20, 0x1p20, BOTH(1.1, 1)},
    {"pow", run_pow, mpfr_pow_, libm_pow, EXPONENT, BOTH(0x1p-149, 0x1p-1074), INFINITY, 1.4},
    {"root_near", run_root_near, mpfr_root_, libm_root, SHAPE, BOTH(0x1p-63, 0x1p-130), BOTH(0x1p63, 0x1p130),
     BOTH(3, 2)},
    {"gamma_q", run_gamma_q, mpfr_gamma_q, libm_gamma_q, NONE, BOTH(-.4, -.3), BOTH(.6, .4), BOTH(3, 2.5)},
    {"gamma_q far below", run_gamma_q, mpfr_gamma_q, libm_gamma_q, NONE, -.9999, BOTH(-.4, -.3), BOTH(100, 200)},
    {"gamma_q far above", run_gamma_q, mpfr_gamma_q, libm_gamma_q, NONE, BOTH(.6, .4), 20, BOTH(30, 140)},
    {"quantile", run_quantile, mpfr_quantile, libm_quantile, NONE, BOTH(0x1p-149, 0x1p-1074), BELOW_HALF, BOTH(2, 2.5)},
    {"quantile middle", run_quantile_middle, mpfr_quantile_middle, libm_quantile_middle, NONE, BOTH(0x1p-149, 0x1p-1074),
     .25, BOTH(2, 2.3)},
    {"giles", run_giles, mpfr_quantile, libm_quantile, NONE, BOTH(0x1p-25, 0x1p-53), BELOW_HALF, BOTH(5, 6)},
    {"giles middle", run_giles_middle, mpfr_quantile_middle, libm_quantile_middle, NONE, BOTH(0x1p-149, 0x1p-1074), .25,
     BOTH(5, 5)},
    {"short neglog", run_short_neglog, mpfr_neglog_, libm_neglog, NONE, BOTH(0x1p-66, 0x1p-130), BOTH(.70710672, .5), 1.6},
    {"short neglog upper", run_short_neglog_upper, mpfr_neglog1p_, libm_neglog1p, NONE, BOTH(-.29289, -.4999),
     BOTH(-0x1p-65, -0x1p-129), 1.3},
    {"short minus log", run_short_minus_log, mpfr_neglog_, libm_neglog, NONE, BOTH(0x1p-66, 0x1p-130), BOTH(1000, 1), 1.6},
    {"short minus log above", run_short_minus_log, mpfr_neglog_, libm_neglog, NONE, 1.4, 1000, 2.4},
    {"short log1p", run_short_log1p, mpfr_log1p_, libm_log1p, NONE, 0, BOTH(0x1p67, 0x1p131), 2.1},
    {"times cot", run_times_cot, mpfr_times_cot, libm_times_cot, NONE, 0, .25, 1.6},
    {"short log2", run_short_log2, mpfr_log2_, libm_log2, NONE, BOTH(0x1p-66, 0x1p-130), .5, BOTH(1, .65)},
    {"short exp2", run_short_exp2, mpfr_exp2_, libm_exp2, NONE, BOTH(-150, -1076), BOTH(129, 1025), BOTH(1, 1.1)},
    {"short exp2 times", run_short_exp2_times, mpfr_exp2_times, libm_exp2_times, FACTOR, BOTH(-290, -2150), BOTH(280, 1030),
     2.1},
#if RR_DTYPE == 64
    {"neglog table", run_neglog_table, mpfr_neglog_, libm_neglog, NONE, 0x1p-130, .5, 1.1},
    {"log2 table", run_log2_table, mpfr_log2_, libm_log2, NONE, 0x1p-130, .5, .65},
    {"exp2 table", run_exp2_table, mpfr_exp2_, libm_exp2, NONE, -1022, 1024, .65},
    {"neglog table half", run_neglog_table_half, mpfr_neglog1p_, libm_neglog1p, NONE, -.5, -0x1p-65, 1.1},
#endif
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

struct verdict {
    double worst;
    rr_scalar x, y, got;
    uint64_t digest;
};

/* ---- numbers of the dtype in order: ordinal 0 is 0, 1 the smallest denormal, -1 its negative ... */

static int64_t ordinal(rr_scalar x)
{
    ordinal_bits b;
    memcpy(&b, &x, sizeof b);
    return b < 0 ? -(int64_t)(b & BOTH(INT32_MAX, INT64_MAX)) : b;
}

static rr_scalar number(int64_t n)
{
    const ordinal_bits b = (ordinal_bits)(n < 0 ? -n : n);
    rr_scalar x;
    memcpy(&x, &b, sizeof x);
    return n < 0 ? -x : x;
}

static uint64_t STATE;
static uint64_t random_bits(void)   /* splitmix64 */
{
    uint64_t z = STATE += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static double random_unit(void) { return (double)(random_bits() >> 11) * 0x1p-53; }

/* ---- the error of one result */

static double ulp_of(int exponent)   /* 0.5 <= |v| / 2^exponent < 1 */
{
    return ldexp(1, exponent - DIGITS < MIN ? MIN : exponent - DIGITS);
}

static double error_exactly(const struct row *row, rr_scalar x, rr_scalar y, rr_scalar got)
{
    static mpfr_t r, a, b;
    static int ready;
    double error;
    if (!ready) {
        mpfr_inits2(PRECISION, r, a, b, T, (mpfr_ptr)0);
        ready = 1;
    }
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_set_d(b, y, MPFR_RNDN);
    row->exact(r, a, b);
    if (got != got) return INFINITY;
    if (mpfr_zero_p(r)) return got == 0 ? 0 : INFINITY;
    const mpfr_exp_t e = mpfr_get_exp(r);
    if (e > TOP) return isinf(got) && (got > 0) == (mpfr_sgn(r) > 0) ? 0 : INFINITY;
    if (isinf(got)) mpfr_set_si_2exp(a, got > 0 ? 1 : -1, TOP, MPFR_RNDN);
    else mpfr_set_d(a, got, MPFR_RNDN);
    mpfr_sub(r, r, a, MPFR_RNDN);
    mpfr_abs(r, r, MPFR_RNDN);
    mpfr_mul_2si(r, r, e - DIGITS < MIN ? -MIN : DIGITS - e, MPFR_RNDN);
    error = mpfr_get_d(r, MPFR_RNDN);
    return error;
}

/* By libm; infinite where libm cannot decide. */
static double error_roughly(const struct row *row, rr_scalar x, rr_scalar y, rr_scalar got)
{
    int e;
    const LIBM_REAL v = row->libm(x, y);
    if (v == 0 || v - v != 0 || got - got != 0) return INFINITY;
    LIBM(frexp)(v, &e);
    return (double)(LIBM(fabs)(v - got) / ulp_of(e));
}

static void judge(const struct row *row, struct verdict *v, const rr_scalar *x, const rr_scalar *y, int n)
{
    rr_scalar o[BATCH];
    row->run(x, y, o);
    for (int i = 0; i < n; ++i) {
        v->digest = (v->digest ^ (uint64_t)ordinal(o[i])) * 0x100000001b3u;
        if (i % 16 && error_roughly(row, x[i], y[i], o[i]) < v->worst - .01) continue;
        const double error = error_exactly(row, x[i], y[i], o[i]);
        if (error > v->worst) {
            v->worst = error;
            v->x = x[i];
            v->y = y[i];
            v->got = o[i];
        }
    }
}

/* ---- the points */

static rr_scalar second_for(const struct row *row, rr_scalar x)
{
    if (row->second == FACTOR) return number(1 + (int64_t)(random_bits() % (uint64_t)ordinal(MAX)));
    if (row->second == EXPONENT) {
        const double y = (MIN - 4 + random_unit() * (TOP + 8 - MIN)) / log2((double)x);
        return x == 1 || fabs(y) > MAX ? MAX : (rr_scalar)y;
    }
    if (row->second == SHAPE) return (rr_scalar)exp2(random_unit() * 9 - 1);
    if (row->second == MEAN) {
        const double m = exp2(random_unit() * BOTH(14, 17) - 10);
        return (rr_scalar)(random_bits() & 1 ? m : -m);
    }
    return 0;
}

/* Point i: first the ends, the powers of two and the switches of the functions, each with neighbours; then alternately
 * uniform in bits and in value. */
static rr_scalar point(rr_scalar low, rr_scalar high, int i)
{
    static const double WAYS[] = {
        0, 1, .5, .25, .75, 3, 5, 7, 20, .125, .375, .3, .4, .6, 1e-3, 1048576,
        M_SQRT1_2, M_SQRT2, M_SQRT1_2 - 1, M_SQRT2 - 1, M_LN2 / 2, M_LN2, 1.5 * M_LN2, 2.5 * M_LN2,
        88.722839, 87.3365, 103.972, 709.782712893384, 708.3964, 745.13,
    };
    enum { AROUND = 5, WAY_COUNT = 2 * sizeof WAYS / sizeof *WAYS };
    int64_t n;
    if (i < 2 * AROUND) {
        n = ordinal(i < AROUND ? low : high) + i % AROUND - AROUND / 2;
    } else if ((i -= 2 * AROUND) < AROUND * WAY_COUNT) {
        const int w = i / AROUND;
        n = ordinal((rr_scalar)(w & 1 ? -WAYS[w / 2] : WAYS[w / 2])) + i % AROUND - AROUND / 2;
    } else if ((i -= AROUND * WAY_COUNT) < 6 * (TOP - MIN)) {
        const rr_scalar p = (rr_scalar)ldexp(i & 1 ? -1 : 1, MIN + i / 6);
        n = ordinal(p) + i / 2 % 3 - 1;
    } else if (i & 1) {
        n = ordinal(low) + (int64_t)(random_bits() % (uint64_t)(ordinal(high) - ordinal(low) + 1));
    } else {
        n = ordinal((rr_scalar)(low + random_unit() * ((double)high - low)));
    }
    return n < ordinal(low) || n > ordinal(high) ? low : number(n);
}

static struct verdict sample(const struct row *row, int count)
{
    static rr_scalar x[BATCH], y[BATCH];
    const rr_scalar low = (rr_scalar)row->low, high = isinf(row->high) ? MAX : (rr_scalar)row->high;
    struct verdict v = {0, 0, 0, 0, 0xcbf29ce484222325u};
    STATE = 2024;
    for (int i = 0; i < count; i += BATCH) {
        for (int k = 0; k < BATCH; ++k) {
            x[k] = point(low, high, i + k);
            y[k] = second_for(row, x[k]);
        }
        judge(row, &v, x, y, BATCH);
    }
    return v;
}

static struct verdict exhaust(const struct row *row)
{
    static rr_scalar x[BATCH], y[BATCH];
    const rr_scalar low = (rr_scalar)row->low, high = isinf(row->high) ? MAX : (rr_scalar)row->high;
    struct verdict v = {0, 0, 0, 0, 0xcbf29ce484222325u};
    if (RR_DTYPE == 64 || row->second != NONE) return sample(row, 1 << 24);
    for (int64_t n = ordinal(low); n <= ordinal(high); n += BATCH) {
        for (int k = 0; k < BATCH; ++k) x[k] = n + k <= ordinal(high) ? number(n + k) : high;
        judge(row, &v, x, y, BATCH);
    }
    return v;
}

#include "ulp/values.h"

static void bounds(void **state)
{
    const struct row *row = *state;
    /* The exact quantile is found by Newton's method, and takes a hundred times as long as the others. */
    const int newton = row->libm == libm_quantile || row->libm == libm_quantile_middle;
    const struct verdict v = sample(row, newton ? 1 << 13 : 1 << 19);
    if (v.worst > row->bound) print_error("%s: %.4f ulp at %a, %a: %a\n", row->name, v.worst, v.x, v.y, v.got);
    assert_true(v.worst <= row->bound);
}

static int table(int exhaustive, const char *name, int points)
{
    int failed = 0;
    for (const struct row *row = ROWS; row < ROWS + ROW_COUNT; ++row) {
        if (name && *name && strcmp(name, row->name)) continue;
        const struct verdict v = exhaustive ? exhaust(row) : sample(row, points);
        printf("%-17s f%d  %8.4f ulp (bound %g)  at %a", row->name, RR_DTYPE, v.worst, row->bound, v.x);
        if (row->second != NONE) printf(", %a", v.y);
        printf("  %016llx\n", (unsigned long long)v.digest);
        fflush(stdout);
        failed |= !(v.worst <= row->bound);
    }
    return failed;
}

int main(int argc, char **argv)
{
    enum { SINGLE = 6 };
    struct CMUnitTest tests[ROW_COUNT + SINGLE] = {cmocka_unit_test(special_values), cmocka_unit_test(denormals_round_once),
        cmocka_unit_test(fast_is_near), cmocka_unit_test(giles_ends), cmocka_unit_test(quantile_order),
        cmocka_unit_test(minus_log_near_one)};
    mpfr_set_emin(-1048576);
    if (argc > 1) {
        const int points = 1 << (argc > 3 ? atoi(argv[3]) : 19);
        return table(!strcmp(argv[1], "--exhaustive"), argc > 2 ? argv[2] : "", points);
    }
    for (int i = 0; i < ROW_COUNT; ++i) {
        const struct CMUnitTest t = {ROWS[i].name, bounds, NULL, NULL, (void *)&ROWS[i]};
        tests[i + SINGLE] = t;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
