/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows whose components divide a total sequentially (multinomial): each takes a part of the remainder. Such a row sampler
 * has stages. Its parameter 0 is the total, one value per row; parameter 1 is one weight per component. Component c of
 * row i is drawn by the stages (stages.h) with the index i K + c, from three parameters:
 *
 *   0   the remainder of the total     1   the weight w_c      2   S_c, the sum of the weights after c, from the last on
 *
 * Its count is subtracted from the remainder; the last component takes the rest. A tile holds component c of many rows. */
#include <float.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "engine/abi/weights.h"
#include "stages.h"

/* Components of a tile's rows, limited so that their weights stay in a cache. */
#define COMPONENTS 32768u

/* The memory of all threads, allocated before anything is written. */
typedef struct pool {
    char *memory;
    size_t each;
    atomic_uint taken;
    uint32_t rows;          /* of a tile, at most */
    int own;                /* true if every row has its own weights */
} pool;

typedef struct chain {
    rr_part part;           /* first: parts are merged */
    pool *pool;
    rr_scratch s;
    const double *weight;   /* of the tile's rows, one after the other; or of the one row that all share */
    double *rest, *copy;    /* sums after each component; buffer for weights */
    uint8_t *gone;          /* rows of the tile that have no sample */
    uint64_t bad;           /* of weights that all rows share: the first bad component; UINT64_MAX: none */
    double sum;
} chain;

static uint64_t cols_of(const chain *c) { return c->part.call->job.cols; }

/* Sums of the weights after each component, from the last on: every device adds in this order. Returns the total. */
static double sum_after(const double *w, uint64_t n, double *rest)
{
    double sum = 0;
    for (uint64_t k = n; k-- > 0; sum += w[k]) rest[k] = sum;
    return sum;
}

/* The same for row r of the tile. Weights whose sum overflows are multiplied by RR_ROW_SCALE, in a copy. */
static void sum_row(chain *c, uint32_t r, uint32_t rows)
{
    const uint64_t cols = cols_of(c), at = r * cols;
    if (sum_after(c->weight + at, cols, c->rest + at) <= DBL_MAX) return;
    if (c->weight != c->copy) memcpy(c->copy, c->weight, rows * cols * sizeof *c->copy);
    c->weight = c->copy;
    for (uint64_t k = 0; k < cols; ++k) c->copy[at + k] *= RR_ROW_SCALE;
    sum_after(c->weight + at, cols, c->rest + at);
}

/* The weights of rows from `row` on, and their sums. */
static void take_weights(chain *c, uint64_t row, uint32_t rows)
{
    const uint64_t cols = cols_of(c);
    const void *values;
    const int varies = rr_param_values(c->part.call, 1, row * cols, (uint32_t)(rows * cols), c->copy, &values);
    c->weight = values;
    if (!varies) {
        const double all = *c->weight;
        for (uint64_t k = 0; k < rows * cols; ++k) c->copy[k] = all;
        c->weight = c->copy;
    }
    for (uint32_t r = 0; r < rows; ++r) sum_row(c, r, rows);
}

/* The total of a row; -1 if the row's parameters are bad, which is noted. */
static double total_of(chain *c, uint64_t row)
{
    const rr_call *call = c->part.call;
    const uint64_t first = row * cols_of(c);
    uint64_t bad = c->bad;
    double buffer;
    const void *values;
    if (c->pool->own) c->sum = rr_row_sum(call, row, &bad);
    rr_param_values(call, 0, first, 1, &buffer, &values);
    const double v[RR_MAX_PARAMS] = {*(const double *)values, c->sum};
    if (!rr_in_range(call->range[0], v[0], 8)) bad = 0;
    else if (bad == UINT64_MAX && call->sampler->relate(v)) bad = 0;
    if (bad == UINT64_MAX) return v[0];
    if (c->part.bad > first + bad) c->part.bad = first + bad;
    return -1;
}

/* ---- A tile of rows ------------------------------------------------------------------------------------------------ */

#define SCATTER(T)                                                                                                      \
    for (uint32_t r = 0; r < n; ++r) ((T *)to)[r * cols] = (T)k[r];                                                      \
    break

/* Writes a column of counts. All fit: a count is at most its total. */
static void scatter(const int64_t *k, uint32_t n, rr_type type, uint64_t cols, void *to)
{
    switch (type) {
    case RR_F32: SCATTER(float);
    case RR_F64: SCATTER(double);
    case RR_I32:
    case RR_U32: SCATTER(int32_t);
    default: SCATTER(int64_t);
    }
}

/* Parameters 1 and 2 of component `col`: one value per row, or one for all. Rows without a sample take any valid value. */
static void take_column(const chain *c, rr_tile *t, uint64_t col)
{
    const double *from[2] = {c->weight + col, c->rest + col};
    for (int p = 0; p < 2; ++p) {
        double *to = c->s.param[1 + p];
        for (uint32_t r = 0; c->pool->own && r < t->n; ++r) to[r] = c->gone[r] ? 1 : from[p][r * cols_of(c)];
        t->param[1 + p] = c->pool->own ? to : from[p];
    }
}

