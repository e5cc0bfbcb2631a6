/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cached: a lane that is done works ahead on its next sample (Thomas).
 *
 * Within a call the chain runs over (r, c): r lanes have no sample yet, c have one and the next one too, u = K - r - c have
 * one and work ahead. An iteration makes r into binomial(r, rho) and moves binomial(u, p) from u to c; the two are
 * independent. A call starts with c = 0 and r = K - (valid samples carried over); c at its end is carried over. N
 * depends on r alone: it is loop's law of r lanes, and 0 for r = 0.
 *
 * The lane that ends a call had no iteration to work ahead in, so c < K at its end: no call finds all lanes valid, and it
 * makes no difference that the strategy votes before the first attempt and Thomas's do-while after it. */
#include <stdlib.h>

#include "model.h"

#define SIDE (RR_MODEL_LANES + 1)

typedef struct call {
    unsigned lanes;
    rr_trial c;
    double done[RR_BINOMIAL_SIZE(RR_MODEL_LANES)];      /* P(k of n attempts are accepted) */
    double stay[SIDE + 1];                              /* 1 - rho^n */
    double visits[SIDE][SIDE];                          /* expected visits to (r, c), its row c */
    double worked[SIDE][SIDE];                          /* ... after the work ahead of an iteration, before r changes */
} call;

/* Expected visits from (open, 0), by r downwards and c upwards; an iteration in two halves, work ahead and then r, for
 * the two are independent: O(K^3) instead of O(K^4). (r, c) leads back to itself with probability rho^(r + u). */
static void run(call *x, unsigned open, double *ends)
{
    const unsigned K = x->lanes;
    for (unsigned c = 0; c <= K; ++c) ends[c] = 0;
    if (!open) {
        ends[0] = 1;
        return;
    }
    for (unsigned r = open + 1; r-- > 0;) {
        for (unsigned c = 0; c <= K - r; ++c) {
            double in = r == open && c == 0, before = 0;
            for (unsigned from = r + 1; from <= open && from <= K - c; ++from)
                in += x->worked[from][c] * RR_BINOMIAL_ROW(x->done, from)[from - r];
            if (!r) {
                ends[c] = in;
                continue;
            }
            for (unsigned d = 0; d < c; ++d) before += x->visits[r][d] * RR_BINOMIAL_ROW(x->done, K - r - d)[c - d];
            const unsigned u = K - r - c;
            const double same = RR_BINOMIAL_ROW(x->done, r)[0], none = RR_BINOMIAL_ROW(x->done, u)[0];
            x->visits[r][c] = (in + same * before) / x->stay[r + u];
            x->worked[r][c] = before + none * x->visits[r][c];
        }
    }
}

/* The chain from call to call: v carried samples; each is lost with probability `change`; then a call. */
static int make_chain(call *x, double change, double *chain)
{
    const unsigned K = x->lanes;
    double (*ends)[SIDE] = malloc(SIDE * sizeof *ends), *kept = malloc(RR_BINOMIAL_SIZE(K) * sizeof *kept);
    if (ends && kept) {
        rr_binomial_table(kept, K, 1 - (rr_long)change, change);
        for (unsigned v = 0; v <= K; ++v) run(x, K - v, ends[v]);
        for (unsigned v = 0; v <= K; ++v)
            for (unsigned c = 0; c <= K; ++c) {
                double sum = 0;
                for (unsigned k = 0; k <= v; ++k) sum += RR_BINOMIAL_ROW(kept, v)[k] * ends[k][c];
                chain[v * (K + 1) + c] = sum;
            }
    }
    const int status = ends && kept ? 0 : -2;
    free(ends);
    free(kept);
    return status;
}

static call *start(rr_trial c, unsigned lanes)
{
    call *x = malloc(sizeof *x);
    if (!x) return NULL;
    x->lanes = lanes;
    x->c = c;
    rr_binomial_table(x->done, lanes, c.p, c.rho);
    for (unsigned n = 0; n <= lanes; ++n) x->stay[n] = (double)rr_trial_rest(c, n);
    return x;
}

/* The law of the samples carried to a call: in the steady state, or (nth > 0) to call number nth from nothing. */
static int carried(rr_trial c, unsigned lanes, double change, unsigned nth, double *law, double *gap)
{
    const unsigned n = lanes + 1;
    double chain[SIDE * SIDE], power[SIDE];
    call *x = start(c, lanes);
    if (!x) return -2;
    int status = make_chain(x, change, chain);
    free(x);
    if (!status && gap) status = rr_steady_power(chain, n, power);
    if (status) return status;
    if (nth) rr_steady_call(chain, n, nth, law);
    else rr_steady_solve(chain, n, law);
    if (!gap) return 0;
    *gap = 0;
    for (unsigned k = 0; k < n; ++k) *gap = fmax(*gap, fabs(power[k] - law[k]));
    return 0;
}

int rr_model_cached_steady(rr_chance c, unsigned lanes, double change, double *steady, double *gap)
{
    double here[SIDE];
    if (!rr_chance_good(c) || lanes < 1 || lanes > RR_MODEL_LANES || !(change >= 0 && change <= 1)) return -1;
    return carried(rr_trial_of(c), lanes, change, 0, steady ? steady : here, gap);
}

/* P(N = n) of a mixture over r, the lanes that start without a sample. With a = 1 - rho^n, b = 1 - rho^(n - 1) the law of r
 * lanes is a^r - b^r = a (a^(r - 1) - b^(r - 1)) + (a - b) b^(r - 1): no power and no cancellation. */
typedef struct mixture {
    const double *open;
    unsigned lanes;
    rr_trial c;
    unsigned n;
} mixture;

static double next_probability(void *walk)
{
    mixture *m = walk;
    rr_long sum = 0, law = 0, power = 1;
    const unsigned n = m->n++;
    if (n == 0) return m->open[0];
    const rr_long a = rr_trial_rest(m->c, n), b = rr_trial_rest(m->c, n - 1), step = m->c.p * rr_trial_power(m->c, n - 1);
    for (unsigned r = 1; r <= m->lanes; ++r) {
        law = a * law + step * power;
        power *= b;
        sum += m->open[r] * law;
    }
    return (double)sum;
}

int rr_model_of_cached(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count)
{
    const unsigned K = q->lanes;
    double valid[SIDE], open[SIDE] = {0}, kept[RR_BINOMIAL_SIZE(RR_MODEL_LANES)];
    rr_long mean = 0, square = 0;
    if (!(q->change >= 0 && q->change <= 1)) return -1;
    law->samples = K;
    const int status = carried(c, K, q->change, q->first, valid, NULL);
    if (status) return status;
    rr_binomial_table(kept, K, 1 - (rr_long)q->change, q->change);
    for (unsigned v = 0; v <= K; ++v)
        for (unsigned k = 0; k <= v; ++k) open[K - k] += valid[v] * RR_BINOMIAL_ROW(kept, v)[k];
    for (unsigned r = 1; r <= K; ++r) {
        const rr_moments m = rr_trial_moments(c, r);
        mean += open[r] * m.mean;
        square += open[r] * (m.variance + m.mean * m.mean);
    }
    law->mean = (double)mean;
    law->variance = (double)(square - mean * mean);
    mixture walk = {open, K, c, 0};
    law->mode = rr_scan_mode(next_probability, &walk, 0, law->mean);
    walk.n = 1;
    for (size_t n = 0; pmf && n < count; ++n) pmf[n] = next_probability(&walk);
    return 0;
}
