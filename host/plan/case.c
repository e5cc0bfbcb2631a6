/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The case of a call: the properties that its time depends on. Where parameters vary, some elements represent all. */
#include <math.h>

#include "planner.h"

/* The number of elements examined, evenly spread: one if all are alike, otherwise at most `max`. */
static uint64_t looked_at(const rr_call *call, uint64_t max, uint64_t *step)
{
    const uint64_t n = call->varies ? call->n : 1;
    *step = n > max ? n / max : 1;
    return n > max ? max : n;
}

/* True if the parameters of an element are valid. A relation with the sum of a row is not checked: that would read the whole
 * row. */
static int element_valid(const rr_call *call, uint64_t element)
{
    const rr_sampler *s = call->sampler;
    const void *values[RR_MAX_PARAMS];
    uint64_t room[RR_MAX_PARAMS];
    uint8_t gone = 0;
    for (uint32_t p = 0; p < s->params; ++p)
        if (s->integers) rr_integer_values(call, p, element, 1, &room[p], &values[p], &gone);
        else rr_param_values(call, p, element, 1, &room[p], &values[p]);
    return !gone && (rr_param_of_rule(s, RR_RULE_SUM) < s->params || rr_slot_good(call, values, 0, 0));
}

int rr_case_valid(const rr_call *call, uint64_t max)
{
    uint64_t step, element = 0;
    const uint64_t n = looked_at(call, max, &step);
    while (element < n && !element_valid(call, element * step)) ++element;
    return element < n;
}

double rr_case_reject(const rr_call *call, uint64_t max)
{
    uint64_t step;
    if (call->user) return fmin(1 - call->pilot_accept, 1 - 0x1p-30);
    const uint64_t n = looked_at(call, max, &step);
    double sum = 0, v[RR_MAX_PARAMS] = {0};
    for (uint64_t i = 0; i < n && call->sampler->accept; ++i) {
        rr_values_at(call, i * step, v);
        sum += 1 - call->sampler->accept(v);
    }
    return fmin(fmax(sum / (double)n, 0), 1 - 0x1p-30);
}

rr_case rr_case_of(const rr_call *call, uint64_t max, uint32_t flags)
{
    const rr_sampler *s = call->sampler;
    const rr_device *device = call->device;
    const uint32_t width = device->lanes[call->wide], tile = rr_host_of(device)->tile;
    const rr_type dtype = call->job.dtype;
    uint64_t step;
    const uint64_t n = call->n, looked = looked_at(call, max, &step);
    rr_case c = {.width = width, .warp = device->warp ? device->warp : width, .n = (double)n, .tile = tile,
                 .each = call->varies != 0, .endless = !!(flags & RR_PLAN_IN_KERNEL), .gpu = device->host != NULL};
    double v[RR_MAX_PARAMS] = {0};
    c.chance = rr_chance_reject(rr_case_reject(call, max));
    if (call->user) {
        c.slow = call->pilot_slow;
        c.work = 1;
        return c;
    }
    for (uint64_t i = 0; i < looked; ++i) {
        rr_values_at(call, i * step, v);
        c.slow += s->slow ? s->slow(v, dtype) / (double)looked : 0;
        c.aux += s->aux ? s->aux(v) / (double)looked : 0;
        c.work += (s->work ? s->work(v, dtype) : 1) / (double)looked;
    }
    return c;
}
