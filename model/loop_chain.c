/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* loop by Thomas's method: the chain over r, the number of lanes that still wait. In a step r becomes binomial(r, rho); the
 * CDF of N is the probability of r = 0. The mean solves (1 - rho^r) E_r = 1 + sum over k < r of P(r -> k) E_k. It shares
 * only the trial with loop.c: it is a second, independent way to the same distribution. */
#include <stdlib.h>

#include "model.h"

#define MAX_LANES 1024

/* P(r -> k), rows by Pascal's rule, as in binomial.c but in long double: in double, 1024 rows would lose four digits. */
static void transitions(rr_long *table, unsigned lanes, rr_trial c)
{
    table[0] = 1;
    for (unsigned r = 1; r <= lanes; ++r) {
        const rr_long *above = RR_BINOMIAL_ROW(table, r - 1);
        rr_long *row = RR_BINOMIAL_ROW(table, r);
        row[0] = c.p * above[0];
        for (unsigned k = 1; k < r; ++k) row[k] = c.p * above[k] + c.rho * above[k - 1];
        row[r] = c.rho * above[r - 1];
    }
}

static void walk(const rr_long *table, unsigned lanes, size_t count, rr_long *state, double *cdf)
{
    for (unsigned r = 0; r < lanes; ++r) state[r] = 0;
    state[lanes] = 1;
    for (size_t n = 0; n < count; ++n) {
        for (unsigned r = 0; r <= lanes; ++r) {   /* upwards: row r changes only states up to r, which are done */
            const rr_long *row = RR_BINOMIAL_ROW(table, r), mass = state[r];
            state[r] = 0;
            for (unsigned k = 0; k <= r; ++k) state[k] += mass * row[k];
        }
        cdf[n] = (double)state[0];
    }
}

static double solve(const rr_long *table, unsigned lanes, rr_trial c, rr_long *expected)
{
    expected[0] = 0;
    for (unsigned r = 1; r <= lanes; ++r) {
        const rr_long *row = RR_BINOMIAL_ROW(table, r);
        rr_long sum = 1;
        for (unsigned k = 1; k < r; ++k) sum += row[k] * expected[k];
        expected[r] = sum / rr_trial_rest(c, r);
    }
    return (double)expected[lanes];
}

int rr_model_loop_chain(rr_chance c, unsigned lanes, size_t count, double *cdf, double *mean)
{
    if (!rr_chance_good(c) || lanes < 1 || lanes > MAX_LANES || (count && !cdf)) return -1;
    rr_long *table = malloc((RR_BINOMIAL_SIZE(lanes) + lanes + 1) * sizeof *table);
    if (!table) return -2;
    rr_long *state = table + RR_BINOMIAL_SIZE(lanes);
    const rr_trial trial = rr_trial_of(c);
    transitions(table, lanes, trial);
    walk(table, lanes, count, state, cdf);
    if (mean) *mean = solve(table, lanes, trial, state);
    free(table);
    return 0;
}
