/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares every function of engine/lanes/lane.h, lane by lane, with plain C, for the target and dtype that this file is
 * compiled for: random inputs and edge cases, all patterns of a mask, tails next to a page that must not be touched.
 *
 *   cc -std=gnu11 -O2 -ffp-contract=off -fno-math-errno $(FLAGS) -DRR_DTYPE=32 -I. tests/lanes/vocabulary.c \
 *      targets/cpu/avx2_pack.c -lcmocka -lm
 *
 * with FLAGS_... of the Makefile. Where the processor lacks the instructions the program reports that and is skipped.
 * Without cmocka (for a cross compiler, for example), use -DRR_NO_CMOCKA:
 *
 *   aarch64-linux-gnu-gcc ... -DRR_TARGET_NEON -DRR_NO_CMOCKA -static ... && qemu-aarch64 a.out
 *
 * To test AVX-512 on a processor without it, see simde/immintrin.h. */
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/lanes/lane.h"

#include "program.h"

enum { ROUNDS = 20000, GUARD = 64 };
#define L RR_LANES
#define ALL ((uint32_t)((UINT64_C(1) << L) - 1))

#include "vocabulary/inputs.h"

/* ---- Tests ---------------------------------------------------------------------------------------------------------- */

static void constants(void **state)
{
    struct words w;
    struct reals x;
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        const rr_scalar s = any_real();
        const uint32_t u = any_word();
        for (int l = 0; l < L; ++l) {
            w.at[l] = u;
            x.at[l] = s;
        }
        is_real("splat", rr_splat(s), x.at);
        is_word("wsplat", rr_wsplat(u), w.at);
    }
    for (int l = 0; l < L; ++l) w.at[l] = (uint32_t)l;
    is_word("iota", rr_iota(), w.at);
    for (int i = 0; i < ROUNDS; ++i) {
        const uint32_t u = any_word();
        uint32_t n = 0;
        for (int b = 0; b < 32; ++b) n += u >> b & 1;
        is_number("ucount", rr_ucount(u), n);
    }
}

static void memory(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        rr_scalar x[L + 2 * 4], y[L + 2 * 4];
        uint32_t w[L + 2 * 4], v[L + 2 * 4];
        const uint32_t at = below(8);
        for (int l = 0; l < L + 8; ++l) {
            x[l] = any_real();
            w[l] = any_word();
        }
        is_real("load", rr_load(x + at), x + at);
        is_word("wload", rr_wload(w + at), w + at);
        const struct reals a = any_reals();
        const struct words b = any_words();
        memcpy(y, x, sizeof y);
        memcpy(v, w, sizeof v);
        memcpy(y + at, &a, sizeof a);
        memcpy(v + at, &b, sizeof b);
        rr_store(x + at, real_of(a));
        rr_wstore(w + at, word_of(b));
        is_number("store", memcmp(x, y, sizeof x) != 0, 0);
        is_number("wstore", memcmp(w, v, sizeof w) != 0, 0);
    }
}

