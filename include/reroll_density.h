/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* User-defined distributions from a density, a CDF, a table, a histogram or samples. No proposal is needed. The result is a
 * sampler like any other:
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
 * The inverse CDF becomes a table of polynomials (docs/density.md). One uniform gives one sample, and nothing is rejected.
 * Samples increase with the uniform, so antithetic jobs and low-discrepancy points work.
 *
 * Accuracy: let x be the sample of U and v = min(U, 1 - U) the tail probability. x is within 4 ulps (of the largest number
 * of its piece of the table) of a point whose tail probability is v (1 + e). |e| is at most 2^-22 in f32 and 2^-40 in f64,
 * for v >= 2^-64. The library measures this error before it returns the distribution, with a different integration method
 * from the one that made the table. If a density does not reach this accuracy, the call returns an error. An f32 sample
 * beyond the largest floats becomes one of them.
 *
 * The library searches the whole support for modes that its grid misses (docs/density.md). If mass is found that cannot be
 * resolved, the call returns an error. No search can find every spike. A spike that is much narrower than the distribution,
 * and than its distance from 0 and from all breaks, may be missed. To include it, give its position as `centre` or in
 * `breaks`.
 *
 * rr_sampler_info.digest is a hash of the tables and identifies the distribution. The last digits of libm's functions
 * differ between machines, so the tables of a callback that calls libm may differ too. The functions of rr_function_one and
 * rr_function_two give the same bits on every machine. */
#ifndef REROLL_DENSITY_H
#define REROLL_DENSITY_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The density at x, or its logarithm, up to a constant factor; not negative, not NaN. The library calls it only on the
 * thread that makes the distribution, and only during that call. It must return the same value for the same x. */
typedef double rr_density_function(double x, void *context);

typedef struct rr_density {
    size_t size;
    rr_density_function *pdf, *logpdf;   /* exactly one of them is set */
    void *context;
    double low, high;                    /* the support; may be infinite. The density is evaluated strictly between them, and
                                            may have poles there */
    double centre;                       /* a point where the density is not small; NaN: the library searches for one */
    const double *breaks;                /* increasing, inside the support: poles, kinks, jumps, ends of
                                            intervals where it is 0, modes far from the centre. The density
                                            may be evaluated at them, and infinite there */
    size_t break_count;                  /* at most 65536 */
} rr_density;

#define RR_DENSITY_INIT \
    { sizeof(rr_density), NULL, NULL, NULL, -__builtin_inf(), __builtin_inf(), __builtin_nan(""), NULL, 0 }

/* Upper bounds of error[] in a report. */
#define RR_DENSITY_ERROR_F32 0x1p-22
#define RR_DENSITY_ERROR_F64 0x1p-40

/* A report, owned by the caller. Initialize it with RR_DENSITY_REPORT_INIT. */
typedef struct rr_density_report {
    size_t size;
    rr_status status;
    uint64_t digest;          /* digest of the distribution */
    double mass;              /* integral of pdf, or of exp(logpdf), as given; infinite if a double cannot hold it */
    double error[2];          /* f32, f64: the largest |e| at 4096 places, 2048 per tail */
    uint32_t pieces[2];       /* number of pieces of the tables: f32, f64 */
    uint32_t bytes[2];
    uint64_t evaluations;     /* number of evaluations of the density */
    char message[256];        /* the error message; "" after success */
    double place;             /* the x of the invalid value; NaN if no single x is to blame */
    int breaks;               /* 1: more breaks may resolve the error */
} rr_density_report;

#define RR_DENSITY_REPORT_INIT \
    { sizeof(rr_density_report), RR_OK, 0, 0, {0, 0}, {0, 0}, {0, 0}, 0, {0}, __builtin_nan(""), 0 }

/* Makes a distribution. *law is a sampler for rr_run and all other calls until rr_density_close; the caller owns it. It
 * is NULL on failure. `report` may be NULL. Any number of threads may call these functions concurrently.
 * RR_ERR_ARGUMENT: a member is invalid. RR_ERR_PARAM: the density is negative, NaN or infinite somewhere, its mass is 0
 * or infinite, it has an atom, a pole that is steeper than |x - p|^-0.99 or not a power of |x - p|, or it is too rough for
 * the accuracy above; the message names the place. RR_ERR_MEMORY: there is not enough memory. */
