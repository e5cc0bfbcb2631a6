/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* regroup:ahead: regroup whose surplus lanes attempt samples of the next row. A chain over (a, b): a samples of this row and
 * b of the next are unfinished. An iteration deals count = min(a + b, T) of them, this row's first, so the next row gets d =
 * count - a. Lane l attempts number l mod count: the first T mod count numbers get ceil(T / count) attempts, the others
 * floor. a and b change independently, each into a sum of two binomials. A row ends at a = 0; the next starts as (b, T).
 *
 * In bulk a tile starts without carried samples: its first row starts as (T, T). Its last row has m samples, so the row
 * before starts with m ahead and the last row with none, which is regroup.
 *
 * (a, b) stays with probability rho^T: all T attempts fail. Expected visits and the moments of N follow from a pass through
 * the states in order, as in regroup.c; the steady state is that of the chain over b from row to row. */
#include <stdlib.h>

#include "model.h"

#define SIDE (RR_MODEL_LANES + 1)
#define MIN 1e-20   /* smallest mass kept while stepping the chain */

typedef struct ahead {
    unsigned lanes;
    double stay, leave;                /* rho^T, 1 - rho^T */
    double now[SIDE][SIDE][SIDE];      /* now[a][b][k]: P(a -> k) from (a, b) */
    double next[SIDE][SIDE][SIDE];     /* P(b -> k) */
    double mass[SIDE][SIDE];           /* [b][a]: visits, or the state while stepping the chain */
    rr_long more[SIDE][SIDE], squares[SIDE][SIDE];   /* mean of N - 1 and of its square, from (a, b) */
    double start[SIDE][SIDE];          /* [b][a]: distribution at the start of a row */
    int begun;
    double table[SIDE][RR_BINOMIAL_SIZE(RR_MODEL_LANES)];   /* [m]: still open after m attempts */
} ahead;

static void make(ahead *x, rr_trial c, unsigned T)
{
    double sum[SIDE];
    x->lanes = T;
    x->stay = (double)rr_trial_power(c, T);
    x->leave = (double)rr_trial_rest(c, T);
    for (unsigned m = 1; m <= T; ++m) rr_binomial_table(x->table[m], T, rr_trial_power(c, m), rr_trial_rest(c, m));
    memset(x->next, 0, sizeof x->next);
    for (unsigned a = 1; a <= T; ++a)
        for (unsigned b = 0; b <= T; ++b) {
            const unsigned count = a + b < T ? a + b : T, m = T / count, more = T % count;
            const unsigned a_more = more < a ? more : a, d = count - a, d_more = more - a_more;
            const double *again = x->table[m < T ? m + 1 : T];   /* m = T: no sample has more */
            rr_convolve(x->now[a][b], RR_BINOMIAL_ROW(again, a_more), a_more,
                        RR_BINOMIAL_ROW(x->table[m], a - a_more), a - a_more);
            rr_convolve(sum, RR_BINOMIAL_ROW(again, d_more), d_more, RR_BINOMIAL_ROW(x->table[m], d - d_more), d - d_more);
            memcpy(x->next[a][b] + (b - d), sum, (d + 1) * sizeof *sum);   /* b - d were not attempted */
        }
}

/* Moves mass from (a, b) to all other states; mass that ends the row goes to ends[b]. Parts up to `min` are dropped. */
static void spread(ahead *x, unsigned a, unsigned b, double mass, double min, double *ends)
{
    for (unsigned k = 0; k <= b; ++k) {
        const double part = mass * x->next[a][b][k];
        if (part <= min) continue;
        ends[k] += part * x->now[a][b][0];
        for (unsigned i = 1; i <= a - (k == b); ++i) x->mass[k][i] += part * x->now[a][b][i];
    }
}

/* A row that starts at (open, next): the distribution of the number of open samples of the next row at its end. */
static void run(ahead *x, unsigned open, unsigned next, double *ends)
{
    const unsigned T = x->lanes;
    for (unsigned k = 0; k <= T; ++k) ends[k] = 0;
    if (!open) {
        ends[next] = 1;
        return;
    }
    memset(x->mass, 0, sizeof x->mass);
    x->mass[next][open] = 1;
    for (unsigned a = open; a >= 1; --a)
        for (unsigned b = next + 1; b-- > 0;)
            if (x->mass[b][a] > 0) spread(x, a, b, x->mass[b][a] / x->leave, 0, ends);
}

