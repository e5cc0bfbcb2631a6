/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Distributions made from a density (density:EXPRESSION, --log-density, --table, --histogram or --samples) or from a CDF
 * (cdf:EXPRESSION and --tail). sample, plan, bench and verify accept them. */
#ifndef DENSITY_H
#define DENSITY_H

#include "cli/base/cli.h"
#include "cli/files/jsonout.h"
#include "cli/files/npy.h"
#include "cli/options/optread.h"
#include "reroll_density.h"

/* Numbers of a file, or of a list; without data if there are none. */
typedef struct job_values {
    char *path, *column;           /* the file, or NULL, and a column of it, or NULL */
    npy_array array;
} job_values;

/* An expression, of the CDF if tail is set, otherwise of the density or its logarithm; or a table, a histogram or samples.
 * The other members are as in rr_density and rr_distribution. Owns what it points to. */
typedef struct job_density {
    char *expression, *tail;
    bool log;
    job_values table, histogram, edges, samples;
    npy_array breaks;              /* a list of doubles; without data if there are none */
    double low, high, centre;
    uint64_t digest;               /* the expected digest, or 0 */
    const rr_sampler *made;             /* NULL before density_make, and in jobs of other distributions */
} job_density;

/* The options of a command that accepts such distributions. They follow its own, because other samplers have parameters
 * with these names.
 * X(id, letter or 0, long name or NULL, argument or NULL, with --job too, help) */
#define DENSITY_OPTIONS(X) \
    X(LOW, 0, "low", "X", false, "density, CDF: the lower end of the support (default -inf)") \
    X(HIGH, 0, "high", "X", false, "density, CDF: the upper end of the support (default inf)") \
    X(CENTRE, 0, "centre", "X", false, "density: a point where the density is not small (default: searched for)") \
    X(BREAKS, 0, "breaks", "X,X,...", false, "density, CDF: poles, kinks and jumps, ends of intervals where it is 0, " \
      "modes far from the centre") \
    X(TAIL, 0, "tail", "EXPRESSION", false, "CDF: an expression for P(X > x) that is accurate where this is small") \
    X(TABLE, 0, "table", "FILE", false, "density: points in two columns, x and density, linear between them") \
    X(LOG_DENSITY, 0, "log-density", "EXPRESSION", false, "density: an expression for the logarithm of the density") \
    X(HISTOGRAM, 0, "histogram", "V", false, "density: the masses of the bins of a histogram, a list or @FILE.npy (.csv, " \
      ".txt), or a file of three columns, low, high and mass") \
    X(EDGES, 0, "edges", "V", false, "density: the edges of these bins: one more than the bins") \
    X(SAMPLES, 0, "samples", "FILE", false, "density: observed values in FILE.npy (.csv, .txt, .csv:COLUMN), or a list: " \
      "a sample is their quantile at a uniform") \
    X(REPORT, 0, "report", NULL, false, "density, CDF: print the size, error and digest of the table to standard error")

typedef enum density_option {
#define DENSITY_ID(id, letter, name, argument, with_job, help) DENSITY_##id,
    DENSITY_OPTIONS(DENSITY_ID)
#undef DENSITY_ID
    DENSITY_COUNT
} density_option;

/* The sampler that the first word of a command names (sampler_named). For density:EXPRESSION and cdf:EXPRESSION it is
 * `density`, and *named is that word; otherwise *named is NULL. */
exit_status density_named(const char *text, const rr_sampler_info **sampler, const char **named);

/* Makes a distribution from the options. It becomes *sampler, which may be NULL before, and is freed with *law.
 * `typed` has DENSITY_COUNT options in their order, NULL for those not given; they are refused for other distributions.
 * `report`, unless NULL, gets the report that --report prints. */
exit_status density_typed(const char *named, const char *const *typed, const rr_sampler_info **sampler, job_density *law,
                          rr_density_report *report);

/* Makes the distribution. Returns NULL, or a message that the caller frees, with the exit status in *status. report may be
 * NULL. */
char *density_make(job_density *law, rr_density_report *report, exit_status *status);

void density_free(job_density *law);

#endif
