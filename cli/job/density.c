/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "density.h"
#include "expression.h"
#include "hints.h"
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
    return refuse(EXIT_USAGE, "--%s %s is not accepted: a number, inf or -inf", option, text);
}

static exit_status refuse_breaks(const char *text)
{
    return refuse(EXIT_USAGE, "--breaks %s is not accepted: a list of numbers, such as 0,1.5", text);
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

/* From what was typed, without making it. */
static exit_status read_typed(const char *named, const char *const *typed, job_density *law)
{
    const char *low = typed[DENSITY_LOW], *high = typed[DENSITY_HIGH], *centre = typed[DENSITY_CENTRE],
               *breaks = typed[DENSITY_BREAKS], *table = typed[DENSITY_TABLE], *tail = typed[DENSITY_TAIL];
    exit_status status;
    *law = (job_density){.low = -INFINITY, .high = INFINITY, .centre = NAN};
    if (named && table)
        return refuse(EXIT_USAGE, "%.*sEXPRESSION and --table cannot be given together: give one of them",
                      is_cdf(named) ? 4 : 8, named);
    if (named && is_cdf(named) && !tail)
        return refuse(EXIT_USAGE, "--tail is missing: an expression of P(X > x)");
    if (tail && !(named && is_cdf(named)))
        return refuse(EXIT_USAGE, "--tail is not available for a density: it is for cdf:EXPRESSION");
    if (tail && centre) return refuse(EXIT_USAGE, "--centre is not available for a CDF: it is for density:EXPRESSION");
    if (table && (low || high || centre || breaks))
        return refuse(EXIT_USAGE, "--low, --high, --centre and --breaks are not available with --table: the table has them");
    if (named) law->expression = get_copy(named + (is_cdf(named) ? 4 : 8));
    if (tail) law->tail = get_copy(tail);
    if (table) law->path = get_copy(table);
    if ((status = read_number("low", low, &law->low))) return status;
    if ((status = read_number("high", high, &law->high))) return status;
    if ((status = read_number("centre", centre, &law->centre))) return status;
    return read_breaks(breaks, &law->breaks);
}

/* ---- Making ---- */

static double value_of(const npy_array *a, uint64_t row, uint64_t col)
{
    const uint64_t at = a->fortran ? col * a->shape[0] + row : row * a->shape[1] + col;
    switch (a->type) {
    case RR_F32: return (double)((const float *)a->data)[at];
    case RR_I32: return (double)((const int32_t *)a->data)[at];
    case RR_U32: return (double)((const uint32_t *)a->data)[at];
    case RR_I64: return (double)((const int64_t *)a->data)[at];
    case RR_U64: return (double)((const uint64_t *)a->data)[at];
    default: return ((const double *)a->data)[at];
    }
}

static char *load_table(job_density *law, exit_status *status)
{
    char error[NPY_ERROR], digest[RR_SHA256_TEXT];
    npy_array read = {0};
    strcpy(digest, law->table.digest);
    const int failed = array_read(law->path, &read, error);
    *status = failed ? (exit_status)failed : EXIT_USAGE;
    if (failed) {
        free(read.data);
        return get_text("%s %s", law->path, error);
    }
    law->table = read;
    if (read.dims != 2 || read.shape[1] != 2) return get_text("%s is not a table of two columns, x and density", law->path);
    return digest[0] && strcmp(digest, read.digest) ? get_text("%s has changed since the job was made", law->path) : NULL;
}

static rr_status make_of_table(job_density *law, rr_density_report *report)
{
    const uint64_t n = law->table.shape[0];
    double *x = get_memory((2 * n + 1) * sizeof *x);
    for (uint64_t i = 0; i < n; ++i) {
        x[i] = value_of(&law->table, i, 0);
        x[n + i] = value_of(&law->table, i, 1);
    }
    const rr_status status = rr_law_from_table(x, x + n, n, &law->made, report);
    free(x);
    return status;
}

static rr_status make_of_density(job_density *law, expression *e, rr_density_report *report)
{
    rr_density d = RR_DENSITY_INIT;
    d.pdf = expression_at;
    d.context = e;
    d.low = law->low;
    d.high = law->high;
    d.centre = law->centre;
    d.breaks = law->breaks.data;
    d.break_count = law->breaks.data ? law->breaks.shape[0] : 0;
    return rr_law_from_density(&d, &law->made, report);
}

/* A CDF and its tail. */
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

/* NULL, or a sentence about the expressions. */
static char *make_of_expressions(job_density *law, rr_density_report *report, exit_status *status)
{
    char *error = NULL;
    expression *tail = NULL, *e = expression_open(law->tail ? "cdf:" : "density:", law->expression, status, &error);
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
    if (!law->path) error = make_of_expressions(law, report, status);
    else if (!(error = load_table(law, status))) make_of_table(law, report);
    if (error) return error;
    *status = report->status == RR_ERR_MEMORY ? EXIT_TROUBLE : EXIT_USAGE;
    if (!law->made && law->path) return get_text("--table %s: %s", law->path, report->message);
    if (!law->made) {
        char *hints = density_hints(law, report);
        error = get_text("%s:%.80s: %s%s", law->tail ? "cdf" : "density", law->expression, report->message, hints);
        free(hints);
        return error;
    }
    if (law->digest && law->digest != rr_sampler_about(law->made)->digest)
        return get_text("the tables have the digest %016" PRIx64 " instead of %016" PRIx64 ": another version of muparser, or "
                        "another processor, gives other last bits", rr_sampler_about(law->made)->digest, law->digest);
    *status = EXIT_DONE;
    return NULL;
}

void density_free(job_density *law)
{
    free(law->expression);
    free(law->tail);
    free(law->path);
    free(law->table.data);
    free(law->breaks.data);
    rr_density_close(&law->made);
    memset(law, 0, sizeof *law);
}

/* ---- Typed ---- */

/* A report as lines on standard error. */
static void print_report(const rr_density_report *r)
{
    fprintf(stderr, "mass           %.17g\ndigest         %016" PRIx64 "\n", r->mass, r->digest);
    fprintf(stderr, "error of v     %.2g in f32, %.2g in f64, at 4096 places\n", r->error[0], r->error[1]);
    fprintf(stderr, "pieces         %" PRIu32 " in f32, %" PRIu32 " in f64\n", r->pieces[0], r->pieces[1]);
    fprintf(stderr, "bytes          %" PRIu32 ", %" PRIu32 "\nevaluations    %" PRIu64 "\n", r->bytes[0], r->bytes[1],
            r->evaluations);
}

exit_status density_typed(const char *named, const char *const *typed, const rr_sampler_info **sampler, job_density *law,
                          rr_density_report *report)
{
    static const option_row rows[] = {DENSITY_OPTIONS(OPTION_ROW)};
    const bool density = *sampler && rr_sampler_method((*sampler)->sampler)->inverse && (named || typed[DENSITY_TABLE]);
    rr_density_report own = RR_DENSITY_REPORT_INIT;
    char name[32];
    for (int i = 0; !density && i < DENSITY_COUNT; ++i)
        if (typed[i])
            return refuse(EXIT_USAGE, "%s is available only for density:EXPRESSION, cdf:EXPRESSION and density --table FILE",
                          option_row_text(&rows[i], name));
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
