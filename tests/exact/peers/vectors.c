/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* GPU and vector code: stores past the end, tails of registers, widths, threads, sizes past 2^32. */
#include <math.h>

#include "tests/support/feed.h"
#include "tests/exact/peers/bug.h"

/* Masks came four times over. */
BUG(GPU_05_no_block_of_four_alike)
{
    draw("bits", RR_U32, MAX, 0, 0, X);
    for (int i = 3; i < MAX; ++i) assert_true(W[i] != W[i - 1] && W[i] != W[i - 2] && W[i] != W[i - 3]);
}

BUG(GPU_07_the_same_seed_again)
{
    draw("uniform", RR_F32, 100, 0, 1, X);
    draw("uniform", RR_F32, 100, 0, 1, Y);
    assert_memory_equal(X, Y, 800);
}

/* Slices of an array with gaps were alike. */
BUG(GPU_08_rows_differ)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("uniform");
    job.rows = 64;
    job.cols = 64;
    must_run(device("cpu"), &job, X);
    for (int r = 1; r < 64; ++r) assert_true(X[64 * r] != X[64 * (r - 1)] && X[64 * r] != X[0] + (r == 0));
}

/* The number of elements was cut to 32 bits. Nothing is drawn here: rr_check only reads the job. */
BUG(GPU_10_sizes_past_2_32)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("uniform");
    job.rows = (uint64_t)1 << 16;
    job.cols = ((uint64_t)1 << 17) + 5;
    job.stream.next = 0 - job.rows * job.cols;
    assert_int_equal(rr_check(device("cpu,tile=65536"), &job, NULL), RR_OK);
    ++job.stream.next;
    assert_int_equal(rr_check(device("cpu,tile=65536"), &job, NULL), RR_ERR_INDEX);
}

BUG(GPU_11_empty_requests)
{
    for (int s = 0; s < REALS; ++s) assert_int_equal(draw(REAL[s], RR_F64, 0, NAN, NAN, X), RR_OK);
}

/* uniform(k, k) depended on the device. */
BUG(GPU_12_low_equals_high)
{
    const char *names[8];
    const double ends[] = {0, 1, -3.7, 1e30};
    for (unsigned i = 0, n = isas(names); i < n; ++i)
        for (int k = 0; k < 4; ++k) {
            assert_int_equal(draw_on(names[i], "uniform", RR_F64, rr_stream_make(1, 1), 40, ends[k], ends[k], X), RR_OK);
            for (int e = 0; e < 40; ++e) assert_true(X[e] == ends[k]);
        }
}

/* A sign of zero is a bit too: low = -0, high = +-0. */
BUG(GPU_12_signs_of_zero)
{
    const char *names[8];
    const double ends[][2] = {{-0.0, 0.0}, {-0.0, -0.0}, {0.0, -0.0}, {-0.0, 1}, {-1, -0.0}};
    for (unsigned i = 1, n = isas(names); i < n; ++i)
        for (int k = 0; k < 5; ++k)
            for (int f64 = 0; f64 < 2; ++f64) {
                draw_on(names[0], "uniform", f64 ? RR_F64 : RR_F32, rr_stream_make(1, 1), 40, ends[k][0], ends[k][1], X);
                draw_on(names[i], "uniform", f64 ? RR_F64 : RR_F32, rr_stream_make(1, 1), 40, ends[k][0], ends[k][1], Y);
                assert_memory_equal(X, Y, 320);
            }
}

BUG(GPU_14_awkward_counts)
{
    static const size_t COUNTS[] = {1, 63, 64, 65, 127, 251, 509, 1021, 4093};
    draw("gamma", RR_F64, MAX, 0.7, 1, Y);
    for (int k = 0; k < 9; ++k) {
        memset(X, 0xff, sizeof X);
        draw("gamma", RR_F64, COUNTS[k], 0.7, 1, X);
        assert_memory_equal(X, Y, COUNTS[k] * 8);
        assert_true(COUNTS[k] == MAX || isnan(X[COUNTS[k]]));
    }
}

/* One normal was drawn and broadcast over a batch of parameters. */
BUG(GPU_17_every_member_its_own_noise)
{
    double mean[200], sd[200];
    rr_stream s = rr_stream_make(3, 3);
    for (int i = 0; i < 200; ++i) mean[i] = i, sd[i] = 1;
    rr_fill_normal_f64_each(device("cpu"), &s, 200, X, mean, sd);
    for (int i = 1; i < 200; ++i) assert_true(fabs((X[i] - i) - (X[i - 1] - (i - 1))) > 1e-9);
}

