/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The exact reference, by MPFR. */
#ifndef RR_TESTS_MATH_ULP_MPFR_H
#define RR_TESTS_MATH_ULP_MPFR_H

static mpfr_t T;   /* scratch */
static void mpfr_log_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_log(r, x, MPFR_RNDN); }
static void mpfr_log1p_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_log1p(r, x, MPFR_RNDN); }
static void mpfr_root_(mpfr_t r, mpfr_t x, mpfr_t y)
{
    mpfr_ui_div(y, 1, y, MPFR_RNDN);
    mpfr_pow(r, x, y, MPFR_RNDN);
    mpfr_mul_d(r, r, ROOT_FACTOR, MPFR_RNDN);
}
static void mpfr_log2_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_log2(r, x, MPFR_RNDN); }
static void mpfr_exp2_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_exp2(r, x, MPFR_RNDN); }
static void mpfr_exp2_times(mpfr_t r, mpfr_t x, mpfr_t y)
{
    mpfr_exp2(r, x, MPFR_RNDN);
    mpfr_mul(r, r, y, MPFR_RNDN);
}
static void mpfr_exp_linear(mpfr_t r, mpfr_t x, mpfr_t y)
{
    mpfr_abs(T, y, MPFR_RNDN);
    mpfr_div_2ui(T, T, 2, MPFR_RNDN);
    mpfr_mul(T, T, x, MPFR_RNDN);
    mpfr_add(T, T, y, MPFR_RNDN);
    mpfr_exp(r, T, MPFR_RNDN);
}
static void mpfr_neglog_(mpfr_t r, mpfr_t x, mpfr_t y)
{
    mpfr_log_(r, x, y);
    mpfr_neg(r, r, MPFR_RNDN);
}
static void mpfr_neglog1p_(mpfr_t r, mpfr_t x, mpfr_t y)
{
    mpfr_log1p_(r, x, y);
    mpfr_neg(r, r, MPFR_RNDN);
}
/* sqrt(x) cot(pi/2 sqrt(x)) */
static void mpfr_times_cot(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    mpfr_const_pi(T, MPFR_RNDN);
    mpfr_div_2ui(T, T, 1, MPFR_RNDN);
    if (mpfr_zero_p(x)) {
        mpfr_ui_div(r, 1, T, MPFR_RNDN);
        return;
    }
    mpfr_sqrt(r, x, MPFR_RNDN);
    mpfr_mul(T, T, r, MPFR_RNDN);
    mpfr_tan(T, T, MPFR_RNDN);
    mpfr_div(r, r, T, MPFR_RNDN);
}
static void mpfr_exp_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_exp(r, x, MPFR_RNDN); }
static void mpfr_expm1_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_expm1(r, x, MPFR_RNDN); }
/* 2400 bits suffice except where x^2 underflows. */
static void mpfr_expm2_(mpfr_t r, mpfr_t x, mpfr_t y)
{
    mpfr_t wide;
    (void)y;
    mpfr_init2(wide, 2400);
    mpfr_expm1(wide, x, MPFR_RNDN);
    mpfr_sub(r, wide, x, MPFR_RNDN);
    mpfr_clear(wide);
}
static void mpfr_atan_(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_atan(r, x, MPFR_RNDN); }
static void mpfr_pow_(mpfr_t r, mpfr_t x, mpfr_t y) { mpfr_pow(r, x, y, MPFR_RNDN); }
static void mpfr_exp_times_(mpfr_t r, mpfr_t x, mpfr_t y) { mpfr_exp(r, x, MPFR_RNDN); mpfr_mul(r, r, y, MPFR_RNDN); }

/* sin and cos of x turns (quarters: x / 4), after an exact subtraction of all complete turns. */
static void mpfr_angle(mpfr_t x, int quarters)
{
    if (quarters) mpfr_div_2ui(x, x, 2, MPFR_RNDN);
    mpfr_rint(T, x, MPFR_RNDN);
    mpfr_sub(x, x, T, MPFR_RNDN);
    mpfr_const_pi(T, MPFR_RNDN);
    mpfr_mul(x, x, T, MPFR_RNDN);
    mpfr_mul_2ui(x, x, 1, MPFR_RNDN);
}
static void mpfr_sin_quarter(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_angle(x, 1); mpfr_sin(r, x, MPFR_RNDN); }
static void mpfr_cos_quarter(mpfr_t r, mpfr_t x, mpfr_t y) { (void)y; mpfr_angle(x, 1); mpfr_cos(r, x, MPFR_RNDN); }

