/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The probability of the rarer of two outcomes whose odds are e^x: e^-|x| / (1 + e^-|x|), at most 1/2, within 3 ulps. */
#ifndef RR_LOGIT_H
#define RR_LOGIT_H

#include "engine/math/exp.h"

RR_FN rr_real rr_logistic_rarer(rr_real x)
{
    const rr_real odds = rr_exp(RR_C(0) - rr_abs(x));
    return rr_div(odds, RR_C(1) + odds);
}

#endif
