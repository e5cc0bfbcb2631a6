/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The tables of samplers, kept for the next call with the same parameters.
 *
 * Kept tables form a list that only grows: a call looks through it without a lock and adds to its front by one exchange, so
 * threads never wait for each other and a child after fork() finds no lock taken. Two threads that need the same new table
 * at once may both build it; both copies are equal. Once KEPT tables exist (10 KiB each in f32, 27 KiB in f64; 24 bytes per
 * count for counts), further ones belong to their call, which builds and frees them, and so do tables above KEPT_SIZE. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "icdf.h"
#include "tables.h"
#include "targets/base/windows.h"
#include "host/density/density.h"

#define KEPT 64
#define KEPT_SIZE (1u << 18)

typedef struct kept {
    struct kept *next;
    const rr_sampler *sampler;
    unsigned width;
    size_t size;
    double value[RR_MAX_PARAMS];   /* of the sampler's fixed parameters; 0 for the others */
    _Alignas(64) char table[];
} kept;

static _Atomic(kept *) first;
static atomic_uint count;

static void gamma_table(const double *value, unsigned width, void *table)
{
    rr_gamma_law law;
    rr_gamma_law_make(&law, value[0]);
    rr_icdf_build(rr_gamma_root, &law, law.squarings, width, table);
}

static void beta_table(const double *value, unsigned width, void *table)
{
    rr_beta_law law;
    rr_beta_law_make(&law, value[0], value[1]);
    rr_icdf_build(rr_beta_root, &law, law.squarings, width, table);
}

/* 0: no memory. */
static int window_table(const rr_window *w, void *table)
{
    double *weight = malloc(rr_window_size(w) * sizeof *weight);
    if (!weight) return 0;
    rr_window_weigh(w, weight);
    rr_weights_fill(weight, rr_window_size(w), w->likely - (double)w->under, table);
    free(weight);
    return 1;
}

/* The samplers that have tables: of reals, with their builder, or of counts, with their window. */
static const struct builder {
    const char *name;
    void (*build)(const double *value, unsigned width, void *table);
    rr_window_law *window;
} builders[] = {{"gamma:table", gamma_table, NULL}, {"beta:table", beta_table, NULL},
                {"poisson:icdf", NULL, rr_window_of_poisson}, {"binomial:icdf", NULL, rr_window_of_binomial}};

static const struct builder *builder_of(const rr_sampler *s)
{
    for (size_t i = 0; s->fixed && i < sizeof builders / sizeof *builders; ++i)
        if (!strcmp(builders[i].name, s->name)) return &builders[i];
    return NULL;
}

static int same(const kept *k, const rr_sampler *s, unsigned width, const double *value)
{
    return k->sampler == s && k->width == width && !memcmp(k->value, value, sizeof k->value);
}

static kept *make(const struct builder *b, const rr_sampler *s, unsigned width, const double *value)
{
    void *memory;
    const rr_window window = b->window ? b->window(value) : (rr_window){0};
    const size_t size = b->window ? rr_weights_size(rr_window_size(&window)) : rr_icdf_size(width);
    if (posix_memalign(&memory, 64, sizeof(kept) + size)) return NULL;
    kept *k = memory;
    k->size = size;
    k->next = NULL;
    k->sampler = s;
    k->width = width;
    memcpy(k->value, value, sizeof k->value);
    if (b->build) {
        b->build(value, width, k->table);
    } else if (!window_table(&window, k->table)) {
        free(k);
        return NULL;
    }
    return k;
}