/* Draws component `col`, which is not the last, of the tile's rows to s.count, and subtracts it from the remainders. */
static void draw_column(chain *c, rr_tile *t, uint64_t row, uint64_t col)
{
    const rr_call *call = c->part.call;
    const uint64_t first = row * cols_of(c) + col, index = call->job.stream.next + first;
    double *left = c->s.param[0];
    for (uint32_t r = 0; r < t->n; ++r) {
        c->s.index[0][r] = (uint32_t)(index + r * cols_of(c));
        c->s.index[1][r] = (uint32_t)((index + r * cols_of(c)) >> 32);
    }
    take_column(c, t, col);
    const uint32_t gone = rr_stages_run(&c->part, t, &c->s, c->s.count);
    for (uint32_t i = 0; i < gone; ++i) {
        const uint32_t r = c->s.left[i];
        if (!c->gone[r]) rr_stages_note(&c->part, &c->s, r, first + r * cols_of(c));   /* otherwise it has been noted
                                                                                          already */
        c->gone[r] = 1;
    }
    for (uint32_t r = 0; r < t->n; ++r) left[r] = c->gone[r] ? 0 : left[r] - (double)c->s.count[r];
}

static void draw_rows(chain *c, rr_tile *t, uint64_t row)
{
    const rr_call *call = c->part.call;
    const uint64_t cols = cols_of(c), first = row * cols;
    const double *left = c->s.param[0];
    for (uint64_t col = 0; c->bad == UINT64_MAX && col < cols; ++col) {
        if (col < cols - 1) draw_column(c, t, row, col);
        else for (uint32_t r = 0; r < t->n; ++r) c->s.count[r] = (int64_t)left[r];
        scatter(c->s.count, t->n, call->job.dtype, cols, (char *)call->job.out + (first + col) * call->out_width);
    }
    for (uint32_t r = 0; r < t->n; ++r)
        for (uint64_t col = 0; c->gone[r] && col < cols; ++col)
            rr_set_failed(call, rr_call_at(call, first + r * cols + col));
}

/* Bad rows divide a total of 0 and are then set to NaN or 0. */
static void tile_run(chain *c, uint64_t row, uint32_t rows)
{
    double *left = c->s.param[0];
    rr_tile t = {.n = rows, .varies = c->pool->own ? 7 : 1, .index_lo = c->s.index[0], .index_hi = c->s.index[1]};
    for (uint32_t r = 0; r < rows; ++r) {
        left[r] = total_of(c, row + r);
        c->gone[r] = left[r] < 0;
        if (c->gone[r]) left[r] = 0;
    }
    if (c->part.call->check_only) return;
    if (c->pool->own) take_weights(c, row, rows);
    t.param[0] = left;
    draw_rows(c, &t, row);
}

/* ---- Threads ------------------------------------------------------------------------------------------------------- */

static size_t weights_bytes(const pool *p, uint64_t cols) { return (p->own ? p->rows : 1) * cols * sizeof(double); }

static void begin(void *state, uint64_t n)
{
    chain *c = state;
    pool *p = c->pool;
    char *at = p->memory + p->each * atomic_fetch_add(&p->taken, 1);
    const size_t bytes = weights_bytes(p, cols_of(c));
    (void)n;
    c->rest = (double *)(void *)at;
    c->copy = (double *)(void *)(at + bytes);
    rr_scratch_lay(&c->s, at + 2 * bytes, p->rows, NULL);
    c->gone = (uint8_t *)at + 2 * bytes + RR_SCRATCH_BYTES(p->rows);
    c->bad = UINT64_MAX;
    if (p->own) return;
    c->sum = rr_row_sum(c->part.call, 0, &c->bad);
    take_weights(c, 0, 1);
}

static void run(void *state, uint64_t at, uint64_t n)
{
    chain *c = state;
    const rr_call *call = c->part.call;
    const uint32_t max = c->pool->rows;
    for (uint64_t done = 0; done < n; done += max) {
        tile_run(c, at + done, n - done < max ? (uint32_t)(n - done) : max);
        if (call->check_only && (c->part.bad != UINT64_MAX || !call->varies)) break;
    }
}

rr_status rr_chain_run(rr_part *part, rr_result *result)
{
    const rr_job *job = &part->call->job;
    const uint32_t tile = rr_host_of(part->call->device)->tile, threads = rr_host_of(part->call->device)->threads;
    const uint64_t few = COMPONENTS / job->cols + 1, rows = few < tile ? few : tile;
    pool p = {.rows = rows < job->rows ? (uint32_t)rows : (uint32_t)job->rows, .own = part->call->param[1].row_stride != 0};
    p.each = (2 * weights_bytes(&p, job->cols) + RR_SCRATCH_BYTES(p.rows) + p.rows + 63) / 64 * 64;
    if (!(p.memory = malloc(threads * p.each)))
        return rr_fail(result, RR_ERR_MEMORY, "no memory for the rows of %s, %llu components each",
                       part->call->sampler->name, (unsigned long long)job->cols);
    const rr_sharing rows_of = {sizeof(chain), begin, run, NULL, rr_part_merge, threads, p.rows};
    chain c = {.part = *part, .pool = &p};
    rr_parallel_for(&rows_of, &c, job->rows);
    *part = c.part;
    free(p.memory);
    return RR_OK;
}
