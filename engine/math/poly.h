/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One step of Horner's rule, p x + c with one rounding.
 *
 * The longer polynomials of this directory use two chains, for the even and the odd coefficients, in x^2: no more operations
 * than one chain where x^2 is needed anyway, and half the latency. The order of the operations is fixed, since every target
 * must round alike.
 *
 * Every coefficient here is printed by tests/math/coefficients.py (minimax fits; --check looks for them in the headers). The
 * errors stated are the largest that tests/math/ulp.c found against MPFR, in ulp of the true value's binade, over 2^23
 * points in each dtype, or over every float where stated; the bounds that it asserts are slightly wider. */
#ifndef RR_MATH_POLY_H
#define RR_MATH_POLY_H

RR_FN rr_real rr_step(rr_real p, rr_real x, rr_scalar c) { return rr_fma(p, x, rr_splat(c)); }

#endif
