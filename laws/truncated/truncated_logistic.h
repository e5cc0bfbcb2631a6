/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-logistic: `logistic` from low to high, by the three forms of two_tails.h. Beyond loc, with P = 1 / (1 + e^-low),
 * T is below log1p(expm1(width) P), and the excess is log1p(expm1(T) / P). In the centre G(z) = tanh(z / 2) = expm1(z) /
 * (expm1(z) + 2) and z = log1p(2 G / (1 - G)). Else H(z) = log1p(e^z), and z is log(expm1(E)) of E = H(low) + T (window.h).
 * Error: 40 ulp of the excess over an end, in the centre 24 of the window's width, else 24 of 1 + |z|; the sum is rounded
 * once. */
#ifndef RR_SAMPLER_TRUNCATED_LOGISTIC_H
#define RR_SAMPLER_TRUNCATED_LOGISTIC_H

#include "laws/truncated/draw/two_tails.h"

#define RR_RELATES_truncated_logistic 2
RR_FN rr_mask rr_truncated_logistic_related(const rr_real *v) { return rr_truncated_related(v); }

#define RR_CONSTANT_FINISH_truncated_logistic 4
#define RR_LONG_truncated_logistic 1
RR_FN void rr_truncated_logistic_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_truncated_logistic_g(rr_real z)
{
    const rr_real y = rr_expm1(z);
    return rr_div(y, y + RR_C(2));
}

RR_FN rr_real rr_truncated_logistic_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real zero = rr_splat(RR_C(0)), max = rr_splat(RR_WINDOW_MAX);
    const rr_two_tails w = rr_two_tails_of(t, slot0, drawn);
    const rr_real low = rr_min(w.low, zero), rest = rr_exp(low - rr_max(w.low, zero)) + RR_C(1);   /* beyond: 1 / P */
    const rr_real more = rr_select(rr_le(max, w.width), w.width, rr_log1p(rr_min(rr_div(rr_expm1(w.width), rest), max)));
    const rr_real start = rr_log1p(rr_exp(low)), to = w.high + rr_log1p(rr_exp(RR_C(0) - w.high));
    const rr_real e = rr_window_excess(w.d, rr_select(w.beyond, more, to - start));
    const rr_real beyond = rr_log1p(rr_min(rr_expm1(e) * rest, max)), across = rr_log(rr_expm1(start + e));
    const rr_real top = rr_truncated_logistic_g(rr_min(w.high, rr_splat(RR_C(1))));
    const rr_real g = rr_two_tails_central(w, rr_truncated_logistic_g(low), top);
    const rr_real safe = rr_select(w.central, g, zero), centre = rr_log1p(rr_div(safe + safe, RR_C(1) - safe));
    (void)aux;
    return rr_two_tails_sample(t, slot0, w, rr_select(w.central, centre, rr_select(w.beyond, beyond, across)));
}

#endif
