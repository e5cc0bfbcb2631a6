/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows of vector samplers. Components are drawn like any other samples; then the sampler's row function makes whole rows.
 * Each row may be multiplied by its own number (rr_sampler.row_stages). With such a number or a matrix, the mean, which is
 * parameter 0, is added last. A row with a failed component is set to NaN. */
#include <math.h>
#include <float.h>
#include <string.h>

#include "cpu.h"
#include "stages.h"

#define AT_ONCE 1024u   /* components to which the mean is added at a time */
#define CHUNK 4096u     /* number of components that are made before the mean is added; they fit in a cache, */
#define ROWS_AT_ONCE 4u /* rounded up to a multiple of this number of rows, which share the loads of a matrix */
#define PIECE 32768u    /* components that a thread takes at a time */

/* True if element `at` of the output is the NaN of a failed sample. No component is a NaN otherwise. */
static int failed_bits(const rr_call *call, uint64_t at)
{
    const double x = rr_value_at((const char *)call->job.out + at * call->width, 0, call->width);
    return x != x;
}

int rr_row_failed(const rr_call *call, uint64_t first)
{
    uint64_t c = 0;
    while (c < call->job.cols && !failed_bits(call, first + c)) ++c;
    return c < call->job.cols;
}

void rr_row_set_failed(const rr_call *call, uint64_t first)
{
    for (uint64_t c = 0; c < call->job.cols; ++c) rr_set_failed(call, rr_call_at(call, first + c));
}

/* True if all components of parameter p in that row are zero, or -infinity if they are logits. */
static int no_direction(const rr_call *call, uint32_t p, uint64_t row)
{
    const double none = call->sampler->param[p].shape.rule == RR_RULE_LOGITS ? -INFINITY : 0;
    double buffer[AT_ONCE];
    const uint64_t cols = call->job.cols;
    for (uint64_t c = 0, some; c < cols; c += some) {
        const void *values;
        some = cols - c < AT_ONCE ? cols - c : AT_ONCE;
        const int each = rr_param_values(call, p, row * cols + c, (uint32_t)some, buffer, &values);
        for (uint32_t k = 0; k < (each ? some : 1); ++k)
            if (rr_value_at(values, k, call->width) != none) return 0;   /* or NaN, which has been noted as bad */
    }
    return 1;
}

void rr_check_directions(rr_part *part)
{
    const rr_call *call = part->call;
    const uint32_t p = rr_param_of_direction(call->sampler);
    const uint64_t rows = call->param[p].row_stride || !call->check_only ? call->job.rows : 1;
    for (uint64_t row = 0; row < rows; ++row) {
        const uint64_t first = row * call->job.cols;
        if (!no_direction(call, p, row)) {
            if (!call->param[p].row_stride) return;
            continue;
        }
        if (part->bad > first) part->bad = first;
        if (!call->check_only) rr_row_set_failed(call, first);
    }
}

#define ADD(T)                                                                                                          \
    for (uint32_t k = 0; k < n; ++k) ((T *)x)[k] += ((const T *)mean)[each ? k : 0]

static void add(void *x, const void *mean, int each, uint32_t n, unsigned width)
{
    if (width == 4) ADD(float);
    else ADD(double);
}

/* Adds the mean to n elements from `at` on. */
static void add_mean(const rr_call *call, uint64_t at, uint64_t n)
{
    double buffer[AT_ONCE];
    for (uint64_t done = 0; done < n; done += AT_ONCE) {
        const uint32_t some = n - done < AT_ONCE ? (uint32_t)(n - done) : AT_ONCE;
        const void *mean;
        const int each = rr_param_values(call, 0, at + done, some, buffer, &mean);
        add((char *)call->job.out + (at + done) * call->width, mean, each, some, call->width);
    }
}

/* ---- Numbers that multiply rows ------------------------------------------------------------------------------------ */

#define FACTORS 512u   /* at a time */

/* The state of a thread; clean: no component has failed. */
typedef struct rows {
    rr_part part;   /* first: parts are merged */
    int clean;
} rows;

/* Parameter p, one value per row, for n numbers of rows from index `first` on. */
static void row_values(const rr_call *call, uint32_t p, uint64_t first, uint32_t n, double *to)
{
    const uint64_t each = call->sizes.numbers, cols = call->job.cols;
    for (uint32_t k = 0; k < n; ++k) {
        double buffer;
        const void *value;
        rr_param_values(call, p, (first + k) / each * cols, 1, &buffer, &value);
        to[k] = rr_value_at(value, 0, call->width);
    }
}

/* Parameters of the stages that draw numbers of rows: 0 is the first side of the sample; if a row has several numbers
 * (row_numbers), 1 is the index within the row; then the sampler's parameters with one value per row, in order. */
static void row_params(const rr_call *call, uint64_t first, uint32_t n, const rr_scratch *s, rr_tile *t)
{
    const uint64_t each = call->sizes.numbers;
    uint32_t q = 0;
    *(double *)s->param[q] = (double)rr_sample_side(call);
    t->param[q] = s->param[q];
    if (call->sampler->row_numbers) {
        double *const place = s->param[++q];
        for (uint32_t k = 0; k < n; ++k) place[k] = (double)((first + k) % each);
        t->varies |= 1u << q;
        t->param[q] = place;
    }
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        if (!(call->sizes.per_rows >> p & 1)) continue;
        row_values(call, p, first, n, s->param[++q]);
        t->varies |= 1u << q;
        t->param[q] = s->param[q];
    }
}

