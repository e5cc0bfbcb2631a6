/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of a call's weights (engine/abi/weights.h), in the integers of engine/abi/shares.h. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "tables.h"
#include "engine/abi/shares.h"
#include "engine/abi/weights.h"

enum { PIECE = 256, GUIDE_LEAST = 6, GUIDE_MOST = 22 };

typedef struct weights {
    const rr_call *call;
    const char *of;         /* what an error begins with */
    uint32_t p;
    uint64_t count, last;   /* of the last that is not 0 */
    int shift;              /* s */
    uint64_t first;         /* what category 0 counts */
} weights;

static rr_status fault(const weights *w, rr_result *result, uint64_t k, double v)
{
    rr_note_fault(result, RR_FAULT_WEIGHTS, (int)w->p, rr_value_of(v));
    if (result) result->bad_place[0] = k;
    return rr_fail(result, RR_ERR_PARAM, "%s: element %llu of %s is %g: weights are finite and not negative", w->of,
                   (unsigned long long)k, w->call->sampler->param[w->p].name, v);
}

/* Checks all, and finds the last and the scale. */
static rr_status look(weights *w, rr_result *result)
{
    double v[PIECE], most = 0;
    for (uint64_t at = 0; at < w->count; at += PIECE) {
        const uint32_t n = w->count - at < PIECE ? (uint32_t)(w->count - at) : PIECE;
        rr_weights_read(w->call, w->p, 0, at, n, v);
        for (uint32_t k = 0; k < n; ++k) {
            if (!(v[k] >= 0 && v[k] <= DBL_MAX)) return fault(w, result, at + k, v[k]);
            most = v[k] > most ? v[k] : most;
        }
    }
    if (!(most > 0)) {
        rr_note_fault(result, RR_FAULT_WEIGHTS, (int)w->p, rr_value_none());
        return rr_fail(result, RR_ERR_PARAM, "%s: all %s are 0: one at least is positive", w->of,
                       w->call->sampler->param[w->p].name);
    }
    w->shift = rr_share_shift(rr_share_read((const char *)&most), w->count);
    return RR_OK;
}

/* A number's words, the first first. */
static void put(uint32_t *to, rr_u128 x)
{
    to[0] = (uint32_t)(x.hi >> 32);
    to[1] = (uint32_t)x.hi;
    to[2] = (uint32_t)(x.lo >> 32);
    to[3] = (uint32_t)x.lo;
}

/* The sums, one after another: the four words of each at to + 4 i. Returns the last; *last is the number of the last q
 * above 0. */
static rr_u128 add_up(weights *w, uint32_t *to)
{
    double v[PIECE];
    rr_u128 sum = rr_u128_of(0, 0);
    for (uint64_t at = 0; at < w->count; at += PIECE) {
        const uint32_t n = w->count - at < PIECE ? (uint32_t)(w->count - at) : PIECE;
        rr_weights_read(w->call, w->p, 0, at, n, v);
        for (uint32_t k = 0; k < n; ++k) {
            const rr_u128 q = rr_share_scaled(rr_share_read((const char *)&v[k]), w->shift);
            if (q.hi | q.lo) w->last = at + k;
            sum = rr_u128_add(sum, q);
            put(to + 4 * (at + k), sum);
        }
    }
    return sum;
}

/* Of the cell of the guide that the n tops from tops[before] on are in. */
static uint32_t cell(const uint32_t *tops, uint32_t before, uint32_t n, uint32_t down, uint32_t next)
{
    const uint32_t ones = (1u << next) - 1;
    if (n > 1) return RR_WEIGHTS_CROWDED | before << next;
    return before << next | (n ? tops[before] << (32 - down) >> (32 - next) : ones);
}

/* Digits in place of sums. */
static void divide(const weights *w, rr_u128 sum, uint32_t *digits)
{
    const rr_share_whole whole = rr_share_of(sum);
    for (uint64_t i = 0; i < w->last; ++i) {
        uint32_t *const d = digits + 4 * i;
        put(d, rr_share_digits(whole, rr_u128_of((uint64_t)d[0] << 32 | d[1], (uint64_t)d[2] << 32 | d[3])));
    }
}

static void fill(weights *w, uint32_t size, uint32_t *table)
{
    const uint32_t count = (uint32_t)w->count, down = 33 - rr_share_bits(size);
    uint32_t *tops = table + RR_WEIGHTS_HEAD, *guide = table + rr_weights_guide(count),
             *digits = table + rr_weights_digits(count, size);
    uint32_t c = 0;
    const rr_u128 sum = add_up(w, digits);
    const uint32_t last = (uint32_t)w->last;
    divide(w, sum, digits);
    table[RR_WEIGHTS_LAST] = last;
    table[RR_WEIGHTS_COUNT] = count;
    table[RR_WEIGHTS_SIZE] = size;
    table[RR_WEIGHTS_FIRST] = (uint32_t)w->first;
    table[RR_WEIGHTS_FIRST + 1] = (uint32_t)(w->first >> 32);
    table[RR_WEIGHTS_NEXT] = 31 - rr_share_bits(last);
    for (uint32_t i = 0; i < last; ++i) tops[i] = digits[4 * (uint64_t)i];
    tops[last] = UINT32_MAX;
    for (uint32_t b = 0; b < size; ++b) {
        const uint32_t before = c;
        while (c < last && tops[c] >> down == b) ++c;
        guide[b] = cell(tops, before, c - before, down, table[RR_WEIGHTS_NEXT]);
    }
}

static uint32_t guide_size(uint64_t number)
{
    const unsigned small = rr_share_bits(number), b = small + (small < 15 ? 3 : 1);
    return 1u << (b < GUIDE_LEAST ? GUIDE_LEAST : b > GUIDE_MOST ? GUIDE_MOST : b);
}

size_t rr_weights_size(uint64_t number)
{
    return ((size_t)rr_weights_digits((uint32_t)number, guide_size(number)) + 4 * number) * sizeof(uint32_t);
}

/* A call that has them. */
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
    *w = (weights){.call = call, .of = call->sampler->name, .p = rr_list_of(call), .count = rr_list_length(call)};
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
    const size_t beside = mixture ? sizeof(uint32_t) * rr_weights_beside((uint32_t)w.count, guide_size(w.count)) : 0;
    t->size = mixture ? beside + rr_beside_size(call) : rr_weights_size(w.count);
    if (posix_memalign(&t->own, 64, t->size)) {
        t->own = NULL;
        return rr_fail(result, RR_ERR_MEMORY, "no memory for the table of %s", call->sampler->name);
    }
    fill(&w, guide_size(w.count), t->own);
    t->data = t->own;
    return mixture ? rr_beside_fill(call, (double *)(void *)((char *)t->own + beside), result) : RR_OK;
}
