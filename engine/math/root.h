/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* g x^(1/a) for finite x > 0, finite g > 0 and 1e-30 <= |a| <= 1e30 (f64 1e-300, 1e300), without intermediate overflow.
 *
 * 1 / a rounded would cause an error of up to 44 ulp in the result, so the error of the quotient log2(x) / a is added to it:
 * with e = RN(l RN(1/a)), l / a = e + (l - e a) / a, and l - e a is one fma. The quotient is then as accurate as a pair's,
 * within 2^-46 (f32), and the rest is as in pow.h, whose 1.13 (1.17) ulp are at most 1.5 with the product by g. */
#ifndef RR_MATH_ROOT_H
#define RR_MATH_ROOT_H

#include "pow.h"

/* Limit of an exponent of 2; beyond, the result is 0 or infinity for every g. */
#if RR_DTYPE == 32
#define RR_ROOT_LIMIT RR_C(320)
#else
#define RR_ROOT_LIMIT RR_C(2300)
#endif

/* g 2^(l / a). Its relative difference from g is as accurate as l is, where both are small. */
RR_FN rr_real rr_root_log2(rr_double l, rr_real a, rr_real g)
{
    rr_real k;
    const rr_real inverse = rr_div(rr_splat(RR_C(1)), a), e = l.hi * inverse;
    const rr_real rest = (rr_fma(RR_C(0) - e, a, l.hi) + l.lo) * inverse;
    const rr_real y = rr_pow_reduced(e, rest, RR_ROOT_LIMIT, &k);
    return rr_exp_times_split(g, y, k);   /* without a branch, which does not pay for g, a parameter */
}

RR_FN rr_real rr_root_times(rr_real x, rr_real a, rr_real g) { return rr_root_log2(rr_pow_log2(x), a, g); }

#endif
