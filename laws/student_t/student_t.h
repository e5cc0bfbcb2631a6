/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* student-t: loc + scale T by Bailey's polar method (Mathematics of Computation 62 (1994) 779) in its trigonometric form:
 *
 *     T = sqrt(df (U^(-2/df) - 1)) cos 2 pi V
 *
 * has Student's distribution with df degrees of freedom, exactly, for every df > 0, and never rejects. (As df grows it
 * becomes Box-Muller's normal.) The sine would do as well, but sine and cosine of one pair are not independent, so a sample
 * takes a pair.
 *
 * With E = -log U, accurate at both ends (uniform.h), and x = 2 E / df, the radius R is sqrt(df (e^x - 1)). T is computed as
 *
 *     |T| = exp(x / 2) g,   g = sqrt(df (1 - e^-x)) |cos 2 pi V|,
 *
 * in one step (rr_exp_times), in which nothing overflows except T itself: at df = 1e-3, log R is about E / df. Where x is
 * below half an ulp of 1, df (1 - e^-x) is 2 E, rounded, and x may be denormal; so any df up to infinity gives the normal.
 * Errors: about half an ulp each of E, x, expm1, the product, the root, cos and the products, half of them halved by the
 * root: below 5 ulp. E and x in the exponent add 1.5 ulp of x / 2, which no test of the distribution can detect.
 *
 * |T| <= exp(65 log 2 / df) sqrt(df) (f32; 129 in f64), by the number of bits: P(|T| beyond) < 2^-64. cos is never 0.
 *
 * Where df < 1, T may be far above the largest number when scale T is not. There the draw is T's fourth root, exp(x / 8)
 * g^(1/4), with T's sign, and scale T takes four products. All are between scale and scale T, so none is 0 or infinite where
 * scale T is not. The root's 2 ulp become 10.
 *
 * Words: own_pair.h. */
#ifndef RR_SAMPLER_STUDENT_T_H
#define RR_SAMPLER_STUDENT_T_H

#include "engine/draws/boxmuller.h"
#include "engine/math/expm1.h"
#include "engine/passes/tile.h"

#define RR_GROUP_student_t RR_OWN_PAIR_GROUP
#define RR_AUX_student_t 0
#define RR_BLOCKS_student_t 1

#if RR_DTYPE == 32
#define RR_STUDENT_TINY RR_C(0x1p-24)
#else
#define RR_STUDENT_TINY RR_C(0x1p-53)
#endif

RR_FN rr_mask rr_student_t_root(rr_real df) { return rr_lt(df, rr_splat(RR_C(1))); }

RR_FN rr_try rr_student_t_of(rr_unit u, rr_turn a, rr_real df)
{
    const rr_mask root = rr_student_t_root(df);
    const rr_real e = rr_unit_neglog(u), two = e + e, x = rr_div(two, df);
    const rr_real square = rr_select(rr_lt(x, rr_splat(RR_STUDENT_TINY)), two, -rr_expm1(-x) * df);
    rr_real g = rr_sqrt(square) * rr_abs(a.cos), part = x * RR_C(0.5);
    if (rr_some(root)) {
        g = rr_select(root, rr_sqrt(rr_sqrt(g)), g);
        part = rr_select(root, x * RR_C(0.125), part);
    }
    const rr_real size = rr_exp_times(part, g);
    return rr_try_of(rr_select(rr_lt(a.cos, rr_splat(RR_C(0))), -size, size), rr_mnot(u.open), u.open);
}

#define RR_OWN_PAIR student_t
#define RR_OWN_PAIR_PARAM 0
#include "engine/draws/own_pair.h"

RR_FN rr_real rr_student_t_finish(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    const rr_real loc = rr_run_param(t, 1, slot0), scale = rr_run_param(t, 2, slot0), x = rr_fma(scale, z, loc);
    const rr_mask root = rr_student_t_root(rr_run_param(t, 0, slot0));
    (void)aux;
    if (!rr_some(root)) return x;
    const rr_real r = rr_abs(z), size = scale * r * r * r * r;
    return rr_select(root, rr_select(rr_lt(z, rr_splat(RR_C(0))), RR_C(0) - size, size) + loc, x);
}

#endif
