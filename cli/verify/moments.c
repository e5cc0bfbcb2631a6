/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Mean and variance of a million draws of every law. The draws are the same on every machine, so a check that holds
 * once holds always; the bound only says how large an error it would see. */
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double bound = 6;   /* standard errors */
static const double PI = 3.14159265358979323846;

typedef struct moments {
    double mean, variance, fourth;   /* the last two about the mean */
} moments;

static moments bits_moments(const double *p)
{
    (void)p;
    const double v = (0x1p64 - 1) / 12;
    return (moments){(0x1p32 - 1) / 2, v, 1.8 * v * v};
}

static moments uniform_moments(const double *p)
{
    const double w = p[1] - p[0];
    return (moments){(p[0] + p[1]) / 2, w * w / 12, w * w * w * w / 80};
}

static moments exponential_moments(const double *p)
{
    const double v = p[0] * p[0];
    return (moments){p[0], v, 9 * v * v};
}

static moments normal_moments(const double *p)
{
    const double v = p[1] * p[1];
    return (moments){p[0], v, 3 * v * v};
}

static moments central(double m1, double m2, double m3, double m4)
{
    return (moments){m1, m2 - m1 * m1, m4 - 4 * m1 * m3 + 6 * m1 * m1 * m2 - 3 * m1 * m1 * m1 * m1};
}

static moments half_normal_moments(const double *p)
{
    const double m = p[0] * sqrt(2 / PI), v = p[0] * p[0];
    return central(m, v, 2 * m * v, 3 * v * v);
}

static moments lognormal_moments(const double *p)
{
    const double v = p[1] * p[1], m = exp(p[0] + v / 2), e = exp(v);
    return (moments){m, m * m * (e - 1), m * m * m * m * (e - 1) * (e - 1) * (((e + 2) * e + 3) * e * e - 3)};
}

static moments skew_normal_moments(const double *p)
{
    const double d2 = p[2] * p[2] / (1 + p[2] * p[2]), m2 = 2 * d2 / PI, v = p[1] * p[1] * (1 - m2);
    const double m = p[1] * copysign(sqrt(m2), p[2]);
    return (moments){p[0] + m, v, v * v * (3 + 2 * (PI - 3) * m2 * m2 / ((1 - m2) * (1 - m2)))};
}

/* Finite ends, by Simpson's rule on the density. */
static moments truncated_moments(const double *p)
{
    enum { STEPS = 2000 };
    const double h = (p[1] - p[0]) / STEPS;
    double m[5] = {0};
    for (int i = 0; i <= STEPS; ++i) {
        const double x = p[0] + i * h, z = (x - p[2]) / p[3], w = exp(-z * z / 2) * (i % STEPS == 0 ? 1 : i % 2 ? 4 : 2);
        for (int k = 0; k < 5; ++k) m[k] += w * pow(x, k);
    }
    return central(m[1] / m[0], m[2] / m[0], m[3] / m[0], m[4] / m[0]);
}

static moments gamma_moments(const double *p)
{
    const double a = p[0], s = p[1];
    return (moments){a * s, a * s * s, 3 * a * (a + 2) * s * s * s * s};
}

/* The derivatives 0, 1 and 3 of digamma: recurrence up to x >= 20, then the asymptotic series, good to 1e-14. */
static void polygamma(double x, double psi[3])
{
    memset(psi, 0, 3 * sizeof *psi);
    for (; x < 20; ++x) {
        psi[0] -= 1 / x;
        psi[1] += 1 / (x * x);
        psi[2] += 6 / (x * x * x * x);
    }
    const double y = 1 / (x * x);
    psi[0] += log(x) - 0.5 / x - y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y / 240)));
    psi[1] += 1 / x + y / 2 + y / x * (1.0 / 6 - y * (1.0 / 30 - y * (1.0 / 42 - y / 30)));
    psi[2] += y / x * (2 + 3 / x + y * (2 - y * (1 - y * (4.0 / 3 - 3 * y))));
}

static moments loggamma_moments(const double *p)
{
    double psi[3];
    polygamma(p[0], psi);
    return (moments){psi[0], psi[1], psi[2] + 3 * psi[1] * psi[1]};
}

/* From the moments about 0. */
static moments chi2_moments(const double *p)
{
    return gamma_moments((const double[]){p[0] / 2, 2});
}

/* The root of s times a gamma of shape a. */
static moments root_moments(double a, double s)
{
    const double r = exp(lgamma(a + 0.5) - lgamma(a)) * sqrt(s);
    return central(r, a * s, r * (a + 0.5) * s, a * (a + 1) * s * s);
}

static moments chi_moments(const double *p)
{
    return root_moments(p[0] / 2, 2);
}

static moments nakagami_moments(const double *p)
{
    return root_moments(p[0], p[1] / p[0]);
}

static moments inverse_gamma_moments(const double *p)
{
    const double a = p[0], m1 = p[1] / (a - 1), m2 = m1 * p[1] / (a - 2), m3 = m2 * p[1] / (a - 3);
    return central(m1, m2, m3, m3 * p[1] / (a - 4));
}

static moments student_moments(const double *p)
{
    const double v = p[2] * p[2] * p[0] / (p[0] - 2);
    return (moments){p[1], v, 3 * v * v * (p[0] - 2) / (p[0] - 4)};
}