void rr_row_numbers(rr_part *part, uint64_t first, uint32_t n, const rr_scratch *s)
{
    const rr_call *call = part->call;
    const uint64_t each = call->sizes.numbers, cols = call->job.cols, index = call->job.stream.next / cols * each + first;
    rr_tile t = {.n = n, .base_lo = (uint32_t)index, .base_hi = (uint32_t)(index >> 32)};
    row_params(call, first, n, s, &t);
    const uint32_t gone = rr_stages_run(part, &t, s, s->count);
    for (uint32_t i = 0; i < gone; ++i) {
        const uint64_t element = (first + s->left[i]) / each * cols;
        if (rr_row_failed(call, element)) continue;   /* due to a bad parameter, which has been noted */
        rr_stages_note(part, s, s->left[i], element);
        rr_set_failed(call, rr_call_at(call, element));
    }
}

#define MULTIPLY(T)                                                                                                     \
    for (uint64_t c = 0; c < cols; ++c) ((T *)x)[c] *= (T)by

/* For a number above the type's largest, 0 stays 0: 0 times infinity is a NaN, whose sign depends on the processor. */
#define MULTIPLY_PAST(T)                                                                                                \
    for (uint64_t c = 0; c < cols; ++c) ((T *)x)[c] *= ((T *)x)[c] != 0 ? (T)by : 1

static void multiply(void *x, double by, uint64_t cols, unsigned width)
{
    if (width == 4 && (float)by > FLT_MAX) {
        MULTIPLY_PAST(float);
    } else if (by > DBL_MAX) {
        MULTIPLY_PAST(double);
    } else if (width == 4) {
        MULTIPLY(float);
    } else {
        MULTIPLY(double);
    }
}

/* ---- Rows ---------------------------------------------------------------------------------------------------------- */

/* Makes n rows from `row` on, whose components are all drawn; factor: the numbers that multiply them, or null. */
static void make(const rr_call *call, uint64_t row, uint64_t n, const double *factor)
{
    const uint64_t cols = call->job.cols, first = row * cols;
    char *x = (char *)call->job.out + first * call->width;
    if (call->ops->rows) call->ops->rows((rr_scalar *)(void *)x, (uint32_t)n, (uint32_t)cols, call->table);
#if RR_BLAS
    else rr_blas_rows(call, x, n);
#endif
    for (uint64_t r = 0; factor && r < n; ++r) multiply(x + r * cols * call->width, factor[r], cols, call->width);
    if (call->sizes.covariances || call->sampler->row_stages) add_mean(call, first, n * cols);
}

/* Makes rows from `at` on, few at a time; one at a time if components may have failed. */
static void make_some(const rr_part *part, int clean, uint64_t at, uint64_t n, const double *factor)
{
    const rr_call *call = part->call;
    const uint64_t cols = call->job.cols;
    const uint64_t few = CHUNK / cols / ROWS_AT_ONCE * ROWS_AT_ONCE + ROWS_AT_ONCE, many = call->sampler->outside ? n : few;
    const uint64_t max = clean ? many : 1;
    for (uint64_t done = 0, some; done < n; done += some) {
        some = n - done < max ? n - done : max;
        if (clean || !rr_row_failed(call, (at + done) * cols)) make(call, at + done, some, factor ? factor + done : NULL);
        else rr_row_set_failed(call, (at + done) * cols);
    }
}

static void run(void *state, uint64_t at, uint64_t n)
{
    rows *const w = state;
    const rr_call *call = w->part.call;
    char memory[RR_SCRATCH_BYTES(FACTORS)];
    rr_scratch s;
    if (!call->sampler->row_stages) {
        make_some(&w->part, w->clean, at, n, NULL);
        return;
    }
    rr_scratch_lay(&s, memory, FACTORS, NULL);
    for (uint64_t done = 0; done < n; done += FACTORS) {
        const uint32_t some = n - done < FACTORS ? (uint32_t)(n - done) : FACTORS;
        rr_row_numbers(&w->part, at + done, some, &s);
        make_some(&w->part, w->clean && !w->part.failed && w->part.unfit == UINT64_MAX, at + done, some,
                  (const double *)(const void *)s.count);
    }
}

/* Makes rows from drawn components, whose findings are in part. */
static void rows_of(rr_part *part, uint64_t at, uint64_t n, uint32_t threads)
{
    const rr_sharing sharing = {sizeof(rows), NULL, run, NULL, rr_part_merge, threads, PIECE / part->call->job.cols + 1};
    rows w = {.clean = part->bad == UINT64_MAX && !part->failed};
    rr_part_begin(&w.part, part->call);
    if (threads == 1) run(&w, at, n);
    else rr_parallel_for(&sharing, &w, n);
    rr_part_merge(part, &w.part);
}

void rr_cpu_rows(rr_part *part, uint64_t at, uint64_t n) { rows_of(part, at, n, 1); }

void rr_cpu_all_rows(rr_part *part) { rows_of(part, 0, part->call->job.rows, rr_host_of(part->call->device)->threads); }
