/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The filter of inversions of counts (after Giles, ACM TOMS 42 (2016) 7, algorithm 955: a normal's quantile, corrected). No
 * bit depends on it: it answers only where the exact F, and the table's, decide likewise, whatever the digits of U that it
 * was not given. Table and settle have F within 2^-36 of the smaller of F and 1 - F (targets/base/windows.c).
 *
 * Means below SUM_MEAN, of the rarer outcome of a binomial: F is summed from 0 on. P(0) is within |log P(0)| 2^-51 + 2^-51,
 * at most 2^-43; each ratio adds 5 roundings, each sum one: 2^-40 after 1024 terms. The band is 2^-34.
 *
 * Poisson from there on: with a = k + 1, F(k) = Q(a, lam) = Phi(y) + phi(y) rho (Temme, SIAM J. Math. Anal. 10 (1979) 757;
 * DLMF 8.12):
 *
 *     y = -eta sqrt(a),   eta^2 / 2 = lam / a - 1 - log(lam / a),   rho = sum over j of C_j(eta) a^(-j - 1/2)
 *
 * C_j of Taylor series, |eta| <= 1 (they converge up to 3.5). After five C_j, a >= 64, the rest is below 2^-44
 * (laws/poisson/law.py, check). With z = Phi^-1(U) and g = z - y: F(k) > U where rho > J, J = the integral
 * of e^(-y t - t^2/2) from 0 to g, by its Taylor series. In units of J, z's 2 ulp and the rounding of v make 2^-49, U's
 * other digits 2^-64 / phi(z), the table's F 2^-36 times Mills' ratio, at most 1.26: for |z| <= 6.1 (v >= 2^-30) all is
 * below 2^-34. The band is 2^-30. */
#include <math.h>

#include "engine/lanes/lane.h"
#include "engine/math/exp.h"
#include "engine/math/gamma_ratio.h"
#include "engine/math/log1p.h"
#include "engine/math/normal_quantile.h"
#include "targets/base/special.h"
#include "inverted.h"

#define SUM_MEAN 160.0
#define SUM_TERMS 1024
#define SUM_BAND 0x1p-34
#define BAND 0x1p-30
#define LEAST_A 64
#define TAIL 0x1p-30    /* of v */
#define STEPS 6

void rr_guess_begin(rr_guess_series *s)
{
    enum { N = RR_GUESS_TERMS + 2 * RR_GUESS_ORDERS };
    static const double gamma[RR_GUESS_ORDERS] = {1, 1 / 12., 1 / 288., -139 / 51840., -571 / 2488320.};
    double alpha[N + 3] = {0, 1}, d[N];
    for (int k = 2; k < N + 3; ++k) {
        double sum = alpha[k - 1];
        for (int j = 2; j < k; ++j) sum -= j * alpha[j] * alpha[k - j + 1];
        alpha[k] = sum / (k + 1);
    }
    for (int n = 0; n < N; ++n) d[n] = n ? (n + 2) * alpha[n + 2] : -1 / 3.;
    double first[N];
    for (int n = 0; n < N; ++n) first[n] = d[n];
    for (int k = 0; k < RR_GUESS_ORDERS; ++k) {
        for (int n = 0; n < RR_GUESS_TERMS; ++n) s->d[k][n] = d[n];
        if (k + 1 == RR_GUESS_ORDERS) break;
        const double sign = k % 2 ? 1 : -1;
        for (int n = 0; n + 2 * (k + 1) < N; ++n) d[n] = sign * gamma[k + 1] * first[n] + (n + 2) * d[n + 2];
    }
}

/* sqrt(a) rho */
static double corrected(const rr_guess_series *s, double eta, double a)
{
    double sum = 0;
    for (int k = RR_GUESS_ORDERS - 1; k >= 0; --k) {
        double c = 0;
        for (int n = RR_GUESS_TERMS - 1; n >= 0; --n) c = c * eta + s->d[k][n];
        sum = sum / a + c;
    }
    return sum;
}

/* J. c_n of the integrand: (n + 1) c_(n+1) = -y c_n - c_(n-1). |g| <= 1/4, |y| <= 8: after 24 terms 2^-50. */
static double between(double y, double g)
{
    double before = 0, c = 1, power = g, sum = 0;
    for (int n = 0; n < 24; ++n) {
        sum += c * power / (n + 1);
        const double next = (-y * c - before) / (n + 1);
        before = c;
        c = next;
        power *= g;
    }
    return sum;
}

/* 1: F(k) > U, -1: F(k) < U, 0: it is not known. */
static int above(const rr_guess_series *s, double lam, double k, double z)
{
    const double a = k + 1, mu = (lam - a) / a;
    if (!(a >= LEAST_A)) return 0;
    const double root = rr_sqrt(2 * rr_excess(mu)), eta = mu < 0 ? -root : root;
    const double y = -eta * rr_sqrt(a), g = z - y;
    if (!(root <= 1 && rr_abs(g) <= 0.25 && rr_abs(y) <= 8)) return 0;
    const double more = corrected(s, eta, a) / rr_sqrt(a) - between(y, g);
    return more > BAND ? 1 : more < -BAND ? -1 : 0;
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

int64_t rr_guess_poisson(const rr_guess_series *s, double lam, uint64_t u)
{
    if (lam < SUM_MEAN) return sum_up(rr_exp(-lam), INFINITY, lam, (double)u * 0x1p-64);
    const int upper = u >> 63;
    const double v = ((double)(upper ? ~u : u) + 0.5) * 0x1p-64;
    if (v < TAIL) return RR_GUESS_NONE;
    const int64_t off = (int64_t)(u - ((uint64_t)1 << 63));
    const double c = rr_abs((double)off + 0.5) * 0x1p-64, size = rr_normal_quantile(v, c), z = upper ? size : -size;
    double k = rr_max(floor(lam + z * rr_sqrt(lam) + (z * z - 1) / 6 + 0.5), 0);
    for (int i = 0, was = 0; i < STEPS; ++i) {
        const int is = above(s, lam, k, z);
        if (!is) break;
        if (was && is != was) return (int64_t)(is > 0 ? k : k + 1);
        was = is;
        k -= is;
    }
    return RR_GUESS_NONE;
}

int64_t rr_guess_binomial(double n, double p, uint64_t u)
{
    const int turned = p > 0.5;
    const double q = turned ? 1 - p : p, mean = n * q;   /* 1 - p is exact */
    if (!(mean < SUM_MEAN)) return RR_GUESS_NONE;
    const double none = rr_exp(n * rr_log1p(-q)), at = (double)(turned ? ~u : u) * 0x1p-64;
    const int64_t k = sum_up(none, n, q / (1 - q), at);
    return k < 0 || !turned ? k : (int64_t)n - k;
}
