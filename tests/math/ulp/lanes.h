/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The functions that rows run over a batch, in lanes (y only for functions of two arguments). */
#ifndef RR_TESTS_MATH_ULP_LANES_H
#define RR_TESTS_MATH_ULP_LANES_H

#define LANES(name, expression)                                                         \
    static void run_##name(const rr_scalar *px, const rr_scalar *py, rr_scalar *po)     \
    {                                                                                   \
        for (int i = 0; i < BATCH; i += RR_LANES) {                                     \
            rr_real x = rr_load(px + i), y = rr_load(py + i), a = x, b = x;             \
            (void)y, (void)b;                                                           \
            expression;                                                                 \
            rr_store(po + i, a);                                                        \
        }                                                                               \
    }
LANES(neglog, a = rr_neglog(x, rr_splat(RR_C(-.125)), rr_lt(x, x)))
LANES(neglog_upper, a = rr_neglog(x + RR_C(1), x, rr_le(x, x)))
LANES(short_neglog, a = rr_short_neglog(x, rr_splat(RR_C(-.125))))
LANES(short_neglog_upper, a = rr_short_neglog(rr_short_below_one(x + RR_C(1)), x))
LANES(short_minus_log, a = rr_short_minus_log(x))
LANES(short_log1p, a = rr_short_log1p(x))
LANES(short_log2, a = rr_short_log2(x))
LANES(short_exp2, a = rr_short_exp2(x))
LANES(short_exp2_times, a = rr_short_exp2_times(x, y))
LANES(times_cot, a = rr_times_cot(x))
#if RR_DTYPE == 64
LANES(neglog_table, a = rr_neglog_table(x, rr_splat(RR_C(-.125)), rr_lt(x, x)))
LANES(log2_table, const rr_log2_parts p = rr_log2_table(x); a = p.row + p.rest)
LANES(exp2_table, b = x + RR_EXP2_ROUND; a = rr_scale_floor(rr_exp2_table(b, x - (b - RR_EXP2_ROUND)), b - RR_EXP2_ROUND))
LANES(neglog_table_half, a = rr_neglog_table(rr_min_scalar(x + RR_C(1), RR_C(0x1.fffffffffffffp-1)), x, rr_le(x, x)))
#endif
LANES(root_near, a = rr_root_near(x, rr_root_inverse(y), rr_splat(ROOT_FACTOR)))
LANES(log, a = rr_log(x))
LANES(log1p, a = rr_log1p(x))
LANES(exp, a = rr_exp(x))
LANES(exp_times, a = rr_exp_times(x, y))
LANES(exp_linear, a = rr_exp_linear(y, rr_abs(y) * RR_C(.25), x))
LANES(exp_linear_any, a = rr_exp_linear_any(y, rr_abs(y) * RR_C(.25), x))
LANES(expm1, a = rr_expm1(x))
LANES(expm2, a = rr_expm2(x))
LANES(sin_quarter, rr_sincos_quarter(x, &a, &b))
LANES(cos_quarter, rr_sincos_quarter(x, &b, &a))
LANES(sin_turn, rr_sincos_turn(x, &a, &b))
LANES(cos_turn, rr_sincos_turn(x, &b, &a))
LANES(atan, a = rr_atan_quarter(x, rr_splat(RR_C(1))))
LANES(pow, a = rr_pow(x, y))
LANES(gamma_q, a = rr_gamma_q(x))
LANES(quantile, a = rr_normal_quantile(x, RR_C(.5) - x))
LANES(quantile_middle, a = rr_normal_quantile(RR_C(.5) - x, x))
LANES(giles, a = rr_normal_giles(x, RR_C(.5) - x))
LANES(giles_middle, a = rr_normal_giles(RR_C(.5) - x, x))
LANES(fast, a = rr_normal_fast(x, RR_C(.5) - x))
LANES(fast_middle, a = rr_normal_fast(RR_C(.5) - x, x))

#endif
