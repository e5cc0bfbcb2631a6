/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "tables.h"
#include "cli/base/numbers.h"
#include "cli/files/textarray.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

exit_status tables_typed(const char *option, const char *text, bool plain, job_values *values)
{
    char error[NPY_ERROR];
    double number;
    const bool list = is_list(text) || parse_real(text, &number);
    if (text[0] == '@' && text[1]) return array_typed(option, text + 1, &values->path, &values->column);
    if (!list && plain && text[0] && text[0] != '@') return array_typed(option, text, &values->path, &values->column);
    if (!list)
        return refuse(EXIT_USAGE, "--%s %.60s is not accepted; use a list such as 3,1,2, or @FILE.npy (.csv, .txt)", option,
                      text);
    const int status = list_read(text, &values->array, error);
    return status ? refuse(status, "--%s %.60s %s", option, text, error) : EXIT_DONE;
}

static bool is_given(const job_values *values) { return values->path || values->array.data; }

bool tables_has(const job_density *law)
{
    return law->table.path || is_given(&law->histogram) || is_given(&law->samples);
}

void tables_free(job_values *values)
{
    free(values->path);
    free(values->column);
    free(values->array.data);
    memset(values, 0, sizeof *values);
}

/* Reads the file, if there is one. If a job file has named it, its digest must be the same. */
static char *load(const char *option, job_values *values, exit_status *status)
{
    char error[NPY_ERROR], digest[RR_SHA256_TEXT];
    npy_array read = {0};
    if (!values->path) return NULL;
    strcpy(digest, values->array.digest);
    const int failed = array_read(values->path, values->column, &read, error);
    *status = failed ? (exit_status)failed : EXIT_USAGE;
    if (failed) {
        free(read.data);
        return get_text("--%s: %s %s", option, values->path, error);
    }
    values->array = read;
    if (!digest[0] || !strcmp(digest, read.digest)) return NULL;
    return get_text("--%s: %s has changed since the job was made", option, values->path);
}

static double value_at(const npy_array *a, uint64_t row, uint64_t col)
{
    const uint64_t at = a->dims < 2 ? row : a->fortran ? col * a->shape[0] + row : row * a->shape[1] + col;
    return dtype_value(a->type, (const char *)a->data + at * dtype_size(a->type));
}

/* ---- Making ---- */

static char *failed(const char *option, const job_values *values, const rr_density_report *report, exit_status *status)
{
    *status = report->status == RR_ERR_MEMORY ? EXIT_TROUBLE : EXIT_USAGE;
    return get_text("--%s%s%s: %s", option, values->path ? " " : "", values->path ? values->path : "", report->message);
}

static char *make_of_table(job_density *law, rr_density_report *report, exit_status *status)
{
    const npy_array *a = &law->table.array;
    char *error = load("table", &law->table, status);
    if (error) return error;
    if (a->dims != 2 || a->shape[1] != 2)
        return get_text("--table: %s is not a table of two columns, x and density", law->table.path);
    const uint64_t n = a->shape[0];
    double *x = get_memory((2 * n + 1) * sizeof *x);
    for (uint64_t i = 0; i < n; ++i) {
        x[i] = value_at(a, i, 0);
        x[n + i] = value_at(a, i, 1);
    }
    const rr_status made = rr_law_from_table(x, x + n, n, &law->made, report);
    free(x);
    return made ? failed("table", &law->table, report, status) : NULL;
}

/* The bins of a histogram: edge has bins + 1 numbers. */
typedef struct bins {
    double *edge, *mass;
    uint64_t count;
} bins;

static char *bins_of_edges(const job_density *law, bins *b)
{
    const npy_array *mass = &law->histogram.array, *edge = &law->edges.array;
    const uint64_t n = npy_count(mass), edges = npy_count(edge);
    if (mass->dims > 1 || edge->dims > 1)
        return get_text("--%s has two dimensions: give one vector", mass->dims > 1 ? "histogram" : "edges");
    if (edges != n + 1)
        return get_text("--edges has %" PRIu64 " value%s, and --histogram %" PRIu64 ": n bins have n + 1 edges", edges,
                        edges == 1 ? "" : "s", n);
    for (uint64_t i = 0; i < edges; ++i) b->edge[i] = value_at(edge, i, 0);
    for (uint64_t i = 0; i < n; ++i) b->mass[i] = value_at(mass, i, 0);
    b->count = n;
    return NULL;
}

/* Three columns: low, high, mass. Gaps between bins have no mass. */
static char *bins_of_columns(const job_density *law, bins *b)
{
    const npy_array *a = &law->histogram.array;
    b->edge[0] = a->shape[0] ? value_at(a, 0, 0) : 0;   /* without rows the library refuses it */
    for (uint64_t i = 0; i < a->shape[0]; ++i) {
        const double low = value_at(a, i, 0), high = value_at(a, i, 1), end = b->edge[b->count];
        if (!(low >= end))
            return get_text("--histogram: bin %" PRIu64 " begins at %.17g, below the end of the one before it, %.17g", i + 1,
                            low, end);
        if (low > end) {
            b->mass[b->count++] = 0;
            b->edge[b->count] = low;
        }
        b->mass[b->count++] = value_at(a, i, 2);
        b->edge[b->count] = high;
    }
    return NULL;
}

static char *make_of_histogram(job_density *law, rr_density_report *report, exit_status *status)
{
    const npy_array *a = &law->histogram.array;
    const bool has_edges = is_given(&law->edges);
    char *error = load("histogram", &law->histogram, status);
    if (!error) error = load("edges", &law->edges, status);
    if (error) return error;
    const bool columns = a->dims == 2 && a->shape[1] == 3;
    if (!has_edges && !columns)
        return get_text("--edges is missing: the n + 1 edges of n bins; only a file of three columns, low, high and mass, "
                        "has them");
    if (has_edges && columns) return get_text("--edges is not available: --histogram has columns with the ends of the bins");
    const uint64_t most = 2 * npy_count(a) + npy_count(&law->edges.array) + 2;
    bins b = {get_memory(most * sizeof(double)), get_memory(most * sizeof(double)), 0};
    error = (columns ? bins_of_columns : bins_of_edges)(law, &b);
    if (!error && rr_law_from_histogram(b.edge, b.mass, b.count, &law->made, report))
        error = failed("histogram", &law->histogram, report, status);
    free(b.edge);
    free(b.mass);
    return error;
}

static char *make_of_samples(job_density *law, rr_density_report *report, exit_status *status)
{
    const npy_array *a = &law->samples.array;
    char *error = load("samples", &law->samples, status);
    if (error) return error;
    if (a->dims > 1) return get_text("--samples has two dimensions: give one vector, or FILE.csv:COLUMN");
    const uint64_t n = npy_count(a);
    double *sample = get_memory((n + 1) * sizeof *sample);
    for (uint64_t i = 0; i < n; ++i) sample[i] = value_at(a, i, 0);
    const rr_status made = rr_law_from_samples(sample, n, &law->made, report);
    free(sample);
    return made ? failed("samples", &law->samples, report, status) : NULL;
}

char *tables_make(job_density *law, rr_density_report *report, exit_status *status)
{
    *status = EXIT_USAGE;
    if (law->table.path) return make_of_table(law, report, status);
    return (is_given(&law->samples) ? make_of_samples : make_of_histogram)(law, report, status);
}
