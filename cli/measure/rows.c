/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes the list of rows: samplers at examples of their distributions. A distribution's default method is measured at all
 * examples for the benchmark, another method at the first one that it accepts, next to the default method. */
#include "reroll.h"

#include "rows.h"
#include "cli/base/device.h"
#include "cli/base/examples.h"
#include "cli/base/params.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Vector samplers draw rows of COLUMNS components, and their times are per component. If they need a matrix, it has 1 on
 * its main diagonal and NEIGHBOURS on the two adjacent ones. */
enum { COLUMNS = 32, SIDE = 6 };
#define NEIGHBOURS 0.4

static const double diagonals[2 * COLUMNS - 1] = {[COLUMNS - 2] = NEIGHBOURS, 1, NEIGHBOURS};

/* ---- Rows ---- */

bench_row *bench_add_row(bench *b, bench_section section, const char *sampler, rr_type dtype)
{
    if (b->rows == b->capacity) {
        bench_row *grown = get_memory((b->capacity + 64) * sizeof *grown);
        if (b->rows) memcpy(grown, b->row, b->rows * sizeof *grown);
        free(b->row);
        b->row = grown;
        b->capacity += 64;
    }
    bench_row *row = &b->row[b->rows++];
    memset(row, 0, sizeof *row);
    row->section = section;
    row->sampler = sampler;
    row->dtype = dtype;
    row->threads = b->options.threads;
    row->n = b->options.n;
    row->words_of = row->fill_of = row->compare_to = SIZE_MAX;
    row->job = (rr_job)RR_JOB_INIT;
    rr_strategy_find("compact", &row->strategy);
    return row;
}

static exit_status set_device(bench_row *row, const char *spec)
{
    char threads[16];
    snprintf(threads, sizeof threads, "%" PRIu32, row->threads);
    row->spec = get_copy(spec);
    return device_open(spec, threads, &row->device);
}

void *bench_spread(rr_type dtype, uint64_t n, double low, double high)
{
    void *values = get_memory(n * dtype_size(dtype));
    uint32_t state = 1;
    for (uint64_t k = 0; k < n; ++k) {
        state = state * 1664525u + 1013904223u;
        const double x = low + (high - low) * (state >> 8) / 0x1p24;
        if (dtype == RR_F64) ((double *)values)[k] = x;
        else if (dtype == RR_I64 || dtype == RR_U64) ((int64_t *)values)[k] = (int64_t)x;
        else ((float *)values)[k] = (float)x;
    }
    return values;
}

/* Sets row->low, row->high and the dimensions. prepare_job sets the job's pointers to them. */
static void set_params(bench_row *row, const rr_sampler_info *s, const rr_example *e)
{
    for (uint32_t p = 0; p < s->params; ++p) {
        const bool matrix = param_is_covariance(s, p);
        row->low[p] = matrix ? NEIGHBOURS : e->low[p];
        row->high[p] = matrix ? NEIGHBOURS : e->high[p];
        row->each |= row->low[p] != row->high[p];
    }
    if (!sampler_is_row(s)) return;
    row->job.dims = rr_sampler_dims(s->sampler, (rr_dims){.k = s->default_k ? s->default_k : COLUMNS, .d = SIDE, .r = SIDE,
                                                          .c = SIDE});
    const uint64_t cols = row->job.cols = rr_sample_length(s->sampler, &row->job.dims);
    row->n = row->n < cols ? cols : row->n / cols * cols;
}

const rr_example *bench_example(const rr_sampler_info *s)
{
    size_t at = 0;
    return example_next(s, RR_FOR_BENCH, &at);
}

exit_status bench_add_job(bench *b, bench_section section, const rr_sampler_info *s, rr_type dtype, const rr_example *e,
                          const char *spec, uint32_t threads)
{
    bench_row *row = bench_add_row(b, section, s->name, dtype);
    row->threads = threads;
    row->job.sampler = s->sampler;
    set_params(row, s, e);
    return set_device(row, spec);
}

/* ---- Selection ---- */

static bool wanted(const bench *b, const rr_sampler_info *s, rr_type dtype)
{
    const bench_options *o = &b->options;
    if (!dtype_listed(s, dtype) || (o->sampler && o->sampler != s)) return false;
    if (!o->dtype) return !s->counts || dtype == dtype_default(s);   /* all dtypes are drawn alike */
    return dtype_find(o->dtype) == dtype;
}

