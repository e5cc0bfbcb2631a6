/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks that parameters that are 64-bit integers are in increasing order. A CPU does this before it draws. */
#ifndef RR_ASCEND_H
#define RR_ASCEND_H

#include "integer.h"

#if RR_DTYPE == 64
/* Returns 1 if in each of n pairs of 64-bit integers b is above a, or with `same` at least a. a or b may be one value for
 * all pairs. */
RR_FN int rr_all_ascend(const rr_scalar *a, int a_varies, const rr_scalar *b, int b_varies, rr_uint32 n, int is_signed,
                        int same)
{
    /* Makes signed ones comparable as unsigned. */
    const rr_wide turn = rr_wide_join(rr_wsplat(is_signed ? 0x80000000u : 0), rr_wsplat(0));
    for (rr_uint32 k = 0; k < n; k += RR_LANES) {
        const rr_wide x = rr_asbits(a_varies ? rr_loadn(a + k, n - k) : rr_splat(*a)) ^ turn;
        const rr_wide y = rr_asbits(b_varies ? rr_loadn(b + k, n - k) : rr_splat(*b)) ^ turn;
        if (rr_vote(same ? rr_wide_less(y, x) : rr_mnot(rr_wide_less(x, y)))) return 0;
    }
    return 1;
}
#endif

#endif
