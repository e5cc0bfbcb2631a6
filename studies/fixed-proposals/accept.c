/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Acceptance by method, and the plain method itself, in doubles, as printed.
 *
 * With d = a - 1/3, c = 1 / sqrt(9 d), x standard normal and v = (1 + c x)^3, a proposal is accepted with probability
 * exp(x^2/2 + d - d v + d log v) where x > -1 / c. Its mean over x is p(a) = Gamma(a) e^d d^(1/2 - a) / sqrt(2 pi): the
 * integral is a gamma's own, so it holds for every a > 1/3. The boost is for smaller shapes; without it p(1/2) = 0.835, and
 * p decreases to 0 at 1/3. */
#include "study.h"

#include <math.h>

const char *const method_names[METHODS] = {"boosted", "plain", "squeeze"};

static double offset(double shape)
{
    return shape - 1.0 / 3;
}

/* 1 / c: the smallest x of a proposal is -edge. */
static double edge(double shape)
{
    return 3 * sqrt(offset(shape));
}

double log_ratio(double shape, double x)
{
    const double d = offset(shape), y = 1 + x / edge(shape), v = y * y * y;
    return y > 0 ? x * x / 2 + d - d * v + d * log(v) : -INFINITY;
}

double printed_inside(double shape)
{
    return shape > 1.0 / 3 ? erfc(-edge(shape) / sqrt(2)) / 2 : 0;
}

/* Midpoint rule from -edge, or the left zero of 1 - 0.0331 x^4, to the right zero. */
double printed_squeeze(double shape)
{
    enum { STEPS = 4096 };
    const double right = pow(0.0331, -0.25), left = -fmin(right, edge(shape)), h = (right - left) / STEPS;
    double sum = 0;
    for (int i = 0; i < STEPS; ++i) {
        const double x = left + (i + 0.5) * h;
        sum += (1 - 0.0331 * x * x * x * x) * exp(-x * x / 2);
    }
    return sum * h * 0.39894228040143268;
}

static double plain_accept(double shape)
{
    const double d = offset(shape);
    return d > 0 ? exp(lgamma(shape) + d + (0.5 - shape) * log(d) - 0.91893853320467274) : 0;
}

rr_chance method_chance(method m, double shape)
{
    const double params[RR_MAX_PARAMS] = {shape, 1};
    rr_chance never = {0, 1};
    if (m == BOOSTED) return rr_chance_accept(fmin(rr_sampler_about(rr_sampler_find("gamma"))->accept(params), 1));
    if (m == SQUEEZE) return rr_chance_accept(printed_squeeze(shape < 1 ? shape + 1 : shape));
    return shape > 1.0 / 3 ? rr_chance_accept(plain_accept(shape)) : never;
}

/* Samples are taken in turn from a sequence of independent attempts: the next m are a sample's first m proposals. */
int plain_measure(const study *s, double shape, uint64_t samples, uint64_t number, plain_counts *counts)
{
    enum { CHUNK = 8192 };
    static double x[CHUNK], u[CHUNK];
    rr_stream normals = rr_stream_make(SEED, STREAM_PLAIN), uniforms = normals;
    unsigned rejected = 0;
    normals.next = uniforms.next = number << 40;
    *counts = (plain_counts){0, 0, 0, {0}};
    while (counts->samples < samples) {
        if (rr_fill_normal_f64(s->numbers, &normals, CHUNK, x, 0, 1)) return study_fail(s, "can't draw normals");
        if (rr_fill_uniform_f64(s->numbers, &uniforms, CHUNK, u, 0, 1)) return study_fail(s, "can't draw uniforms");
        for (unsigned i = 0; i < CHUNK && counts->samples < samples; ++i) {
            const double x4 = x[i] * x[i] * x[i] * x[i], inside = x[i] > -edge(shape), certain = u[i] < 1 - 0.0331 * x4;
            ++counts->attempts;
            counts->undecided += inside && !certain;
            /* The squeeze is proved only for shapes >= 1, so it must not decide here. */
            if (log(u[i]) < log_ratio(shape, x[i])) {
                ++counts->samples;
                rejected = 0;
            } else if (++rejected <= MAX) {
                ++counts->failed[rejected];
            }
        }
    }
    return 0;
}
