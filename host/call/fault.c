/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The end of a call: the findings of its parts go to the result, and the parameter of the lowest bad element is named. */
#include <math.h>
#include <string.h>

#include "call.h"
#include "fault.h"
#include "host/lists/lists.h"

/* The caller's index of an element. UINT64_MAX, which means none, is unchanged. */
static unsigned long long reported(const rr_call *call, uint64_t element)
{
    return element == UINT64_MAX ? element : call->job.first_element + element;
}

/* True if parameter p of an element is in its range. *v is its value as a kernel sees it. */
static int value_is_good(const rr_call *call, uint32_t p, uint64_t element, double *v)
{
    char buffer[8];
    const void *values;
    if (call->sampler->integers) return rr_integer_at(call, p, element, v);
    rr_param_values(call, p, element, 1, buffer, &values);
    *v = rr_value_at(values, 0, call->width);
    return rr_in_range(call->range[p], *v, call->width);
}

/* The first weight of a row that is negative or not finite, or the first logit that is NaN or infinity; if there is none,
 * all weights are 0. */
static rr_status weights_fault(const rr_call *call, uint64_t element, rr_result *result)
{
    const uint32_t p = rr_list_of(call);
    const int logits = rr_has_logits(call->sampler);
    double v = 0;
    uint64_t k = 0;
    for (; k < rr_list_length(call); ++k) {
        rr_weights_read(call, p, element / call->job.cols, k, 1, &v);
        if (!((v >= 0 || logits) && v < INFINITY)) break;
    }
    const int found = k < rr_list_length(call);
    rr_note_fault(result, RR_FAULT_WEIGHTS, (int)p, found ? rr_value_of(v) : rr_value_none());
    if (result && found) result->bad_place[0] = k;
    return rr_fail(result, RR_ERR_PARAM,
                   logits ? "the logits of element %llu: each must be a number or -inf, and at least one a number"
                          : "the weights of element %llu: each must be finite and not negative, and at least one positive",
                   reported(call, element));
}

static rr_status outside_fault(const rr_call *call, uint32_t p, uint64_t element, double v, rr_result *result)
{
    const rr_sampler *s = call->sampler;
    const unsigned long long number = reported(call, element);
    const int whole = !s->integers || v == floor(v), per_row = call->sizes.per_rows >> p & 1;
    const rr_value given = rr_value_given(call, p, element);
    char value[24], range[64];
    rr_note_fault(result, whole ? RR_FAULT_RANGE : RR_FAULT_INTEGER, (int)p, given);
    if (result) result->range = *call->range[p];
    rr_value_text(given, value);
    rr_range_text(call->range[p], range);
    /* In the range, but not when it is converted to f32. */
    const int underflow = v == 0 && given.type == RR_F64 && rr_in_range(call->range[p], given.as.real, 8);
    /* A value per row is reported with the row's index. */
    return rr_fail(result, RR_ERR_PARAM, "%s = %s of %s %llu is %s its range %s", s->param[p].name, value,
                   per_row ? "row" : "element", per_row ? number / call->job.cols : number,
                   !whole ? "not an integer in" : underflow ? "0 in f32, outside" : "outside", range);
}

/* Every parameter is in its range: v has them, as doubles. */
static rr_status relation_fault(const rr_call *call, uint64_t element, double v[RR_MAX_PARAMS], rr_result *result)
{
    const rr_sampler *s = call->sampler;
    const uint32_t sum = rr_param_of_rule(s, RR_RULE_SUM);   /* the parameter whose sum is checked, if any */
    const int summed = sum < s->params;
    if (summed) v[sum] = rr_row_sum(call, element / call->job.cols, &(uint64_t){0});
    rr_note_fault(result, RR_FAULT_RELATION, -1, summed ? rr_value_of(v[sum]) : rr_value_none());
    for (uint32_t p = 0; result && p < s->params && p < RR_MAX_RELATED; ++p)
        result->related[p] = p == sum ? rr_value_of(v[p]) : rr_value_given(call, p, element);
    /* Integers in the wrong order may be equal as doubles, in which the relation is stated. */
    if (s->integers && s->relate && !s->relate(v)) v[1] = -INFINITY;
    const char *relation = s->relate ? s->relate(v) : "bad";
    if (result) result->relation = relation;
    return rr_fail(result, RR_ERR_PARAM, "%s (element %llu)", relation, reported(call, element));
}

