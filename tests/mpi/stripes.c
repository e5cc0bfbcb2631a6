/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The stripes of reroll-mpi, without MPI: every number once, whole rows, ends at whole MiB of the file, sizes. Run by
 * stripes.test.sh. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cli/base/cli.h"
#include "cli/mpi/stripes.h"

void *get_memory(size_t bytes)
{
    return malloc(bytes);
}

enum { MIB = 1 << 20 };

static stripes of(uint64_t count, uint64_t row, uint64_t header, uint64_t size, int ranks)
{
    return (stripes){.count = count, .row = row, .header = header, .size = size, .ranks = ranks};
}

/* The size that the header promises, in bytes. */
static double promised(const stripes *s, double rate)
{
    const double share = (double)s->left / (2.0 * s->ranks), bytes = fmax(share, 0.02 * rate) * (double)s->size;
    return fmin(fmax(bytes, MIB), 256.0 * MIB);
}

/* Cuts all that is left; every number is assigned once, and nothing that was given before. */
static void cut_all(stripes *s, double rate)
{
    uint64_t total = 0, before = ranges_total(&s->given);
    stripes_begin(s);
    assert_int_equal(s->left, s->count - before);
    for (;;) {
        const double want = promised(s, rate);
        const uint64_t left = s->left, gap = ranges_gap(&s->given, 0, s->count).count;
        const range got = stripes_next(s, rate);
        if (!got.count) break;
        total += got.count;
        assert_int_equal(s->left, left - got.count);
        assert_int_equal(ranges_total(&s->given), before + total);
        if (got.count == gap) continue;   /* the end of the numbers, or of a gap, wherever it is */
        const uint64_t end = s->header + (got.first + got.count) * s->size;
        assert_int_equal((got.first + got.count) % s->row, 0);
        assert_true(end % MIB < s->row * s->size);   /* the first row that begins in another MiB */
        const double bytes = (double)got.count * (double)s->size, rows = (double)(s->row * s->size);
        if (bytes > want + MIB + rows || bytes < want - MIB - rows)
            fail_msg("%.0f bytes of %.0f, which the header promises", bytes, want);
    }
    assert_int_equal(s->left, 0);
    assert_int_equal(total, s->count - before);
    ranges_free(&s->given);
}

static void guided(void **state)
{
    (void)state;
    static const uint64_t rows[] = {1, 3, 1000, 400000};
    static const double rates[] = {0, 1e6, 5e8};
    for (unsigned r = 0; r < 4; ++r)
        for (unsigned k = 0; k < 3; ++k)
            for (int ranks = 1; ranks <= 64; ranks *= 4) {
                stripes s = of(30000000 / rows[r] * rows[r], rows[r], 128, r == 2 ? 4 : 8, ranks);
                cut_all(&s, rates[k]);
            }
}

/* 64 GB: a rank never gets more than 256 MiB at once, however fast it is. */
static void limits(void **state)
{
    (void)state;
    for (int fast = 0; fast < 2; ++fast) {
        stripes s = of(UINT64_C(8000000000), 1, 128, 8, 2);
        stripes_begin(&s);
        const range first = stripes_next(&s, fast ? 1e12 : 0);
        assert_int_equal(first.first, 0);
        assert_int_equal(128 + first.count * 8, 256 * MIB);
        ranges_free(&s.given);
        s = of(UINT64_C(8000000000), 1, 128, 8, 2);
        cut_all(&s, fast ? 1e12 : 0);
    }
    stripes s = of(1000, 1, 128, 8, 4);   /* all of a small job */
    stripes_begin(&s);
    assert_int_equal(stripes_next(&s, 0).count, 1000);
    assert_int_equal(stripes_next(&s, 0).count, 0);
    ranges_free(&s.given);
}

/* The samples that a resumed file has are not drawn again, and its gaps are filled. */
static void resumed(void **state)
{
    (void)state;
    stripes s = of(20000000, 1, 128, 8, 3);
    ranges_add(&s.given, 0, 1000000);
    ranges_add(&s.given, 5000001, 7);
    ranges_add(&s.given, 9000000, 4000000);
    cut_all(&s, 2e7);
    s = of(100, 1, 128, 8, 3);
    ranges_add(&s.given, 0, 100);
    cut_all(&s, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(guided), cmocka_unit_test(limits), cmocka_unit_test(resumed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
