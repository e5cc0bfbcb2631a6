/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Acceptance and undecided fraction against shape: the descriptor's formulas and counts of first attempts (fixed:1), and
 * the same for the plain method with the printed squeeze; and the three curves of the paper at two shapes. */
#include "study.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST = -8, LAST = 12, STEPS_A_DECADE = 4, FINE = 32, CURVE_STEPS = 400 };

static int write_boosted(FILE *csv, const study *s, rr_type dtype, double shape, unsigned number, void *out, uint64_t n)
{
    const float rounded = (float)shape;
    const double value = dtype == RR_F64 ? shape : rounded, params[RR_MAX_PARAMS] = {value, 1};
    rr_job job = job_make("gamma", dtype, "fixed:1", n, dtype == RR_F64 ? (const void *)&shape : &rounded, out);
    rr_result result = RR_RESULT_INIT;
    job.param[0].row_stride = 0;
    job.stream.stream = STREAM_ACCEPT;
    job.stream.next = (uint64_t)number << 40;
    job.flags = RR_COUNT;
    const rr_status status = rr_run(s->numbers, &job, &result);
    if (status != RR_OK && status != RR_ERR_FAILED) return study_fail(s, result.message);
    const double attempts = (double)result.counts.lane_attempts;
    fprintf(csv, "gamma,%s,%.6g,%.0f,%.9g,%.9g,%.6g,%.6g\n", type_name(dtype), value, attempts,
            rr_sampler_about(job.sampler)->accept(params), (double)result.counts.accepted / attempts,
            rr_sampler_method(job.sampler)->slow(params, dtype),
            (double)result.counts.undecided / attempts);
    return 0;
}

static int write_plain(FILE *csv, const study *s, double shape, unsigned number, uint64_t n)
{
    plain_counts c;
    if (plain_measure(s, shape, n, number + 1, &c)) return 1;
    fprintf(csv, "plain,f64,%.6g,%llu,%.9g,%.9g,%.6g,%.6g\n", shape, (unsigned long long)c.attempts,
            method_chance(PLAIN, shape).accept, (double)c.samples / (double)c.attempts,
            printed_inside(shape) - printed_squeeze(shape), (double)c.undecided / (double)c.attempts);
    return 0;
}

int acceptance_write(FILE *csv, const study *s)
{
    const uint64_t n = s->quick ? 1 << 17 : 1 << 22;
    void *out = malloc(n * sizeof(double));
    int status = out ? 0 : study_fail(s, "no memory");
    fprintf(csv, "method,dtype,shape,attempts,accept,accept_measured,undecided,undecided_measured\n");
    for (int i = FIRST; i <= LAST && !status; ++i) {
        const double shape = pow(10, (double)i / STEPS_A_DECADE);
        const unsigned number = (unsigned)(i - FIRST);
        status = write_boosted(csv, s, RR_F32, shape, number, out, n) ||
                 write_boosted(csv, s, RR_F64, shape, number, out, n);
        if (!status && shape > 0.35) status = write_plain(csv, s, shape, number, n);
    }
    free(out);
    return status || ferror(csv);
}

/* The formulas on a finer grid, for lines. */
int formulas_write(FILE *csv, const study *s)
{
    const rr_sampler *gamma = rr_sampler_find("gamma");
    const rr_sampler_info *about = rr_sampler_about(gamma);
    const rr_method_info *method = rr_sampler_method(gamma);
    (void)s;
    fprintf(csv, "shape,accept,undecided_f32,undecided_f64,plain_accept,plain_undecided\n");
    for (int i = FIRST * FINE; i <= LAST * FINE; ++i) {
        const double shape = pow(10, (double)i / (STEPS_A_DECADE * FINE)), params[RR_MAX_PARAMS] = {shape, 1};
        fprintf(csv, "%.6g,%.9g,%.6g,%.6g,%.9g,%.6g\n", shape, about->accept(params), method->slow(params, RR_F32),
                method->slow(params, RR_F64), method_chance(PLAIN, shape).accept,
                shape > 1.0 / 3 ? printed_inside(shape) - printed_squeeze(shape) : 0);
    }
    return ferror(csv) != 0;
}

/* The fraction of proposals at x that pass our squeeze: s + s^2/2 > t, s uniform (laws/gamma/draw/draw.h). */
static double our_squeeze(double d, double x)
{
    const double y = x / (3 * sqrt(d)), z = fmin(y, 0.8),
                 t = 3 * d * pow(y, 4) * (0.2532 + z * (-0.141 + z * (0.471 - z * 0.5625)));
    return t < 1.5 ? 2 - sqrt(1 + 2 * t) : 0;
}

/* ours: our squeeze. All curves are times the normal density, so that an area is a probability. */
int curves_write(FILE *csv, const study *s)
{
    (void)s;
    fprintf(csv, "shape,x,proposal,target,squeeze,ours\n");
    for (int shape = 1; shape <= 2; ++shape)
        for (int i = 0; i <= CURVE_STEPS; ++i) {
            const double x = -4 + 8.0 * i / CURVE_STEPS, x4 = x * x * x * x, phi = 0.39894228040143268 * exp(-x * x / 2);
            const double d = shape - 1.0 / 3, inside = x > -3 * sqrt(d);
            fprintf(csv, "%d,%.4g,%.6g,%.6g,%.6g,%.6g\n", shape, x, phi, phi * exp(log_ratio(shape, x)),
                    phi * inside * fmax(0, 1 - 0.0331 * x4), phi * inside * our_squeeze(d, x));
        }
    return ferror(csv) != 0;
}
