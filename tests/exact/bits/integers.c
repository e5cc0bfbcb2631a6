/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters that are 64-bit integers: read exactly from every type; refused where they are not integers, do not fit the
 * dtype, or do not increase; the same samples whether they vary or not. */
#include "tests/support/strategies.h"
#include "tests/support/support.h"

enum { N = 700 };

/* A number of any type, from its 64 bits (integers) or a double. */
typedef struct number {
    rr_type type;
    uint64_t bits;
    double real;
} number;

#define I(x) {RR_I64, (uint64_t)(int64_t)(x), 0}
#define U(x) {RR_U64, (x), 0}
#define D(x) {RR_F64, 0, (x)}

static const char *const NAMES[] =
    {[RR_F32] = "f32", [RR_F64] = "f64", [RR_I32] = "i32", [RR_I64] = "i64", [RR_U32] = "u32", [RR_U64] = "u64"};

static void put(char *to, number v)
{
    const double d = v.real;
    const float f = (float)d;
    memcpy(to, v.type == RR_F32 ? (const void *)&f : v.type == RR_F64 ? (const void *)&d : &v.bits,
           width(v.type));   /* little-endian */
}

static rr_job job_with(const char *sampler, rr_type dtype, const number *v, size_t n, char values[2][N * 8])
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = dtype;
    job.rows = N;
    job.stream.next = ((uint64_t)1 << 34) - 300;
    for (uint32_t p = 0; p < 2; ++p) {
        const ptrdiff_t size = width(v[p].type);
        for (size_t k = 0; k < n; ++k) put(values[p] + (ptrdiff_t)k * size, v[p]);
        job.param[p] = (rr_param){values[p], v[p].type, n > 1 ? size : 0, 0};
    }
    return job;
}

/* ---- The same samples ------------------------------------------------------------------------------------------------ */

static const struct { rr_type dtype; number v[2]; } taken[] = {
    {RR_I64, {I(0), I(1)}}, {RR_I64, {I(-3), I(4)}}, {RR_I64, {I(0), I(3ll << 30)}}, {RR_I64, {I(-1000), I(1ll << 31)}},
    {RR_I64, {I(0), I(1ll << 32)}}, {RR_I64, {I(-7), I((1ll << 32) - 7)}}, {RR_I64, {I(0), I((1ll << 32) + 1)}},
    {RR_I64, {I(-(1ll << 62)), I((1ll << 62) + 12345)}}, {RR_I64, {I(INT64_MIN), I(INT64_MAX)}},
    {RR_I64, {I(INT64_MIN), I(INT64_MIN + 1)}},
    {RR_I32, {I(INT32_MIN), I(1ll << 31)}}, {RR_I32, {I(-5), I(6)}}, {RR_U32, {I(0), I(1ll << 32)}},
    {RR_U32, {I(4000000000ll), I(4000000009ll)}},
    {RR_U64, {U(0), U(UINT64_MAX)}}, {RR_U64, {U(UINT64_MAX - 9), U(UINT64_MAX)}}, {RR_U64, {U(1), U((1ull << 63) + 2)}},
};

/* A sample as two's complement, with the top bit of unsigned ones flipped so that the order is kept. */
static int64_t sample_at(const void *out, rr_type type, size_t i)
{
    return type == RR_I32   ? ((const int32_t *)out)[i]
           : type == RR_U32 ? ((const uint32_t *)out)[i]
                            : ((const int64_t *)out)[i];
}

