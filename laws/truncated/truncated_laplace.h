/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-laplace: `laplace` from low to high, by the three forms of two_tails.h. Beyond loc the excess is an exponential
 * below the width. In the centre G(z) = -expm1(-z), odd. Else H(z) = -log1p(-e^z / 2) below 0, z + log 2 above, and z is
 * log(-2 expm1(-E)) or E - log 2 of E = H(low) + T (window.h). Error: 16 ulp of the excess over an end, in the centre 16 of
 * the window's width, else 20 of 1 + |z|; the sum is rounded once. */
#ifndef RR_SAMPLER_TRUNCATED_LAPLACE_H
#define RR_SAMPLER_TRUNCATED_LAPLACE_H

#include "laws/truncated/draw/two_tails.h"

#define RR_RELATES_truncated_laplace 2
RR_FN rr_mask rr_truncated_laplace_related(const rr_real *v) { return rr_truncated_related(v); }

#define RR_CONSTANT_FINISH_truncated_laplace 4
#define RR_LONG_truncated_laplace 1
RR_FN void rr_truncated_laplace_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_truncated_laplace_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    const rr_real log2 = rr_splat(RR_C(0.693147180559945309417)), zero = rr_splat(RR_C(0));
    const rr_two_tails w = rr_two_tails_of(t, slot0, drawn);
    const rr_real low = rr_min(w.low, zero), start = RR_C(0) - rr_log1p(rr_exp(low) * RR_C(-0.5));
    const rr_real e = rr_window_excess(w.d, rr_select(w.beyond, w.width, w.high + (log2 - start)));
    const rr_real sum = start + e, left = rr_log(rr_expm1(RR_C(0) - rr_min(sum, log2)) * RR_C(-2));
    const rr_real far = rr_select(w.beyond, e, rr_select(rr_lt(sum, log2), left, sum - log2));
    const rr_real g = rr_two_tails_central(w, rr_expm1(low), RR_C(0) - rr_expm1(RR_C(0) - w.high));
    const rr_real size = rr_log1p(RR_C(0) - rr_select(w.central, rr_abs(g), zero));
    (void)aux;
    return rr_two_tails_sample(t, slot0, w, rr_select(w.central, rr_select(rr_lt(g, zero), size, RR_C(0) - size), far));
}

#endif
