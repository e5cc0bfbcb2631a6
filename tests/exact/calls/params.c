/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The parameter check in lanes, call->good, agrees with plain comparisons: every instruction set and dtype, ranges with open
 * and closed ends, values at, next to and far from them, in every lane of arrays that end within a register. */
#include <math.h>

#include "reroll_law.h"
#include "tests/support/support.h"

#include "host/call/call.h"

enum { MAX = 2 * 16 + 3 };   /* two of the widest registers and a part of one */

static double next(rr_type dtype, double v, double way)
{
    return dtype == RR_F64 ? nextafter(v, way) : (double)nextafterf((float)v, (float)way);
}

/* v as a number of the dtype. */
static double as(rr_type dtype, double v)
{
    return dtype == RR_F64 ? v : (double)(float)v;
}

static void put(rr_type dtype, void *values, uint32_t k, double v)
{
    const float f = (float)v;
    memcpy((char *)values + k * width(dtype), dtype == RR_F64 ? (const void *)&v : &f, width(dtype));
}

/* Written again, independently of the library. */
static int lies_in(rr_type dtype, const rr_range *r, double v)
{
    const double low = as(dtype, r->low), high = as(dtype, r->high);
    if (isnan(v)) return 0;
    if (v < low || v > high) return 0;
    return !(v == low && r->low_open) && !(v == high && r->high_open);
}

static rr_call call_of(const char *device_name, const char *sampler, rr_type dtype)
{
    rr_call call;
    const rr_job job = job_of(rr_sampler_find(sampler), dtype, 0, 1, SHARED, 0);
    assert_int_equal(rr_call_validate(device("%s", device_name), &job, &call, NULL), RR_OK);
    return call;
}

/* ---- Ranges -------------------------------------------------------------------------------------------------------- */

/* All n values are good except number `at`, which is v; also as one value for all slots. */
static void one_of(const rr_call *call, uint32_t n, uint32_t at, double good, double v, int want)
{
    char values[MAX * 8];
    for (uint32_t k = 0; k < n; ++k) put(call->job.dtype, values, k, k == at ? v : good);
    const rr_tile t = {.n = n, .varies = n > 1, .param = {values}};
    if (call->good(call, &t) == want) return;
    const rr_range *r = call->range[0];
    fail_msg("%s f%u: number %u of %u is %a; range %s%a, %a%s", rr_device_name(call->device, NULL, NULL, NULL),
             8 * call->width, at, n, v, r->low_open ? "(" : "[", r->low, r->high, r->high_open ? ")" : "]");
}

static unsigned one_range(rr_call *call, const rr_range *r)
{
    const rr_type dtype = call->job.dtype;
    const double tiny = dtype == RR_F64 ? 0x1p-1074 : 0x1p-149, min = dtype == RR_F64 ? 0x1p-1022 : 0x1p-126;
    const double low = as(dtype, r->low), high = as(dtype, r->high),
                 middle = as(dtype, isinf(high) ? low + 1 : (low + high) / 2);
    const double values[] = {NAN, -NAN, INFINITY, -INFINITY, 0.0, -0.0, tiny, -tiny, min, -min, 1, -1, low, high,
                             next(dtype, low, -INFINITY), next(dtype, low, INFINITY), next(dtype, high, -INFINITY),
                             next(dtype, high, INFINITY), middle};
    unsigned bad = 0;
    call->range[0] = r;
    if (!lies_in(dtype, r, middle)) return 0;
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        const int want = lies_in(dtype, r, values[i]);
        bad += !want;
        for (uint32_t n = 1; n <= MAX; n += n == 1 || n > 30 ? 1 : 7)
            for (uint32_t at = 0; at < n; ++at) one_of(call, n, at, middle, values[i], want);
    }
    return bad;
}

