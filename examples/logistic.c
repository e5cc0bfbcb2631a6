/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A logistic regression by Gibbs sampling with Polya-gamma variables (Polson, Scott and Windle, JASA 108 (2013) 1339). With
 * y_i in {0, 1}, P(y_i = 1) = 1 / (1 + e^-x), x = a + b t_i, and normal priors of variance PRIOR on a and b, it alternates
 *
 *     w_i ~ PG(1, a + b t_i)                                             one parameter per draw
 *     (a, b) ~ normal, precision X' diag(w) X + I / PRIOR, mean its inverse times X' (y - 1/2)
 *
 * The posterior mean of two numbers is an integral over a plane, which is also computed on a grid. Many chains run side by
 * side.
 *
 *     cc -O2 examples/logistic.c $(pkg-config --cflags --libs reroll) -lm && ./a.out
 *
 * The exit status is 0 if both means agree within 6 standard errors, which are estimated from the chains. */
#include <math.h>
#include <stdio.h>

#include <reroll.h>

enum { POINTS = 40, CHAINS = 100, BURN = 50, SWEEPS = 400 };

static const double PRIOR = 10;

static double t[POINTS], y[POINTS];

static int make_data(const rr_device *cpu, rr_stream root)
{
    rr_stream stream = rr_derive_name(root, "data");
    double p[POINTS];
    for (int i = 0; i < POINTS; ++i) {
        t[i] = 4. * i / (POINTS - 1) - 2;
        p[i] = 1 / (1 + exp(-(0.5 + 1.2 * t[i])));
    }
    return rr_fill_bernoulli_f64_each(cpu, &stream, POINTS, y, p) != RR_OK;
}

static void exactly(double mean[2])
{
    enum { STEPS = 400 };
    double total = 0, sum[2] = {0};
    for (int i = 0; i <= STEPS; ++i)
        for (int j = 0; j <= STEPS; ++j) {
            const double a = -4 + 10. * i / STEPS, b = -4 + 10. * j / STEPS;
            double log_of = -(a * a + b * b) / (2 * PRIOR);
            for (int k = 0; k < POINTS; ++k) log_of += y[k] * (a + b * t[k]) - log1p(exp(a + b * t[k]));
            total += exp(log_of);
            sum[0] += a * exp(log_of);
            sum[1] += b * exp(log_of);
        }
    for (int k = 0; k < 2; ++k) mean[k] = sum[k] / total;
}

/* (a, b) of one chain, from its weights w and two standard normals, by the Cholesky factor of the precision. */
static void draw_line(const double *w, const double *z, double *a, double *b)
{
    double p = 1 / PRIOR, q = 0, r = 1 / PRIOR, u = 0, v = 0;   /* the precision p, q; q, r, and X' (y - 1/2) */
    for (int i = 0; i < POINTS; ++i) {
        p += w[i], q += w[i] * t[i], r += w[i] * t[i] * t[i];
        u += y[i] - 0.5, v += (y[i] - 0.5) * t[i];
    }
    const double det = p * r - q * q, l = sqrt(p), m = q / l, n = sqrt(r - m * m);
    *b = (p * v - q * u) / det + z[1] / n;
    *a = (r * u - q * v) / det + (z[0] - m * z[1] / n) / l;
}

int main(void)
{
    static double tilt[CHAINS][POINTS], w[CHAINS][POINTS], z[CHAINS][2], line[CHAINS][2], own[CHAINS][2];
    const rr_stream root = rr_stream_make(2026, 0);
    rr_stream weights = rr_derive_name(root, "weights"), normals = rr_derive_name(root, "normals");
    double exact[2];
    int wrong = 0;
    rr_device *cpu;
    if (rr_device_open("cpu", &cpu) || make_data(cpu, root)) return 1;
    for (int s = 0; s < BURN + SWEEPS; ++s) {
        for (int c = 0; c < CHAINS; ++c)
            for (int i = 0; i < POINTS; ++i) tilt[c][i] = line[c][0] + line[c][1] * t[i];
        if (rr_fill_polya_gamma_f64_each(cpu, &weights, CHAINS * POINTS, w[0], tilt[0])) return 1;
        if (rr_fill_normal_f64(cpu, &normals, CHAINS * 2, z[0], 0, 1)) return 1;
        for (int c = 0; c < CHAINS; ++c) {
            draw_line(w[c], z[c], &line[c][0], &line[c][1]);
            for (int k = 0; k < 2 && s >= BURN; ++k) own[c][k] += line[c][k] / SWEEPS;
        }
    }
    exactly(exact);
    for (int k = 0; k < 2; ++k) {
        double mean = 0, square = 0;
        for (int c = 0; c < CHAINS; ++c) mean += own[c][k] / CHAINS;
        for (int c = 0; c < CHAINS; ++c) square += (own[c][k] - mean) * (own[c][k] - mean) / (CHAINS - 1);
        const double off = sqrt(square / CHAINS);
        printf("%s: %.4f (+- %.4f), exactly %.4f\n", k ? "slope" : "intercept", mean, off, exact[k]);
        wrong |= fabs(mean - exact[k]) > 6 * off;
    }
    rr_device_close(&cpu);
    return wrong;
}
