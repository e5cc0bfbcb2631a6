/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* regroup:ahead: regroup whose surplus lanes try the next row. A chain over (a, b): a samples of this row are open, b of the
 * next. In an iteration count = min(a + b, T) of them are dealt, this row's first, so the next row gets d = count - a;
 * lane l tries number l mod count, so that the first T mod count numbers get ceil(T / count) attempts, the others floor.
 * a and b change independently, each into a sum of two binomials. A row ends at a = 0; the next starts as (b, T).
 *
 * (a, b) stays with probability rho^T: all T attempts fail. Expected visits and the moments of N follow by going
 * through the states in order, as in regroup.c; the steady state is that of the chain over b from row to row. */
#include <stdlib.h>

#include "model.h"

#define SIDE (RR_MODEL_LANES + 1)
#define LEAST 1e-20   /* of a walk through the law */

typedef struct ahead {
    unsigned lanes;
    double stay, leave;                /* rho^T, 1 - rho^T */
    double now[SIDE][SIDE][SIDE];      /* now[a][b][k]: P(a -> k) from (a, b) */
    double next[SIDE][SIDE][SIDE];     /* P(b -> k) */
    double mass[SIDE][SIDE];           /* [b][a]: visits, or the state of the walk through the law */
    double mean[SIDE][SIDE], square[SIDE][SIDE];
    double open[SIDE];                 /* law of a at the start of a row */
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
            memcpy(x->next[a][b] + (b - d), sum, (d + 1) * sizeof *sum);   /* b - d were not tried */
        }
}

/* Moves mass from (a, b) to all states but itself; what ends the row goes to ends[b]. Parts below `least` are dropped. */
static void spread(ahead *x, unsigned a, unsigned b, double mass, double least, double *ends)
{
    for (unsigned k = 0; k <= b; ++k) {
        const double part = mass * x->next[a][b][k];
        if (part <= least) continue;
        ends[k] += part * x->now[a][b][0];
        for (unsigned i = 1; i <= a - (k == b); ++i) x->mass[k][i] += part * x->now[a][b][i];
    }
}

/* A row that starts at (open, T): the law of the samples of the next row that are open at its end. */
static void run(ahead *x, unsigned open, double *ends)
{
    const unsigned T = x->lanes;
    for (unsigned k = 0; k <= T; ++k) ends[k] = 0;
    if (!open) {
        ends[T] = 1;
        return;
    }
    memset(x->mass, 0, sizeof x->mass);
    x->mass[T][open] = 1;
    for (unsigned a = open; a >= 1; --a)
        for (unsigned b = T + 1; b-- > 0;)
            if (x->mass[b][a] > 0) spread(x, a, b, x->mass[b][a] / x->leave, 0, ends);
}

/* Mean and mean square of the iterations that are left, from every state. */
static void solve(ahead *x)
{
    memset(x->mean, 0, sizeof x->mean);
    memset(x->square, 0, sizeof x->square);
    for (unsigned a = 1; a <= x->lanes; ++a)
        for (unsigned b = 0; b <= x->lanes; ++b) {
            double m = 0, s = 0;
            for (unsigned i = 1; i <= a; ++i) {
                const unsigned past = i == a ? b : b + 1;   /* (a, b) itself is left out */
                double row_m = 0, row_s = 0;
                for (unsigned k = 0; k < past; ++k) {
                    row_m += x->next[a][b][k] * x->mean[i][k];
                    row_s += x->next[a][b][k] * x->square[i][k];
                }
                m += x->now[a][b][i] * row_m;
                s += x->now[a][b][i] * row_s;
            }
            x->mean[a][b] = (1 + m) / x->leave;
            x->square[a][b] = (1 + 2 * (x->stay * x->mean[a][b] + m) + s) / x->leave;
        }
}

/* The law of a at the start of a row: in the steady state, or (call > 0) of that row from a start with nothing. States are
 * what is done, T - a, so that the start is state 0. */
static int start_of_row(ahead *x, unsigned call)
{
    const unsigned n = x->lanes + 1;
    double ends[SIDE], done[SIDE], *chain = calloc((size_t)n * n, sizeof *chain);
    if (!chain) return -2;
    for (unsigned open = 0; open < n; ++open) {
        run(x, open, ends);
        for (unsigned k = 0; k < n; ++k) chain[(n - 1 - open) * n + n - 1 - k] = ends[k];
    }
    if (call) rr_steady_call(chain, n, call, done);
    else rr_steady_solve(chain, n, done);
    for (unsigned k = 0; k < n; ++k) x->open[k] = done[n - 1 - k];
    free(chain);
    return 0;
}

/* P(N = 0), P(N = 1), ... Mass that can't matter is dropped. */
static double next_probability(void *walk)
{
    ahead *x = walk;
    const unsigned T = x->lanes;
    double ends[SIDE] = {0}, end = 0;
    if (!x->begun) {
        memset(x->mass, 0, sizeof x->mass);
        for (unsigned a = 1; a <= T; ++a) x->mass[T][a] = x->open[a];
        x->begun = 1;
        return x->open[0];
    }
    for (unsigned a = 1; a <= T; ++a)      /* upwards: a state changes only itself and those before it */
        for (unsigned b = 0; b <= T; ++b) {
            const double mass = x->mass[b][a];
            x->mass[b][a] = 0;
            if (mass < LEAST) continue;
            spread(x, a, b, mass, LEAST, ends);
            x->mass[b][a] += mass * x->stay;
        }
    for (unsigned k = 0; k <= T; ++k) end += ends[k];
    return end;
}

int rr_model_of_regroup_ahead(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count)
{
    const unsigned T = q->lanes;
    double square = 0;
    ahead *x = malloc(sizeof *x);
    if (!x) return -2;
    make(x, c, T);
    const int status = start_of_row(x, q->first);
    if (!status) {
        solve(x);
        law->samples = T;
        law->mean = 0;
        for (unsigned a = 1; a <= T; ++a) {
            law->mean += x->open[a] * x->mean[a][T];
            square += x->open[a] * x->square[a][T];
        }
        law->variance = square - law->mean * law->mean;
        x->begun = 0;
        law->mode = rr_scan_mode(next_probability, x, 0, law->mean);
        x->begun = 0;
        if (pmf && count) next_probability(x);
        for (size_t n = 0; pmf && n < count; ++n) pmf[n] = next_probability(x);
    }
    free(x);
    return status;
}
