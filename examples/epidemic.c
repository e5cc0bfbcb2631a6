/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Simulates epidemics in many villages of PEOPLE people, by a model with an exact solution (Reed and Frost): each of S
 * healthy people escapes infection by each of I ill ones with probability ESCAPE, so that
 *
 *     new cases ~ binomial(S, 1 - ESCAPE^I),
 *
 * a count with its own parameters for each village, until nobody is ill. A recursion over (S, I) gives the distribution of
 * the final number of healthy people; the villages are compared with it.
 *
 *     cc -O2 examples/epidemic.c $(pkg-config --cflags --libs reroll) -lm && ./a.out
 *
 * The exit status is 0 if mean and variance agree within 6 standard errors. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <reroll.h>

enum { PEOPLE = 60, VILLAGES = 200000 };

static const double ESCAPE = 0.97;

/* P(k successes of n) for all k <= n. */
static void masses(int n, double p, double *mass)
{
    for (int k = 0; k <= n; ++k)
        mass[k] = exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p));
}

/* Mean and variance of the final number of healthy people, from `healthy` and one ill: the probability of each state (S, I)
 * is distributed to states with fewer healthy people. */
static void exactly(int healthy, double *mean, double *variance)
{
    static double at[PEOPLE + 1][PEOPLE + 1];
    double mass[PEOPLE + 1], m = 0, m2 = 0;
    at[healthy][1] = 1;
    for (int s = healthy; s >= 0; --s) {
        for (int i = PEOPLE; i >= 1; --i) {
            if (at[s][i] == 0) continue;
            masses(s, 1 - pow(ESCAPE, i), mass);
            for (int k = 0; k <= s; ++k) at[s - k][k] += at[s][i] * mass[k];
        }
        m += s * at[s][0];
        m2 += (double)s * s * at[s][0];
    }
    *mean = m;
    *variance = m2 - m * m;
}

static int simulate(const rr_device *cpu, int64_t *healthy)
{
    double *n = malloc(VILLAGES * sizeof *n), *p = malloc(VILLAGES * sizeof *p);
    int64_t *ill = malloc(VILLAGES * sizeof *ill), left = VILLAGES;
    rr_stream stream = rr_derive_name(rr_stream_make(2026, 0), "epidemic");
    int status = n && p && ill ? 0 : 1;
    for (int v = 0; v < VILLAGES && !status; ++v) healthy[v] = PEOPLE - 1, ill[v] = 1;
    for (int day = 0; left && !status; ++day) {
        for (int v = 0; v < VILLAGES; ++v) {
            n[v] = (double)healthy[v];
            p[v] = 1 - pow(ESCAPE, (double)ill[v]);
        }
        status = rr_fill_binomial_i64_each(cpu, &stream, VILLAGES, ill, n, p);
        left = 0;
        for (int v = 0; v < VILLAGES; ++v) {
            healthy[v] -= ill[v];
            left += ill[v];
        }
    }
    free(n);
    free(p);
    free(ill);
    return status;
}

int main(void)
{
    static int64_t healthy[VILLAGES];
    double mean, variance, m = 0, v = 0, fourth = 0;
    rr_device *cpu;
    if (rr_device_open("cpu", &cpu) || simulate(cpu, healthy)) return 1;
    exactly(PEOPLE - 1, &mean, &variance);
    for (int k = 0; k < VILLAGES; ++k) m += (double)healthy[k] / VILLAGES;
    for (int k = 0; k < VILLAGES; ++k) {
        const double d = (double)healthy[k] - mean;
        v += d * d / VILLAGES;
        fourth += d * d * d * d / VILLAGES;
    }
    const double off_mean = sqrt(variance / VILLAGES), off_variance = sqrt((fourth - variance * variance) / VILLAGES);
    printf("still healthy in the end, of %d: mean %.3f (exactly %.3f), variance %.2f (exactly %.2f)\n", PEOPLE, m, mean, v,
           variance);
    rr_device_close(&cpu);
    return fabs(m - mean) > 6 * off_mean || fabs(v - variance) > 6 * off_variance;
}