static rr_status bad_fault(const rr_call *call, uint32_t remote, uint64_t element, rr_result *result)
{
    const rr_sampler *s = call->sampler;
    double v[RR_MAX_PARAMS];
    if (remote) {
        rr_note_fault(result, RR_FAULT_UNKNOWN, -1, rr_value_none());
        return rr_fail(result, RR_ERR_PARAM, "a parameter of element %llu is outside its range", reported(call, element));
    }
    if (rr_own_weights(call)) return weights_fault(call, element, result);
    for (uint32_t p = 0; p < s->params; ++p)
        if (!value_is_good(call, p, element, &v[p])) return outside_fault(call, p, element, v[p], result);
    const uint32_t p = rr_param_of_direction(s);
    if (p == s->params) return relation_fault(call, element, v, result);
    if (rr_has_logits(s)) {
        rr_note_fault(result, RR_FAULT_WEIGHTS, (int)p, rr_value_none());
        return rr_fail(result, RR_ERR_PARAM, "%s of element %llu are all -inf; at least one must be a number",
                       s->param[p].name, reported(call, element));
    }
    rr_note_fault(result, RR_FAULT_DIRECTION, (int)p, rr_value_none());
    return rr_fail(result, RR_ERR_PARAM, "%s of element %llu is not a direction: all its values are 0", s->param[p].name,
                   reported(call, element));
}

static rr_status unfit_fault(const rr_call *call, uint64_t element, rr_result *result)
{
    static const char *const names[] = {[RR_F32] = "f32", [RR_F64] = "f64", [RR_I64] = "i64",
                                        [RR_I32] = "i32", [RR_U32] = "u32", [RR_U64] = "u64"};
    rr_note_fault(result, RR_FAULT_FIT, -1, rr_value_none());
    if (!call->sampler->counts || (call->stages && call->job.dtype != RR_I32 && call->job.dtype != RR_U32))
        return rr_fail(result, RR_ERR_FIT,
                       "a stage of element %llu got a parameter outside its range, such as a Poisson mean above 1e15",
                       reported(call, element));
    return rr_fail(result, RR_ERR_FIT, "the count of element %llu does not fit %s", reported(call, element),
                   names[call->job.dtype]);
}

rr_status rr_call_end(const rr_call *call, uint32_t remote, const rr_part *part, rr_result *result)
{
    if (result) {
        result->strategy = call->strategy;
        if (call->job.flags & RR_COUNT) memcpy(&result->counts, &part->tally, sizeof result->counts);
    }
    if (rr_part_is_good(part)) return RR_OK;   /* the result has the fault already */
    if (result) {
        result->bad_index = reported(call, part->bad);
        result->failed = part->failed;
        /* With an invalid parameter, whether the count fits depends on the strategy. */
        const uint64_t unfit = part->bad == UINT64_MAX ? part->unfit : UINT64_MAX;
        result->failed_index = reported(call, unfit < part->failed_first ? unfit : part->failed_first);
    }
    if (part->bad != UINT64_MAX) return bad_fault(call, remote, part->bad, result);
    if (!part->failed && part->unfit != UINT64_MAX) return unfit_fault(call, part->unfit, result);
    if (!part->failed) return RR_OK;
    if (rr_strategy_fails(call->strategy))
        return rr_fail(result, RR_ERR_FAILED, "%llu samples had no accepted proposal among %u; the first is element %llu",
                       (unsigned long long)part->failed, call->strategy_number, reported(call, part->failed_first));
    return rr_fail(result, RR_ERR_CAP, "%llu samples reached the cap of %u attempts; the first is element %llu",
                   (unsigned long long)part->failed, call->sampler->cap, reported(call, part->failed_first));
}

_Static_assert(sizeof(rr_counts) == sizeof(rr_tally), "rr_counts and rr_tally are one layout");
