/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of a call's weights (engine/abi/weights.h), in the integers of engine/abi/fractions.h. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tables.h"
#include "engine/abi/fractions.h"
#include "engine/abi/weights.h"

enum { PIECE = 256, GUIDE_MIN = 6, GUIDE_MAX = 22 };

typedef struct weights {
    const rr_call *call;
    const char *of;         /* the prefix of errors */
    uint32_t p;
    uint64_t count, last;   /* last: index of the last nonzero weight */
    int shift;              /* s */
    uint64_t first;         /* the count of category 0 */
    int logits;             /* the numbers are logarithms of weights */
    double max;             /* the largest of them */
} weights;

static rr_status fault(const weights *w, rr_result *result, uint64_t k, double v)
{
    rr_note_fault(result, RR_FAULT_WEIGHTS, (int)w->p, rr_value_of(v));
    if (result) result->bad_place[0] = k;
    return rr_fail(result, RR_ERR_PARAM, "%s: element %llu of %s is %g; %s", w->of, (unsigned long long)k,
                   w->call->sampler->param[w->p].name, v,
                   w->logits ? "logits must be numbers or -inf" : "weights must be finite and not negative");
}

/* n weights from index `at` on. */
static void read_weights(const weights *w, uint64_t at, uint32_t n, double *v)
{
    rr_weights_read(w->call, w->p, 0, at, n, v);
    if (w->logits) rr_host_of(w->call->device)->calls->weigh(w->call, w->max, n, v);
}

/* Checks all weights; finds the last nonzero one and the scale. */
static rr_status look(weights *w, rr_result *result)
{
    const double minimum = w->logits ? -INFINITY : 0;
    double v[PIECE], max = minimum;
    for (uint64_t at = 0; at < w->count; at += PIECE) {
        const uint32_t n = w->count - at < PIECE ? (uint32_t)(w->count - at) : PIECE;
        rr_weights_read(w->call, w->p, 0, at, n, v);
        for (uint32_t k = 0; k < n; ++k) {
            if (!(v[k] >= minimum && v[k] <= DBL_MAX)) return fault(w, result, at + k, v[k]);
            max = v[k] > max ? v[k] : max;
        }
    }
    if (!(max > minimum)) {
        rr_note_fault(result, RR_FAULT_WEIGHTS, (int)w->p, rr_value_none());
        return rr_fail(result, RR_ERR_PARAM, "%s: all %s are %s", w->of, w->call->sampler->param[w->p].name,
                       w->logits ? "-inf; at least one must be a number" : "0; at least one must be positive");
    }
    w->max = max;
    if (w->logits) max = 1;   /* the largest weight, e^0 */
    w->shift = rr_fraction_shift(rr_fraction_read((const char *)&max), w->count);
    return RR_OK;
}

/* The words of a number, most significant first. */
static void put(uint32_t *to, rr_u128 x)
{
    to[0] = (uint32_t)(x.hi >> 32);
    to[1] = (uint32_t)x.hi;
    to[2] = (uint32_t)(x.lo >> 32);
    to[3] = (uint32_t)x.lo;
}

/* Partial sums, four words each at to + 4 i. Returns the last sum; *last is the index of the last q above 0. */
static rr_u128 add_up(weights *w, uint32_t *to)
{
    double v[PIECE];
    rr_u128 sum = rr_u128_of(0, 0);
    for (uint64_t at = 0; at < w->count; at += PIECE) {
        const uint32_t n = w->count - at < PIECE ? (uint32_t)(w->count - at) : PIECE;
        read_weights(w, at, n, v);
        for (uint32_t k = 0; k < n; ++k) {
            const rr_u128 q = rr_fraction_scaled(rr_fraction_read((const char *)&v[k]), w->shift);
            if (q.hi | q.lo) w->last = at + k;
            sum = rr_u128_add(sum, q);
            put(to + 4 * (at + k), sum);
        }
    }
    return sum;
}

/* Replaces sums by digits: rr_fraction_binary, with the machine's own products. */
static void divide(const weights *w, rr_u128 sum, uint32_t *bits)
{
    typedef unsigned __int128 wide;
    const rr_fraction_whole whole = rr_fraction_of(sum);
    for (uint64_t i = 0; i < w->last; ++i) {
        uint32_t *const d = bits + 4 * i;
        const rr_u128 a = rr_u128_up(rr_u128_of((uint64_t)d[0] << 32 | d[1], (uint64_t)d[2] << 32 | d[3]), whole.up);
        const wide low = (wide)a.hi * whole.r.lo + (uint64_t)((wide)a.lo * whole.r.lo >> 64),
                   middle = (wide)a.lo * whole.r.hi + (uint64_t)low,
                   high = (wide)a.hi * whole.r.hi + (uint64_t)(low >> 64) + (uint64_t)(middle >> 64);
        put(d, rr_u128_add(a, rr_u128_of((uint64_t)(high >> 64), (uint64_t)high)));
    }
}

/* Fills cells [b, end) of the guide, which no top is in. CHUNK cells are written at a time while they fit, beyond the end
 * too: the length of an exact loop would be mispredicted for most tops. Later tops overwrite their own cells. */