static void same(void **state)
{
    static uint64_t want[N], out[N];
    static char one[2][N * 8], each[2][N * 8];
    const char *names[8];
    char text[32];
    const unsigned sets = isas(names);
    (void)state;
    for (size_t c = 0; c < sizeof taken / sizeof *taken; ++c) {
        const rr_type dtype = taken[c].dtype;
        const uint64_t turn = dtype == RR_U64 ? (uint64_t)1 << 63 : 0;
        const rr_job constant = job_with("integers", dtype, taken[c].v, 1, one);
        rr_job moving = job_with("integers", dtype, taken[c].v, N, each), half = moving;
        half.param[1] = constant.param[1];
        must_run(device("cpu:scalar"), &constant, want);
        for (size_t i = 0; i < N; ++i) {
            const int64_t x = (int64_t)((uint64_t)sample_at(want, dtype, i) ^ turn);
            if (x < (int64_t)(taken[c].v[0].bits ^ turn) || x >= (int64_t)(taken[c].v[1].bits ^ turn))
                fail_msg("case %zu: element %zu", c, i);
        }
        for (unsigned k = 0; strategy_text(k, text); ++k) {
            rr_job jobs[3] = {constant, moving, half};
            for (unsigned j = 0; j < 3 * sets; ++j) {
                rr_job *own = &jobs[j % 3];
                own->strategy = strategy(text);
                must_run(device("%s", names[j / 3]), own, out);
                same_bits(want, out, N, width(dtype), "case %zu, job %u by %s", c, j, text);
            }
        }
    }
}

/* A closed high has one value more than an open high; and the full range of 64 bits. */
static void closed(void **state)
{
    static uint64_t want[N], out[N];
    static char a[2][N * 8], b[2][N * 8];
    const number open[2] = {I(-9), I(1ll << 33)}, last[2] = {I(-9), I((1ll << 33) - 1)}, all[2] = {U(0), U(UINT64_MAX)},
                 top[2] = {U(UINT64_MAX), U(UINT64_MAX)};
    const rr_job job = job_with("integers", RR_I64, open, 1, a);
    (void)state;
    must_run(device("cpu"), &job, want);
    for (size_t n = 1; n <= N; n += N - 1) {
        const rr_job same_job = job_with("integers-closed", RR_I64, last, n, b);
        must_run(device("cpu"), &same_job, out);
        same_bits(want, out, N, 8, "up to high");
    }
    const rr_job every = job_with("integers-closed", RR_U64, all, 1, a),
                 every_each = job_with("integers-closed", RR_U64, all, N, b);
    must_run(device("cpu"), &every, want);
    must_run(device("cpu:scalar"), &every_each, out);
    same_bits(want, out, N, 8, "all integers");
    const rr_job one = job_with("integers-closed", RR_U64, top, N, b);
    must_run(device("cpu"), &one, out);
    for (size_t i = 0; i < N; ++i) assert_true(out[i] == UINT64_MAX);
}

/* Every type gives the same numbers, tight or not. */
static void types(void **state)
{
    static int64_t want[N], out[N];
    static char a[2][N * 8], b[2][N * 8];
    const number plain[2] = {I(3), I(1ll << 20)};
    const rr_job job = job_with("integers", RR_I64, plain, 1, a);
    (void)state;
    must_run(device("cpu"), &job, want);
    for (int low = RR_F32; low <= RR_U64; ++low)
        for (int high = RR_F32; high <= RR_U64; ++high)
            for (size_t n = 1; n <= N; n += N - 1) {
                const number v[2] = {{(rr_type)low, 3, 3}, {(rr_type)high, 1 << 20, 1 << 20}};
                rr_job other = job_with("integers", RR_I64, v, n, b);
                must_run(device("cpu"), &other, out);
                same_bits(want, out, N, 8, "low %s, high %s", NAMES[low], NAMES[high]);
            }
    for (int i = 0; i < N; ++i) out[i] = -1;
    rr_stream s = rr_stream_make(0, 0);
    s.next = job.stream.next;
    assert_int_equal(rr_fill_integers_i64(device("cpu"), &s, N, out, 3, 1 << 20), RR_OK);
    same_bits(want, out, N, 8, "the typed call");
}

/* ---- Refusals -------------------------------------------------------------------------------------------------------- */

