/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A particle filter with the four resampling methods, for a model with an exact likelihood:
 *
 *     x_t = A x_(t-1) + Q z_t,   y_t = x_t + R e_t,   z, e standard normal, x_0 = 0.
 *
 * Kalman's filter gives the log likelihood of y. The bootstrap filter (Gordon, Salmond and Smith, IEE Proceedings F 140
 * (1993) 107) estimates the likelihood by PARTICLES walkers; RUNS runs, each with its own stream, give the standard error.
 *
 *     cc -O2 examples/particles.c $(pkg-config --cflags --libs reroll) -lm && ./a.out
 *
 * The exit status is 0 if all methods agree with Kalman's filter within 6 standard errors. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <reroll.h>

enum { TIMES = 60, PARTICLES = 2000, RUNS = 100 };

static const double A = 0.9, Q = 0.7, R = 0.5;

/* Simulates one path of the model and its observations. */
static void simulate(const rr_device *cpu, double *y)
{
    double z[TIMES], e[TIMES], x = 0;
    rr_stream s = rr_derive_name(rr_stream_make(2026, 0), "data");
    rr_fill_normal_f64(cpu, &s, TIMES, z, 0, 1);
    rr_fill_normal_f64(cpu, &s, TIMES, e, 0, 1);
    for (int t = 0; t < TIMES; ++t) y[t] = (x = A * x + Q * z[t]) + R * e[t];
}

static double kalman(const double *y)
{
    double mean = 0, variance = 0, sum = 0;
    for (int t = 0; t < TIMES; ++t) {
        mean *= A;
        variance = A * A * variance + Q * Q;
        const double of_y = variance + R * R, gain = variance / of_y, off = y[t] - mean;
        sum -= (log(6.283185307179586 * of_y) + off * off / of_y) / 2;
        mean += gain * off;
        variance *= 1 - gain;
    }
    return sum;
}

/* Steps take normals from one stream and parents from another; both are derived from the index of the run. */
static double filter(const rr_device *cpu, const double *y, rr_resampling how, uint64_t run)
{
    static double x[PARTICLES], mean[PARTICLES], w[PARTICLES];
    static int64_t parent[PARTICLES];
    const rr_stream root = rr_derive(rr_stream_make(2026, 0), run);
    rr_stream steps = rr_derive_name(root, "steps"), parents = rr_derive_name(root, "parents");
    double sum = 0;
    memset(x, 0, sizeof x);
    for (int t = 0; t < TIMES; ++t) {
        double total = 0;
        for (int i = 0; i < PARTICLES; ++i) mean[i] = A * x[i];
        if (rr_fill_normal_f64(cpu, &steps, PARTICLES, x, 0, Q)) return NAN;
        for (int i = 0; i < PARTICLES; ++i) {
            x[i] += mean[i];
            total += w[i] = exp(-(y[t] - x[i]) * (y[t] - x[i]) / (2 * R * R));
        }
        sum += log(total / PARTICLES) - log(6.283185307179586 * R * R) / 2;
        if (rr_resample(cpu, how, parents, w, PARTICLES, PARTICLES, parent, NULL)) return NAN;
        parents.next += PARTICLES;
        for (int i = 0; i < PARTICLES; ++i) mean[i] = x[parent[i]];
        memcpy(x, mean, sizeof x);
    }
    return sum;
}

int main(void)
{
    static const char *const names[] = {"", "systematic", "stratified", "residual", "multinomial"};
    double y[TIMES];
    rr_device *cpu;
    int wrong = 0;
    if (rr_device_open("cpu", &cpu)) return 1;
    simulate(cpu, y);
    const double exact = kalman(y);
    printf("log likelihood of %d times: %.4f, by Kalman's filter\n", TIMES, exact);
    for (int how = RR_SYSTEMATIC; how <= RR_MULTINOMIAL; ++how) {
        double sum = 0, squares = 0;
        for (uint64_t run = 0; run < RUNS; ++run) {
            const double ratio = exp(filter(cpu, y, (rr_resampling)how, run) - exact);   /* its mean is 1 */
            sum += ratio;
            squares += ratio * ratio;
        }
        const double mean = sum / RUNS, sd = sqrt((squares / RUNS - mean * mean) / (RUNS - 1));
        const int agrees = fabs(mean - 1) < 6 * sd;
        printf("%-12s likelihood over the exact one %.4f, standard error %.4f: %s\n", names[how], mean, sd,
               agrees ? "agrees" : "NO");
        wrong |= !agrees;
    }
    rr_device_close(&cpu);
    return wrong;
}
