/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* refill and compact, which work on a tile of n samples.
 *
 * refill: all T lanes are busy while slots are left; then min(T, R) lanes are, with R the samples of the tile that are not
 * done. A sample's past does not matter, so the chain over R is exact: R loses binomial(min(T, R), p).
 *
 * compact: pass j makes attempt j of the B_j samples that are left, in registers of W lanes, the last one padded: W
 * ceil(B_j / W) lane attempts, B_j binomial(n, rho^j). With the W-th roots of unity w^m the padding is exactly
 *     E[-B mod W] = (W - 1) / 2 + sum over m = 1 ... W - 1 of Re[(1 - q + q w^m)^n / (w^m - 1)], q = rho^j.
 * For small lambda there are too many passes to add up, so the sum is computed over registers instead: register k is needed
 * until the (n - k W)-th sample is done, an order statistic, about (H_n - H_(k W)) / lambda + 1/2 passes. */
#include <complex.h>
#include <stdlib.h>

#include "model.h"

#define SMALL_LAMBDA (1 / 64.0L)

/* ---- compact ------------------------------------------------------------------------------------------------------- */

/* E[W ceil(B / W)], B binomial(n, q). */
static rr_long registers_lanes(unsigned W, unsigned n, rr_long q)
{
    rr_long pad = (W - 1) / 2.0L;
    for (unsigned m = 1; m <= W / 2; ++m) {
        const rr_long angle = 2 * RR_MODEL_PI * m / W, back = 1 - cosl(angle);
        /* |1 - q + q w|^2 = 1 - 2 q (1 - q) (1 - cos): once the power is negligible it stays so up to W / 2. */
        if (n * q * (1 - q) * back > 50) break;
        const long double complex w = cosl(angle) + sinl(angle) * I;
        const rr_long term = creall(cexpl(n * clogl(1 - q + q * w)) / (w - 1));
        pad += 2 * m == W ? term : 2 * term;   /* m and W - m are conjugates */
    }
    return n * q + pad;
}

static rr_long add_passes(rr_trial c, unsigned W, unsigned n, unsigned from)
{
    rr_long sum = 0;
    for (unsigned j = from;; ++j) {
        const rr_long q = rr_trial_power(c, j);
        /* In the last passes each remaining sample has a register to itself. */
        if (n * q < 1e-9L) return sum / W + n * q / c.p;
        sum += registers_lanes(W, n, q);
    }
}

/* B binomial(n, q) samples are left; as B grows, each k with k W < B takes a register. */
static rr_long add_registers(rr_trial c, unsigned W, unsigned n, rr_long q)
{
    rr_long sum = 0, harmonic = 0, floors = 0, log_weight = q < 1 ? n * log1pl(-q) : 0;
    const rr_long log_odds = q < 1 ? logl(q) - log1pl(-q) : 0;
    for (unsigned b = 1; b <= n; ++b) {
        const unsigned k = (b - 1) / W;
        if (b % W == 1 % W) floors += harmonic;   /* register k begins: H of k W = b - 1 */
        harmonic += 1 / (rr_long)b;
        log_weight += log_odds + logl((n - b + 1) / (rr_long)b);
        const rr_long weight = q < 1 ? expl(log_weight) : b == n;
        sum += weight * (((k + 1) * harmonic - floors) / c.lambda + (k + 1) / 2.0L);
    }
    return sum;
}

rr_long rr_model_retry_registers(rr_trial c, unsigned lanes, unsigned tile, unsigned from)
{
    if (c.lambda > SMALL_LAMBDA) return add_passes(c, lanes, tile, from);
    return add_registers(c, lanes, tile, rr_trial_power(c, from));
}

int rr_model_of_compact(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count)
{
    if (!rr_tile_valid(q)) return -1;
    law->samples = q->tile;
    law->mean = (double)rr_model_retry_registers(c, q->lanes, q->tile, 0);
    law->variance = law->mode = NAN;
    for (size_t n = 0; pmf && n < count; ++n) pmf[n] = 0;
    return 0;
}

/* ---- refill -------------------------------------------------------------------------------------------------------- */

/* The place of R - k, where `at` is that of R: R mod (T + 1). */
static unsigned place_before(unsigned at, unsigned k, unsigned T) { return at >= k ? at - k : at + T + 1 - k; }

/* Mean and variance of the steps from R = n on, computed for increasing R; only the last T values are needed. R stays for a
 * geometric number of steps, then K leave: the variance is that of the wait, the mean of the variances from R - K on, and
 * the variance of their means. A mean square less the square of the mean would cancel where almost nothing is rejected. */
static rr_model_moments refill_moments(rr_trial c, const double *done, unsigned T, unsigned n)
{
    rr_long mean[RR_MODEL_LANES + 1] = {0}, variance[RR_MODEL_LANES + 1] = {0};   /* of R, at R mod (T + 1) */
    for (unsigned R = 1; R <= n; ++R) {
        const unsigned busy = R < T ? R : T, at = R % (T + 1);
        const double *law = RR_BINOMIAL_ROW(done, busy);
        const rr_long leave = rr_trial_rest(c, busy);
        rr_long weight = 0, next = 0, within = 0, between = 0;   /* weight is leave, to a double's rounding */
        for (unsigned k = 1; k <= busy; ++k) {
            const unsigned to = place_before(at, k, T);
            weight += law[k];
            next += law[k] * mean[to];
            within += law[k] * variance[to];
        }
        const rr_long centre = next / weight;
        for (unsigned k = 1; k <= busy; ++k) {
            const rr_long off = mean[place_before(at, k, T)] - centre;
            between += law[k] * off * off;
        }
        mean[at] = (1 + next) / leave;
        variance[at] = (law[0] / leave + within + between) / leave;
    }
    return (rr_model_moments){mean[n % (T + 1)], variance[n % (T + 1)]};
}

/* P(N = 1 ... count) by stepping the chain; the distribution of R is a narrow band, the rest is dropped. */
static int refill_pmf(const double *done, unsigned T, unsigned n, double *pmf, size_t count)
{
    double *state = calloc((size_t)n + 1, sizeof *state);
    unsigned low = n, high = n;
    if (!state) return -2;
    state[n] = 1;
    for (size_t step = 0; step < count; ++step) {
        pmf[step] = 0;
        for (unsigned R = low; R <= high; ++R) {   /* in increasing order, because mass moves only down */
            const unsigned busy = R < T ? R : T;
            const double *law = RR_BINOMIAL_ROW(done, busy), mass = state[R];
            if (mass == 0) continue;
            for (unsigned k = 1; k <= busy; ++k) {
                if (k == R) pmf[step] += mass * law[k];
                else state[R - k] += mass * law[k];
            }
            state[R] = mass * law[0];
        }
        low = low > T ? low - T : 1;
        while (high > 1 && state[high] < 1e-30) state[high--] = 0;
        while (low < high && state[low] < 1e-30) state[low++] = 0;
    }
    free(state);
    return 0;
}

int rr_model_of_refill(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count)
{
    double done[RR_BINOMIAL_SIZE(RR_MODEL_LANES)];
    if (!rr_tile_valid(q)) return -1;
    rr_binomial_table(done, q->lanes, c.p, c.rho);
    const rr_model_moments m = refill_moments(c, done, q->lanes, q->tile);
    law->samples = q->tile;
    law->mean = (double)m.mean;
    law->variance = (double)m.variance;
    law->mode = NAN;
    return pmf && count ? refill_pmf(done, q->lanes, q->tile, pmf, count) : 0;
}
