/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* e^-x for x in [0, 16), in double words, within 2^-96 relatively: the series of 2^-7 x, 20 terms, to the 128th power, which
 * multiplies the error of the series by 128. */
#ifndef RR_MATH_DOUBLE_EXP_H
#define RR_MATH_DOUBLE_EXP_H

#include "double_word.h"

#if RR_DTYPE == 64
RR_FN rr_double rr_double_exp_minus(rr_double x)
{
    const rr_double one = rr_double_of(rr_splat(RR_C(1)), rr_splat(RR_C(0)));
    const rr_double y = rr_double_of(x.hi * RR_C(-0x1p-7), x.lo * RR_C(-0x1p-7));
    rr_double e = one;
    for (rr_uint32 n = 20; n; --n) {
        const rr_double by = rr_double_of(rr_splat((rr_scalar)n), rr_splat(RR_C(0)));
        e = rr_double_add(one, rr_double_over(rr_double_times(e, y), by));
    }
    for (rr_uint32 n = 0; n < 7; ++n) e = rr_double_times(e, e);
    return e;
}
#endif

#endif