RR_API rr_status rr_law_from_density(const rr_density *density, const rr_sampler **law, rr_density_report *report);

/* A distribution that is given by P(X <= x) and P(X > x). Each function must be accurate where it is small: 1 - cdf(x) has
 * no accurate bits in the upper tail. The rules of rr_density_function apply to both. */
typedef struct rr_distribution {
    size_t size;
    rr_density_function *cdf, *tail;     /* from 0 to 1; cdf never decreases, tail never increases; their sum is 1 */
    void *context;
    double low, high;                    /* as in rr_density */
    const double *breaks;                /* increasing, inside the support: kinks of the CDF; other breaks make the table
                                            larger */
    size_t break_count;                  /* at most 65536 */
} rr_distribution;

#define RR_DISTRIBUTION_INIT \
    { sizeof(rr_distribution), NULL, NULL, NULL, -__builtin_inf(), __builtin_inf(), NULL, 0 }

/* Makes a distribution from a CDF, with the same accuracy, measured at 4096 places against the two functions. The density
 * may have poles, and the tails may be heavy. RR_ERR_PARAM: a value is NaN or outside [0, 1], the two do not add up to 1,
 * there is an atom, or the functions are not accurate enough. report->mass is 1. */
RR_API rr_status rr_law_from_cdf(const rr_distribution *distribution, const rr_sampler **law, rr_density_report *report);

/* Makes a distribution from a density that is linear between n points (x, density). x is increasing; n is 2 to 16385.
 * Errors of this call and the next two, besides those of rr_law_from_density: RR_ERR_ARGUMENT: an array is NULL, its length
 * is not accepted, x or edge does not increase, or a sample is not finite. RR_ERR_PARAM: a density or mass is negative or
 * not finite, a bin contains no double, or a density is below 2^-1022 of the largest one and its mass is not negligible. */
RR_API rr_status rr_law_from_table(const double *x, const double *density, size_t n, const rr_sampler **law,
                                   rr_density_report *report);

/* Makes a distribution from a histogram. Bin i is [edge[i], edge[i + 1]) and has mass[i], which is not negative. edge has
 * bins + 1 increasing values; bins is 1 to 16384. */
RR_API rr_status rr_law_from_histogram(const double *edge, const double *mass, size_t bins, const rr_sampler **law,
                                       rr_density_report *report);

/* Makes a distribution from n samples in any order; n is 2 to 2^40. A draw is the quantile of the samples at U, as in
 * numpy.quantile and R's type 7: between neighbouring samples the CDF increases by 1 / (n - 1), and a value that occurs k
 * times has probability (k - 1) / (n - 1). If the CDF has more than 16384 intervals, only that number of quantiles is kept:
 * the CDF changes by at most 1.5e-4, and each tail probability by at most 1/64 of itself. report->mass is n - 1. Use
 * rr_resample to draw from the samples themselves. */
RR_API rr_status rr_law_from_samples(const double *sample, size_t n, const rr_sampler **law, rr_density_report *report);

/* Frees a distribution and sets *law to NULL. NULL and *law == NULL are allowed. No call may be using the distribution.
 * Finish its queued work first. */
RR_API void rr_density_close(const rr_sampler **law);

/* Mathematical functions without libm, which give the same bits on every machine. Functions of one number: "exp", "log",
 * "log1p", "expm1", "sqrt", "abs", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "lgamma", and others. Functions of
 * two numbers: "pow", "min", "max". Their error is a few ulps where the result is not near 0. sin, cos and tan accept |x|
 * up to 2^20 and return NaN above. Both calls return NULL for an unknown name. */
typedef double rr_function_of_one(double x);
typedef double rr_function_of_two(double x, double y);
RR_API rr_function_of_one *rr_function_one(const char *name);
RR_API rr_function_of_two *rr_function_two(const char *name);

/* Returns the name of function `number`; functions of one number come first. Returns NULL past the last. Names are
 * static. */
RR_API const char *rr_function_list(size_t number);

#ifdef __cplusplus
}
#endif

#endif
