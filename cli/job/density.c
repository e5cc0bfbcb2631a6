/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "density.h"
#include "expression.h"
#include "cli/base/numbers.h"
#include "cli/files/textarray.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool density_named(const char *text, const char **expression)
{
    static const char prefix[] = "density:";
    if (strncmp(text, prefix, sizeof prefix - 1)) return false;
    *expression = text + sizeof prefix - 1;
    return true;
}

static exit_status read_number(const char *option, const char *text, double *value)
{
    if (!text || parse_real(text, value)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s %s: a number, inf or -inf is accepted", option, text);
}

static exit_status refuse_breaks(const char *text)
{
    return refuse(EXIT_USAGE, "--breaks %s: numbers with commas between them are accepted", text);
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

exit_status density_read(const density_request *o, job_density *law)
{
    exit_status status;
    *law = (job_density){.low = -INFINITY, .high = INFINITY, .centre = NAN};
    if (o->expression && o->table)
        return refuse(EXIT_USAGE, "density:EXPRESSION and --table are two densities; leave one of them out");
    if (o->table && (o->low || o->high || o->centre || o->breaks))
        return refuse(EXIT_USAGE, "--table has its own ends and breaks: leave --low, --high, --centre and --breaks out");
    if (o->expression) law->expression = get_copy(o->expression);
    else law->path = get_copy(o->table);
    if ((status = read_number("low", o->low, &law->low))) return status;
    if ((status = read_number("high", o->high, &law->high))) return status;
    if ((status = read_number("centre", o->centre, &law->centre))) return status;
    return read_breaks(o->breaks, &law->breaks);
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
    if (read.dims != 2 || read.shape[1] != 2) return get_text("%s is no table of two columns, x and density", law->path);
    return digest[0] && strcmp(digest, read.digest) ? get_text("%s has other contents than it had", law->path) : NULL;
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

static rr_status make_of_expression(job_density *law, expression *e, rr_density_report *report)
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

char *density_make(job_density *law, rr_density_report *report, exit_status *status)
{
    rr_density_report own = RR_DENSITY_REPORT_INIT;
    char *error = NULL;
    if (!report) report = &own;
    if (law->path) {
        if ((error = load_table(law, status))) return error;
        make_of_table(law, report);
    } else {
        expression *e = expression_open(law->expression, status, &error);
        if (!e) return error;
        make_of_expression(law, e, report);
        expression_close(e);
    }
    *status = report->status == RR_ERR_MEMORY ? EXIT_TROUBLE : EXIT_USAGE;
    if (!law->made && law->path) return get_text("--table %s: %s", law->path, report->message);
    if (!law->made) return get_text("density:%s: %s", law->expression, report->message);
    if (law->digest && law->digest != law->made->digest)
        return get_text("the tables of the law have the digest %016" PRIx64 " here and had %016" PRIx64 ": another "
                        "version of muparser, or another "
                        "processor, gives other last digits", law->made->digest, law->digest);
    *status = EXIT_DONE;
    return NULL;
}

void density_free(job_density *law)
{
    free(law->expression);
    free(law->path);
    free(law->table.data);
    free(law->breaks.data);
    rr_density_close(&law->made);
    memset(law, 0, sizeof *law);
}

void density_print(const rr_density_report *r)
{
    fprintf(stderr, "mass           %.17g\ndigest         %016" PRIx64 "\n", r->mass, r->digest);
    fprintf(stderr, "error of v     %.2g in f32, %.2g in f64, at 4096 places\n", r->error[0], r->error[1]);
    fprintf(stderr, "pieces         %" PRIu32 " in f32, %" PRIu32 " in f64\n", r->pieces[0], r->pieces[1]);
    fprintf(stderr, "bytes          %" PRIu32 ", %" PRIu32 "\nevaluations    %" PRIu64 "\n", r->bytes[0], r->bytes[1],
            r->evaluations);
}