/* The last such row with constant parameters; spec NULL: on any device. */
static size_t find_row(const bench *b, bench_section section, const char *sampler, rr_type dtype, const char *spec)
{
    for (size_t i = b->rows; i-- > 0; ) {
        const bench_row *r = &b->row[i];
        if (r->section == section && !strcmp(r->sampler, sampler) && r->dtype == dtype && !r->each &&
            (!spec || (r->spec && !strcmp(r->spec, spec))))
            return i;
    }
    return SIZE_MAX;
}

/* Adds the ceilings: memset with 4 and 8 bytes per sample, and raw bits on every device. */
static exit_status add_ceilings(bench *b, const char *const *specs)
{
    const rr_sampler_info *bits = sampler_find("bits");
    exit_status status = EXIT_DONE;
    bench_add_row(b, BENCH_CEILINGS, "memset", RR_F32);
    bench_add_row(b, BENCH_CEILINGS, "memset", RR_F64);
    for (; *specs && !status; ++specs)
        status = bench_add_job(b, BENCH_CEILINGS, bits, RR_U32, bench_example(bits), *specs, b->options.threads);
    return status;
}

/* Sampler `number` of the list, or, after the last one, the measured distribution if it is not in the list. */
static const rr_sampler_info *measured_at(const bench *b, size_t number)
{
    const rr_sampler_info *s = sampler_at(number), *own = b->options.sampler;
    if (s || !own || sampler_find(own->name) == own) return s;
    return number && !sampler_at(number - 1) ? NULL : own;
}

static exit_status add_bulk_example(bench *b, const rr_sampler_info *s, const rr_example *e, const char *spec)
{
    exit_status status = EXIT_DONE;
    for (int type = RR_F32; type <= RR_U64 && !status; ++type) {
        if (!wanted(b, s, (rr_type)type)) continue;
        status = bench_add_job(b, BENCH_BULK, s, (rr_type)type, e, spec, b->options.threads);
        bench_row *row = &b->row[b->rows - 1];
        if (b->options.strategy) row->strategy = b->options.only;
        if (row->each) row->compare_to = find_row(b, BENCH_BULK, s->name, row->dtype, spec);
    }
    return status;
}

static exit_status add_bulk(bench *b, const char *spec)
{
    exit_status status = EXIT_DONE;
    const rr_sampler_info *s;
    for (size_t i = 0; (s = measured_at(b, i)) && !status; ++i) {
        const rr_example *e;
        if (find_row(b, BENCH_CEILINGS, s->name, dtype_default(s), spec) != SIZE_MAX) continue;
        for (size_t at = 0; !status && (e = example_next(s, RR_FOR_BENCH, &at)); ) {
            status = add_bulk_example(b, s, e, spec);
            if (s->method[0]) break;
        }
    }
    return status;
}

/* Adds every strategy with warps of a register, and loop with warps of 32. */
static exit_status add_strategies_of(bench *b, const rr_sampler_info *s, const rr_example *e, rr_type dtype,
                                     const char *spec)
{
    char *wide = get_text("%s,warp=32", spec);
    rr_strategy_info info;
    exit_status status = EXIT_DONE;
    for (size_t k = 1; rr_strategy_list(k, &info) && !status; ++k) {
        if (!strcmp(info.name, "compact")) continue;   /* it is among the bulk rows */
        status = bench_add_job(b, BENCH_STRATEGIES, s, dtype, e, spec, b->options.threads);
        b->row[b->rows - 1].strategy = info.example;
        if (status || strcmp(info.name, "loop") || strstr(spec, "warp")) continue;
        status = bench_add_job(b, BENCH_STRATEGIES, s, dtype, e, wide, b->options.threads);
        b->row[b->rows - 1].strategy = info.example;
    }
    free(wide);
    return status;
}

static exit_status add_strategies(bench *b, const char *spec)
{
    exit_status status = EXIT_DONE;
    const rr_sampler_info *s;
    const rr_example *e;
    for (size_t i = 0; (s = measured_at(b, i)); ++i)
        for (size_t at = 0; s->rejects && (e = example_next(s, RR_FOR_BENCH | RR_FOR_STRATEGIES, &at)); )
            for (int type = RR_F32; type <= RR_U64 && !status; ++type)
                if (wanted(b, s, (rr_type)type)) status = add_strategies_of(b, s, e, (rr_type)type, spec);
    return status;
}

/* ---- Small calls ---- */

