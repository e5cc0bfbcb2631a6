/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tests whether a number >= 0 is an integer. From 2^52 on (2^23 in f32, where it is not used) no number has a fraction. */
#ifndef RR_WHOLE_H
#define RR_WHOLE_H

#include "integer.h"

RR_FN rr_mask rr_whole(rr_real n)
{
    const rr_real big = rr_splat(RR_C(RR_DTYPE == 32 ? 0x1p23 : 0x1p52)), whole = (n + big) - big;
    return rr_mor(rr_le(big, n), rr_mand(rr_le(whole, n), rr_le(n, whole)));
}

#endif
