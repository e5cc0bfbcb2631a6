/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samplers that make whole rows (engine/abi/row.h). Components are drawn like any other samples, in the job's type; then the
 * sampler's text makes each row from them in f64, which is rounded once. A row with a failed component is set to NaN. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "engine/abi/numbers.h"

#define SMALL (4 * 4096 + RR_MAX_PARAMS)   /* doubles on the stack, for rows of a small job */
#define PIECE 8192u                /* components that a thread takes at a time */
#define NUMBERS 256u               /* numbers of rows that are drawn at a time */

/* The memory of all threads; null: stack memory is used. */
typedef struct pool {
    double *memory;
    size_t each;          /* doubles of a thread */
    atomic_uint taken;
} pool;

typedef struct whole {
    rr_part part;         /* first: parts are merged */
    pool *pool;
    double *own;          /* this thread's memory */
    uint32_t kept;        /* bit p: parameter p, the same for all rows, is already loaded */
    rr_row row;
} whole;

static int of_components(const rr_call *call, uint32_t p)
{
    return !((call->sizes.per_rows | call->sizes.lists) >> p & 1);
}

/* Doubles of a parameter: a whole matrix, one per component, or one. */
static size_t numbers_of(const rr_call *call, uint32_t p)
{
    return call->sizes.covariances >> p & 1 ? rr_param_length(call, p) : of_components(call, p) ? call->job.cols : 1;
}

/* Doubles needed to make a row: the row, a workspace of the sampler's text, and the parameters. */
static size_t numbers(const rr_call *call)
{
    size_t n = 2 * call->job.cols;
    for (uint32_t p = 0; p < call->sampler->params; ++p) n += numbers_of(call, p);
    return n;
}

static void lay(whole *w, double *at)
{
    const rr_call *call = w->part.call;
    const uint64_t n = call->job.cols;
    const rr_sampler *s = call->sampler;
    const uint64_t side = s->shape.side[1] ? rr_sample_side(call) : 0;
    w->row = (rr_row){.n = (uint32_t)n, .side = (uint32_t)side, .numbers = (uint32_t)call->sizes.numbers, .x = at,
                      .buffer = at + n};
    at += 2 * n;
    for (uint32_t p = 0; p < s->params; ++p) {
        w->row.param[p] = at;
        at += numbers_of(call, p);
    }
}

/* Converts n numbers of the job's type to f64; the arrays may overlap. */
static void widen(const void *from, uint64_t n, unsigned width, double *to)
{
    if (width == 8) {
        memmove(to, from, n * 8);
        return;
    }
    for (uint64_t k = n; k-- > 0; ) {
        float v;
        memcpy(&v, (const char *)from + 4 * k, 4);
        to[k] = (double)v;
    }
}

/* Parameter p of a row, for each of its n components, or one. */
static void take_values(const rr_call *call, uint32_t p, uint64_t row, uint64_t n, double *to)
{
    const void *values;
    const int varies = rr_param_values(call, p, row * call->job.cols, (uint32_t)n, to, &values);
    widen(values, varies ? n : 1, call->width, to);
    for (uint64_t k = 1; !varies && k < n; ++k) to[k] = to[0];
}

static void take_params(whole *w, uint64_t row)
{
    const rr_call *call = w->part.call;
    const rr_sampler *s = call->sampler;
    for (uint32_t p = 0; p < s->params; ++p) {
        double *const to = (double *)w->row.param[p];
        if (w->kept >> p & 1) continue;
        if (call->sizes.lists >> p & 1) w->row.param[p] = (const double *)call->table + RR_NUMBERS_HEAD;
        else if (call->sizes.covariances >> p & 1) rr_factor_rows(call, p, to);
        else take_values(call, p, row, of_components(call, p) ? call->job.cols : 1, to);
        if (!call->param[p].row_stride) w->kept |= 1u << p;
    }
}

static void make(whole *w, uint64_t row)
{
    const rr_call *call = w->part.call;
    const uint64_t n = call->job.cols;
    char *const out = (char *)call->job.out + row * n * call->width;
    take_params(w, row);
    widen(out, n, call->width, w->row.x);
    call->stage_ops->whole(&w->row);
    if (call->width == 8) memcpy(out, w->row.x, n * 8);
    else for (uint64_t c = 0; c < n; ++c) ((float *)(void *)out)[c] = (float)w->row.x[c];
    if (rr_row_failed(call, row * n)) rr_row_set_failed(call, row * n);   /* overflow: only one NaN pattern is stored */
}

static void begin(void *state, uint64_t n)
{
    whole *w = state;
    pool *p = w->pool;
    (void)n;
    w->own = p->memory ? p->memory + p->each * atomic_fetch_add(&p->taken, 1) : NULL;
    w->kept = 0;
}

/* Makes n rows from `at` on; number: the draws of the stages for them, or null. */
static void make_rows(whole *w, uint64_t at, uint64_t n, const double *number)
{
    const rr_call *call = w->part.call;
    const uint64_t each = call->sizes.numbers;
    for (uint64_t r = 0; r < n; ++r) {
        const uint64_t first = (at + r) * call->job.cols;
        w->row.number = number ? number + r * each : NULL;
        if (rr_row_failed(call, first)) rr_row_set_failed(call, first);
        else make(w, at + r);
    }
}

/* The same for rows that have their own random numbers. */
static void make_numbered(whole *w, uint64_t at, uint64_t n)
{
    const uint64_t each = w->part.call->sizes.numbers, max = NUMBERS / each;
    char memory[RR_SCRATCH_BYTES(NUMBERS)];
    rr_scratch s;
    rr_scratch_lay(&s, memory, NUMBERS, NULL);
    for (uint64_t done = 0, some; done < n; done += some) {
        some = n - done < max ? n - done : max;
        rr_row_numbers(&w->part, (at + done) * each, (uint32_t)(some * each), &s);
        make_rows(w, at + done, some, (const double *)(const void *)s.count);
    }
}

static void run(void *state, uint64_t at, uint64_t n)
{
    whole *w = state;
    double small[SMALL];
    if (!w->own) w->kept = 0;
    lay(w, w->own ? w->own : small);
    if (w->part.call->stages) make_numbered(w, at, n);
    else make_rows(w, at, n, NULL);
}

rr_status rr_whole_buffer(const rr_call *call, void **buffer, rr_result *result)
{
    const size_t each = numbers(call);
    *buffer = each > SMALL ? malloc(rr_host_of(call->device)->threads * each * sizeof(double)) : NULL;
    if (*buffer || each <= SMALL) return RR_OK;
    return rr_fail(result, RR_ERR_MEMORY, "no memory for the rows of %s, %llu components each", call->sampler->name,
                   (unsigned long long)call->job.cols);
}

void rr_whole_rows(rr_part *part, void *buffer)
{
    const rr_call *call = part->call;
    const rr_sharing rows_of = {sizeof(whole), begin, run, NULL, rr_part_merge, rr_host_of(call->device)->threads,
                                PIECE / call->job.cols + 1};
    pool p = {.memory = buffer, .each = numbers(call)};
    whole w = {.pool = &p};
    rr_part_begin(&w.part, call);
    rr_parallel_for(&rows_of, &w, call->job.rows);
    rr_part_merge(part, &w.part);
    free(buffer);
}