/* (thread, call) to counter was not one to one: here (index, attempt, purpose) to block, at the corners. */
BUG(GPU_18_blocks_are_shared_by_neighbours_only)
{
    static const uint64_t CORNERS[] = {0, 4, 8, ((uint64_t)1 << 32) - 4, (uint64_t)1 << 32, (uint64_t)1 << 33,
                                       (uint64_t)1 << 34, (uint64_t)1 << 63, ~(uint64_t)3};
    const double params[RR_MAX_PARAMS] = {0.7, 1, 1, 1};
    feed words;
    memset(&words, 0, sizeof words);   /* zero words: every LOW block is asked for */
    for (int f64 = 0; f64 < 2; ++f64)
        for (int s = 0; s < REALS; ++s) {
            struct { feed_asked asked; int corner; uint32_t j; } seen[9 * 4 * 8];
            unsigned n = 0;
            for (int c = 0; c < 9; ++c)
                for (uint32_t j = 0; j < 4; ++j) {
                    double x;
                    int open;
                    feed_attempt(text_of(REAL[s]), f64, &words, CORNERS[c], j, params, &x, &open);
                    for (unsigned a = 0; a < feed_asks; ++a) {
                        const feed_asked now = feed_log[a];
                        for (unsigned p = 0; p < n; ++p)
                            if (!memcmp(&seen[p].asked, &now, sizeof now) && (now.purpose < 2 || now.purpose >= 4))
                                assert_true(seen[p].corner == c && seen[p].j == j);
                            else if (!memcmp(&seen[p].asked, &now, sizeof now)) assert_true(seen[p].corner == c);
                        if (n < sizeof seen / sizeof *seen) {
                            seen[n].asked = now;
                            seen[n].corner = c;
                            seen[n++].j = j;
                        }
                    }
                }
            assert_true(n >= 9 * 4);
        }
}

/* A full register was stored past the end. */
BUG(SIMD_01_no_store_past_the_end)
{
    const char *names[8];
    for (unsigned i = 0, sets = isas(names); i < sets; ++i)
        for (int s = 0; s < REALS; ++s)
            for (size_t n = 0; n <= 67; ++n) {
                for (int e = 0; e < 100; ++e) X[e] = -77;
                draw_on(names[i], REAL[s], RR_F64, rr_stream_make(1, 1), n, p0_of(REAL[s]), 1, X);
                for (size_t e = n; e < 100; ++e) assert_true(X[e] == -77);
            }
}

/* The tail of n mod 16 >= 8 took another group of lanes. */
BUG(SIMD_02_every_prefix)
{
    for (int s = 0; s < REALS; ++s) {
        draw(REAL[s], RR_F32, 67, p0_of(REAL[s]), 1, Y);
        for (size_t n = 0; n <= 67; ++n) {
            draw(REAL[s], RR_F32, n, p0_of(REAL[s]), 1, X);
            assert_memory_equal(X, Y, n * 8);
        }
    }
}

/* The schedule of threads changed results. */
BUG(SIMD_04_any_number_of_threads)
{
    enum { MANY = 70000 };
    float *a = malloc(MANY * 4), *b = malloc(MANY * 4);
    static const unsigned THREADS[] = {1, 2, 3, 7, 16};
    for (int k = 0; k < 5; ++k) {
        rr_stream s = rr_stream_make(1, 1);
        assert_int_equal(rr_fill_gamma_f32(device("cpu,threads=%u", THREADS[k]), &s, MANY, k ? b : a, 0.6f, 1), RR_OK);
        if (k) assert_memory_equal(a, b, MANY * 4);
    }
    free(a);
    free(b);
}

/* Results depended on the width of the vectors. */
BUG(SIMD_05_same_bits_at_every_width)
{
    const char *names[8];
    for (unsigned i = 1, sets = isas(names); i < sets; ++i)
        for (int s = 0; s < REALS; ++s) {
            draw_on(names[0], REAL[s], RR_F32, rr_stream_make(1, 1), 333, p0_of(REAL[s]), 1, X);
            draw_on(names[i], REAL[s], RR_F32, rr_stream_make(1, 1), 333, p0_of(REAL[s]), 1, Y);
            assert_memory_equal(X, Y, 333 * 8);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(GPU_05_no_block_of_four_alike), TEST(GPU_07_the_same_seed_again), TEST(GPU_08_rows_differ),
        TEST(GPU_10_sizes_past_2_32), TEST(GPU_11_empty_requests), TEST(GPU_12_low_equals_high), TEST(GPU_12_signs_of_zero),
        TEST(GPU_14_awkward_counts), TEST(GPU_17_every_member_its_own_noise),
        TEST(GPU_18_blocks_are_shared_by_neighbours_only), TEST(SIMD_01_no_store_past_the_end), TEST(SIMD_02_every_prefix),
        TEST(SIMD_04_any_number_of_threads), TEST(SIMD_05_same_bits_at_every_width),
    };
    return RUN(tests);
}
