/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes single draws: a walk in continuous time, in which the parameters of steps and waiting times depend on the last
 * state. Then it measures the time per draw, and checks that the numbers are those of rr_fill.
 *
 *     cc -O2 examples/cursor.c $(pkg-config --cflags --libs reroll) && ./a.out
 *
 * The exit status is 0 if all bits are the same. */
#include <stdio.h>
#include <time.h>

#include <reroll_cursor.h>

#define N 1000000

/* A waiting time and a step: two draws, at indices 2 k and 2 k + 1. Steps are shorter at larger |x|. */
static double walk(rr_cursor *c, int steps)
{
    double x = 0, t = 0;
    for (int k = 0; k < steps; ++k) {
        t += rr_next_gamma_f64(c, 1.5 + fabs(x), 1);
        x += rr_next_normal_f64(c, -0.1 * x, 1 / (1 + fabs(x)));
    }
    printf("after %d steps: x = %.3f at t = %.1f\n", steps, x, t);
    return x;
}

/* One of a million normals or gammas, each with its own parameters. */
static double draw(rr_cursor *c, int gamma, int k)
{
    return gamma ? rr_next_gamma_f64(c, 1 + k % 1000 * 0.01, 1) : rr_next_normal_f64(c, k % 7, 1 + k % 5);
}

static rr_status fill(const rr_device *cpu, rr_stream *s, int gamma, int k, double *x)
{
    return gamma ? rr_fill_gamma_f64(cpu, s, 1, x, 1 + k % 1000 * 0.01, 1)
                 : rr_fill_normal_f64(cpu, s, 1, x, k % 7, 1 + k % 5);
}

/* Returns the number of draws that differ from those of rr_fill. */
static int compare(const rr_device *cpu, rr_stream s, int gamma)
{
    rr_cursor c;
    int wrong = 0;
    double sum = 0, x;
    rr_cursor_init(&c, cpu, s);
    const clock_t start = clock();
    for (int k = 0; k < N; ++k) sum += draw(&c, gamma, k);
    const double ns = (double)(clock() - start) * 1e9 / CLOCKS_PER_SEC / N;
    rr_cursor_seek(&c, s.next);
    for (int k = 0; k < N; ++k) wrong += fill(cpu, &s, gamma, k, &x) != RR_OK || draw(&c, gamma, k) != x;
    printf("%-7s %4.1f ns/draw, mean %.3f, %s\n", gamma ? "gamma" : "normal", ns, sum / N,
           wrong || c.status != RR_OK ? "NOT the bits of rr_fill" : "the bits of rr_fill");
    return wrong;
}

int main(void)
{
    rr_device *cpu;
    rr_cursor c;
    const rr_stream s = rr_stream_make(2026, 0);
    if (rr_device_open("cpu", &cpu) != RR_OK) return 1;
    rr_cursor_init(&c, cpu, rr_derive_name(s, "walk"));
    walk(&c, 1000);
    const int wrong = compare(cpu, rr_derive_name(s, "normals"), 0) + compare(cpu, rr_derive_name(s, "gammas"), 1);
    rr_device_close(&cpu);
    return wrong || c.status != RR_OK;
}
