/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* f16 and bf16: the f32 sample, rounded once. The rounding is compared with one in doubles, which uses no bit patterns, at
 * every exponent and around every tie. Each distribution, on each kind of lanes, with threads, and by each strategy, is
 * compared with the f32 job rounded that way. */
#include <float.h>
#include <math.h>

#include "tests/support/support.h"

#include "engine/lanes/lane.h"
#include "engine/lanes/half.h"

enum { N = 3000 };

static const rr_type HALVES[] = {RR_F16, RR_BF16};

/* The number that a bit pattern represents. */
static double value_of(rr_type type, uint16_t half)
{
    const int digits = type == RR_F16 ? 10 : 7, max = type == RR_F16 ? 31 : 255, low = type == RR_F16 ? -24 : -133;
    const int exponent = (half & 0x7fff) >> digits, fraction = half & ((1 << digits) - 1);
    const double size = exponent == max
                            ? (fraction ? NAN : INFINITY)
                            : ldexp(exponent ? fraction + (1 << digits) : fraction, low + (exponent ? exponent - 1 : 0));
    return half >> 15 ? -size : size;
}

/* The nearest number of the type; its steps are at least 2^low. */
static double nearest(rr_type type, double x)
{
    const int digits = type == RR_F16 ? 11 : 8, low = type == RR_F16 ? -24 : -133;
    const double end = type == RR_F16 ? 65520 : ldexp(511, 119);   /* half a step past the largest */
    int exponent;
    if (!isfinite(x)) return x;
    frexp(x, &exponent);
    const int step = exponent - digits > low ? exponent - digits : low;
    return fabs(x) >= end ? copysign(INFINITY, x) : ldexp(rint(ldexp(x, -step)), step);
}

/* The next one toward zero. */
static double toward_zero(rr_type type, double x)
{
    const int digits = type == RR_F16 ? 11 : 8, low = type == RR_F16 ? -24 : -133;
    const double largest = type == RR_F16 ? 65504 : ldexp(255, 120);
    int exponent;
    if (!isfinite(x)) return x;
    frexp(x, &exponent);
    const int step = exponent - digits > low ? exponent - digits : low;
    return copysign(fmin(ldexp(trunc(ldexp(fabs(x), -step)), step), largest), x);
}

static void is_rounded(rr_type type, float x, uint16_t half, int cut)
{
    const double want = cut ? toward_zero(type, (double)x) : nearest(type, (double)x), have = value_of(type, half);
    if (isnan(x) ? half == (type == RR_F16 ? 0x7e00 : 0x7fc0) : want == have && !signbit(want) == !signbit(have)) return;
    fail_msg("%a becomes %#x, which is %a and not %a", (double)x, half, have, want);
}

/* All upper halves of a float, with lower halves around each rounding boundary. */
static void rounding(void **state)
{
    static const uint32_t low[] = {0,      1,      0x7fff, 0x8000, 0x8001, 0xffff, 0x0fff, 0x1000,
                                   0x1001, 0x1fff, 0x2fff, 0x3000, 0x3001, 0xefff, 0xf000, 0xf001};
    (void)state;
    for (uint32_t high = 0; high < 65536; ++high)
        for (unsigned l = 0; l < sizeof low / sizeof *low; ++l)
            for (int bf16 = 0; bf16 < 2; ++bf16) {
                const uint32_t bits = high << 16 | low[l];
                float x;
                memcpy(&x, &bits, sizeof x);
                for (int cut = 0; cut < 2; ++cut)
                    is_rounded(HALVES[bf16], x, (uint16_t)rr_half_of(bits, bf16, cut), cut);
            }
}

/* Every distribution of single numbers, with shared and with per-sample parameters, in tiles that the job does not fill, by
 * two threads. */
static void laws(void **state)
{
    static const char *const on[] = {"cpu,tile=256", "cpu:scalar,threads=1", "cpu,threads=2", "cpu:warp32,tile=512"};
    static float drawn[N];
    static uint16_t half[N];
    const rr_sampler *s;
    unsigned tried = 0;
    (void)state;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        for (unsigned d = 0; d < sizeof on / sizeof *on; ++d)
            for (int h = 0; h < 2; ++h) {
                if (!(s->dtypes >> HALVES[h] & 1)) continue;
                rr_job job = job_of(s, RR_F32, 1000003 * i, N, (int)(d + i) % 2, 0);
                must_run(device("cpu"), &job, drawn);
                job.dtype = HALVES[h];
                must_run(device("%s", on[d]), &job, half);
                for (unsigned k = 0; k < N; ++k) is_rounded(HALVES[h], drawn[k], half[k], 0);
                job.flags |= RR_TOWARD_ZERO;
                must_run(device("%s", on[d]), &job, half);
                for (unsigned k = 0; k < N; ++k) is_rounded(HALVES[h], drawn[k], half[k], 1);
                ++tried;
            }
    assert_true(tried > 300);
}

static void strategies(void **state)
{
    static uint16_t want[N], have[N];
    rr_strategy_info info;
    (void)state;
    for (int h = 0; h < 2; ++h) {
        rr_job job = job_of(rr_sampler_find("beta"), HALVES[h], 5, N, EACH, 0);
        must_run(device("cpu"), &job, want);
        for (size_t k = 1; rr_strategy_list(k, &info); ++k) {
            job.strategy = info.example;
            rr_result result = RR_RESULT_INIT;
            job.out = have;
            if (rr_run(device("cpu:warp32"), &job, &result) == RR_ERR_FAILED) continue;   /* fixed:M leaves some undrawn */
            same_bits(want, have, N, 2, "%s", info.name);
        }
    }
}

/* A sample with a bad parameter, and one that fixed:1 leaves, is the type's NaN. Parameters, rows and counts of type half
 * are refused. Nothing outside the output is written. */
static void failed(void **state)
{
    static const double shape[4] = {2, -1, 2, NAN};
    const uint16_t none[2] = {0x7e00, 0x7fc0};
    (void)state;
    for (int h = 0; h < 2; ++h) {
        uint16_t out[6] = {0x1234, 0, 0, 0, 0, 0x1234};
        rr_job job = RR_JOB_INIT;
        rr_result result = RR_RESULT_INIT;
        job.sampler = rr_sampler_find("gamma");
        job.dtype = HALVES[h];
        job.rows = 4;
        job.param[0] = (rr_param){shape, RR_F64, sizeof *shape, 0};
        job.out = out + 1;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
        assert_true(out[0] == 0x1234 && out[5] == 0x1234 && out[2] == none[h] && out[4] == none[h]);
        assert_true(out[1] != none[h] && out[3] != none[h]);
        job.param[0].type = HALVES[h];
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
        assert_non_null(strstr(result.message, "shape"));
        job.param[0] = (rr_param){shape, RR_F64, 0, 0};
        job.out = (char *)out + 1;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
        job.out = out;
        job.sampler = rr_sampler_find(h ? "poisson" : "dirichlet");
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(rounding), TEST(laws), TEST(strategies), TEST(failed)};
    return RUN(tests);
}