/* At a multiple of 1/4 that is not a multiple of 1/2 the cosine is 0, which a rounded pi would miss; likewise the sine. */
static int zero_at(mpfr_t x, double offset)
{
    mpfr_mul_2ui(T, x, 1, MPFR_RNDN);
    mpfr_add_d(T, T, offset, MPFR_RNDN);
    return mpfr_integer_p(T);
}
static void mpfr_sin_turn(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    if (zero_at(x, 0)) mpfr_set_ui(r, 0, MPFR_RNDN);
    else mpfr_angle(x, 0), mpfr_sin(r, x, MPFR_RNDN);
}
static void mpfr_cos_turn(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    if (zero_at(x, .5)) mpfr_set_ui(r, 0, MPFR_RNDN);
    else mpfr_angle(x, 0), mpfr_cos(r, x, MPFR_RNDN);
}

/* By the definition: below 2^-20 it cancels at most 80 + 60 of the 400 bits, below that the series does. */
static void mpfr_gamma_q(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    mpfr_t l, p, q;
    mpfr_inits2(400, l, p, q, (mpfr_ptr)0);
    if (mpfr_cmp_d(x, 0x1p-20) < 0 && mpfr_cmp_d(x, -0x1p-20) > 0) {
        mpfr_set_d(l, 0, MPFR_RNDN);
        for (int k = 8; k >= 0; --k) {
            mpfr_set_ui(p, 1, MPFR_RNDN);
            mpfr_div_ui(p, p, (unsigned long)k + 4, MPFR_RNDN);
            mpfr_mul(l, l, x, MPFR_RNDN);
            mpfr_sub(l, p, l, MPFR_RNDN);
        }
        mpfr_set(r, l, MPFR_RNDN);
    } else {
        mpfr_log1p(l, x, MPFR_RNDN);
        mpfr_sub(l, x, l, MPFR_RNDN);           /* y - log1p(y) */
        mpfr_mul(p, x, x, MPFR_RNDN);
        mpfr_div_2ui(q, p, 1, MPFR_RNDN);
        mpfr_sub(l, l, q, MPFR_RNDN);
        mpfr_mul(p, p, x, MPFR_RNDN);
        mpfr_div_ui(q, p, 3, MPFR_RNDN);
        mpfr_add(l, l, q, MPFR_RNDN);
        mpfr_mul(p, p, x, MPFR_RNDN);
        mpfr_div(r, l, p, MPFR_RNDN);
    }
    mpfr_clears(l, p, q, (mpfr_ptr)0);
}

/* One more step of Newton's method, from libm's result: the error is squared. */
static void mpfr_quantile_step(mpfr_t r, mpfr_t x, LIBM_REAL start, int middle)
{
    mpfr_t p;
    mpfr_init2(p, PRECISION);
    BOTH(mpfr_set_d, mpfr_set_ld)(T, start, MPFR_RNDN);
    mpfr_sqrt_ui(r, 2, MPFR_RNDN);
    mpfr_div(r, T, r, MPFR_RNDN);
    (middle ? mpfr_erf : mpfr_erfc)(p, r, MPFR_RNDN);
    mpfr_div_2ui(p, p, 1, MPFR_RNDN);
    if (middle) mpfr_sub(p, x, p, MPFR_RNDN);
    else mpfr_sub(p, p, x, MPFR_RNDN);
    mpfr_sqr(r, r, MPFR_RNDN);
    mpfr_exp(r, r, MPFR_RNDN);
    mpfr_mul(p, p, r, MPFR_RNDN);
    mpfr_const_pi(r, MPFR_RNDN);
    mpfr_mul_2ui(r, r, 1, MPFR_RNDN);
    mpfr_sqrt(r, r, MPFR_RNDN);
    mpfr_mul(p, p, r, MPFR_RNDN);
    mpfr_add(r, T, p, MPFR_RNDN);
    mpfr_clear(p);
}
static void mpfr_quantile_middle(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    mpfr_quantile_step(r, x, libm_quantile_middle(BOTH(mpfr_get_d, mpfr_get_ld)(x, MPFR_RNDN), 0), 1);
}
static void mpfr_quantile(mpfr_t r, mpfr_t x, mpfr_t y)
{
    (void)y;
    if (mpfr_cmp_d(x, .25) > 0) {
        mpfr_t c;
        mpfr_init2(c, PRECISION);
        mpfr_d_sub(c, .5, x, MPFR_RNDN);
        mpfr_quantile_middle(r, c, y);
        mpfr_clear(c);
    } else {
        mpfr_quantile_step(r, x, libm_quantile(BOTH(mpfr_get_d, mpfr_get_ld)(x, MPFR_RNDN), 0), 0);
    }
}

#endif