/* The table of a sampler, made from its fixed parameters. */
static rr_status table_of(const rr_call *call, rr_result *result, rr_table *t)
{
    const rr_sampler *s = call->sampler;
    const struct builder *b = builder_of(s);
    double value[RR_MAX_PARAMS] = {0};
    if (!b) return RR_OK;
    rr_values_at(call, 0, value);   /* 1 for a bad value, whose samples are overwritten */
    if (s->relate && s->relate(value)) for (uint32_t p = 0; p < s->params; ++p) value[p] = 1;   /* likewise */
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p)
        if (!(s->fixed >> p & 1)) value[p] = 0;
    for (const kept *k = atomic_load_explicit(&first, memory_order_acquire); k; k = k->next)
        if (same(k, s, call->width, value)) return t->data = k->table, t->size = k->size, RR_OK;
    kept *k = make(b, s, call->width, value);
    if (!k) return rr_fail(result, RR_ERR_MEMORY, "no memory for the table of %s", s->name);
    t->data = k->table;
    t->size = k->size;
    if (k->size > KEPT_SIZE || atomic_fetch_add(&count, 1) >= KEPT) {
        if (k->size <= KEPT_SIZE) atomic_fetch_sub(&count, 1);
        t->own = k;
        return RR_OK;
    }
    k->next = atomic_load(&first);
    while (!atomic_compare_exchange_weak(&first, &k->next, k)) { }
    return RR_OK;
}

/* The table of a density, which lives as long as its sampler. */
static rr_status density_of(const rr_call *call, rr_result *result, rr_table *t)
{
    t->data = rr_density_table(call->sampler, call->width, &t->size);
    return t->data ? RR_OK : rr_fail(result, RR_ERR_MEMORY, "no memory for the table of %s", call->sampler->name);
}

rr_status rr_table_take(rr_call *call, rr_result *result, rr_table *t)
{
    *t = (rr_table){.size = 0};
    const rr_sampler *s = call->sampler;
    if (!s->fixed && !s->inverse && !rr_call_whole_params(call)) return RR_OK;
    if (rr_own_weights(call) || rr_own_windows(call)) return RR_OK;   /* tables for weights per sample do not pay */
    const rr_status status = call->sizes.covariances ? rr_factor_take(call, result, t)
                             : rr_reads_numbers(s)   ? rr_numbers_take(call, result, t)
                             : call->sizes.lists & s->fixed ? rr_alias_take(call, result, t)
                             : call->sizes.lists     ? rr_weights_take(call, result, t)
                             : s->inverse            ? density_of(call, result, t)
                                                     : table_of(call, result, t);
    if (status != RR_OK) {   /* an error after the allocation: the caller frees nothing */
        rr_table_give(t);
        *t = (rr_table){.size = 0};
    }
    call->table = t->data;
    call->table_size = t->size;
    return status;
}

/* Without a table each sample reads all weights. A table takes as long as FEW samples; of MANY weights, FEW_OF_MANY. */
#define FEW 16u
#define MANY 1000u
#define FEW_OF_MANY 48u

/* Other types and strides would need a copy per thread. */
static int are_doubles(const rr_param *p)
{
    return p->type == RR_F64 && p->col_stride == sizeof(double) && !((uintptr_t)p->data & 7);
}

static int is_worth_no_table(const rr_call *call)
{
    const rr_sampler *s = call->sampler;
    return call->n <= FEW_OF_MANY && call->sizes.lists && rr_has_weights(s) && !rr_is_mixture(s) &&
           !s->fixed && !call->device->host && !call->job.index_row_stride && !(call->job.flags & RR_COUNT) &&
           !rr_own_weights(call) && call->n <= (rr_list_length(call) < MANY ? FEW : FEW_OF_MANY) &&
           are_doubles(&call->job.param[rr_list_of(call)]);
}

rr_status rr_table_take_once(rr_call *call, rr_result *result, rr_table *t)
{
    if (!is_worth_no_table(call)) return rr_table_take(call, result, t);
    *t = (rr_table){.size = 0};
    /* One row of samples with its own weights (rr_own_weights). */
    call->job.param[rr_list_of(call)].row_stride = sizeof(double);
    call->job.rows = 1;
    call->job.cols = call->n;
    return rr_weights_check(call, result);
}

void rr_table_give(rr_table *t)
{
    free(t->own);
}
