/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* -log of a uniform: of 1 + t in the lanes of upper, of u in the others.
 *
 * upper lanes: t exact in [-0.29290, 0). There k = 0 and f = t, so that the result is relatively accurate down to the
 *              smallest t, where rounding 1 + t would lose all bits. u is ignored.
 * others:      u normal, in [2^-66, 0.70711] (f32), [2^-130, 0.70711] (f64). t is ignored.
 *
 * Largest error: f32 u 1.0047 ulp at 0x1.67659cp-1, t 0.8735 ulp at -0x1.ba51c6p-3 (every float of both intervals);
 * f64 u 1.0136 ulp at 0x1.68b625b77765cp-1, t 0.8747 ulp at -0x1.274ba49947ad1p-2. */
#ifndef RR_MATH_NEGLOG_H
#define RR_MATH_NEGLOG_H

#include "log_kernel.h"

RR_FN rr_real rr_neglog(rr_real u, rr_real t, rr_mask upper)
{
    const rr_log_parts p = rr_log_split(u);
    return rr_neglog_join(rr_select(upper, t, p.f), rr_select(upper, rr_splat(RR_C(0)), p.k));
}

#endif
