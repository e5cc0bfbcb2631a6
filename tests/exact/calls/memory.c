/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call frees all memory that it allocates. */
#include <malloc.h>

#include "tests/exact/calls/calls.h"

#ifdef __GLIBC__
static size_t bytes_in_use(void)
{
    const struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}
#else
static size_t bytes_in_use(void) { return 0; }
#endif

/* Beyond the 64 cached tables a table belongs to its call, which frees it. */
static void tables_are_given_back(void **state)
{
    float out[4];
    size_t before = 0;
    for (int k = 0; k < 64 + 40; ++k) {
        const double shape = 100 + k;
        rr_job job = gamma_job(out, 4);
        job.sampler = rr_sampler_find("gamma:table");
        job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
        must_run(device("cpu"), &job, out);
        if (k == 64) before = bytes_in_use();
        if (k > 64 && bytes_in_use() > before + 100000) fail_msg("%zu bytes more", bytes_in_use() - before);
    }
    (void)state;
}

/* The workspace of each thread of a call is freed. */
static void scratch_is_given_back(void **state)
{
    enum { M = 2 * 32768 };
    float *const out = malloc(M * sizeof *out);
    for (uint32_t threads = 1; threads <= 2; ++threads) {
        const rr_device *const d = device("cpu,threads=%u", threads);
        rr_job job = gamma_job(out, M);
        must_run(d, &job, out);
        const size_t before = bytes_in_use();
        for (int k = 0; k < 20; ++k) must_run(d, &job, out);
        if (bytes_in_use() > before + 100000) fail_msg("%u threads: %zu bytes more", threads, bytes_in_use() - before);
    }
    free(out);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(tables_are_given_back), TEST(scratch_is_given_back),
    };
    return RUN(tests);
}
