/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Extreme values of the distributions derived from gamma, which samples do not reach. tests/law/derived/finishes.c includes
 * this file and defines the functions used here. */
#ifndef RR_GAMMA_DERIVED_TEST_H
#define RR_GAMMA_DERIVED_TEST_H

#include "laws/gamma/chi.h"
#include "laws/gamma/chi2.h"
#include "laws/gamma/gamma.h"
#include "laws/gamma/inverse_gamma.h"
#include "laws/gamma/nakagami.h"

/* E over its whole range, shapes from the smallest, scales over the dtype's whole range, random gammas: the finish of each
 * derived distribution. */
static void finishes_are_right(void **state)
{
    long double worst[5] = {0};
    need_long_double();
    (void)state;
    for (int i = 0; i < 300000; ++i) {
        const double range = i % 2 ? -log10(TINY_SHAPE) : 3;
        const double decades = i % 5 ? RR_DTYPE == 32 ? 37.9 : 307 : 3;
        const rr_scalar s = (rr_scalar)pow(10, -range * unit()), spread = (rr_scalar)pow(10, decades * (2 * unit() - 1));
        const rr_scalar g = (rr_scalar)(-2 * log(unit()) + 1e-6);
        const double u = unit();
        const rr_scalar e = (rr_scalar)(i % 3 == 0 ? -log(u) : i % 3 == 1 ? (double)TOP_E * u : ldexp(u, i % 2 ? -32 : -64));
        const rr_scalar p[RR_TILE_PARAMS] = {s, spread, 1, 1};
        const rr_tile t = one_slot(p);
        const long double x = (long double)e / s, lg = logl(g), ls = logl(spread);
        const long double chi2 = 2 * x > 1e6L ? -1e6L : lg + logl(2) - 2 * x;
        long double o;
        /* x has one rounding, exp_times two more of the exponent's size: 4 x half ulps */
        o = off(rr_chi2_finish(&t, 0, g, e), chi2, 5 + 8 * x), worst[0] = o > worst[0] ? o : worst[0];
        o = off(rr_chi_finish(&t, 0, g, e), chi2 / 2, 5 + 4 * x), worst[1] = o > worst[1] ? o : worst[1];
        /* The scale makes results finite or nonzero that overflow or underflow without it. */
        o = off(rr_inverse_gamma_finish(&t, 0, g, e), x > 1e6L ? 1e6L : x - lg + ls, 6 + 4 * x);
        worst[2] = o > worst[2] ? o : worst[2];
        o = off(rr_nakagami_finish(&t, 0, g, e), x > 2e6L ? -1e6L : (lg - logl(s) - x + ls) / 2, 7 + 4 * x);
        worst[3] = o > worst[3] ? o : worst[3];
        o = off(rr_gamma_finish(&t, 0, g, e), x > 1e6L ? -1e6L : lg - x + ls, 6 + 8 * x);
        worst[4] = o > worst[4] ? o : worst[4];
    }
    for (int k = 0; k < 5; ++k) printf("# %s: finish %d: the worst error is %.2Lf of its bound\n", NAME, k, worst[k]);
}

/* Shapes from 1 on have no boost, whatever E is. */
static void derived_without_boost(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; ++i) {
        const rr_scalar p[RR_TILE_PARAMS] = {(rr_scalar)(i ? 2 + 30 * unit() : 2), 1, 1, 1};
        const rr_scalar g = (rr_scalar)(20 * unit() + 1e-3);
        const rr_tile t = one_slot(p);
        assert_true(rr_chi2_finish(&t, 0, g, 3) == 2 * g);
        assert_true(rr_chi_finish(&t, 0, g, 3) == rr_sqrt(2 * g));
        assert_true(rr_inverse_gamma_finish(&t, 0, g, 3) == 1 / g);
        assert_true(rr_nakagami_finish(&t, 0, g, 3) == rr_sqrt(g / p[0]));
    }
}

#endif