static void fill_cells(uint32_t *guide, uint32_t size, uint32_t b, uint32_t end, uint32_t value)
{
    enum { CHUNK = 8 };
    for (; b < end && size - b >= CHUNK; b += CHUNK)
        for (uint32_t k = 0; k < CHUNK; ++k) guide[b + k] = value;
    for (; b < end; ++b) guide[b] = value;
}

/* Fills the cells in the order of the tops; `down` is the number of a top's bits below its cell's bits. */
static void fill_guide(const uint32_t *tops, uint32_t last, uint32_t size, uint32_t next, uint32_t *guide)
{
    const uint32_t down = 33 - rr_fraction_bits(size), ones = (1u << next) - 1;
    uint32_t first = 0, before = size;   /* the first top in the previous top's cell, and that cell */
    fill_cells(guide, size, 0, last ? tops[0] >> down : size, ones);
    for (uint32_t c = 0; c < last; ++c) {
        const uint32_t b = tops[c] >> down, more = c + 1 < last ? tops[c + 1] >> down : size, same = b == before;
        first = same ? first : c;
        guide[b] = (same ? RR_WEIGHTS_CROWDED : tops[c] << (32 - down) >> (32 - next)) | first << next;
        fill_cells(guide, size, b + 1, more, (c + 1) << next | ones);
        before = b;
    }
}

static void fill(weights *w, uint32_t size, uint32_t *table)
{
    const uint32_t count = (uint32_t)w->count;
    uint32_t *tops = table + RR_WEIGHTS_HEAD, *bits = table + rr_weights_bits(count, size);
    const rr_u128 sum = add_up(w, bits);
    const uint32_t last = (uint32_t)w->last;
    divide(w, sum, bits);
    table[RR_WEIGHTS_LAST] = last;
    table[RR_WEIGHTS_COUNT] = count;
    table[RR_WEIGHTS_SIZE] = size;
    table[RR_WEIGHTS_FIRST] = (uint32_t)w->first;
    table[RR_WEIGHTS_FIRST + 1] = (uint32_t)(w->first >> 32);
    table[RR_WEIGHTS_NEXT] = 31 - rr_fraction_bits(last);
    for (uint32_t i = 0; i < last; ++i) tops[i] = bits[4 * (uint64_t)i];
    tops[last] = UINT32_MAX;
    fill_guide(tops, last, size, table[RR_WEIGHTS_NEXT], table + rr_weights_guide(count));
}

static uint32_t guide_size(uint64_t number)
{
    const unsigned small = rr_fraction_bits(number), b = small + (small < 15 ? 3 : 1);
    return 1u << (b < GUIDE_MIN ? GUIDE_MIN : b > GUIDE_MAX ? GUIDE_MAX : b);
}

size_t rr_weights_size(uint64_t number)
{
    return ((size_t)rr_weights_bits((uint32_t)number, guide_size(number)) + 4 * number) * sizeof(uint32_t);
}

/* A call with these weights. */
static void call_of(rr_call *call, const double *weights, uint64_t number)
{
    *call = (rr_call){.sampler = rr_sampler_find("categorical")};
    call->sizes = (rr_sizes){.dim = {[RR_DIM_NONE] = 1, [RR_DIM_N] = number}, .lists = 1};
    call->job.param[0] = (rr_param){weights, RR_F64, 0, sizeof *weights};
}

void rr_weights_fill(const double *weights, uint64_t number, double first, void *table)
{
    rr_call call;
    struct weights w = {.call = &call, .count = number, .first = (uint64_t)first};
    call_of(&call, weights, number);
    look(&w, NULL);
    fill(&w, guide_size(number), table);
}

rr_status rr_weights_scale(const double *weights, uint64_t number, const char *of, rr_result *result, int *shift)
{
    rr_call call;
    struct weights w = {.call = &call, .of = of, .count = number};
    call_of(&call, weights, number);
    const rr_status status = look(&w, result);
    *shift = w.shift;
    return status;
}

/* The call's weights, checked. */
static rr_status weights_of(const rr_call *call, rr_result *result, weights *w)
{
    *w = (weights){.call = call, .of = call->sampler->name, .p = rr_list_of(call), .count = rr_list_length(call),
                    .logits = rr_has_logits(call->sampler)};
    return look(w, result);
}

rr_status rr_weights_check(const rr_call *call, rr_result *result)
{
    weights w;
    return weights_of(call, result, &w);
}

rr_status rr_weights_take(const rr_call *call, rr_result *result, rr_table *t)
{
    weights w;
    const rr_status status = weights_of(call, result, &w);
    if (status != RR_OK) return status;
    const int mixture = rr_is_mixture(call->sampler);
    const size_t next_to = mixture ? sizeof(uint32_t) * rr_weights_extra((uint32_t)w.count, guide_size(w.count)) : 0;
    t->size = mixture ? next_to + rr_extra_size(call) : rr_weights_size(w.count);
    if (posix_memalign(&t->own, 64, t->size)) {
        t->own = NULL;
        return rr_fail(result, RR_ERR_MEMORY, "no memory for the table of %s", call->sampler->name);
    }
    fill(&w, guide_size(w.count), t->own);
    t->data = t->own;
    return mixture ? rr_extra_fill(call, (double *)(void *)((char *)t->own + next_to), result) : RR_OK;
}
