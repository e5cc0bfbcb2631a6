/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Single values: edges, denormals rounded once, powers, ends and order of quantiles. */
#ifndef RR_TESTS_MATH_ULP_VALUES_H
#define RR_TESTS_MATH_ULP_VALUES_H

static rr_scalar at(void (*run)(const rr_scalar *, const rr_scalar *, rr_scalar *), rr_scalar x, rr_scalar y)
{
    static rr_scalar px[BATCH], py[BATCH], po[BATCH];
    for (int i = 0; i < BATCH; ++i) {
        px[i] = x;
        py[i] = y;
    }
    run(px, py, po);
    for (int i = 1; i < BATCH; ++i) assert_memory_equal(&po[i], &po[0], sizeof po[0]);
    return po[0];
}

#define SAME(got, want)                                                                   \
    do {                                                                                  \
        const rr_scalar got_ = (got), want_ = (rr_scalar)(want);                          \
        if (got_ != want_) print_error("got %a, want %a\n", got_, want_);                 \
        assert_true(got_ == want_);                                                       \
    } while (0)

static void special_values(void **state)
{
    const rr_scalar min = (rr_scalar)ldexp(1, MIN), far = BOTH(1e30f, 1e305);
    (void)state;
    SAME(at(run_log, 0, 0), -INFINITY);
    SAME(at(run_log, INFINITY, 0), INFINITY);
    SAME(at(run_log, 1, 0), 0);
    assert_false(signbit(at(run_log, 1, 0)));
    SAME(at(run_log, min, 0), MIN * M_LN2);
    SAME(at(run_log1p, 0, 0), 0);
    SAME(at(run_log1p, min, 0), min);
    SAME(at(run_neglog_upper, BOTH(-0x1p-33f, -0x1p-65), 0), BOTH(0x1p-33f, 0x1p-65));
    SAME(at(run_short_neglog_upper, BOTH(-0x1p-65f, -0x1p-129), 0), BOTH(0x1p-65f, 0x1p-129));
    SAME(at(run_short_minus_log, 1, 0), 0);
    SAME(at(run_short_log1p, 0, 0), 0);
    SAME(at(run_short_log1p, BOTH(0x1p-32f, 0x1p-64), 0), BOTH(0x1p-32f, 0x1p-64));
#if RR_DTYPE == 64
    SAME(at(run_neglog_table_half, -0x1p-65, 0), 0x1p-65);
#endif
    SAME(at(run_exp, 0, 0), 1);
    SAME(at(run_exp, INFINITY, 0), INFINITY);
    SAME(at(run_exp, far, 0), INFINITY);
    SAME(at(run_exp, -INFINITY, 0), 0);
    SAME(at(run_exp, -far, 0), 0);
    SAME(at(run_exp, BOTH(-103.9f, -745.1), 0), min);
    SAME(at(run_exp, BOTH(-104, -745.2), 0), 0);
    SAME(at(run_exp_times, -INFINITY, MAX), 0);
    SAME(at(run_exp_times, -far, 1), 0);
    SAME(at(run_exp_times, 0, min), min);
    SAME(at(run_exp_times, 0, MAX), MAX);
    SAME(at(run_exp_times, 1, MAX), INFINITY);
    SAME(at(run_expm1, 0, 0), 0);
    SAME(at(run_expm1, min, 0), min);
    SAME(at(run_expm1, -INFINITY, 0), -1);
    SAME(at(run_expm1, INFINITY, 0), INFINITY);
    SAME(at(run_sin_turn, 0, 0), 0);
    SAME(at(run_cos_turn, 0, 0), 1);
    SAME(at(run_sin_turn, (rr_scalar).25, 0), 1);
    SAME(at(run_cos_turn, (rr_scalar).25, 0), 0);
    SAME(at(run_sin_turn, -1048575.25f, 0), -1);
    SAME(at(run_cos_turn, 1048575.5f, 0), -1);
    SAME(at(run_pow, 1, MAX), 1);
    SAME(at(run_pow, min, 0), 1);
    SAME(at(run_pow, 2, TOP - 1), ldexp(1, TOP - 1));
    SAME(at(run_pow, 2, TOP), INFINITY);
    SAME(at(run_pow, 2, MIN), min);
    SAME(at(run_pow, 2, MAX), INFINITY);
    SAME(at(run_pow, 2, -MAX), 0);
    SAME(at(run_pow, min, -MAX), INFINITY);
    SAME(at(run_pow, MAX, MAX), INFINITY);
    SAME(at(run_gamma_q, 0, 0), .25);
    SAME(at(run_quantile, (rr_scalar).5, 0), 0);
    SAME(at(run_giles, (rr_scalar).5, 0), 0);
    SAME(at(run_fast, (rr_scalar).5, 0), 0);
}

