/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An attempt with two uniforms (two_uniforms.h) that is accepted where U, the second, is below a bound: the quick test, from
 * the word that attempts have, and the full test. bound is the same number in both.
 *
 * f32: U has its significant bits down to 2^-8; below, LOW words decide where the bound is as small. f64: U is in an
 * interval of 2^-32, which may contain the bound. */
#ifndef RR_VERDICT_H
#define RR_VERDICT_H

#include "two_uniforms.h"

/* For a value that is itself undecided where `open` is set. */
#if RR_DTYPE == 32
RR_FN rr_try rr_verdict_quick(rr_real value, rr_word second, rr_real bound, rr_mask open)
{
    const rr_real u = rr_unit_of(second).u;
    const rr_mask small = rr_mand(rr_lt(u, rr_splat(RR_C(0x1p-8))), rr_lt(bound, rr_splat(RR_C(0x1p-7))));
    const rr_mask unknown = rr_mor(open, small);
    return rr_try_of(value, rr_mandnot(rr_lt(u, bound), unknown), unknown);
}
#else
RR_FN rr_try rr_verdict_quick(rr_real value, rr_word second, rr_real bound, rr_mask open)
{
    const rr_real unit = rr_splat(RR_C(0x1p-32)), u = rr_fromuint(second) * unit;
    const rr_mask yes = rr_lt(u + unit, bound), no = rr_le(bound, u);
    return rr_try_of(value, rr_mandnot(yes, open), rr_mor(open, rr_mnot(rr_mor(yes, no))));
}
#endif

RR_FN rr_try rr_verdict_full(rr_real value, rr_two x, rr_two low, rr_real bound)
{
    return rr_try_of(value, rr_lt(rr_two_second(x, low, rr_wsplat(0)).u, bound), rr_mfrom(0));
}

#endif
