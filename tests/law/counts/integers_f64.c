/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* integers: the arithmetic of 64-bit lanes compared with 128-bit integers, and the attempt and the decide function that use
 * it. */
#define RR_DTYPE 64
#include "tests/law/lanes.h"
#include "laws/integers/integers_closed.h"

typedef unsigned __int128 large;

static uint64_t state = 1;

static uint64_t next(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ state >> 29;
}

/* Numbers of all sizes; first powers of 2 and their neighbours. */
static uint64_t number(unsigned k)
{
    if (k < 192) return ((uint64_t)1 << k / 3) + k % 3 - 1;
    return next() >> k % 64;
}

static void leftovers(void **unused)
{
    (void)unused;
    for (unsigned k = 0; k < 200000; ++k) {
        const uint64_t n = number(k), unit = n - 1 < 0xffffffffu || n - 1 == 0xffffffffu ? n << 32 : n;
        const uint64_t want = unit ? (uint64_t)(((large)1 << 64) % unit) : 0;
        if (rr_asbits(rr_wide_value(rr_integers_unit(n))) != unit) fail_msg("N of %llu", (unsigned long long)n);
        if (rr_integers_over(unit) != want)
            fail_msg("2^64 mod %llu is %llu, not %llu", (unsigned long long)unit, (unsigned long long)want,
                     (unsigned long long)rr_integers_over(unit));
    }
}

static void products(void **unused)
{
    (void)unused;
    for (unsigned k = 0; k < 200000; ++k) {
        const uint64_t n = number(k), x = k & 1 ? next() : ~(uint64_t)0 - (k & 6), two = (n - 1) >> 32;
        const uint64_t y = two ? x : x >> 32 << 32;
        const large p = (large)y * (n ? n : (large)1 << 64);
        rr_wide left;
        const rr_wide whole = rr_integers_product(n, x >> 32, x & 0xffffffffu, &left);
        if (whole != (uint64_t)(p >> 64) || left != (uint64_t)p)
            fail_msg("%llu by %llu", (unsigned long long)x, (unsigned long long)n);
    }
}

/* Where low and high vary the attempt leaves exactly the products below N undecided; decide, and a tile whose ranges
 * differ. */
static void decided(void **unused)
{
    enum { SLOTS = 64 };
    (void)unused;
    for (unsigned k = 0; k < 3000; ++k) {
        const int closed = k & 1;
        const uint64_t n = number(k), low = next(), high = low + n - (uint64_t)closed;
        double param[2][SLOTS];
        rr_tile t, constant;
        memset(&t, 0, sizeof t);
        for (unsigned r = 0; r < 2 * RR_PHILOX_ROUNDS; ++r) t.key.round[r] = 0x9e3779b9u * (r + 1);   /* any key */
        t.n = SLOTS;
        for (int i = 0; i < SLOTS; ++i) memcpy(&param[0][i], &low, 8), memcpy(&param[1][i], &high, 8);
        for (int p = 0; p < 2; ++p) t.param[p] = param[p];
        constant = t;
        t.varies = 1u + k % 3;
        (closed ? rr_integers_closed_prepare : rr_integers_prepare)(&t);
        (closed ? rr_integers_closed_prepare : rr_integers_prepare)(&constant);
        if (!n && !closed) continue;
        for (unsigned slot = 0; slot < SLOTS; ++slot) {
            const rr_try quick = rr_integers_attempt(&t, slot, 0), slow = rr_integers_decide(&t, slot, 0);
            const rr_try once = rr_integers_attempt(&constant, slot, 0);
            if (rr_some(slow.open) || rr_some(once.open)) fail_msg("open");
            if (rr_some(once.accept) != rr_some(slow.accept) || rr_asbits(once.value) != rr_asbits(slow.value))
                fail_msg("%u: still", k);
            if (rr_some(quick.open)) continue;
            if (!rr_some(quick.accept) || !rr_some(slow.accept) || rr_asbits(quick.value) != rr_asbits(slow.value))
                fail_msg("%u: varies", k);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(leftovers), cmocka_unit_test(products), cmocka_unit_test(decided)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("integers", tests, NULL, NULL);
}
