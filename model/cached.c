/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cached: a lane that is done works ahead on its next sample (Thomas).
 *
 * Within a call the chain runs over (r, c): r lanes have no sample yet, c lanes have their sample and the next one, and u =
 * K - r - c lanes have their sample and work ahead. An iteration replaces r by binomial(r, rho) and, independently, moves
 * binomial(u, p) lanes from u to c. A call starts with c = 0 and r = K - (valid samples carried over); c at its end is
 * carried over. N depends on r alone: it has the distribution of loop with r lanes, and 0 for r = 0.
 *
 * In bulk a tile is a series of calls that starts without carried samples, and lanes without a sample in its last row idle.
 * All lanes are alike, so the valid ones among them are drawn without replacement from all lanes.
 *
 * The lane that ends a call had no iteration to work ahead in, so c < K at its end. No call finds all lanes valid, so a
 * vote before the first attempt (this strategy) and one after it (Thomas's do-while) are equivalent. */
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

/* Expected visits from (open, 0), by decreasing r and increasing c. An iteration has two independent halves, work ahead and
 * then r, so the cost is O(K^3) instead of O(K^4). (r, c) returns to itself with probability rho^(r + u). */
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

/* The chain from call to call for all carried counts. */
static int chain_of(rr_trial c, unsigned lanes, double change, double *chain)
{
    call *x = start(c, lanes);
    const int status = x ? make_chain(x, change, chain) : -2;
    free(x);
    return status;
}

int rr_model_cached_steady(rr_chance c, unsigned lanes, double change, double *steady, double *gap)
{
    double here[SIDE], power[SIDE], chain[SIDE * SIDE];
    double *law = steady ? steady : here;
    if (!rr_chance_good(c) || lanes < 1 || lanes > RR_MODEL_LANES || !(change >= 0 && change <= 1)) return -1;
    int status = chain_of(rr_trial_of(c), lanes, change, chain);
    if (!status && gap) status = rr_steady_power(chain, lanes + 1, power);
    if (status) return status;
    rr_steady_solve(chain, lanes + 1, law);
    if (!gap) return 0;
    *gap = 0;
    for (unsigned k = 0; k <= lanes; ++k) *gap = fmax(*gap, fabs(power[k] - law[k]));
    return 0;
}

/* ---- How many lanes start without a sample -------------------------------------------------------------------------- */

/* Adds the distribution of the open lanes where valid[v] are carried, each kept with probability 1 - change. */
static void add_open(const double *valid, unsigned lanes, const double *kept, double weight, double *open)
{
    for (unsigned v = 0; v <= lanes; ++v)
        for (unsigned k = 0; k <= v; ++k) open[lanes - k] += weight * valid[v] * RR_BINOMIAL_ROW(kept, v)[k];
}

/* The distribution of the valid ones among `some` of the lanes: one lane after another is left out. */
static void draw_lanes(double *valid, unsigned lanes, unsigned some)
{
    for (unsigned n = lanes; n > some; --n)
        for (unsigned v = 0; v < n; ++v)
            valid[v] = valid[v] * ((double)(n - v) / n) + valid[v + 1] * ((double)(v + 1) / n);
}

/* In the steady state, in call number q->first, or in any call of a tile. */
static int open_of(const rr_model_query *q, rr_trial c, double *open)
{
    const unsigned K = q->lanes;
    double chain[SIDE * SIDE], valid[SIDE], all[SIDE], kept[RR_BINOMIAL_SIZE(RR_MODEL_LANES)];
    const int status = chain_of(c, K, q->change, chain);
    if (status) return status;
    rr_binomial_table(kept, K, 1 - (rr_long)q->change, q->change);
    if (q->first == RR_MODEL_TILE) {
        const rr_tile_rows t = rr_tile_rows_of(q, K);
        rr_steady_after(chain, K + 1, t.rows - 1, all, valid);
        add_open(all, K, kept, 1.0 / t.rows, open);
        draw_lanes(valid, K, t.last);
        add_open(valid, t.last, kept, 1.0 / t.rows, open);
        return 0;
    }
    if (q->first) {
        if (rr_steady_call(chain, K + 1, q->first - 1, valid)) return -2;
    } else {
        rr_steady_solve(chain, K + 1, valid);
    }
    add_open(valid, K, kept, 1, open);
    return 0;
}

int rr_model_of_cached(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count)
{
    double open[SIDE] = {0};
    if (!(q->change >= 0 && q->change <= 1) || !rr_tile_good(q)) return -1;
    law->samples = rr_row_samples(q, q->lanes);
    const int status = open_of(q, c, open);
    if (!status) rr_model_fill_mixture(c, open, q->lanes, law, pmf, count);
    return status;
}
