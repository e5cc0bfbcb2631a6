/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "density.h"
#include "expression.h"
#include "hints.h"
#include "tables.h"
#include "cli/base/numbers.h"
#include "cli/base/synonyms.h"
#include "cli/files/textarray.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_cdf(const char *named) { return !strncmp(named, "cdf:", 4); }

exit_status density_named(const char *text, const rr_sampler_info **sampler, const char **named)
{
    *named = is_cdf(text) || !strncmp(text, "density:", 8) ? text : NULL;
    return sampler_named(*named ? "density" : text, sampler);
}

static exit_status read_number(const char *option, const char *text, double *value)
{
    if (!text || parse_real(text, value)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s %s is not accepted; use a number, inf or -inf", option, text);
}

static exit_status refuse_breaks(const char *text)
{
    return refuse(EXIT_USAGE, "--breaks %s is not accepted; use a list of numbers, such as 0,1.5", text);
}

static exit_status read_breaks(const char *text, npy_array *breaks)
{
    char error[NPY_ERROR];
    double *one;
    if (!text) return EXIT_DONE;
    if (is_list(text)) {
        const int status = list_read(text, breaks, error);
        if (status) return refuse(status, "--breaks %s %s", text, error);
        return breaks->dims == 1 ? EXIT_DONE : refuse_breaks(text);
    }
    one = breaks->data = get_memory(sizeof *one);
    if (!parse_real(text, one)) return refuse_breaks(text);
    breaks->type = RR_F64;
    breaks->dims = 1;
    breaks->shape[0] = 1;
    return EXIT_DONE;
}

/* The options that a density can be made from, besides its name. */
static const struct source {
    density_option option;
    const char *name;
} sources[] = {{DENSITY_TABLE, "--table"}, {DENSITY_LOG_DENSITY, "--log-density"}, {DENSITY_HISTOGRAM, "--histogram"},
               {DENSITY_SAMPLES, "--samples"}};

enum { SOURCES = sizeof sources / sizeof sources[0] };

/* Refuses two sources: an expression in the name, or one of those options. */
static exit_status check_sources(const char *named, const char *const *typed)
{
    const char *before = !named ? NULL : is_cdf(named) ? "cdf:EXPRESSION" : "density:EXPRESSION";
    for (int i = 0; i < SOURCES; ++i) {
        if (!typed[sources[i].option]) continue;
        if (before)
            return refuse(EXIT_USAGE, "%s and %s cannot be given together: give one of them", before, sources[i].name);
        before = sources[i].name;
    }
    return EXIT_DONE;
}

/* Refuses options without effect. */
static exit_status check_typed(const char *named, const char *const *typed)
{
    const bool cdf = named && is_cdf(named), support = typed[DENSITY_LOW] || typed[DENSITY_HIGH] || typed[DENSITY_CENTRE] ||
                                                       typed[DENSITY_BREAKS];
    if (cdf && !typed[DENSITY_TAIL]) return refuse(EXIT_USAGE, "--tail is missing: an expression of P(X > x)");
    if (!cdf && typed[DENSITY_TAIL])
        return refuse(EXIT_USAGE, "--tail is not available for a density: it is for cdf:EXPRESSION");
    if (cdf && typed[DENSITY_CENTRE])
        return refuse(EXIT_USAGE, "--centre is not available for a CDF: it is for density:EXPRESSION");
    if (support && typed[DENSITY_TABLE])
        return refuse(EXIT_USAGE, "--low, --high, --centre and --breaks are not available with --table: the table has them");
    if (support && typed[DENSITY_HISTOGRAM])
        return refuse(EXIT_USAGE,
                      "--low, --high, --centre and --breaks are not available with --histogram: the bins have them");
    if (support && typed[DENSITY_SAMPLES])
        return refuse(EXIT_USAGE,
                      "--low, --high, --centre and --breaks are not available with --samples: the samples have them");
    if (typed[DENSITY_EDGES] && !typed[DENSITY_HISTOGRAM])
        return refuse(EXIT_USAGE, "--edges needs --histogram: the masses of the bins");
    return EXIT_DONE;
}

/* Reads the options, without making the distribution. */
static exit_status read_typed(const char *named, const char *const *typed, job_density *law)
{
    const char *log = typed[DENSITY_LOG_DENSITY], *masses = typed[DENSITY_HISTOGRAM], *edges = typed[DENSITY_EDGES];
    const char *samples = typed[DENSITY_SAMPLES];
    exit_status status = check_sources(named, typed);
    *law = (job_density){.low = -INFINITY, .high = INFINITY, .centre = NAN};
    if (status || (status = check_typed(named, typed))) return status;
    if (named) law->expression = get_copy(named + (is_cdf(named) ? 4 : 8));
    if (log) law->expression = get_copy(log);
    law->log = log != NULL;
    if (typed[DENSITY_TAIL]) law->tail = get_copy(typed[DENSITY_TAIL]);
    if (typed[DENSITY_TABLE]) law->table.path = get_copy(typed[DENSITY_TABLE]);
    if (masses && (status = tables_typed("histogram", masses, false, &law->histogram))) return status;
    if (edges && (status = tables_typed("edges", edges, false, &law->edges))) return status;
    if (samples && (status = tables_typed("samples", samples, true, &law->samples))) return status;
    if ((status = read_number("low", typed[DENSITY_LOW], &law->low))) return status;
    if ((status = read_number("high", typed[DENSITY_HIGH], &law->high))) return status;
    if ((status = read_number("centre", typed[DENSITY_CENTRE], &law->centre))) return status;
    return read_breaks(typed[DENSITY_BREAKS], &law->breaks);
}

/* ---- Making ---- */

static rr_status make_of_density(job_density *law, expression *e, rr_density_report *report)
{
    rr_density d = RR_DENSITY_INIT;
    if (law->log) d.logpdf = expression_at;
    else d.pdf = expression_at;
    d.context = e;
    d.low = law->low;
    d.high = law->high;
    d.centre = law->centre;
    d.breaks = law->breaks.data;
    d.break_count = law->breaks.data ? law->breaks.shape[0] : 0;
    return rr_law_from_density(&d, &law->made, report);
}

/* The expressions of a CDF and its tail. */
typedef struct sides {
    expression *of[2];
} sides;

static double cdf_at(double x, void *of) { return expression_at(x, ((const sides *)of)->of[0]); }
static double tail_at(double x, void *of) { return expression_at(x, ((const sides *)of)->of[1]); }

static rr_status make_of_cdf(job_density *law, expression *cdf, expression *tail, rr_density_report *report)
{
    rr_distribution d = RR_DISTRIBUTION_INIT;
    sides both = {{cdf, tail}};
    d.cdf = cdf_at;
    d.tail = tail_at;
    d.context = &both;
    d.low = law->low;
    d.high = law->high;
    d.breaks = law->breaks.data;
    d.break_count = law->breaks.data ? law->breaks.shape[0] : 0;
    return rr_law_from_cdf(&d, &law->made, report);
}

/* The text before the expression on the command line. */
static const char *prefix_of(const job_density *law)
{
    return law->tail ? "cdf:" : law->log ? "--log-density " : "density:";
}

/* Returns NULL, or a message about the expressions. */
static char *make_of_expressions(job_density *law, rr_density_report *report, exit_status *status)
{
    char *error = NULL;
    expression *tail = NULL, *e = expression_open(prefix_of(law), law->expression, status, &error);
    if (e && law->tail) tail = expression_open("--tail ", law->tail, status, &error);
    if (!error && tail) make_of_cdf(law, e, tail, report);
    else if (!error) make_of_density(law, e, report);
    expression_close(tail);
    expression_close(e);
    return error;
}

char *density_make(job_density *law, rr_density_report *report, exit_status *status)
{
    rr_density_report own = RR_DENSITY_REPORT_INIT;
    char *error = NULL;
    if (!report) report = &own;
    error = (tables_has(law) ? tables_make : make_of_expressions)(law, report, status);
    if (error) return error;
    *status = report->status == RR_ERR_MEMORY ? EXIT_TROUBLE : EXIT_USAGE;
    if (!law->made) {
        char *hints = density_hints(law, report);
        error = get_text("%s%.80s: %s%s", prefix_of(law), law->expression, report->message, hints);
        free(hints);
        return error;
    }
    if (law->digest && law->digest != rr_sampler_about(law->made)->digest)
        return get_text("the tables have the digest %016" PRIx64 " instead of %016" PRIx64 ": another version of muparser, "
                        "or another processor, gives other last bits", rr_sampler_about(law->made)->digest, law->digest);
    *status = EXIT_DONE;
    return NULL;
}

void density_free(job_density *law)
{
    free(law->expression);
    free(law->tail);
    tables_free(&law->table);
    tables_free(&law->histogram);
    tables_free(&law->edges);
    tables_free(&law->samples);
    free(law->breaks.data);
    rr_density_close(&law->made);
    memset(law, 0, sizeof *law);
}

/* ---- From the command line ---- */

/* Prints a report to standard error. */
static void print_report(const rr_density_report *r)
{
    fprintf(stderr, "mass           %.17g\ndigest         %016" PRIx64 "\n", r->mass, r->digest);
    fprintf(stderr, "error of v     %.2g in f32, %.2g in f64, at 4096 places\n", r->error[0], r->error[1]);
    fprintf(stderr, "pieces         %" PRIu32 " in f32, %" PRIu32 " in f64\n", r->pieces[0], r->pieces[1]);
    fprintf(stderr, "bytes          %" PRIu32 ", %" PRIu32 "\nevaluations    %" PRIu64 "\n", r->bytes[0], r->bytes[1],
            r->evaluations);
}

static bool is_given(const char *const *typed)
{
    bool given = false;
    for (int i = 0; i < SOURCES; ++i) given |= typed[sources[i].option] != NULL;
    return given;
}

exit_status density_typed(const char *named, const char *const *typed, const rr_sampler_info **sampler, job_density *law,
                          rr_density_report *report)
{
    static const option_row rows[] = {DENSITY_OPTIONS(OPTION_ROW)};
    const bool density = *sampler && rr_sampler_method((*sampler)->sampler)->inverse && (named || is_given(typed));
    rr_density_report own = RR_DENSITY_REPORT_INIT;
    char name[32];
    for (int i = 0; !density && i < DENSITY_COUNT; ++i)
        if (typed[i])
            return refuse(EXIT_USAGE,
                          "%s is available only for density:EXPRESSION, cdf:EXPRESSION, and density with --log-density, "
                          "--table, --histogram or --samples", option_row_text(&rows[i], name));
    if (!density) return EXIT_DONE;
    if (!report) report = &own;
    exit_status status = read_typed(named, typed, law);
    if (status) return status;
    char *error = density_make(law, report, &status);
    if (error) refuse(status, "%s", error);
    free(error);
    if (!status && typed[DENSITY_REPORT]) print_report(report);
    *sampler = rr_sampler_about(law->made);
    return status;
}
