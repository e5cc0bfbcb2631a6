/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Inversion of counts without a table, for one lane: the smallest k with U < F(k) of a Poisson or a binomial distribution,
 * with the F of the table of its parameters (targets/base/windows.c, engine/abi/fractions.h), bit for bit. A filter decides
 * nearly all draws. The others are decided by a walk over the sums of the table.
 *
 * The filter is after Giles (ACM TOMS 42 (2016) 7, algorithm 955): a normal quantile, corrected. No bit depends on the
 * filter: it returns a count only where the exact F and the table's F give this count for all further bits of U. The table
 * has F within 2^-36 of the smaller of F and 1 - F (targets/base/windows.c).
 *
 * Means below SUM_MEAN, for the rarer outcome of a binomial: F is summed from 0 on. P(0) is within |log P(0)| 2^-51 + 2^-51,
 * at most 2^-43; each ratio adds 5 roundings, each sum one: 2^-40 after 1024 terms. The margin is 2^-34.
 *
 * Larger means: with a = n - k, b = k + 1, N = n + 1, s^2 = a b / N, v = a b / N^2, e = (b - a) / N, and D(x, m) =
 * x log(x / m) + m - x, F(k) is the integral of a beta density of a and b up to t = q. In w, s^2 w^2 / 2 = D(a, N t) +
 * D(b, N (1 - t)), it is that of a normal density times g(w) = w / r, where r dr/dw = w (1 + e r - v r^2), r(0) = 0. By the
 * incomplete moments M_i of that density, and y = s w at t = q,
 *
 *     F(k) = Phi(y) + phi(y) rho,     rho = -(sum over i >= 1 of g_i s^-i M_i(y)) / G,     M_i = y^(i-1) + (i - 1) M_(i-2),
 *     P(k) = phi(y) s / (a p G),      log G = S(a) + S(b) - S(N), S Stirling's correction,
 *
 * which is Temme's expansion (SIAM J. Math. Anal. 10 (1979) 757 and 13 (1982) 239) without a table, for any p. The Poisson
 * distribution is its limit: n infinite, s^2 = b, v = 0, e = -1. g converges for |w| < 3.5. With TERMS terms the truncation
 * error of rho is below 2^-36 (laws/binomial/law.py, check).
 *
 * With z = Phi^-1(U) and h = z - y: F(k) > U where rho > J, J = the integral of e^(-y t - t^2/2) from 0 to h, by its Taylor
 * series. In units of J the errors are 2^-49 from z's 2 ulp and the rounding of v, 2^-64 / phi(z) from U's other bits, and
 * 2^-36 times Mills' ratio, at most 1.26, from the table's F: for |z| <= 6.1 (v >= 2^-30) all are below 2^-33. The margin is
 * 2^-30. P(k) and those of its neighbours locate U among the adjacent F: one evaluation suffices. */
#ifndef RR_INVERSE_H
#define RR_INVERSE_H

#include "engine/abi/fractions.h"
#include "engine/draws/count.h"
#include "engine/math/exp.h"
#include "engine/math/gamma_ratio.h"
#include "engine/math/mass.h"
#include "engine/math/normal_quantile.h"

#if RR_DTYPE == 64
#define RR_INVERSE_SUM_MEAN RR_C(160)
#define RR_INVERSE_SUM_TERMS 1024
#define RR_INVERSE_SUM_BAND RR_C(0x1p-34)
#define RR_INVERSE_BAND RR_C(0x1p-30)
#define RR_INVERSE_TAIL RR_C(0x1p-30)   /* limit of v */
#define RR_INVERSE_TERMS 14

/* n trials of p, q = 1 - p; or, if `endless`, a Poisson distribution of mean p. */
typedef struct rr_inverse {
    int endless;
    rr_real n, p, q;
} rr_inverse;

RR_FN rr_inverse rr_inverse_poisson(rr_real mean)
{
    rr_inverse law;
    law.endless = 1;
    law.n = law.q = rr_splat(RR_C(1));
    law.p = mean;
    return law;
}

RR_FN rr_inverse rr_inverse_binomial(rr_real n, rr_real p)
{
    rr_inverse law;
    law.endless = 0;
    law.n = n;
    law.p = p;
    law.q = RR_C(1) - p;
    return law;
}

/* The values at the upper end of a count: y; rho; P(k) and its neighbours', these three over phi(y). */
typedef struct rr_inverse_edge {
    rr_real y, rho, here, under, over;
} rr_inverse_edge;