static rr_status small_uniform(const rr_device *d, rr_stream *s, size_t n, void *out)
{
    return rr_fill_uniform_f32(d, s, n, out, 0, 1);
}

static rr_status small_normal(const rr_device *d, rr_stream *s, size_t n, void *out)
{
    return rr_fill_normal_f32(d, s, n, out, 0, 1);
}

static rr_status small_gamma(const rr_device *d, rr_stream *s, size_t n, void *out)
{
    return rr_fill_gamma_f32(d, s, n, out, 2, 1);
}

static rr_status small_normal64(const rr_device *d, rr_stream *s, size_t n, void *out)
{
    return rr_fill_normal_f64(d, s, n, out, 0, 1);
}

static rr_status small_gamma64(const rr_device *d, rr_stream *s, size_t n, void *out)
{
    return rr_fill_gamma_f64(d, s, n, out, 2, 1);
}

static const struct small_call {
    const char *sampler;
    rr_type dtype;
    bench_typed *call;
} small_calls[] = {
    {"uniform", RR_F32, small_uniform}, {"normal", RR_F32, small_normal}, {"gamma", RR_F32, small_gamma},
    {"normal", RR_F64, small_normal64}, {"gamma", RR_F64, small_gamma64},
};

static exit_status add_small(bench *b, const char *spec)
{
    static const uint64_t sizes[] = {1, 16};
    exit_status status = EXIT_DONE;
    for (size_t i = 0; i < sizeof small_calls / sizeof small_calls[0]; ++i) {
        const struct small_call *call = &small_calls[i];
        const rr_sampler_info *s = sampler_find(call->sampler);
        for (int k = 0; k < 2 && wanted(b, s, call->dtype) && !status; ++k) {
            status = bench_add_job(b, BENCH_SMALL, s, call->dtype, bench_example(s), spec, 1);
            bench_row *row = &b->row[b->rows - 1];
            row->typed = call->call;
            row->n = sizes[k];
            row->strategy = (rr_strategy){0, 0};
        }
    }
    return status;
}

/* ---- Threads ---- */

/* Adds the same job with one thread and with two (or --threads); with 2^22 samples the start of threads takes a negligible
 * part of the time. */
static exit_status add_threads(bench *b, const char *spec)
{
    static const char *const names[] = {"normal", "gamma"};
    const uint32_t many = b->options.threads > 1 ? b->options.threads : 2;
    exit_status status = EXIT_DONE;
    for (int i = 0; i < 2; ++i) {
        const rr_sampler_info *s = sampler_find(names[i]);
        for (int k = 0; k < 2 && wanted(b, s, RR_F32) && !status; ++k) {
            status = bench_add_job(b, BENCH_THREADS, s, RR_F32, bench_example(s), spec, k ? many : 1);
            bench_row *row = &b->row[b->rows - 1];
            row->n = 4 * b->options.n;
            if (k) row->compare_to = b->rows - 2;
        }
    }
    return status;
}

/* ---- All rows ---- */

/* Lists the devices; --device all is every usable instruction set. The list ends with NULL; names are static or the
 * caller's. */
static void device_specs(const bench_options *o, const char *specs[16])
{
    size_t count = 0;
    rr_device_info info;
    if (!o->device || strcmp(o->device, "all")) specs[count++] = o->device ? o->device : "cpu";
    else
        /* cpu:warp32 comes after the instruction sets. */
        for (size_t i = 0; rr_device_list(i, &info) && strcmp(info.name, "cpu:warp32") && count < 15; ++i)
            if (info.available) specs[count++] = info.name;
    specs[count] = NULL;
}

/* The row of raw bits on the same device. For other warps it is the one with warps of a register: bits do not depend on
 * warps. */
static size_t find_bits(const bench *b, const char *spec)
{
    const size_t exact = find_row(b, BENCH_CEILINGS, "bits", RR_U32, spec);
    const char *warp = strstr(spec, ",warp=32");
    if (exact != SIZE_MAX || !warp) return exact;
    char *narrow = get_text("%.*s", (int)(warp - spec), spec);
    const size_t found = find_row(b, BENCH_CEILINGS, "bits", RR_U32, narrow);
    free(narrow);
    return found;
}

