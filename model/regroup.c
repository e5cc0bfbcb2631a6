/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* regroup: the T lanes are dealt to the r open samples in every iteration; lane l attempts sample l mod r. T mod r samples
 * get ceil(T / r) attempts and the others floor(T / r), and r becomes a sum of two binomials. The chain over r keeps r with
 * probability rho^T, when all T attempts fail.
 *
 * With E the mean of N - 1 from r and S its mean square, and sums over 0 < k < r:
 *     (1 - rho^T) E_r = rho^T + sum P(r -> k) (1 + E_k)
 *     (1 - rho^T) S_r = rho^T (1 + 2 E_r) + sum P(r -> k) (1 + 2 E_k + S_k)
 * Near rho = 0 both are small, and the variance S - E^2 has no cancellation. */
#include "model.h"

#define SIDE (RR_MODEL_LANES + 1)

typedef struct chain {
    unsigned lanes;
    double to[SIDE][SIDE];     /* P(r -> k), k <= r */
    double state[SIDE];        /* while stepping the chain */
} chain;

/* The distribution of the number still open of n samples with m attempts each. */
static void still_open(double *law, rr_trial c, unsigned n, unsigned m)
{
    double table[RR_BINOMIAL_SIZE(RR_MODEL_LANES)];
    rr_binomial_table(table, n, rr_trial_power(c, m), rr_trial_rest(c, m));
    memcpy(law, RR_BINOMIAL_ROW(table, n), (n + 1) * sizeof *law);
}

static void make(chain *x, rr_trial c, unsigned T)
{
    double more[SIDE], less[SIDE];
    x->lanes = T;
    for (unsigned r = 1; r <= T; ++r) {
        still_open(more, c, T % r, T / r + 1);
        still_open(less, c, r - T % r, T / r);
        rr_convolve(x->to[r], more, T % r, less, r - T % r);
    }
}

/* P(N = 1), P(N = 2), ... */
static double next_probability(void *walk)
{
    chain *x = walk;
    double end = 0;
    for (unsigned r = 1; r <= x->lanes; ++r) {
        const double mass = x->state[r];
        x->state[r] = 0;
        end += mass * x->to[r][0];
        for (unsigned k = 1; k <= r; ++k) x->state[k] += mass * x->to[r][k];
    }
    return end;
}

static void begin(chain *x, const rr_model_query *q)
{
    memset(x->state, 0, sizeof x->state);
    if (!rr_row_starts(q, x->lanes, x->state)) x->state[x->lanes] = 1;
}

int rr_model_of_regroup(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count)
{
    const unsigned T = q->lanes;
    const rr_long stay = rr_trial_power(c, T), leave = rr_trial_rest(c, T);
    rr_long more[SIDE] = {0}, square[SIDE] = {0};
    rr_long m = 0, s = 0;
    chain x;
    if (!rr_tile_good(q)) return -1;
    make(&x, c, T);
    for (unsigned r = 1; r <= T; ++r) {
        m = s = 0;
        for (unsigned k = 1; k < r; ++k) {
            m += x.to[r][k] * (1 + more[k]);
            s += x.to[r][k] * (1 + 2 * more[k] + square[k]);
        }
        more[r] = (stay + m) / leave;
        square[r] = (stay * (1 + 2 * more[r]) + s) / leave;
    }
    law->samples = rr_row_samples(q, T);
    begin(&x, q);
    m = s = 0;
    for (unsigned r = 1; r <= T; ++r) {
        m += x.state[r] * more[r];
        s += x.state[r] * square[r];
    }
    law->mean = (double)(1 + m);
    law->variance = (double)(s - m * m);
    law->mode = rr_scan_mode(next_probability, &x, 1, law->mean);
    begin(&x, q);
    for (size_t n = 0; pmf && n < count; ++n) pmf[n] = next_probability(&x);
    return 0;
}
