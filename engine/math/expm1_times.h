/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* g (e^x - 1) for g > 0, and scale y expm1(x) / x, without intermediate overflow: above RR_EXPM1_IS_EXP, e^x - 1 is e^x to
 * within 2^-28 (2^-57), and e^x is scaled last (exp.h). */
#ifndef RR_MATH_EXPM1_TIMES_H
#define RR_MATH_EXPM1_TIMES_H

#include "expm1.h"

#if RR_DTYPE == 32
#define RR_EXPM1_IS_EXP RR_C(20)
#define RR_EXPM1_LIFT RR_C(0x1p126)
#define RR_EXPM1_LIFT_LOG RR_C(87.3365447505531013)
#else
#define RR_EXPM1_IS_EXP RR_C(40)
#define RR_EXPM1_LIFT RR_C(0x1p1022)
#define RR_EXPM1_LIFT_LOG RR_C(708.396418532264107)
#endif

RR_FN rr_real rr_expm1_times(rr_real x, rr_real g)
{
    const rr_real y = rr_expm1(x) * g;
    const rr_mask large = rr_lt(rr_splat(RR_EXPM1_IS_EXP), x);
    return rr_some(large) ? rr_select(large, rr_exp_times(x, g), y) : y;
}

/* scale y expm1(x) / x, where x is a multiple of y; scale y where x is 0. */
RR_FN rr_real rr_expm1_over(rr_real x, rr_real y, rr_real scale)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0));
    const rr_mask none = rr_mand(rr_le(x, zero), rr_le(zero, x)), large = rr_lt(rr_splat(RR_EXPM1_IS_EXP), x);
    const rr_real max = rr_select(large, one, x), safe = rr_select(none, one, max);
    const rr_real ratio = rr_select(none, one, rr_div(rr_expm1(safe), safe)), z = y * ratio * scale;
    if (!rr_some(large)) return z;
    /* Where scale y / x would be denormal, LIFT is moved there from the exponent. */
    const rr_real part = rr_abs(rr_div(y, rr_select(large, x, one))), plain = part * scale;
    const rr_mask tiny = rr_lt(plain, rr_splat(RR_EXP_TINY));
    const rr_real g = rr_select(tiny, part * (scale * RR_EXPM1_LIFT), plain);
    const rr_real far = rr_exp_times(rr_select(tiny, x - RR_EXPM1_LIFT_LOG, x), g);
    return rr_select(large, rr_select(rr_lt(y, zero), RR_C(0) - far, far), z);
}

#endif
