/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The stationary distribution of a finite chain, computed in two ways: by elimination (Grassmann, Taksar and Heyman,
 * Operations Research 33 (1985) 1107: no subtraction, so every entry keeps its digits) and by power iteration. */
#include <stdlib.h>

#include "model.h"

void rr_steady_solve(double *chain, unsigned n, double *steady)
{
    for (unsigned k = n - 1; k > 0; --k) {
        double out = 0;
        for (unsigned j = 0; j < k; ++j) out += chain[k * n + j];
        for (unsigned i = 0; i < k; ++i) {
            /* A state k that has no transition to a lower state is never left for good; with out = 0 no other state reaches
             * it. */
            const double fraction = out > 0 ? chain[i * n + k] / out : 0;
            chain[i * n + k] = fraction;
            for (unsigned j = 0; j < k; ++j) chain[i * n + j] += fraction * chain[k * n + j];
        }
    }
    double sum = steady[0] = 1;
    for (unsigned k = 1; k < n; ++k) {
        steady[k] = 0;
        for (unsigned i = 0; i < k; ++i) steady[k] += steady[i] * chain[i * n + k];
        sum += steady[k];
    }
    for (unsigned k = 0; k < n; ++k) steady[k] /= sum;
}

void rr_steady_after(const double *chain, unsigned n, unsigned calls, double *sum, double *law)
{
    double next[RR_MODEL_LANES + 1];
    for (unsigned k = 0; k < n; ++k) law[k] = k == 0;
    for (unsigned k = 0; k < n; ++k) sum[k] = 0;
    for (unsigned done = 0; done < calls; ++done) {
        for (unsigned k = 0; k < n; ++k) sum[k] += law[k];
        for (unsigned j = 0; j < n; ++j) {
            next[j] = 0;
            for (unsigned i = 0; i < n; ++i) next[j] += law[i] * chain[i * n + j];
        }
        memcpy(law, next, n * sizeof *law);
    }
}

/* now becomes its own square; `square` has its size. The probability of staying is one minus that of leaving, recomputed
 * each time: for p near 1 a state is left once in 1 / rho calls. */
static void square_chain(rr_long *now, rr_long *square, unsigned n)
{
    for (unsigned i = 0; i < n; ++i) {
        rr_long left = 0;
        for (unsigned j = 0; j < n; ++j) left += i == j ? 0 : now[i * n + j];
        now[i * n + i] = left < 1 ? 1 - left : 0;
    }
    memset(square, 0, (size_t)n * n * sizeof *square);
    for (unsigned i = 0; i < n; ++i)
        for (unsigned k = 0; k < n; ++k)
            for (unsigned j = 0; j < n; ++j) square[i * n + j] += now[i * n + k] * now[k * n + j];
    memcpy(now, square, (size_t)n * n * sizeof *now);
}

static rr_long *copy_chain(const double *chain, unsigned n)
{
    rr_long *now = malloc(2 * (size_t)n * n * sizeof *now);
    for (unsigned i = 0; now && i < n * n; ++i) now[i] = chain[i];
    return now;
}

int rr_steady_call(const double *chain, unsigned n, unsigned calls, double *law)
{
    rr_long *now = copy_chain(chain, n), next[RR_MODEL_LANES + 1], at[RR_MODEL_LANES + 1];
    if (!now) return -2;
    for (unsigned k = 0; k < n; ++k) at[k] = k == 0;
    for (; calls; calls >>= 1) {
        if (calls & 1) {
            for (unsigned j = 0; j < n; ++j) {
                next[j] = 0;
                for (unsigned i = 0; i < n; ++i) next[j] += at[i] * now[i * n + j];
            }
            memcpy(at, next, n * sizeof *at);
        }
        if (calls > 1) square_chain(now, now + (size_t)n * n, n);
    }
    for (unsigned k = 0; k < n; ++k) law[k] = (double)at[k];
    free(now);
    return 0;
}

/* 2^60 steps. Returns 0, or -2 without memory. */
int rr_steady_power(const double *chain, unsigned n, double *steady)
{
    rr_long *now = copy_chain(chain, n);
    if (!now) return -2;
    for (int round = 0; round < 60; ++round) square_chain(now, now + (size_t)n * n, n);
    for (unsigned k = 0; k < n; ++k) steady[k] = (double)now[k];   /* from state 0 */
    free(now);
    return 0;
}
