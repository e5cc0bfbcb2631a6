/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Short rows are normalized several at a time (engine/passes/short_rows.h). With every length up to 40 components, every
 * instruction set and both types, a call of few rows has the bits of the first rows of a longer call, and writes nothing
 * beyond them. The hashes are those of rows that were normalized one by one: another hash is a change of the contract. */
#include "tests/support/support.h"

enum { MAX = 40, ROWS = 150, GUARD = 64 };

static const double alpha[MAX] = {0.02, 0.1, 0.25, 0.5, 1, 1, 1.5, 2, 3.5, 8, 15, 40, 0.001, 7, 0.9, 1e4, 3};

static rr_job rows_job(const char *law, rr_type dtype, uint64_t cols)
{
    static double shapes[MAX];
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(law);
    job.dtype = dtype;
    job.stream = rr_stream_make(3, 8);
    job.rows = ROWS;
    job.cols = cols;
    for (int c = 0; c < MAX; ++c) shapes[c] = alpha[c % 17];
    if (!strcmp(law, "dirichlet")) job.param[0] = (rr_param){shapes, RR_F64, 0, 8};
    return job;
}

static void first_rows(const char *law, rr_job job, const char *on, const unsigned char *want)
{
    unsigned char have[ROWS * MAX * 8 + GUARD];
    static const unsigned char counts[] = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, ROWS};
    const size_t size = width(job.dtype), row = job.cols * size;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        job.rows = counts[i];
        memset(have, 0x5a, sizeof have);
        must_run(device("%s,threads=1", on), &job, have);
        same_bits(want, have, job.rows * job.cols, (unsigned)size, "%s %s: %d rows of %d", on, law, (int)job.rows,
                  (int)job.cols);
        for (size_t g = 0; g < GUARD; ++g) assert_int_equal(have[job.rows * row + g], 0x5a);
    }
}

static void law_rows(const char *law, const uint64_t *hash)
{
    unsigned char want[ROWS * MAX * 8];
    const char *names[8];
    const unsigned count = isas(names);
    for (int wide = 0; wide < 2; ++wide) {
        uint64_t all = 0xcbf29ce484222325u;
        for (uint64_t cols = 2; cols <= MAX; ++cols) {
            const rr_job job = rows_job(law, wide ? RR_F64 : RR_F32, cols);
            rr_job whole = job;
            must_run(device("cpu"), &whole, want);
            for (size_t i = 0; i < ROWS * cols * width(job.dtype); ++i) all = (all ^ want[i]) * 0x100000001b3u;
            for (unsigned d = 0; d < count; ++d) first_rows(law, job, names[d], want);
        }
        if (all != hash[wide])
            fail_msg("%s f%d: other bits, 0x%016llx", law, wide ? 64 : 32, (unsigned long long)all);
    }
}

static void dirichlets(void **state)
{
    (void)state;
    law_rows("dirichlet", (const uint64_t[]){0x7bc1e1a802fb69a0, 0x6688483f85730d0f});
}

static void spheres(void **state)
{
    (void)state;
    law_rows("sphere", (const uint64_t[]){0xcb41c3378890d359, 0xea4f1ad385f496ce});
}

static void balls(void **state)
{
    (void)state;
    law_rows("ball", (const uint64_t[]){0x147102db84104a8b, 0x136c480a0a4e6cac});
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(dirichlets), TEST(spheres), TEST(balls)};
    return RUN(tests);
}
