/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Gammas and distributions derived from them (chi-squared, Student's t, Erlang and others): tiny, huge and refused
 * shapes. */
#include <float.h>
#include <math.h>

#include "reroll_law.h"
#include "tests/exact/peers/bug.h"

/* ---- Gammas ------------------------------------------------------------------------------------------------------ */

/* 0 times infinity. */
BUG(GAM_01_tiny_shape_huge_scale)
{
    const double shapes[] = {1e-30, 1e-10, 1e-5, 0.5}, scales[] = {0x1p-149, 1e-30, 1, 1e30, 3.4028234663852886e38};
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 5; ++b) {
            assert_int_equal(draw("gamma", RR_F32, 200, shapes[a], scales[b], X), RR_OK);
            for (int i = 0; i < 200; ++i) assert_true(X[i] >= 0);
        }
    assert_int_equal(draw("gamma", RR_F64, 200, 1e-300, 1.7976931348623157e308, X), RR_OK);
    for (int i = 0; i < 200; ++i) assert_true(X[i] >= 0);
}

/* Values below the smallest number were clamped to it: an atom there. */
BUG(GAM_02_no_atom_at_a_clamp)
{
    int at_min = 0, denormal = 0;
    draw("gamma", RR_F32, MAX, 0.02, 1, X);
    for (int i = 0; i < MAX; ++i) {
        at_min += X[i] == FLT_MIN || X[i] == 0x1p-149;
        denormal += X[i] > 0 && X[i] < FLT_MIN;
    }
    assert_true(at_min < 60 && denormal > 20);
    draw("loggamma", RR_F32, MAX, 0.02, 1, X);
    all_finite(MAX);
}

BUG(GAM_03_shape_zero_is_refused)
{
    const double shapes[3] = {2, 0, 2};
    double out[3];
    rr_stream s = rr_stream_make(1, 1);
    assert_int_equal(rr_fill_loggamma_f64_each(device("cpu"), &s, 3, out, shapes), RR_ERR_PARAM);
    assert_true(isfinite(out[0]) && isnan(out[1]) && isfinite(out[2]));
}

BUG(GAM_04_shape_minus_zero_is_refused)
{
    assert_int_equal(draw("gamma", RR_F64, 1, -0.0, 1, X), RR_ERR_PARAM);
}

/* shape = 1e308 never ended. */
BUG(GAM_05_huge_shapes_end)
{
    assert_int_equal(draw("gamma", RR_F64, 1, 1e308, 1, X), RR_ERR_PARAM);
    assert_int_equal(draw("gamma", RR_F64, 100, 1e300, 1, X), RR_OK);
    for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / 1e300 - 1) < 1e-12);
    assert_int_equal(draw("gamma", RR_F32, 100, 1e30, 1, X), RR_OK);
    for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / (float)1e30 - 1) < 1e-6);
}

BUG(GAM_06_tiny_shapes_end)
{
    const double shapes[] = {1e-12, 1e-30, 1e-300};
    for (int k = 0; k < 3; ++k) assert_int_equal(draw("gamma", RR_F64, 300, shapes[k], 1, X), RR_OK);
}

/* floor(a) overflowed an unsigned. */
BUG(GAM_07_shapes_past_integers)
{
    const double shapes[] = {2147483648.0, 4294967296.0, 4294967296.5, 1e15};
    for (int k = 0; k < 4; ++k) {
        draw("gamma", RR_F64, 500, shapes[k], 1, X);
        for (int i = 0; i < 500; ++i) assert_true(fabs(X[i] - shapes[k]) < 6 * sqrt(shapes[k]));
    }
}

BUG(GAM_08_degenerate_limits_are_refused)
{
    assert_int_equal(draw("gamma", RR_F64, 1, 1, INFINITY, X), RR_ERR_PARAM);
    assert_int_equal(draw("gamma", RR_F64, 1, 0, 0, X), RR_ERR_PARAM);
    assert_int_equal(draw("gamma", RR_F64, 1, INFINITY, 1, X), RR_ERR_PARAM);
}

BUG(GAM_10_invalid_shapes)
{
    const double bad[] = {0, -1, NAN, -INFINITY, INFINITY, -1e-300, 1e-301, 1.1e300};
    for (int k = 0; k < 8; ++k) {
        assert_int_equal(draw("gamma", RR_F64, 9, bad[k], 1, X), RR_ERR_PARAM);
        for (int i = 0; i < 9; ++i) assert_true(isnan(X[i]));
    }
}

/* The array path had another distribution than the scalar one. */
BUG(GAM_12_array_path_is_the_scalar_one)
{
    draw("gamma", RR_F64, 50, 0.5, 2, Y);
    for (uint64_t i = 0; i < 50; ++i) {
        draw_on("cpu", "gamma", RR_F64, (rr_stream){11, 12, i}, 1, 0.5, 2, X);
        assert_true(X[0] == Y[i]);
    }
}

