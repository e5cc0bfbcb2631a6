/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll: a law of your own from its density alone, without a proposal. It is a sampler like any other afterwards:
 *
 *     static double quartic(double x, void *context) { (void)context; return exp(-x * x * x * x / 4); }
 *
 *     rr_density d = RR_DENSITY_INIT;
 *     d.pdf = quartic;                                   // any multiple of the density
 *     const rr_sampler *law;
 *     rr_density_report report = RR_DENSITY_REPORT_INIT;
 *     if (rr_law_from_density(&d, &law, &report)) return puts(report.message), 1;
 *     rr_job job = RR_JOB_INIT;
 *     job.sampler = law;                                 // parameters: loc, scale
 *     ...
 *     rr_density_close(&law);
 *
 * The inverse CDF becomes a table of polynomials (docs/density.md): one uniform makes a sample, nothing is rejected,
 * samples go up with the uniform, antithetic jobs and low-discrepancy points work. A sample of U is a number x such that
 * some real number within 2 ulps (of the largest number of its piece of the table) has F(x) = v (1 + e), v the distance
 * of U to the nearer end, |e| <= 2^-22 in f32, 2^-40 in f64, for v >= 2^-64. This is measured before the law is given
 * out, against another integration than the one that made the table; a density of which it does not hold is refused.
 *
 * Modes that the cells miss are searched for over the whole support (docs/density.md), and mass that is found and cannot
 * be resolved is refused. What nobody can promise: a spike that is much narrower than its distance from 0 and from all
 * breaks, or than the law, shows at no place that is looked at. It is missed unless `centre` or `breaks` lie there.
 *
 * The law's digest, rr_sampler_info.digest, is that of its tables, and its identity: a callback that calls libm has last
 * digits that differ by machine, and so may the tables. Functions of rr_function_one and rr_function_two do not. */
#ifndef REROLL_DENSITY_H
#define REROLL_DENSITY_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The density at x, or its logarithm, up to a factor that is the same everywhere; not negative, not NaN. Called on the
 * thread that makes the law, and never afterwards; must not change what it returns. */
typedef double rr_density_function(double x, void *context);

typedef struct rr_density {
    size_t size;
    rr_density_function *pdf, *logpdf;   /* one of them */
    void *context;
    double low, high;                    /* the support; may be infinite. The density is not asked for at or beyond them */
    double centre;                       /* a place where it is not small; NaN: one is looked for */
    const double *breaks;                /* rising, inside the support: poles, kinks, jumps, ends of gaps, far modes */
    size_t break_count;                  /* at most 65536 */
} rr_density;

#define RR_DENSITY_INIT \
    { sizeof(rr_density), NULL, NULL, NULL, -__builtin_inf(), __builtin_inf(), __builtin_nan(""), NULL, 0 }

/* What error[] of a report is at most. */
#define RR_DENSITY_ERROR_F32 0x1p-22
#define RR_DENSITY_ERROR_F64 0x1p-40

/* Caller-owned. Set size with RR_DENSITY_REPORT_INIT. */
typedef struct rr_density_report {
    size_t size;
    rr_status status;
    uint64_t digest;          /* of the law */
    double mass;              /* the integral of pdf, or of exp(logpdf), as given; infinite where a double can't hold it */
    double error[2];          /* f32, f64: the largest |e| at 4096 places, half of them in either tail's order */
    uint32_t pieces[2];       /* of the tables */
    uint32_t bytes[2];
    uint64_t evaluations;     /* of the density */
    char message[256];        /* why it was refused; "" when all is well */
    double place;             /* x of the value that was refused; NaN: none, or no single one */
    int breaks;               /* 1: refused, and more breaks may help */
} rr_density_report;

#define RR_DENSITY_REPORT_INIT \
    { sizeof(rr_density_report), RR_OK, 0, 0, {0, 0}, {0, 0}, {0, 0}, 0, {0}, __builtin_nan(""), 0 }

/* Makes a law: *law is a sampler for rr_run and its like until it is closed, the caller's, and NULL on failure. `report`
 * may be NULL. Any thread may call these, several at a time. RR_ERR_ARGUMENT: the description makes no sense.
 * RR_ERR_PARAM: the density is negative, NaN or infinite somewhere, its mass is 0 or infinite, it has an atom, or it is
 * too rough for the promise; the message says where. RR_ERR_MEMORY: there is not enough memory. */
RR_API rr_status rr_law_from_density(const rr_density *density, const rr_sampler **law, rr_density_report *report);

/* A law that is given by its CDF and by the other tail, P(X <= x) and P(X > x), each with its own digits where it is small:
 * 1 - cdf(x) has none of the upper tail's. Both are called as a density is. */
typedef struct rr_distribution {
    size_t size;
    rr_density_function *cdf, *tail;     /* 0 to 1, the one never falling, the other never rising; their sum is 1 */
    void *context;
    double low, high;                    /* as of rr_density */
    const double *breaks;                /* rising, inside the support: kinks of the CDF; others make the table larger */
    size_t break_count;                  /* at most 65536 */
} rr_distribution;

#define RR_DISTRIBUTION_INIT \
    { sizeof(rr_distribution), NULL, NULL, NULL, -__builtin_inf(), __builtin_inf(), NULL, 0 }

/* The same of a CDF, with the same promise: the error at 4096 places is what the two functions themselves say. Poles and
 * tails may be as steep and as heavy as they like. RR_ERR_PARAM: a value is NaN or outside 0 ... 1, the two do not add up
 * to 1, there is an atom, or the functions have too few digits for the promise. report->mass is 1. */
RR_API rr_status rr_law_from_cdf(const rr_distribution *distribution, const rr_sampler **law, rr_density_report *report);

/* The same of a density that is linear between n >= 2 points (x, density), x rising; at most 16384. */
RR_API rr_status rr_law_from_table(const double *x, const double *density, size_t n, const rr_sampler **law,
                                   rr_density_report *report);

/* Of a histogram: bin i is [edge[i], edge[i + 1]), edges rising, with so much of the mass, not negative; bins <= 16384. */
RR_API rr_status rr_law_from_histogram(const double *edge, const double *mass, size_t bins, const rr_sampler **law,
                                       rr_density_report *report);

/* Of n >= 2 samples in any order, 16385 at most: between neighbours the CDF goes up by 1 / (n - 1). Equal samples are
 * refused; rr_resample draws from samples as they are. */
RR_API rr_status rr_law_from_samples(const double *sample, size_t n, const rr_sampler **law, rr_density_report *report);

/* Ends a law; *law becomes NULL. NULL and *law == NULL are allowed. No call may be using it, and no queue may have work
 * of it left. */
RR_API void rr_density_close(const rr_sampler **law);

/* Functions without libm, the same bits on every machine: of one number "exp", "log", "log1p", "expm1", "sqrt", "abs",
 * "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "lgamma", ...; of two "pow", "min", "max". Within some ulps where
 * a result is not near 0; sin, cos and tan up to 2^20, beyond NaN. NULL where there is none of that name. */
typedef double rr_function_of_one(double x);
typedef double rr_function_of_two(double x, double y);
RR_API rr_function_of_one *rr_function_one(const char *name);
RR_API rr_function_of_two *rr_function_two(const char *name);

/* Their names in turn, those of one number first; NULL when number is past the last. Static. */
RR_API const char *rr_function_list(size_t number);

#ifdef __cplusplus
}
#endif

#endif
