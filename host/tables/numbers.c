/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of a list of numbers (rr_is_list; engine/abi/numbers.h), and the checked numbers that a mixture's table has after
 * its weights. */
#include <float.h>
#include <stdlib.h>

#include "tables.h"
#include "engine/abi/numbers.h"

enum { PIECE = 256 };

/* Number k is not accepted by the sampler. */
static rr_status fault(const rr_call *call, uint32_t p, uint64_t k, double v, rr_result *result)
{
    const rr_sampler *s = call->sampler;
    const int finite = v >= -DBL_MAX && v <= DBL_MAX, increasing = s->param[p].shape.rule == RR_RULE_INCREASING;
    rr_note_fault(result, finite && increasing ? RR_FAULT_INCREASING : RR_FAULT_FINITE, (int)p, rr_value_of(v));
    if (result) result->bad_place[0] = k;
    return rr_fail(result, RR_ERR_PARAM, "%s: element %llu of %s is %g; %s", s->name, (unsigned long long)k,
                   s->param[p].name, v,
                   increasing ? "all are finite, and each is above the one before it" : "all are finite");
}

/* Number k of a parameter is outside its range. */
static rr_status outside(const rr_call *call, uint32_t p, uint64_t k, double v, rr_result *result)
{
    const rr_sampler *s = call->sampler;
    char range[64];
    rr_note_fault(result, RR_FAULT_RANGE, (int)p, rr_value_of(v));
    if (result) result->range = *call->range[p];
    if (result) result->bad_place[0] = k;
    rr_range_text(call->range[p], range);
    return rr_fail(result, RR_ERR_PARAM, "%s: element %llu of %s is %g; all must be in %s", s->name, (unsigned long long)k,
                   s->param[p].name, v, range);
}

/* The vector parameters other than the first. */
static uint32_t other_vectors(const rr_call *call)
{
    const uint32_t all = call->sizes.lists;
    return all & (all - 1);
}

size_t rr_extra_size(const rr_call *call)
{
    return (size_t)__builtin_popcount(other_vectors(call)) * rr_list_length(call) * sizeof(double);
}

rr_status rr_extra_fill(const rr_call *call, double *values, rr_result *result)
{
    const int narrow = call->width == 4;
    const uint64_t count = rr_list_length(call);
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        if (!(other_vectors(call) >> p & 1)) continue;
        for (uint64_t at = 0; at < count; at += PIECE)
            rr_weights_read(call, p, 0, at, count - at < PIECE ? (uint32_t)(count - at) : PIECE, values + at);
        for (uint64_t k = 0; k < count; ++k) {
            if (narrow) values[k] = (double)(float)values[k];
            if (!rr_in_range(call->range[p], values[k], call->width)) return outside(call, p, k, values[k], result);
        }
        values += count;
    }
    return RR_OK;
}

static rr_status fill(const rr_call *call, uint32_t p, double *values, rr_result *result)
{
    const int narrow = call->width == 4, ordered = call->sampler->param[p].shape.rule == RR_RULE_INCREASING;
    const uint64_t count = rr_list_length(call);
    for (uint64_t at = 0; at < count; at += PIECE)
        rr_weights_read(call, p, 0, at, count - at < PIECE ? (uint32_t)(count - at) : PIECE, values + at);
    for (uint64_t k = 0; k < count; ++k) {
        const double v = values[k], x = narrow ? (double)(float)v : v;
        if (!(x >= -DBL_MAX && x <= DBL_MAX) || (ordered && k && !(x > values[k - 1]))) return fault(call, p, k, v, result);
        values[k] = x;
    }
    return RR_OK;
}

rr_status rr_numbers_take(const rr_call *call, rr_result *result, rr_table *t)
{
    const uint64_t count = rr_list_length(call);
    double *table;
    t->size = (RR_NUMBERS_HEAD + (size_t)count) * sizeof *table;
    if (posix_memalign(&t->own, 64, t->size)) {
        t->own = NULL;
        return rr_fail(result, RR_ERR_MEMORY, "no memory for the %llu numbers of %s", (unsigned long long)count,
                       call->sampler->name);
    }
    t->data = table = t->own;
    table[0] = (double)count;
    return fill(call, rr_list_of(call), table + RR_NUMBERS_HEAD, result);
}
