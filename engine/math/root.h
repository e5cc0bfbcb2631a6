/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* g x^(1/a) for finite x > 0, finite g > 0 and 1e-30 <= |a| <= 1e30 (f64 1e-300, 1e300), without overflow on the way.
 *
 * 1 / a rounded would put an error of up to 44 ulp into the result, so what the quotient log2(x) / a lost is added to it:
 * with e = RN(l RN(1/a)), l / a = e + (l - e a) / a, and l - e a is one fma. The quotient is then as good as a pair's,
 * within 2^-46 (f32) of it, and the rest is as in pow.h, whose 1.13 (1.17) ulp are 1.5 at most with the product by g. */
#ifndef RR_MATH_ROOT_H
#define RR_MATH_ROOT_H

#include "pow.h"

/* Of an exponent of 2; beyond, the result is 0 or infinite whatever g. */
#if RR_DTYPE == 32
#define RR_ROOT_LIMIT RR_C(320)
#else
#define RR_ROOT_LIMIT RR_C(2300)
#endif

/* g 2^(l / a). What is more or less than g is as accurate as l is, relatively, where both are small. */
RR_FN rr_real rr_root_log2(rr_twofold l, rr_real a, rr_real g)
{
    rr_real k;
    const rr_real inverse = rr_div(rr_splat(RR_C(1)), a), e = l.hi * inverse;
    const rr_real rest = (rr_fma(RR_C(0) - e, a, l.hi) + l.lo) * inverse;
    const rr_real y = rr_pow_reduced(e, rest, RR_ROOT_LIMIT, &k);
    return rr_exp_times_split(g, y, k);   /* without a branch, which g, a parameter, is not worth */
}

RR_FN rr_real rr_root_times(rr_real x, rr_real a, rr_real g) { return rr_root_log2(rr_pow_log2(x), a, g); }

#endif