BUG(GAM_15_loggamma_does_not_underflow)
{
    const double shapes[] = {1e-3, 1e-20, 1e-300};
    for (int k = 0; k < 3; ++k) {
        draw("loggamma", RR_F64, 1000, shapes[k], 1, X);
        all_finite(1000);
    }
    draw("loggamma", RR_F32, 1000, 1e-30, 1, X);
    all_finite(1000);
}

/* shape and scale were swapped. */
BUG(GAM_16_shape_and_scale)
{
    double sum = 0, squares = 0;
    draw("gamma", RR_F64, MAX, 9, 0.5, X);
    for (int i = 0; i < MAX; ++i) sum += X[i], squares += X[i] * X[i];
    const double mean = sum / MAX, variance = squares / MAX - mean * mean;
    assert_true(fabs(mean - 4.5) < 6 * 1.5 / 64 && fabs(variance - 2.25) < 0.4);   /* swapped: variance 40 */
}

/* ---- Distributions derived from the gamma, Student's t, the product of uniforms ---------------------------------- */

/* Samplers of single numbers whose first parameter is positive and must be given: gammas, functions of them, and similar
 * ones. NULL past the last. */
static const rr_sampler *shaped(size_t *at)
{
    const rr_sampler *s;
    while ((s = rr_sampler_list((*at)++)))
        if (s->params && !rr_is_row(s) && !s->counts && !s->stages && s->dtypes >> RR_F64 & 1 &&
            isnan(s->param[0].fallback) && s->param[0].f64.low >= 0) break;
    return s;
}

/* Those of one draw: functions of the gamma of the same index. */
static const rr_sampler *of_gamma(size_t *at)
{
    const rr_sampler *s;
    while ((s = shaped(at)) && s->family != rr_sampler_find("gamma")->family) {}
    return s;
}

/* True if the sampler has this type, and x is in the range of its parameter p there. */
static int inside(const rr_sampler *s, int f64, uint32_t p, double x)
{
    const rr_range *r = f64 ? &s->param[p].f64 : &s->param[p].f32;
    if (!(s->dtypes >> (f64 ? RR_F64 : RR_F32) & 1)) return 0;
    return p >= s->params || ((r->low_open ? x > r->low : x >= r->low) && x <= r->high);
}

BUG(GAM_01_tiny_shapes_are_no_nan)
{
    const rr_sampler *s;
    for (size_t at = 0; (s = shaped(&at)); )
        for (int f64 = 0; f64 < 2; ++f64) {
            const double shapes[] = {f64 ? 1e-300 : 1e-30, 1e-10, 1e-3, 0.5},
                         scales[] = {f64 ? 0x1p-1074 : 0x1p-149, 1, f64 ? 1.7976931348623157e308 : 3.4028234663852886e38};
            for (int a = 0; a < 4; ++a)
                for (int b = 0; b < 3; ++b) {
                    const double v[RR_MAX_PARAMS] = {shapes[a], scales[b]};
                    if (!inside(s, f64, 0, shapes[a]) || !inside(s, f64, 1, scales[b]) || (s->relate && s->relate(v)))
                        continue;
                    assert_int_equal(draw(s->name, f64 ? RR_F64 : RR_F32, 200, shapes[a], scales[b], X), RR_OK);
                    for (int i = 0; i < 200; ++i) assert_false(isnan(X[i]));
                }
        }
}

BUG(GAM_04_minus_zero_is_no_shape)
{
    const rr_sampler *s;
    for (size_t at = 0; (s = shaped(&at)); ) assert_int_equal(draw(s->name, RR_F64, 1, -0.0, 1, X), RR_ERR_PARAM);
}

/* student of 1e308 degrees of freedom never ended. */
BUG(GAM_05_huge_derived_end)
{
    draw("chi2", RR_F64, 100, 1e300, 1, X);
    for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / 1e300 - 1) < 1e-12);
    draw("chi", RR_F64, 100, 1e300, 1, X);
    for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / 1e150 - 1) < 1e-12);
    draw("inverse-gamma", RR_F32, 100, 1e30, 1, X);
    for (int i = 0; i < 100; ++i) assert_true(fabs(X[i] / 1e-30 - 1) < 1e-6);
    const rr_sampler *s;
    for (size_t at = 0; (s = of_gamma(&at)); ) {   /* they are their mean, or a function of it */
        assert_int_equal(draw(s->name, RR_F64, 100, 1e300, 4, X), RR_OK);
        for (int i = 0; i < 100; ++i) assert_true(X[i] != 0 && fabs(X[i] / X[0] - 1) < 1e-12);
    }
    assert_int_equal(draw("student-t", RR_F64, 1000, 1e308, 0, X), RR_OK);
    draw("student-t", RR_F64, 1000, 1.7976931348623157e308, 0, Y);
    assert_memory_equal(X, Y, 8000);   /* both are the normal */
    for (int i = 0; i < 1000; ++i) assert_true(fabs(X[i]) < 6 && X[i] != 0);
    assert_int_equal(draw("student-t", RR_F64, 1000, INFINITY, 0, Y), RR_OK);
    assert_memory_equal(X, Y, 8000);
    assert_int_equal(draw("gamma:erlang", RR_F64, 1, 4097, 1, X), RR_ERR_PARAM);
    assert_int_equal(draw("gamma:erlang", RR_F32, 9, 4096, 1, X), RR_OK);
    for (int i = 0; i < 9; ++i) assert_true(fabs(X[i] - 4096) < 6 * 64);
}

