/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Streams: seeds, threads, forks and counters that share numbers. */
#include <sys/wait.h>
#include <unistd.h>

#include "tests/exact/peers/bug.h"

static uint32_t bit_at(uint64_t seed, uint64_t stream, uint64_t index)
{
    double x;
    draw_on("cpu", "bits", RR_U32, (rr_stream){seed, stream, index}, 1, 0, 0, &x);
    return (uint32_t)x;
}

BUG(STR_01_random123_answers)
{
    const uint32_t c[4] = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, k[2] = {0xa4093822, 0x299f31d0};
    const uint32_t want[4] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    uint32_t out[4];
    rr_philox4x32_10(c, k, out);
    assert_memory_equal(out, want, 16);
}

/* 750 of the first outputs of seeds 0 to 999 were odd. */
BUG(STR_03_first_outputs_of_neighbouring_seeds)
{
    int ones[3][32] = {{0}};
    for (uint64_t s = 0; s < 1000; ++s)
        for (int b = 0; b < 32; ++b) {
            ones[0][b] += bit_at(s, 0, 0) >> b & 1;
            ones[1][b] += bit_at(0, s, 0) >> b & 1;
            ones[2][b] += bit_at(s, s, 0) >> b & 1;
        }
    for (int k = 0; k < 96; ++k) assert_true(abs(2 * ones[k / 32][k % 32] - 1000) < 6 * 31.7);
}

/* Values depended on the chunks. */
BUG(STR_05_chunks)
{
    static const size_t A[] = {100, 1, 2478, 3, 2, 1500}, B[] = {1024, 55, 3005};
    rr_stream s = rr_stream_make(1, 9), t = s;
    double *x = X, *y = Y;
    for (int k = 0; k < 6; x += A[k++]) rr_fill_normal_f64(device("cpu"), &s, A[k], x, 0, 1);
    for (int k = 0; k < 3; y += B[k++]) rr_fill_normal_f64(device("cpu"), &t, B[k], y, 0, 1);
    assert_true(x - X == 4084 && y - Y == 4084 && s.next == t.next);
    assert_memory_equal(X, Y, 4084 * 8);
}

/* A 64-bit counter was cut to 32. */
BUG(STR_06_no_period_of_2_32)
{
    for (unsigned power = 30; power < 64; ++power)
        for (uint64_t i = 0; i < 4; ++i) assert_true(bit_at(1, 1, ((uint64_t)1 << power) + i) != bit_at(1, 1, i));
}

/* 1 and 1 + 2^40 were one seed. */
BUG(STR_11_every_bit_of_the_seed)
{
    const uint32_t base = bit_at(77, 99, 3);
    for (int b = 0; b < 64; ++b) {
        assert_true(bit_at(77 ^ (uint64_t)1 << b, 99, 3) != base);
        assert_true(bit_at(77, 99 ^ (uint64_t)1 << b, 3) != base);
        assert_true(rr_derive(rr_stream_make(77, 99), (uint64_t)1 << b).seed != rr_derive(rr_stream_make(77, 99), 0).seed);
    }
}

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Lanes past 2^24 had equal seeds; ranks had equal masks; seed + thread collided. */
BUG(STR_15_states_are_unique)
{
    enum { STREAMS = 1 << 16 };
    static uint64_t first[STREAMS];
    for (uint64_t i = 0; i < STREAMS; ++i) {
        const rr_stream c = rr_derive(rr_stream_make(5, 5), ((uint64_t)1 << 24) + i);
        first[i] = c.seed ^ c.stream << 1;
    }
    qsort(first, STREAMS, 8, by_value);
    for (int i = 1; i < STREAMS; ++i) assert_true(first[i] != first[i - 1]);
}

/* Children of a fork drew the same: here a draw is named by its stream, in the child as in the parent. */
BUG(STR_18_fork_is_pure)
{
    int ends[2];
    double child = 0, own;
    assert_int_equal(pipe(ends), 0);
    const pid_t pid = fork();
    draw("normal", RR_F64, 1, 0, 1, &own);
    if (!pid) _exit(write(ends[1], &own, 8) == 8 ? 0 : 1);
    assert_int_equal(read(ends[0], &child, 8), 8);
    waitpid(pid, NULL, 0);
    assert_true(child == own);
}

BUG(STR_19_ranks_differ)
{
    for (uint64_t r = 1; r < 64; ++r) {
        const rr_stream a = rr_derive(rr_stream_make(0, 0), r), b = rr_derive(rr_stream_make(0, 0), r - 1);
        assert_true(bit_at(a.seed, a.stream, 0) != bit_at(b.seed, b.stream, 0));
    }
}

/* Threads drew the same numbers. */
BUG(STR_24_no_number_twice_with_threads)
{
    enum { MANY = 100000 };
    uint64_t *x = malloc(MANY * 8);
    rr_stream s = rr_stream_make(6, 6);
    assert_int_equal(rr_fill_uniform_f64(device("cpu,threads=3"), &s, MANY, (double *)x, 0, 1), RR_OK);
    qsort(x, MANY, 8, by_value);
    for (int i = 1; i < MANY; ++i) assert_true(x[i] != x[i - 1]);
    free(x);
}

/* One component of the counter or of the output was constant. */
BUG(STR_27_every_word_matters)
{
    uint32_t c[4] = {1, 2, 3, 4}, k[2] = {5, 6}, base[4], out[4];
    rr_philox4x32_10(c, k, base);
    for (int w = 0; w < 6; ++w)
        for (int b = 0; b < 32; ++b) {
            uint32_t *const at = w < 4 ? &c[w] : &k[w - 4];
            *at ^= 1u << b;
            rr_philox4x32_10(c, k, out);
            for (int o = 0; o < 4; ++o) assert_true(out[o] != base[o]);
            *at ^= 1u << b;
        }
}

/* A static distribution object kept state over a reseed. */
BUG(STR_29_no_hidden_state)
{
    draw("gamma", RR_F64, 3, 0.7, 1, Y);
    draw("normal", RR_F32, 5, 0, 1, X);
    draw("bits", RR_U32, 1, 0, 0, X);
    draw("gamma", RR_F64, 3, 0.7, 1, X);
    assert_memory_equal(X, Y, 24);
}

BUG(STR_35_a_stream_is_its_own)
{
    rr_stream a = rr_stream_make(1, 1), b = rr_stream_make(2, 2);
    rr_fill_bits_u32(device("cpu"), &a, 5, W);
    assert_true(a.next == 5 && b.next == 0);
}

/* Thread k of one run shared the seed of thread k - 1 of the next. */
BUG(STR_37_seed_and_thread_are_not_added)
{
    for (uint64_t s = 1; s < 30; ++s)
        for (uint64_t t = 1; t < 30; ++t) {
            assert_true(bit_at(s, t, 0) != bit_at(s + 1, t - 1, 0));
            assert_true(bit_at(s, t, 0) != bit_at(s, t - 1, 1) && bit_at(s, t, 0) != bit_at(s - 1, t, 1));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(STR_01_random123_answers), TEST(STR_03_first_outputs_of_neighbouring_seeds), TEST(STR_05_chunks),
        TEST(STR_06_no_period_of_2_32), TEST(STR_11_every_bit_of_the_seed), TEST(STR_15_states_are_unique),
        TEST(STR_18_fork_is_pure), TEST(STR_19_ranks_differ), TEST(STR_24_no_number_twice_with_threads),
        TEST(STR_27_every_word_matters), TEST(STR_29_no_hidden_state), TEST(STR_35_a_stream_is_its_own),
        TEST(STR_37_seed_and_thread_are_not_added),
    };
    return RUN(tests);
}
