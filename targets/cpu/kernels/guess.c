/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The filter of inversions of counts (after Giles, ACM TOMS 42 (2016) 7, algorithm 955: a normal's quantile, corrected). No
 * bit depends on it: it answers only where the exact F, and the table's, decide likewise, whatever the digits of U that it
 * was not given. It is scalar, compiled for each instruction set: without fma it takes five times as long. Table and settle have F within 2^-36 of the smaller of F and 1 - F (targets/base/windows.c).
 *
 * Means below SUM_MEAN, of the rarer outcome of a binomial: F is summed from 0 on. P(0) is within |log P(0)| 2^-51 + 2^-51,
 * at most 2^-43; each ratio adds 5 roundings, each sum one: 2^-40 after 1024 terms. The band is 2^-34.
 *
 * From there on: with a = n - k, b = k + 1, N = n + 1, s^2 = a b / N, v = a b / N^2, e = (b - a) / N, and D(x, m) = x log(x / m)
 * + m - x, F(k) is the integral of B(a, b) in t up to q. In w, s^2 w^2 / 2 = D(a, N t) + D(b, N (1 - t)), it is one of a normal's
 * density times g(w) = w / r, where r dr/dw = w (1 + e r - v r^2), r(0) = 0. By the incomplete moments M_i of that density,
 * and y = s w at t = q,
 *
 *     F(k) = Phi(y) + phi(y) rho,     rho = -(sum over i >= 1 of g_i s^-i M_i(y)) / G,     M_i = y^(i-1) + (i - 1) M_(i-2),
 *     P(k) = phi(y) s / (a p G),      log G = S(a) + S(b) - S(N), S Stirling's correction,
 *
 * which is Temme's expansion (SIAM J. Math. Anal. 10 (1979) 757 and 13 (1982) 239) without a table, of any p. A Poisson law is
 * its limit: n infinite, s^2 = b, v = 0, e = -1. g converges for |w| < 3.5. Of TERMS terms what is left out of rho is below
 * 2^-36 (laws/binomial/law.py, check).
 *
 * With z = Phi^-1(U) and h = z - y: F(k) > U where rho > J, J = the integral of e^(-y t - t^2/2) from 0 to h, by its Taylor
 * series. In units of J, z's 2 ulp and the rounding of v make 2^-49, U's other digits 2^-64 / phi(z), the table's F 2^-36
 * times Mills' ratio, at most 1.26: for |z| <= 6.1 (v >= 2^-30) all is below 2^-33. The band is 2^-30. P(k) and those of its
 * neighbours say where U is among the F beside it: one look is enough. */
#include <math.h>

#include "engine/lanes/lane.h"
#include "engine/math/exp.h"
#include "engine/math/gamma_ratio.h"
#include "engine/math/log1p.h"
#include "engine/math/normal_quantile.h"
#include "engine/strategies/warp.h"
#include "targets/base/special.h"
#include "kernels.h"
#include "names.h"

#define RR_GUESS RR_PASTE(RR_OBJECT, _, guess)
rr_guess_fn RR_GUESS;

#define SUM_MEAN 160.0
#define SUM_TERMS 1024
#define SUM_BAND 0x1p-34
#define BAND 0x1p-30
#define TAIL 0x1p-30    /* of v */
#define TERMS 14

/* What is known where a count ends: y; rho; P(k) and its neighbours', the last two over phi(y). */
typedef struct edge {
    double y, rho, here, below, above;
} edge;

/* g: s_2 = r^2 first, by its own equation. */
static void density(double e, double v, double *g)
{
    double r[TERMS + 2] = {0, 1}, square[TERMS + 3] = {0, 0, 1};
    for (int i = 2; i < TERMS + 2; ++i) {
        double sum = square[i + 1] = 2. / (i + 1) * (e * r[i - 1] - v * square[i - 1]);
        for (int j = 2; j < i; ++j) sum -= r[j] * r[i + 1 - j];
        r[i] = 0.5 * sum;
    }
    g[0] = 1;
    for (int i = 1; i <= TERMS; ++i) {
        double sum = 0;
        for (int j = 1; j <= i; ++j) sum -= r[j + 1] * g[i - j];
        g[i] = sum;
    }
}

/* s G rho; inverse: s^-2. */
static double correction(double e, double v, double w, double inverse)
{
    double g[TERMS + 1], before = 0, moment = 1, power = 1, sum = 0;   /* s^(1-i) M_i */
    density(e, v, g);
    for (int i = 1; i <= TERMS; ++i) {
        sum -= g[i] * moment;
        power *= w;
        const double next = power + i * inverse * before;
        before = moment;
        moment = next;
    }
    return sum;
}

/* Of n tries, infinitely many of mean p in a Poisson law. q is 1 - p. */
static int look(double n, double p, double q, double k, edge *at)
{
    const int endless = n == INFINITY;
    const double b = k + 1, a = n - k, whole = n + 1, d = endless ? b - p : rr_fma(-whole, p, b);
    const double share = endless ? 1 : a / whole, square = b * share;
    double half = b * rr_excess(-d / b), log_g = rr_stirling(b);
    if (!endless) {
        half += a * rr_excess(d / a);
        log_g += rr_stirling(a) - rr_stirling(whole);
    }
    const double root = rr_sqrt(2 * half), s = rr_sqrt(square), g = rr_exp(log_g), y = d < 0 ? -root : root, w = y / s;
    if (!(rr_abs(w) <= 0.75 && rr_abs(y) <= 7)) return 0;
    at->y = y;
    at->rho = correction(endless ? -1 : (b - a) / whole, endless ? 0 : share * (b / whole), w, 1 / square) / (s * g);
    at->here = s / ((endless ? p : a * p) * g);
    at->above = at->here * (endless ? p / b : a * p / (b * q));
    at->below = at->here * (endless ? k / p : k * q / ((a + 1) * p));
    return 1;
}

/* J. c_i of the integrand: (i + 1) c_(i+1) = -y c_i - c_(i-1). |h| <= 1/4, |y| <= 7: after 20 terms 2^-40. */
static double between(double y, double h)
{
    const double first = y * h, second = h * h;
    double before = 0, c = 1, sum = 0;   /* h^i c_i */
    for (int i = 1; i <= 20; ++i) {
        const double over = 1. / i, next = -(first * c + second * before) * over;
        sum += c * over;
        before = c;
        c = next;
    }
    return h * sum;
}

/* Least k with F(k) > U by one look at a count that is off by one at most. */
static int64_t beside(double n, double p, uint64_t u)
{
    const int upper = u >> 63, endless = n == INFINITY;
    const double v = ((double)(upper ? ~u : u) + 0.5) * 0x1p-64, q = 1 - p;
    if (v < TAIL) return RR_GUESS_NONE;
    const int64_t off = (int64_t)(u - ((uint64_t)1 << 63));
    const double c = rr_abs((double)off + 0.5) * 0x1p-64, size = rr_normal_quantile(v, c), z = upper ? size : -size;
    const double mean = endless ? p : n * p, sd = rr_sqrt(endless ? p : mean * q), skew = endless ? 1 : q - p;
    const double k = floor(rr_max(mean + z * sd + skew * (z * z - 1) / 6 + 0.5, 0));
    edge at;
    if (!look(n, p, q, k, &at) || !(rr_abs(z - at.y) <= 0.25)) return RR_GUESS_NONE;
    const double more = at.rho - between(at.y, z - at.y);   /* (F(k) - U) / phi(y) */
    if (rr_abs(more) <= BAND || rr_abs(more - at.here) <= BAND) return RR_GUESS_NONE;
    if (more < 0) return more + at.above > BAND ? (int64_t)k + 1 : RR_GUESS_NONE;
    if (more < at.here) return (int64_t)k;
    return more - at.here - at.below < -BAND ? (int64_t)k - 1 : RR_GUESS_NONE;
}

/* The least k with F(k) > u, of the ratios P(k + 1) / P(k) = (top - k) by / (k + 1), or by / (k + 1) of an infinite top. */
static int64_t sum_up(double p, double top, double by, double u)
{
    double f = p;
    for (int k = 0; k < SUM_TERMS; ++k) {
        if (f > u + SUM_BAND) return k;
        if (f > u - SUM_BAND) return RR_GUESS_NONE;
        p *= (top == INFINITY ? by : (top - k) * by) / (k + 1);
        f += p;
    }
    return RR_GUESS_NONE;
}

/* n less of 1 - p, which is exact where p is above 1/2. */
int64_t RR_GUESS(double n, double p, rr_uint64 u)
{
    if (n == INFINITY) return p < SUM_MEAN ? sum_up(rr_exp(-p), n, p, (double)u * 0x1p-64) : beside(n, p, u);
    const int turned = p > 0.5;
    const double less = turned ? 1 - p : p;
    const uint64_t at = turned ? ~u : u;
    const int64_t k = n * less < SUM_MEAN ? sum_up(rr_exp(n * rr_log1p(-less)), n, less / (1 - less), (double)at * 0x1p-64)
                                          : beside(n, less, at);
    return k < 0 || !turned ? k : (int64_t)n - k;
}