/* The coefficients of g, computed from those of r^2, which satisfies an equation of its own. */
RR_FN void rr_inverse_density(rr_real e, rr_real v, rr_real *g)
{
    rr_real r[RR_INVERSE_TERMS + 2], square[RR_INVERSE_TERMS + 3];
    r[1] = square[2] = rr_splat(RR_C(1));
    square[1] = rr_splat(RR_C(0));
    RR_UNROLL   /* so that all are in registers */
    for (int i = 2; i < RR_INVERSE_TERMS + 2; ++i) {
        rr_real sum = (e * r[i - 1] - v * square[i - 1]) * (RR_C(2) / (rr_scalar)(i + 1));
        square[i + 1] = sum;
        RR_UNROLL
        for (int j = 2; j < i; ++j) sum = sum - r[j] * r[i + 1 - j];
        r[i] = RR_C(0.5) * sum;
    }
    g[0] = rr_splat(RR_C(1));
    RR_UNROLL
    for (int i = 1; i <= RR_INVERSE_TERMS; ++i) {
        rr_real sum = rr_splat(RR_C(0));
        RR_UNROLL
        for (int j = 1; j <= i; ++j) sum = sum - r[j + 1] * g[i - j];
        g[i] = sum;
    }
}

/* s G rho; inverse: s^-2. */
RR_FN rr_real rr_inverse_correction(rr_real e, rr_real v, rr_real w, rr_real inverse)
{
    rr_real g[RR_INVERSE_TERMS + 1];
    rr_real before = rr_splat(RR_C(0)), moment = rr_splat(RR_C(1)), power = moment, sum = before;   /* s^(1-i) M_i */
    rr_inverse_density(e, v, g);
    RR_UNROLL
    for (int i = 1; i <= RR_INVERSE_TERMS; ++i) {
        sum = sum - g[i] * moment;
        power = power * w;
        const rr_real next = power + (rr_scalar)i * (inverse * before);
        before = moment;
        moment = next;
    }
    return sum;
}

/* y - log(1 + y) */
RR_FN rr_real rr_inverse_excess(rr_real y)
{
    return y * y * (RR_C(0.5) - y * (RR_C(0.33333333333333333) - y * rr_gamma_q(y)));
}

RR_FN int rr_inverse_test(const rr_inverse *law, rr_real k, rr_inverse_edge *at)
{
    const rr_real one = rr_splat(RR_C(1)), b = k + RR_C(1), a = law->n - k, whole = law->n + RR_C(1);
    const rr_real d = law->endless ? b - law->p : rr_fma(-whole, law->p, b);
    const rr_real fraction = law->endless ? one : rr_div(a, whole);
    const rr_real square = b * fraction, s = rr_sqrt(square);
    rr_real deviance = b * rr_inverse_excess(rr_div(-d, b)), log_g = rr_stirling(b);
    if (!law->endless) {
        deviance = deviance + a * rr_inverse_excess(rr_div(d, a));
        log_g = log_g + (rr_stirling(a) - rr_stirling(whole));
    }
    const rr_real root = rr_sqrt(RR_C(2) * deviance), g = rr_exp(log_g);
    const rr_real y = rr_select(rr_lt(d, rr_splat(RR_C(0))), -root, root), w = rr_div(y, s);
    if (!rr_le(rr_abs(w), rr_splat(RR_C(0.75))) || !rr_le(root, rr_splat(RR_C(7)))) return 0;
    const rr_real e = law->endless ? -one : rr_div(b - a, whole), v = law->endless ? one - one : fraction * rr_div(b, whole);
    at->y = y;
    at->rho = rr_div(rr_inverse_correction(e, v, w, rr_div(one, square)), s * g);
    at->here = rr_div(s, (law->endless ? law->p : a * law->p) * g);
    at->over = at->here * (law->endless ? rr_div(law->p, b) : rr_div(a * law->p, b * law->q));
    at->under = at->here * (law->endless ? rr_div(k, law->p) : rr_div(k * law->q, (a + RR_C(1)) * law->p));
    return 1;
}

/* J, by the integrand's series: (i + 1) c_(i+1) = -y c_i - c_(i-1). |h| <= 1/4, |y| <= 7: 2^-40 after 20 terms. */
RR_FN rr_real rr_inverse_between(rr_real y, rr_real h)
{
    const rr_real first = y * h, second = h * h;
    rr_real before = rr_splat(RR_C(0)), c = rr_splat(RR_C(1)), sum = before;   /* h^i c_i */
    for (int i = 1; i <= 20; ++i) {
        const rr_scalar over = RR_C(1) / (rr_scalar)i;
        const rr_real next = -(first * c + second * before) * over;
        sum = sum + c * over;
        before = c;
        c = next;
    }
    return h * sum;
}