/* The tail of an array that ends at a page boundary; the next page is inaccessible. */
static void tails(void **state)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)state;
    is_number("mmap", two == MAP_FAILED || mprotect(two + page, page, PROT_NONE), 0);
    rr_scalar *end = (rr_scalar *)(two + page);
    for (int i = 0; i < ROUNDS; ++i) {
        static const uint32_t BEYOND[] = {L, L + 1, 100, 256, 257, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff};
        const uint32_t pick = below(2 * L + (uint32_t)(sizeof BEYOND / sizeof *BEYOND));
        const uint32_t n = pick < 2 * L ? pick : BEYOND[pick - 2 * L], k = n < L ? n : L;
        rr_scalar *p = end - (k ? k : 1);
        struct reals want, x = any_reals();
        rr_scalar buffer[2 * GUARD];
        for (int g = 0; g < 2 * GUARD; ++g) end[g - 2 * GUARD] = any_real();
        for (uint32_t l = 0; l < L; ++l) want.at[l] = p[l < k ? l : 0];
        is_real("loadn", rr_loadn(p, n), want.at);
        memcpy(buffer, end - 2 * GUARD, sizeof buffer);
        memcpy(buffer + (p - (end - 2 * GUARD)), &x, k * sizeof *p);
        rr_storen(p, real_of(x), n);
        is_number("storen", memcmp(buffer, end - 2 * GUARD, sizeof buffer) != 0, 0);
        /* away from the page, guards on both sides */
        p = end - GUARD;
        memcpy(buffer, end - 2 * GUARD, sizeof buffer);
        memcpy(buffer + GUARD, &x, k * sizeof *p);
        rr_storen(p, real_of(x), n);
        is_number("storen, guards", memcmp(buffer, end - 2 * GUARD, sizeof buffer) != 0, 0);
    }
    munmap(two, 2 * page);
}

static void interleaving(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        rr_scalar p[4 * L + 3], q[4 * L + 3];
        struct reals x[4];
        rr_real r[4];
        const uint32_t at = below(3);
        for (int k = 0; k < 4; ++k) x[k] = any_reals();
        for (int n = 2; n <= 4; n += 2) {
            for (int l = 0; l < 4 * L + 3; ++l) p[l] = q[l] = any_real();
            for (int k = 0; k < n; ++k)
                for (int l = 0; l < L; ++l) q[(int)at + l * n + k] = x[k].at[l];
            if (n == 2) rr_store2(p + at, real_of(x[0]), real_of(x[1]));
            else rr_store4(p + at, real_of(x[0]), real_of(x[1]), real_of(x[2]), real_of(x[3]));
            is_number(n == 2 ? "store2" : "store4", memcmp(p, q, sizeof p) != 0, 0);
            if (n == 2) rr_load2(p + at, &r[0], &r[1]);
            else rr_load4(p + at, &r[0], &r[1], &r[2], &r[3]);
            for (int k = 0; k < n; ++k) is_real(n == 2 ? "load2" : "load4", r[k], x[k].at);
        }
    }
}

/* ldexp rounds once. */
static void scaling(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        struct reals x, k, want;
        for (int l = 0; l < L; ++l) {
            const rr_scalar any = any_real(),
                            near = (rr_scalar)((0.5 + below(2)) * (1 + (double)(random_bits() >> 12) * 0x1p-52));
            const int max = RR_DTYPE == 32 ? 310 : 2300, n = (int)below(2 * (uint32_t)max) - max;
            x.at[l] = RR_SCALES_ANY && below(2) ? any : near;
            k.at[l] = (rr_scalar)n;
            want.at[l] = RR_DTYPE == 32 ? (rr_scalar)ldexpf((float)x.at[l], n) : (rr_scalar)ldexp((double)x.at[l], n);
        }
        is_real("scale", rr_scale(real_of(x), real_of(k)), want.at);
        for (int l = 0; l < L; ++l) k.at[l] += (rr_scalar)below(16) / 16;
        is_real("scale_floor", rr_scale_floor(real_of(x), real_of(k)), want.at);
    }
}

#include "vocabulary/masks.h"
#include "vocabulary/arithmetic.h"
#include "vocabulary/tables.h"

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants), cmocka_unit_test(memory), cmocka_unit_test(tails), cmocka_unit_test(interleaving),
        cmocka_unit_test(comparisons), cmocka_unit_test(masks), cmocka_unit_test(arithmetic),
        cmocka_unit_test(roots_by_steps),
        cmocka_unit_test(integers), cmocka_unit_test(products), cmocka_unit_test(counting), cmocka_unit_test(tables),
        cmocka_unit_test(warps), cmocka_unit_test(scaling),
#if RR_DTYPE == 64
        cmocka_unit_test(wides),
#endif
    };
    SKIP_UNLESS_USABLE;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
