/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The finish of derived distributions that are logarithms of the gamma, without its underflow: log g minus the boost's E /
 * a. */
#ifndef RR_GAMMA_LOG_H
#define RR_GAMMA_LOG_H

#include "engine/math/log.h"
#include "boost.h"

RR_FN rr_real rr_gamma_log(rr_real g, rr_real e, rr_real shape)
{
    const rr_real l = rr_log(g);
    return rr_select(rr_boost_wanted(shape), l - rr_div(e, shape), l);
}

#endif
