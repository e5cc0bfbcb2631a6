/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Indices of rows past 32 bits, for every sampler of rows: 2^32 inside a call as the index of a component, as that of a row,
 * and the last index. Rows drawn one by one on the scalar device by loop are the reference; every number of rows from 1 to
 * 70, on every instruction set, by strategies in turn, has the same bytes. tests/known and the answers of the modules prove
 * that single rows are right; here they also differ from the rows at the lower words of their indices. */
#include <math.h>

#include "tests/support/strategies.h"
#include "tests/support/support.h"

enum { ROWS = 70, BEFORE = 33, LONGEST = 18, R = 3 };

/* A covariance, by its diagonals. */
static const double diagonals[2 * LONGEST - 1] = {[LONGEST - 2] = 0.4, 2, 0.4};

/* A good value of parameter p in component k of all rows. */
static double good(const rr_sampler *s, uint32_t p, unsigned k, unsigned cols)
{
    if (s->stages && !p) return 30 + k / cols % 11;   /* a total, below the sum of the values after it */
    if (s->stages) return strcmp(s->name, "dirichlet-multinomial") ? 40 + k % 5 * 10 : 0.3 + k % 7 * 0.25;
    if (s->param[p].shape.rule == RR_RULE_ABOVE_SIDE) return sqrt(cols) + k / cols % 7 * 0.75;
    const double low = s->param[p].f32.low, x = 0.125 + k % 61 * 0.0625;
    return x < low ? low + x : x;
}

/* ROWS rows from row `first` on; each: per-row parameters, except those shared by all rows. */
static rr_job job_of_rows(const rr_sampler *s, rr_type dtype, uint64_t first, unsigned cols, int each)
{
    static double values[RR_MAX_PARAMS][ROWS * LONGEST], factor[LONGEST * R];
    rr_job job = RR_JOB_INIT;
    job.sampler = s;
    job.dtype = dtype;
    job.stream = rr_stream_make(20269, 7);
    job.stream.next = first;
    job.rows = ROWS;
    job.cols = cols;
    job.dims = rr_sampler_dims(s, (rr_dims){.r = rr_lists(s) ? R : 1});
    for (unsigned k = 0; k < LONGEST * R; ++k) factor[k] = (k * 5 % 7 - 3.0) * 0.25;
    for (uint32_t p = 0; p < s->params; ++p) {
        const int row = rr_is_per_row(s, p);
        for (unsigned k = 0; k < ROWS * cols; ++k) values[p][k] = good(s, p, k, cols);
        job.param[p] = (rr_param){values[p], RR_F64, each ? 8 * (ptrdiff_t)cols : 0, row ? 0 : 8};
        if (rr_is_covariance(s, p)) job.param[p] = (rr_param){&diagonals[LONGEST - 1], RR_F64, -8, 8};
        if (rr_is_list(s, p)) job.param[p] = (rr_param){factor, RR_F64, 0, 8};
    }
    return job;
}

static rr_job from_row(rr_job job, uint64_t row, uint64_t rows)
{
    job.stream.next += row;
    job.rows = rows;
    for (uint32_t p = 0; p < job.sampler->params; ++p)
        if (!(rr_whole_params(job.sampler) >> p & 1))
            job.param[p].data = (const char *)job.param[p].data + (ptrdiff_t)row * job.param[p].row_stride;
    return job;
}

static int refused(const rr_job *job)
{
    static char out[ROWS * LONGEST * 8];
    rr_job copy = *job;
    copy.out = out;
    return rr_run(device("cpu:scalar"), &copy, NULL) != RR_OK;
}

/* Rows from number BEFORE on differ from those `back` rows before, which the lower words of their indices would give. */
static void not_what_was_before(const rr_job *job, const char *want, uint64_t back)
{
    static char before[ROWS * LONGEST * 8];
    const size_t size = job->cols * width(job->dtype);
    rr_job others = from_row(*job, BEFORE, ROWS - BEFORE);
    unsigned same = 0;
    others.stream.next -= back;
    must_run(device("cpu:scalar"), &others, before);
    for (unsigned r = 0; r < others.rows; ++r) same += !memcmp(before + r * size, want + (BEFORE + r) * size, size);
    if (same > others.rows / 8)
        fail_msg("%s: %u of %u rows are those of %llu rows before", job->sampler->name, same, (unsigned)others.rows,
                 (unsigned long long)back);
}

static void one(rr_job job, const char *where, uint64_t back, unsigned turn)
{
    static char want[ROWS * LONGEST * 8], have[ROWS * LONGEST * 8];
    const size_t size = job.cols * width(job.dtype);
    const char *names[8];
    const unsigned sets = isas(names);
    char text[32];
    job.strategy = strategy("loop");
    for (unsigned r = 0; r < ROWS; ++r) {
        const rr_job row = from_row(job, r, 1);
        must_run(device("cpu:scalar"), &row, want + r * size);
    }
    if (back) not_what_was_before(&job, want, back);
    for (unsigned i = 0; i < sets; ++i)
        for (unsigned n = 1; n <= ROWS; ++n, ++turn) {
            const unsigned from = turn % 2 ? ROWS - n : 0;
            rr_job part = from_row(job, from, n);
            while (!strategy_text(turn, text) || strstr(text, "100")) turn = strategy_text(turn, text) ? turn + 1 : 0;
            part.strategy = strategy(text);
            memset(have, 0x5a, sizeof have);
            must_run(device("%s,tile=64", names[i]), &part, have);
            same_bits(want + from * size, have, n * job.cols, width(job.dtype), "%s: %u rows of %u from %llx, %s, %s, %s",
                      job.sampler->name, n, (unsigned)job.cols, (unsigned long long)part.stream.next, where, names[i], text);
        }
}

static void all_of(const rr_sampler *s, rr_type dtype, unsigned cols, unsigned seen)
{
    const uint64_t whole = (uint64_t)1 << 32;
    const int even = !(cols & (cols - 1));   /* a power of 2: it divides 2^32 */
    unsigned turn = seen;
    for (int each = 0; each < 2; ++each) {
        if (!deep() && (int)(seen % 2) != each) continue;   /* default run: in turn */
        one(job_of_rows(s, dtype, whole / cols - BEFORE, cols, each), "2^32 a component", even ? whole / cols : 0, turn++);
        one(job_of_rows(s, dtype, whole - BEFORE, cols, each), "2^32 a row", whole, turn++);
        const rr_job last = job_of_rows(s, dtype, UINT64_MAX / cols + (uint64_t)even - ROWS, cols, each);
        one(last, "the last index", 0, turn++);
        rr_job past = last;
        ++past.stream.next;
        if (!refused(&past)) fail_msg("%s takes an index past 2^64 - 1", s->name);
    }
}

static void every_sampler(void **state)
{
    const rr_sampler *s;
    unsigned seen = 0;
    (void)state;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        for (int t = RR_F32; t <= RR_U64; ++t) {
            if (!rr_is_row(s) || s->outside || !(s->dtypes >> t & 1)) continue;
            if (s->counts && t != RR_I64 && t != RR_I32 && t != RR_F32) continue;   /* the same counts */
            for (unsigned cols = 4; cols <= 9; cols += 5) all_of(s, (rr_type)t, cols * rr_shape_parts(s->shape), seen++);
        }
    assert_true(seen > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_sampler)};
    return RUN(tests);
}