static moments attempts_moments(const double *p)
{
    const double q = 1 - p[0], v = q / (p[0] * p[0]);
    return (moments){1 / p[0], v, v * v * (9 + p[0] * p[0] / q)};
}

static const struct law {
    const char *name;
    moments (*exact)(const double *params);
    unsigned sets;
    double params[4][4];
} laws[] = {
    {"bits", bits_moments, 1, {{0}}},
    {"uniform", uniform_moments, 1, {{-1, 3}}},
    {"exponential", exponential_moments, 1, {{2, 0}}},
    {"normal", normal_moments, 1, {{3, 2}}},
    {"half-normal", half_normal_moments, 1, {{2}}},
    {"lognormal", lognormal_moments, 1, {{-1, 0.5}}},
    {"skew-normal", skew_normal_moments, 2, {{3, 2, -4}, {0, 1, 0.5}}},
    {"truncated-normal", truncated_moments, 3, {{-1, 3, 0, 1}, {2, 5, 1, 1}, {-4, -1, 3, 2}}},
    {"gamma", gamma_moments, 4, {{0.04, 1}, {0.3, 2}, {2, 0.5}, {300, 1}}},
    {"loggamma", loggamma_moments, 3, {{0.04, 0}, {0.3, 0}, {2, 0}}},
    {"chi2", chi2_moments, 2, {{0.5}, {5}}},
    {"chi", chi_moments, 2, {{0.5}, {5}}},
    {"nakagami", nakagami_moments, 2, {{0.3, 2}, {5, 1}}},
    {"inverse-gamma", inverse_gamma_moments, 1, {{20, 3}}},
    {"student-t", student_moments, 1, {{20, 3, 2}}},
    {"attempts", attempts_moments, 2, {{0.3, 0}, {0.9, 0}}},
};

static const struct law *law_find(const char *name)
{
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; ++i)
        if (!strcmp(laws[i].name, name)) return &laws[i];
    return NULL;
}

static double value_at(const rr_job *job, uint64_t k)
{
    switch (job->dtype) {
    case RR_F32: return ((const float *)job->out)[k];
    case RR_F64: return ((const double *)job->out)[k];
    case RR_I32: return ((const int32_t *)job->out)[k];
    case RR_U32: return ((const uint32_t *)job->out)[k];
    case RR_I64: return (double)((const int64_t *)job->out)[k];
    case RR_U64: return (double)((const uint64_t *)job->out)[k];
    }
    return NAN;
}

/* Distances of the mean and the variance from the exact ones, in standard errors. */
static void measure(const rr_job *job, moments exact, double z[2])
{
    const double n = (double)job->rows;
    double sum = 0, squares = 0;
    for (uint64_t k = 0; k < job->rows; ++k) {
        const double d = value_at(job, k) - exact.mean;
        sum += d;
        squares += d * d;
    }
    z[0] = sum / n / sqrt(exact.variance / n);
    z[1] = (squares / n - exact.variance) / sqrt((exact.fourth - exact.variance * exact.variance) / n);
}

static void check_moments(verify_report *report, const rr_device *device, const rr_sampler *s, rr_type type,
                          const struct law *law)
{
    char check[80];
    double worst[2] = {0, 0};
    unsigned sets = 0;
    rr_status status = RR_OK;
    rr_job job = RR_JOB_INIT;
    job.sampler = s;
    job.dtype = type;
    job.stream = rr_stream_make(2026, 0);
    job.rows = report->quick ? 100000 : 1000000;
    job.out = get_memory(job.rows * dtype_size(type));
    for (unsigned i = 0; i < law->sets && !status; ++i) {
        double z[2];
        for (uint32_t p = 0; p < s->params; ++p) job.param[p] = (rr_param){&law->params[i][p], RR_F64, 0, 0};
        if (rr_check(device, &job, NULL) == RR_ERR_PARAM) continue;   /* a method of the law that takes integers only */
        ++sets;
        status = rr_run(device, &job, NULL);
        measure(&job, law->exact(law->params[i]), z);
        for (int m = 0; m < 2; ++m)   /* so that a NaN is the worst */
            if (!(fabs(z[m]) <= fabs(worst[m]))) worst[m] = z[m];
    }
    snprintf(check, sizeof check, "moments %s %s", s->name, dtype_name(type));
    if (status) verify_add(report, check, false, "%s", rr_status_text(status));
    else verify_add(report, check, sets && fabs(worst[0]) <= bound && fabs(worst[1]) <= bound,
                    "mean %+.2f and variance %+.2f standard errors off, the worst of %u", worst[0], worst[1], sets);
    free(job.out);
}

void verify_moments(verify_report *report)
{
    const rr_sampler *s;
    rr_device *device = verify_open(report, "moments", report->device);
    for (size_t i = 0; device && (s = rr_sampler_list(i)); ++i) {
        if (s->vector) continue;   /* its components are gammas, normals */
        const struct law *law = law_find(s->law);
        if (!law) verify_add(report, s->name, true, "moments not checked: none are known for %s", s->law);
        for (int type = RR_F32; law && type <= RR_U64; ++type)
            if (s->dtypes >> type & 1) check_moments(report, device, s, (rr_type)type, law);
    }
    rr_device_close(&device);
}
