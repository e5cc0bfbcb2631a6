/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two parts that no call exposes: the units of work of a plan, compared with counts; and the ranges passed to a GPU's
 * kernel, compared with those that the host checks. */
#include <math.h>

#include "tests/support/support.h"
#include "host/call/call.h"
#include "host/plan/costs.h"
#include "targets/gpu/gpu.h"

/* Passes of compact that follow the first one are those that are counted: 2000 tiles, whose mean is within 0.2 of the
 * model's (four standard errors and more). */
static void passes_of_compact(void **state)
{
    static const double accepts[] = {0.95, 0.7, 0.4};
    static uint32_t out[2000 * 256];
    for (int a = 0; a < 3; ++a)
        for (unsigned tile = 64; tile <= 256; tile *= 4) {
            const rr_device *d = device("cpu:scalar,tile=%u", tile);
            rr_job job = RR_JOB_INIT;
            rr_result result = RR_RESULT_INIT;
            rr_call call;
            rr_plan_row row;
            rr_units u;
            job.sampler = rr_sampler_find("attempts");
            job.dtype = RR_U32;
            job.rows = 2000 * tile;
            job.param[0] = (rr_param){&accepts[a], RR_F64, 0, 0};
            job.strategy = strategy("compact");
            job.flags = RR_COUNT;
            job.out = out;
            assert_int_equal(rr_run(d, &job, &result), RR_OK);
            assert_int_equal(rr_call_validate(d, &job, &call, NULL), RR_OK);
            const rr_case c = rr_case_of(&call, 1, 0);
            assert_int_equal(rr_units_of(&c, job.strategy, &u, &row), 0);
            const double passes = u.queue[RR_UNIT_ROW] * tile, seen = (double)result.counts.calls / 2000 - 1;
            if (fabs(passes - seen) > 0.2)
                fail_msg("accept %g, tile %u: %g passes, %g seen", accepts[a], tile, passes, seen);
        }
    (void)state;
}

/* A value and its neighbour outside the range, in the dtype. */
static void ends_of(const rr_sampler *s, uint32_t p, rr_type dtype, const rr_gpu_range *r)
{
    const unsigned width = param_width(s, dtype);
    const rr_range *range = rr_param_range(s, dtype, p);
    for (int high = 0; high < 2; ++high) {
        const double end = rr_value_at(high ? (const void *)&r->high : &r->low, 0, width), way = high ? INFINITY : -INFINITY;
        const double next = width == 8 ? nextafter(end, way) : (double)nextafterf((float)end, (float)way);
        if (!rr_in_range(range, end, width) || (next != end && rr_in_range(range, next, width)))
            fail_msg("%s, %s, f%u: the %s end is %a", s->name, s->param[p].name, 8 * width, high ? "high" : "low", end);
    }
}

static void ranges_of_kernels(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    unsigned open = 0;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        if (s->integers) continue;   /* no kernel of a GPU has them */
        const unsigned wide = rr_param_type(s, dtype) == RR_F64;
        rr_call call = {.sampler = s, .wide = wide, .width = wide ? 8 : 4};
        rr_launch l;
        for (uint32_t p = 0; p < s->params; ++p) call.range[p] = rr_param_range(s, dtype, p);
        rr_gpu_launch_start(&call, &l);
        for (uint32_t p = 0; p < s->params; ++p) {
            ends_of(s, p, dtype, &l.range[p]);
            open += s->param[p].f64.low_open;
        }
    }
    assert_true(open > 3);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(passes_of_compact), TEST(ranges_of_kernels)};
    return RUN(tests);
}