/* The row of the same job with strategy compact. */
static size_t find_compact(const bench *b, const bench_row *row)
{
    for (size_t i = 0; i < b->rows; ++i) {
        const bench_row *r = &b->row[i];
        if (r->section == BENCH_BULK && r->job.sampler == row->job.sampler && r->dtype == row->dtype && !r->each &&
            r->low[0] == row->low[0] && !strncmp(r->spec, row->spec, strlen(r->spec)))
            return i;
    }
    return SIZE_MAX;
}

/* Sets the rows that `r` is compared with. */
static void prepare_comparisons(const bench *b, bench_row *r)
{
    if (r->section != BENCH_BULK && r->section != BENCH_STRATEGIES) return;
    r->fill_of = find_row(b, BENCH_CEILINGS, "memset", dtype_size(r->dtype) == 8 ? RR_F64 : RR_F32, NULL);
    r->words_of = find_bits(b, r->spec);
    if (r->section == BENCH_STRATEGIES) r->compare_to = find_compact(b, r);
}

double *bench_weights(const rr_sampler_info *s, uint32_t p, uint64_t number)
{
    double *w = get_memory(number * sizeof *w);
    const bool increasing = s->param[p].shape.rule == RR_RULE_INCREASING;
    for (uint64_t k = 0; k < number; ++k) w[k] = increasing ? (double)k : 1 / (double)(k + 1);
    return w;
}

/* Makes weights, or a matrix; the example gives their number, or the number of its rows. */
static void give_weights(bench_row *r, uint32_t p)
{
    const rr_sampler_info *s = rr_sampler_about(r->job.sampler);
    const bool factor = s->param[p].shape.side[1] != RR_DIM_NONE;
    const uint64_t size = *(factor ? &r->job.dims.r : &r->job.dims.n) = (uint64_t)r->low[p];
    r->values[p] = bench_weights(s, p, factor ? size * r->job.cols : size);
    r->job.param[p] = (rr_param){r->values[p], RR_F64, 0, sizeof(double)};
}

/* Sets the job. The row must not move after this, because parameters point into it. */
static void prepare_job(bench_row *r, void *output)
{
    const rr_sampler_info *s = rr_sampler_about(r->job.sampler);
    const rr_type type = r->device ? rr_param_type(r->job.sampler, r->dtype) : RR_F64;
    for (uint32_t p = 0; r->device && p < s->params; ++p) {
        if (r->each) r->values[p] = bench_spread(type, r->n, r->low[p], r->high[p]);
        r->job.param[p] = r->each ? (rr_param){r->values[p], type, (ptrdiff_t)dtype_size(type), 0}
                                  : (rr_param){&r->low[p], RR_F64, 0, 0};
        if (param_is_covariance(s, p)) r->job.param[p] = (rr_param){&diagonals[COLUMNS - 1], RR_F64, -8, 8};
        if (param_is_list(s, p)) give_weights(r, p);
    }
    r->job.dtype = r->dtype;
    r->job.stream = rr_stream_make(1, 0);
    r->job.strategy = r->strategy;
    r->job.out = output;
}

void bench_prepare(bench *b)
{
    size_t bytes = 64;
    for (size_t i = 0; i < b->rows; ++i)
        if (b->row[i].n * dtype_size(b->row[i].dtype) > bytes) bytes = b->row[i].n * dtype_size(b->row[i].dtype);
    b->output = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!b->output) exit(refuse(EXIT_TROUBLE, "out of memory"));
    for (size_t i = 0; i < b->rows; ++i) {
        prepare_comparisons(b, &b->row[i]);
        prepare_job(&b->row[i], b->output);
    }
}

exit_status bench_plan(bench *b)
{
    const char *specs[16];
    exit_status status;
    device_specs(&b->options, specs);
    if ((status = add_ceilings(b, specs))) return status;
    for (int i = 0; specs[i]; ++i) {
        if ((status = add_bulk(b, specs[i]))) return status;
        if (!b->options.strategy && (status = add_strategies(b, specs[i]))) return status;
        if (!b->options.strategy && (status = add_small(b, specs[i]))) return status;
        if (!b->options.strategy && (status = add_threads(b, specs[i]))) return status;
    }
    bench_prepare(b);
    return EXIT_DONE;
}

void bench_end(bench *b)
{
    for (size_t i = 0; i < b->rows; ++i) {
        rr_device_close(&b->row[i].device);
        for (int p = 0; p < RR_MAX_PARAMS; ++p) free(b->row[i].values[p]);
        free(b->row[i].spec);
        free(b->row[i].rounds);
    }
    free(b->row);
    free(b->output);
}