static void ranges(void **state)
{
    const double ends[] = {-INFINITY, -1e30, -1, -0.0, 0.0, 0x1p-149, 0.1, 1, 4096, 1e30, INFINITY};
    const char *names[8];
    const unsigned sets = isas(names);
    enum { ENDS = sizeof ends / sizeof *ends };
    unsigned bad = 0;
    for (unsigned i = 0; i < 2 * sets; ++i) {
        rr_call call = call_of(names[i / 2], "exponential", i % 2 ? RR_F64 : RR_F32);
        for (int e = 0; e < ENDS * ENDS * 4; ++e) {
            const rr_range r = {ends[e / 4 / ENDS], ends[e / 4 % ENDS], e & 1, e >> 1 & 1};
            if (r.low < r.high) bad += one_range(&call, &r);
        }
    }
    assert_true(bad > 1000);
    (void)state;
}

/* ---- Parameters that depend on each other -------------------------------------------------------------------------- */

/* Slot `at` of n has x and y as its first parameters; everything else is as in the distribution's first example. */
static void one_pair(const rr_call *call, uint32_t n, uint32_t at, double x, double y)
{
    const rr_sampler *s = call->sampler;
    const rr_type dtype = rr_param_type(s, call->job.dtype);
    char values[RR_MAX_PARAMS][MAX * 8];
    double v[RR_MAX_PARAMS];
    rr_tile t = {.n = n, .varies = n > 1 ? (1u << s->params) - 1 : 0};
    int want = 1;
    for (uint32_t p = 0; p < s->params; ++p) {
        const double plain = s->about->examples->low[p];
        v[p] = p == 0 ? x : p == 1 ? y : plain;
        want &= lies_in(dtype, call->range[p], v[p]);
        for (uint32_t k = 0; k < n; ++k) put(dtype, values[p], k, k == at ? v[p] : plain);
        t.param[p] = values[p];
    }
    want = want && !s->relate(v);
    if (call->good(call, &t) != want)
        fail_msg("%s f%u %s: %a and %a in slot %u of %u", rr_device_name(call->device, NULL, NULL, NULL), 8 * call->width,
                 s->name, x, y, at, n);
}

static void relations(void **state)
{
    const char *names[8];
    const unsigned sets = isas(names);
    const rr_sampler *s;
    unsigned found = 0;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        if (!s->relate || s->integers || rr_is_row(s)) continue;   /* tests/exact/bits/integers.c, multinomial.c */
        ++found;
        for (unsigned d = 0; d < 2 * sets; ++d) {
            const rr_call call = call_of(names[d / 2], s->name, d % 2 ? RR_F64 : RR_F32);
            const rr_type dtype = rr_param_type(s, call.job.dtype);
            const double values[] =
                {1,    2,   next(dtype, 2, 1), next(dtype, 2, 3), 2.5,         4096,        4095.5,        0.0, -0.0, -1,
                 1e30, NAN, INFINITY,          -INFINITY,         1 + 0x1p-12, 3 - 0x1p-20, 4096 - 0x1p-11};
            for (unsigned a = 0; a < sizeof values / sizeof *values; ++a)
                for (unsigned b = 0; b < sizeof values / sizeof *values; ++b) {
                    const double x = as(dtype, values[a]), y = as(dtype, values[b]);
                    for (uint32_t n = 1; n <= MAX; n += 8)   /* the last slot begins a register, too */
                        for (uint32_t at = 0; at < n; ++at) one_pair(&call, n, at, x, y);
                }
        }
    }
    assert_true(found >= 3);
    (void)state;
}

/* A constant parameter is combined with all varying ones. */
static void one_for_all(void **state)
{
    const double low = 2, high[3] = {3, 1, 4};
    rr_call call = call_of("cpu", "uniform", RR_F64);
    rr_tile t = {.n = 3, .varies = 2, .param = {&low, high}};
    assert_false(call.good(&call, &t));
    t.n = 1;
    assert_true(call.good(&call, &t));
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(ranges), TEST(relations), TEST(one_for_all)};
    return RUN(tests);
}