/* One evaluation, at a count that is off by at most one. p is at most 1/2. Returns whether *k is certain. */
RR_FN int rr_inverse_near(const rr_inverse *law, rr_uint64 u, rr_real *k)
{
    const int upper = u >> 63 != 0;
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), band = rr_splat(RR_INVERSE_BAND);
    const rr_real v = rr_wide_unit(upper ? ~u : u), c = rr_abs(rr_wide_signed(u - ((rr_uint64)1 << 63)));
    if (rr_lt(v, rr_splat(RR_INVERSE_TAIL))) return 0;
    const rr_real size = rr_normal_quantile(v, c), z = upper ? size : -size, mean = law->endless ? law->p : law->n * law->p;
    const rr_real sd = rr_sqrt(law->endless ? mean : mean * law->q), skew = law->endless ? one : law->q - law->p;
    const rr_real near = mean + z * sd + skew * (z * z - RR_C(1)) * RR_C(0.16666666666666667) + RR_C(0.5);
    rr_inverse_edge at;
    *k = rr_count_floor(rr_max(near, zero));
    if (!rr_inverse_test(law, *k, &at) || !rr_le(rr_abs(z - at.y), rr_splat(RR_C(0.25)))) return 0;
    const rr_real more = at.rho - rr_inverse_between(at.y, z - at.y);   /* (F(k) - U) / phi(y) */
    if (rr_le(rr_abs(more), band) || rr_le(rr_abs(more - at.here), band)) return 0;
    if (rr_lt(more, zero)) {
        *k = *k + RR_C(1);
        return rr_lt(band, more + at.over) ? 1 : 0;
    }
    if (rr_lt(more, at.here)) return 1;
    *k = *k - RR_C(1);
    return rr_lt(more - at.here - at.under, -band) ? 1 : 0;
}

/* A sum from 0 on, by the ratios P(k + 1) / P(k) = (n - k) by / (k + 1), or by / (k + 1). */
RR_FN int rr_inverse_sum(const rr_inverse *law, rr_uint64 u, rr_real *k)
{
    const rr_real at = rr_wide_unit(u), by = law->endless ? law->p : rr_div(law->p, law->q);
    rr_real p = rr_exp(law->endless ? -law->p : law->n * rr_log1p(-law->p)), f = p;
    for (int i = 0; i < RR_INVERSE_SUM_TERMS; ++i) {
        *k = rr_splat((rr_scalar)i);
        if (rr_lt(at + RR_INVERSE_SUM_BAND, f)) return 1;
        if (rr_lt(at - RR_INVERSE_SUM_BAND, f)) return 0;
        p = p * rr_div(law->endless ? by : (law->n - *k) * by, *k + RR_C(1));   /* the division depends on no earlier step */
        f = f + p;
    }
    return 0;
}

/* The filter, from the first 64 bits of U. Where p is above 1/2: n minus a draw with 1 - p, which is exact there. */
RR_FN int rr_inverse_known(const rr_inverse *law, rr_uint64 u, rr_real *k)
{
    const int turned = !law->endless && rr_lt(law->q, law->p);
    const rr_inverse less = turned ? rr_inverse_binomial(law->n, law->q) : *law;
    const rr_uint64 at = turned ? ~u : u;
    const rr_real mean = law->endless ? law->p : law->n * less.p;
    const int small = rr_lt(mean, rr_splat(RR_INVERSE_SUM_MEAN)) ? 1 : 0;
    const int known = small ? rr_inverse_sum(&less, at, k) : rr_inverse_near(&less, at, k);
    if (turned && known) *k = law->n - *k;
    return known;
}

/* The table's counts without the table: from the mode, in the window from low to high, `under` down and `over` up, as
 * targets/base/windows.c finds them; no window has more. */
#define RR_INVERSE_MAX 32768u
#define RR_INVERSE_MIN RR_C(0x1p-110)

typedef struct rr_inverse_window {
    rr_real likely;
    rr_uint32 under, over;
    rr_uint64 max;     /* the largest weight */
    int shift;          /* of engine/abi/fractions.h */
} rr_inverse_window;

/* The weight next after number i, down or up from the mode. */
RR_FN rr_real rr_inverse_ratio(const rr_inverse *law, rr_real k)
{
    if (law->endless) return rr_div(law->p, k + RR_C(1));
    return rr_div(law->n - k, k + RR_C(1)) * rr_div(law->p, law->q);
}
RR_FN rr_real rr_inverse_down(const rr_inverse *law, rr_real likely, rr_uint32 i, rr_real weight)
{
    return rr_div(weight, rr_inverse_ratio(law, likely - (rr_fromuint(i) + RR_C(1))));
}
RR_FN rr_real rr_inverse_up(const rr_inverse *law, rr_real likely, rr_uint32 i, rr_real weight)
{
    return weight * rr_inverse_ratio(law, likely + rr_fromuint(i));
}

