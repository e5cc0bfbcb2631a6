/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* nakagami: sqrt(spread / m X), where X is the gamma variate of shape m of the same index (Nakagami 1960). With X = g
 * exp(-E / m) it is sqrt(spread) sqrt(g / m) exp(-E / (2 m)), computed at once: the exponent is halved before the
 * exponential, as in chi.h. */
#ifndef RR_SAMPLER_NAKAGAMI_H
#define RR_SAMPLER_NAKAGAMI_H

#include "laws/gamma/draw/slots.h"

RR_FN void rr_nakagami_prepare(rr_tile *t) { rr_gamma_prepare_of(t, RR_C(1)); }

RR_FN rr_real rr_nakagami_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    const rr_real m = rr_run_param(t, 0, slot0);
    return rr_boost_scaled(rr_boost_wanted(m), -e, m + m, rr_sqrt(rr_div(g, m)), rr_sqrt(rr_run_param(t, 1, slot0)));
}

#endif