/* Denormal results are rounded once: where 4 or more bits are lost the error is hardly more than half an ulp. */
static void denormals_round_once(void **state)
{
    struct row row = ROWS[4];
    (void)state;
    assert_string_equal(row.name, "exp");
    row.high = BOTH(-91, -716);
    row.low = BOTH(-105, -746);
    assert_true(sample(&row, 1 << 16).worst <= .57);
    row = ROWS[5];
    assert_string_equal(row.name, "exp_times");
    for (int i = 0; i < 1000; ++i) {
        const rr_scalar x = (rr_scalar)(BOTH(80, 690) * (random_unit() - .5));
        const rr_scalar g = (rr_scalar)exp2(MIN + (DIGITS - 5) * random_unit() - x / M_LN2);
        if (g > 0) assert_true(error_exactly(&row, x, g, at(run_exp_times, x, g)) <= .57);
    }
}

/* Where -log x of the table is near 0 its error is an absolute one; no step up past 1. */
static void minus_log_near_one(void **state)
{
    static rr_scalar x[BATCH], o[BATCH];
    const rr_scalar zero[BATCH] = {0};
    (void)state;
    STATE = 11;
    for (int block = 0; block < 64; ++block) {
        for (int i = 0; i < BATCH; ++i)
            x[i] = block ? (rr_scalar)(1 + .4 * random_unit()) : number(ordinal(1) + i - BATCH / 2);
        run_short_minus_log(x, zero, o);
        for (int i = 0; i < BATCH; ++i)
            assert_true(LIBM(fabs)(o[i] + LIBM(log)((LIBM_REAL)x[i])) <= BOTH(0x1.4p-25, 0x1.4p-53));
        for (int i = 1; !block && i < BATCH; ++i) assert_true(o[i] <= o[i - 1]);
    }
}

/* f of BATCH values at a time, the second argument being 0. Emulated, a function takes microseconds. */
static void each_of(void (*run)(const rr_scalar *, const rr_scalar *, rr_scalar *), const rr_scalar *x, rr_scalar *out)
{
    static const rr_scalar zero[BATCH];
    run(x, zero, out);
}

/* v = 2^-(1 + k / 64), k = first ... first + BATCH - 1. */
static void powers(int first, rr_scalar *v)
{
    for (int i = 0; i < BATCH; ++i) v[i] = (rr_scalar)exp2(-1 - (first + i) / 64.);
}

/* Winitzki's formula is within its own error at v = 2^-e, e = 1 + k / 64, and likewise at c; x never decreases by that much
 * while v decreases. */
static void fast_is_near(void **state)
{
    static rr_scalar v[BATCH], c[BATCH], x[BATCH], m[BATCH];
    double before = 0;
    (void)state;
    for (int k = 1; k < 64 * -MIN - 64; ++k) {
        const int i = (k - 1) % BATCH;
        if (!i) {
            powers(k, v);
            for (int n = 0; n < BATCH; ++n) c[n] = (rr_scalar)exp2(-2 - (k + n) / 64. * BOTH(.4, .45));
            each_of(run_fast, v, x);
            each_of(run_fast_middle, c, m);
        }
        if (v[i] >= BOTH(0x1.02p-126, 0x1.02p-1022)) {
            assert_true(fabs(x[i] - (double)libm_quantile(v[i], 0)) < (k < 31 * 64 ? .0073 : .0374));
            assert_true(x[i] > before);
            before = x[i];
        } else {
            assert_true(x[i] >= before * (1 - 1e-6) && x[i] < before * 1.01);
        }
        assert_true(fabs(m[i] / (double)libm_quantile_middle(c[i], 0) - 1) < .002);
    }
}

/* Giles's polynomials stay close for a while beyond their range; then x is constant. */
static void giles_ends(void **state)
{
    static rr_scalar v[BATCH], x[BATCH];
    const double last = at(run_giles, (rr_scalar)ldexp(1, MIN), 0);
    double before = 0;
    (void)state;
    for (int k = 1; k < 64 * -MIN - 64; ++k) {
        const int i = (k - 1) % BATCH;
        if (!i) {
            powers(k, v);
            each_of(run_giles, v, x);
        }
        if (v[i] >= BOTH(0x1.02p-33, 0x1.02p-65))
            assert_true(fabs(x[i] / (double)libm_quantile(v[i], 0) - 1) < BOTH(4e-4, 2e-9) && x[i] > before);
        else assert_true(fabs(x[i] / last - 1) < 1e-3 && fabs(x[i] / BOTH(6.3355, 9.1553) - 1) < 1e-3);
        before = x[i];
    }
}

/* The quantile between neighbours: never more than BACK ulp back, also past a power of two, where the formula changes. */
static void quantile_order(void **state)
{
    enum { BACK = 2 };
    static rr_scalar v[2][BATCH], x[2][BATCH];
    const int64_t border = ordinal(BOTH(0x1p-8f, 0x1p-8)), max = ordinal((rr_scalar).5) - 1;
    (void)state;
    STATE = 7;
    for (int block = 0; block < 16; ++block) {
        for (int i = 0; i < BATCH; ++i) {
            const int64_t n = block ? 1 + (int64_t)(random_bits() % (uint64_t)max) : border + i - BATCH / 2;
            v[0][i] = number(n);
            v[1][i] = number(n + 1);
        }
        for (int side = 0; side < 2; ++side) each_of(run_quantile, v[side], x[side]);
        for (int i = 0; i < BATCH; ++i) assert_true(ordinal(x[1][i]) - ordinal(x[0][i]) <= BACK || x[1][i] < 1e-3);
    }
}

#endif