/* Mean and mean square of the remaining iterations after the first, from every state. */
static void solve(ahead *x)
{
    for (unsigned a = 1; a <= x->lanes; ++a)
        for (unsigned b = 0; b <= x->lanes; ++b) {
            rr_long m = 0, s = 0;
            for (unsigned i = 1; i <= a; ++i) {
                const unsigned past = i == a ? b : b + 1;   /* (a, b) itself is left out */
                rr_long row_m = 0, row_s = 0;
                for (unsigned k = 0; k < past; ++k) {
                    row_m += x->next[a][b][k] * (1 + x->more[i][k]);
                    row_s += x->next[a][b][k] * (1 + 2 * x->more[i][k] + x->squares[i][k]);
                }
                m += x->now[a][b][i] * row_m;
                s += x->now[a][b][i] * row_s;
            }
            x->more[a][b] = (x->stay + m) / x->leave;
            x->squares[a][b] = (x->stay * (1 + 2 * x->more[a][b]) + s) / x->leave;
        }
}

/* A row of a tile. States of the chain count done samples, T - a. */
static void start_in_tile(ahead *x, const double *chain, rr_tile_rows t)
{
    const unsigned T = x->lanes;
    double sum[SIDE], done[SIDE], ends[SIDE];
    if (t.rows == 1) {
        x->start[0][t.last] = 1;
        return;
    }
    rr_steady_after(chain, T + 1, t.rows - 2, sum, done);
    for (unsigned a = 0; a <= T; ++a) {
        x->start[T][a] += sum[T - a] / t.rows;
        x->start[t.last][a] += done[T - a] / t.rows;   /* the row before the last, which may be full */
        run(x, a, t.last, ends);
        for (unsigned k = 0; k <= t.last; ++k) x->start[0][k] += done[T - a] * ends[k] / t.rows;
    }
}

/* The distribution at the start of a row: in the steady state, of row number q->first after an empty start, or of any row
 * of a tile. States count done samples, T - a, so the start is state 0. */
static int start_of_row(ahead *x, const rr_model_query *q)
{
    const unsigned T = x->lanes, n = T + 1;
    double ends[SIDE], done[SIDE], *chain = calloc((size_t)n * n, sizeof *chain);
    int status = 0;
    if (!chain) return -2;
    for (unsigned open = 0; open < n; ++open) {
        run(x, open, T, ends);
        for (unsigned k = 0; k < n; ++k) chain[(n - 1 - open) * n + n - 1 - k] = ends[k];
    }
    memset(x->start, 0, sizeof x->start);
    if (q->first == RR_MODEL_TILE) {
        start_in_tile(x, chain, rr_tile_rows_of(q, T));
    } else {
        if (q->first) status = rr_steady_call(chain, n, q->first - 1, done);
        else rr_steady_solve(chain, n, done);
        for (unsigned a = 0; !status && a < n; ++a) x->start[T][a] = done[T - a];
    }
    free(chain);
    return status;
}

/* P(N = 0), P(N = 1), ... Negligible mass is dropped. */
static double next_probability(void *walk)
{
    ahead *x = walk;
    const unsigned T = x->lanes;
    double ends[SIDE] = {0}, end = 0;
    if (!x->begun) {
        memcpy(x->mass, x->start, sizeof x->mass);
        for (unsigned b = 0; b <= T; ++b) {
            end += x->start[b][0];
            x->mass[b][0] = 0;
        }
        x->begun = 1;
        return end;
    }
    for (unsigned a = 1; a <= T; ++a)      /* upwards: a state changes only itself and those before it */
        for (unsigned b = 0; b <= T; ++b) {
            const double mass = x->mass[b][a];
            x->mass[b][a] = 0;
            if (mass < MIN) continue;
            spread(x, a, b, mass, MIN, ends);
            x->mass[b][a] += mass * x->stay;
        }
    for (unsigned k = 0; k <= T; ++k) end += ends[k];
    return end;
}

static rr_model_moments moments_of(ahead *x)
{
    rr_long mean = 0, more = 0, square = 0;
    solve(x);
    for (unsigned b = 0; b <= x->lanes; ++b) {
        more -= x->start[b][0];   /* N = 0 */
        square += x->start[b][0];
        for (unsigned a = 1; a <= x->lanes; ++a) {
            mean += x->start[b][a] * (1 + x->more[a][b]);
            more += x->start[b][a] * x->more[a][b];
            square += x->start[b][a] * x->squares[a][b];
        }
    }
    return (rr_model_moments){mean, square - more * more};
}

int rr_model_of_regroup_ahead(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count)
{
    if (!rr_tile_good(q)) return -1;
    ahead *x = malloc(sizeof *x);
    if (!x) return -2;
    make(x, c, q->lanes);
    const int status = start_of_row(x, q);
    if (!status) {
        const rr_model_moments m = moments_of(x);
        law->samples = rr_row_samples(q, q->lanes);
        law->mean = (double)m.mean;
        law->variance = (double)m.variance;
        x->begun = 0;
        law->mode = rr_scan_mode(next_probability, x, 0, law->mean);
        x->begun = 0;
        if (pmf && count) next_probability(x);
        for (size_t n = 0; pmf && n < count; ++n) pmf[n] = next_probability(x);
    }
    free(x);
    return status;
}
