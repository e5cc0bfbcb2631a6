/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A law that is made of a density: density:EXPRESSION, or a table of one; or of a CDF: cdf:EXPRESSION and --tail. sample,
 * plan, bench and verify take them. */
#ifndef DENSITY_H
#define DENSITY_H

#include "cli/base/cli.h"
#include "cli/files/jsonout.h"
#include "cli/files/npy.h"
#include "cli/options/optread.h"
#include "reroll_density.h"

/* An expression, of the density or, tail being set, of the CDF; or the file of a table; all else as rr_density and
 * rr_distribution have it. Owns what it points to. */
typedef struct job_density {
    char *expression, *tail, *path;
    npy_array table, breaks;       /* breaks: a list of doubles; no data where there are none */
    double low, high, centre;
    uint64_t digest;               /* that it is to have, or 0 */
    const rr_sampler *made;             /* NULL before density_make, and where the job has no such law */
} job_density;

/* The options of a command that takes such laws, behind its own: other samplers have parameters of such names.
 * X(id, letter or 0, long name or NULL, argument or NULL, with --job too, help) */
#define DENSITY_OPTIONS(X) \
    X(LOW, 0, "low", "X", false, "density, CDF: the lower end of the support (default -inf)") \
    X(HIGH, 0, "high", "X", false, "density, CDF: the upper end of the support (default inf)") \
    X(CENTRE, 0, "centre", "X", false, "density: a point where it is not small (default: found by a search)") \
    X(BREAKS, 0, "breaks", "X,X,...", false, "density, CDF: poles, kinks, jumps, ends of gaps and far modes") \
    X(TAIL, 0, "tail", "EXPRESSION", false, "CDF: P(X > x), with full precision where it is small") \
    X(TABLE, 0, "table", "FILE", false, "density: points in two columns, x and density, linear between them") \
    X(REPORT, 0, "report", NULL, false, "density, CDF: print what it became to standard error")

typedef enum density_option {
#define DENSITY_ID(id, letter, name, argument, with_job, help) DENSITY_##id,
    DENSITY_OPTIONS(DENSITY_ID)
#undef DENSITY_ID
    DENSITY_COUNT
} density_option;

/* The sampler that the first word of a command names (sampler_named); of density:EXPRESSION and cdf:EXPRESSION it is
 * `density`, and *named that word, which is NULL of others. */
exit_status density_named(const char *text, const rr_sampler_info **sampler, const char **named);

/* A law of expressions or of --table, made from what was typed: it becomes *sampler, to be freed with *law. `typed` has
 * DENSITY_COUNT options in their order, NULL where one was not given. Without a density they are refused. *sampler may be
 * NULL. *report, unless NULL, says what it became, and --report prints it. */
exit_status density_typed(const char *named, const char *const *typed, const rr_sampler_info **sampler, job_density *law,
                          rr_density_report *report);

/* Makes it. NULL, or a sentence that the caller frees, with *status what to end with. report may be NULL. */
char *density_make(job_density *law, rr_density_report *report, exit_status *status);

void density_free(job_density *law);

#endif