static const struct { const char *sampler; rr_type dtype; number v[2]; const char *says; } refused[] = {
    {"integers", RR_I64, {I(0), I(0)}, "high must be above low"},
    {"integers", RR_I64, {I(5), I(-5)}, "high must be above low"},
    {"integers", RR_I64, {I(INT64_MAX), I(INT64_MAX)}, "above low"},
    {"integers", RR_I64, {I((1ll << 60) + 1), I((1ll << 60) + 1)}, "above low"},
    {"integers", RR_I64, {I((1ll << 60) + 1), I(1ll << 60)}, "above low"},
    {"integers", RR_U64, {U(UINT64_MAX), U(UINT64_MAX)}, "above low"},
    {"integers", RR_I64, {I(0), U(1ull << 63)}, "high = 9223372036854775808"},
    {"integers", RR_I64, {U(UINT64_MAX), I(3)}, "low = 18446744073709551615"},
    {"integers", RR_U64, {I(-1), I(3)}, "low = -1 of element"}, {"integers", RR_U64, {I(0), D(-1)}, "high = -1 of element"},
    {"integers", RR_I64, {D(0.5), I(3)}, "low = 0.5 of element"}, {"integers", RR_I64, {I(0), D(1e300)}, "high = 1e+300"},
    {"integers", RR_I64, {I(0), D(0x1p63)}, "high = 9223372036854775808"},
    {"integers", RR_F32, {I(0), {RR_F32, 0, 2.5}}, "not an integer in its range"},
    {"integers", RR_I32, {I(0), I((1ll << 31) + 1)}, "[-2147483648, 2147483648]"},
    {"integers", RR_I32, {I(-(1ll << 31) - 1), I(3)}, "low"},
    {"integers", RR_U32, {I(-1), I(3)}, "[0, 4294967296]"}, {"integers", RR_U32, {I(0), I((1ll << 32) + 1)}, "high"},
    {"integers-closed", RR_I64, {I(1), I(0)}, "high must not be below low"},
    {"integers-closed", RR_I64, {I((1ll << 53) + 1), I(1ll << 53)}, "high must not be below low"},
    {"integers-closed", RR_U64, {U(UINT64_MAX), U(UINT64_MAX - 1)}, "high must not be below low"},
    {"integers-closed", RR_I32, {I(0), I(1ll << 31)}, "2147483647]"},
    {"integers-closed", RR_U32, {I(0), I(1ll << 32)}, "4294967295]"},
};

/* For all samples, and for one of them, whose neighbours are unchanged. */
static void refusals(void **state)
{
    enum { AT = 77 };
    static uint64_t want[N], out[N];
    static char a[2][N * 8], b[2][N * 8];
    (void)state;
    for (size_t c = 0; c < sizeof refused / sizeof *refused; ++c) {
        const size_t w = width(refused[c].dtype);
        rr_result result = RR_RESULT_INIT;
        rr_job job = job_with(refused[c].sampler, refused[c].dtype, refused[c].v, 1, a);
        job.out = out;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
        if (!strstr(result.message, refused[c].says) || result.bad_index) fail_msg("case %zu: \"%s\"", c, result.message);
        for (size_t i = 0; i < N * w; ++i)
            if (refused[c].dtype != RR_F32 && ((char *)out)[i]) fail_msg("case %zu: a sample", c);
        const number good[2] = {{refused[c].v[0].type, 2, 2}, {refused[c].v[1].type, 9, 9}};
        job = job_with(refused[c].sampler, refused[c].dtype, good, N, b);
        must_run(device("cpu"), &job, want);
        for (int p = 0; p < 2; ++p) put(b[p] + AT * width(good[p].type), refused[c].v[p]);
        job.out = out;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
        assert_int_equal(rr_check(device("cpu"), &job, NULL), RR_ERR_PARAM);
        assert_true(result.bad_index == AT);
        same_bits(want, out, AT, (unsigned)w, "case %zu, before", c);
        same_bits((char *)want + (AT + 1) * w, (char *)out + (AT + 1) * w, N - AT - 1, (unsigned)w, "case %zu, behind", c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(same), TEST(closed), TEST(types), TEST(refusals)};
    return RUN(tests);
}