/* chi-squared filled arrays with its root; here each derived sampler is its function of the same gamma, on every path. */
BUG(GAM_12_views_are_views)
{
    static double g[300], one;
    for (int f64 = 0; f64 < 2; ++f64) {
        const rr_type type = f64 ? RR_F64 : RR_F32;
        draw("gamma", type, 300, 2.25, 1, g);
        draw("chi2", type, 300, 4.5, 1, X);
        for (int i = 0; i < 300; ++i) assert_true(X[i] == 2 * g[i]);
        draw("chi", type, 300, 4.5, 1, Y);
        for (int i = 0; i < 300; ++i) assert_true(Y[i] == (f64 ? sqrt(X[i]) : (double)sqrtf((float)X[i])));
        draw("inverse-gamma", type, 300, 2.25, 1, X);
        for (int i = 0; i < 300; ++i) assert_true(X[i] == (f64 ? 1 / g[i] : (double)(1 / (float)g[i])));
    }
    const rr_sampler *s;
    draw("gamma", RR_F64, 300, 2.25, 1, g);
    /* The shape is the parameter or half of it; a derived sample increases or decreases with the gamma. */
    for (size_t at = 0; (s = of_gamma(&at)); ) {
        const double shape = 2.25, twice = 4.5, accept = rr_sampler_find("gamma")->accept(&shape);
        draw(s->name, RR_F64, 300, s->accept(&twice) == accept ? twice : shape, 3, X);
        const int rises = (X[1] > X[0]) == (g[1] > g[0]);
        for (int i = 1; i < 300; ++i)
            if (((X[i] > X[0]) == (g[i] > g[0])) != rises) fail_msg("%s is no function of the gamma of its index", s->name);
    }
    for (size_t at = 0; (s = shaped(&at)); ) {
        const double a = inside(s, 1, 0, 2) ? 2 : 0.5;   /* polya-gamma-part has 1 at most */
        assert_int_equal(draw(s->name, RR_F64, 50, a, 3, Y), RR_OK);
        for (uint64_t i = 0; i < 50; ++i) {
            draw_on("cpu", s->name, RR_F64, (rr_stream){11, 12, i}, 1, a, 3, &one);
            assert_true(one == Y[i]);
        }
    }
}

/* Shapes that are not integers were floored, or looped for ever. */
BUG(GAM_10_erlang_takes_integers_only)
{
    const double bad[] = {0, -1, 2.5, 4096.5, 4097, NAN, INFINITY, 0.999999, 1e300};
    for (int k = 0; k < 9; ++k) assert_int_equal(draw("gamma:erlang", RR_F64, 9, bad[k], 1, X), RR_ERR_PARAM);
    /* one shape per sample, a bad one among them: the others are unchanged */
    const double shape[6] = {1, 4096, 2.5, 3, 17, 4}, scale[6] = {1, 1, 1, 1, 1, 1};
    double out[6], one;
    rr_stream s = rr_stream_make(11, 12);
    assert_int_equal(rr_fill_gamma_erlang_f64_each(device("cpu"), &s, 6, out, shape, scale), RR_ERR_PARAM);
    for (uint64_t i = 0; i < 6; ++i) {
        if (i == 2) {
            assert_true(isnan(out[i]));
            continue;
        }
        draw_on("cpu", "gamma:erlang", RR_F64, (rr_stream){11, 12, i}, 1, shape[i], 1, &one);
        assert_true(one == out[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(GAM_01_tiny_shape_huge_scale), TEST(GAM_02_no_atom_at_a_clamp), TEST(GAM_03_shape_zero_is_refused),
        TEST(GAM_04_shape_minus_zero_is_refused), TEST(GAM_05_huge_shapes_end), TEST(GAM_06_tiny_shapes_end),
        TEST(GAM_07_shapes_past_integers), TEST(GAM_08_degenerate_limits_are_refused), TEST(GAM_10_invalid_shapes),
        TEST(GAM_12_array_path_is_the_scalar_one), TEST(GAM_15_loggamma_does_not_underflow), TEST(GAM_16_shape_and_scale),
        TEST(GAM_01_tiny_shapes_are_no_nan), TEST(GAM_04_minus_zero_is_no_shape), TEST(GAM_05_huge_derived_end),
        TEST(GAM_12_views_are_views), TEST(GAM_10_erlang_takes_integers_only),
    };
    return RUN(tests);
}