/* The number of counts on a side, up to the one at `end`. */
RR_FN rr_uint32 rr_inverse_reach(const rr_inverse *law, rr_inverse_window *w, int up, rr_real end)
{
    const rr_real margin = up ? end - w->likely : w->likely - end;
    rr_real weight = rr_splat(RR_C(1));
    rr_uint32 i = 0;
    for (; i < RR_INVERSE_MAX && rr_lt(rr_fromuint(i), margin); ++i) {
        weight = up ? rr_inverse_up(law, w->likely, i, weight) : rr_inverse_down(law, w->likely, i, weight);
        if (!rr_le(rr_splat(RR_INVERSE_MIN), weight)) break;
        if (rr_asbits(weight) > w->max) w->max = rr_asbits(weight);
    }
    return i;
}

RR_FN rr_inverse_window rr_inverse_window_of(const rr_inverse *law, rr_real low, rr_real high)
{
    rr_inverse_window w;
    const rr_real top = law->endless ? rr_max(low, high) : rr_min(law->n, high);
    const rr_real bottom = law->endless ? low : rr_min(low, top);
    const int certain = !law->endless && rr_le(law->q, rr_splat(RR_C(0)));   /* p = 1: n alone */
    const rr_real likely = rr_count_floor(law->endless ? law->p : (law->n + RR_C(1)) * law->p);
    w.likely = certain ? law->n : rr_min(rr_max(likely, bottom), top);
    w.max = rr_asbits(rr_splat(RR_C(1)));
    w.under = certain ? 0u : rr_inverse_reach(law, &w, 0, bottom);
    w.over = certain ? 0u : rr_inverse_reach(law, &w, 1, top);
    w.shift = rr_fraction_shift(w.max, (rr_uint64)w.under + 1u + w.over);
    return w;
}

/* The sum of a side's weights, and the number of the last one that is not 0. */
RR_FN rr_u128 rr_inverse_side(const rr_inverse *law, const rr_inverse_window *w, int up, rr_uint32 *last)
{
    rr_real weight = rr_splat(RR_C(1));
    rr_u128 sum = rr_u128_of(0, 0);
    *last = 0;
    for (rr_uint32 i = 0; i < (up ? w->over : w->under); ++i) {
        weight = up ? rr_inverse_up(law, w->likely, i, weight) : rr_inverse_down(law, w->likely, i, weight);
        const rr_u128 q = rr_fraction_scaled(rr_asbits(weight), w->shift);
        if (q.hi | q.lo) *last = i + 1u;
        sum = rr_u128_add(sum, q);
    }
    return sum;
}

/* The count from all 128 bits of U: the number of F that are not above U. Sums are exact, so the F of counts below the mode
 * are computed by subtraction from the sum below the mode. */
RR_SLOW_FN rr_uint64 rr_inverse_decided(const rr_inverse *law, rr_real low, rr_real high, rr_u128 u)
{
    const rr_inverse_window w = rr_inverse_window_of(law, low, high);
    const rr_u128 one = rr_fraction_scaled(rr_asbits(rr_splat(RR_C(1))), w.shift);
    rr_uint64 k = rr_count_bits(w.likely);
    rr_uint32 last, none, i = 0;
    rr_u128 sum = rr_inverse_side(law, &w, 0, &none), here = rr_u128_add(sum, one);
    const rr_fraction_whole whole = rr_fraction_of(rr_u128_add(here, rr_inverse_side(law, &w, 1, &last)));
    rr_real weight = rr_splat(RR_C(1));
    if (w.under && rr_u128_below(u, rr_fraction_binary(whole, sum))) {
        for (;; ++i) {
            weight = rr_inverse_down(law, w.likely, i, weight);
            sum = rr_u128_take(sum, rr_fraction_scaled(rr_asbits(weight), w.shift));
            if (i + 1u == w.under || !rr_u128_below(u, rr_fraction_binary(whole, sum))) return k - 1u - i;
        }
    }
    for (; i < last && !rr_u128_below(u, rr_fraction_binary(whole, here)); ++i) {
        weight = rr_inverse_up(law, w.likely, i, weight);
        here = rr_u128_add(here, rr_fraction_scaled(rr_asbits(weight), w.shift));
    }
    return k + i;
}
#endif

#endif
