/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The shape of the gamma in a noncentral distribution: df / 2 + N, N the count of the stage before it. */
#ifndef RR_NONCENTRAL_SHAPE_H
#define RR_NONCENTRAL_SHAPE_H

#include "engine/draws/integer.h"

RR_FN rr_real rr_noncentral_shape(rr_real df, rr_real count)
{
    return rr_fma(df, rr_splat(RR_C(0.5)), rr_wide_number(count));
}

#endif
