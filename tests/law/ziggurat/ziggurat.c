/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Ziggurats without sampling: tables against the widths that they hold, first pass and full test point by point against
 * exact probabilities, ends. Tests are named after the rows of the corpus of other libraries' bugs that they cover. Built as
 * ziggurat_f32 and ziggurat_f64. */
#include "ziggurats.h"

#define ALL for (unsigned n = 0; n < ZIGS; ++n)

static void near(const zig *z, const char *what, unsigned layer, long double is, long double should, long double within)
{
    if (!(fabsl(is - should) <= within))
        fail_msg("%s " NAME ": %s of layer %u is %.20Lg, not %.20Lg within %.3Lg", z->name, what, layer, is, should, within);
}

/* NOR-04, NOR-07: an index off by one in a table of differences, a tail that began at another place than in the table.
 * Levels follow from widths; the hat covers f in every layer, and no width is larger than necessary. */
static void NOR_04_NOR_07_tables_fit_together(void **state)
{
    (void)state;
    need_long_double();
    ALL {
        const zig *z = zigs[n];
        const exact e = zig_exact(z);
        const unsigned last = z->layers;
        assert_true(z->r == e.x[1] && z->quick[1] == z->r);
        near(z, "r / p", 0, e.x[0], z->r / e.p, EPS * 2 * e.x[0]);
        near(z, "p (1 / (1 - p)) / r", 0, z->tail, e.p / (z->r * (1 - e.p)), 8 * EPS * 16 * z->tail);
        /* the tail's hat covers the tail, and is larger only by a few units of an abscissa */
        const long double hat = e.v * (1 - e.p) / e.h[1], min = z->normal ? 1 / (long double)z->r : 1;
        assert_true(hat >= min * (1 - 0x1p-58L) && hat < min * (1 + (z->layers > 8 ? 0x1p-18L : 0x1p-13L)));
        assert_true(e.h[last] > 1 - 0x1p-58L && e.h[last] < 1 + 0x1p-10L);
        for (unsigned i = 1; i < last; ++i) {
            const long double height = e.h[i + 1] - e.h[i];
            assert_true(e.x[i] > e.x[i + 1]);
            assert_true(zig_f(z, e.x[i]) <= e.h[i] * (1 + 0x1p-58L));
            if (i > 1) assert_true(zig_f(z, e.x[i] * (1 - 2 * EPS)) >= e.h[i] * (1 - 0x1p-58L));
            near(z, "f(x) / height", i, z->wedge[2 * i], zig_f(z, e.x[i]) / height, 2 * EPS * z->wedge[2 * i]);
            near(z, "(f(x) - h) / height", i, z->wedge[2 * i + 1], (zig_f(z, e.x[i]) - e.h[i]) / height,
                 4 * EPS * fabsl((long double)z->wedge[2 * i + 1]) + 0x1p-62L / height);
        }
        assert_true(z->wedge[0] == 0 && z->wedge[1] == 0);
    }
}

/* The abscissas of a layer that the first pass accepts: from where no more bits are needed to the last whose cell is below
 * the next level, or hardly less. */
static void first_pass_is_below_the_next_level(void **state)
{
    (void)state;
    need_long_double();
    ALL {
        const zig *z = zigs[n];
        const exact e = zig_exact(z);
        const uint64_t all = (uint64_t)1 << ZIG_BITS(z), open = all >> (RR_DTYPE == 32 ? 8 : 11);
        for (unsigned i = 0; i < z->layers; ++i) {
            assert_false(z->quick_try(NULL, zig_words(z, i, open - 1)).accept);
            assert_true(z->quick_try(NULL, zig_words(z, i, open - 1)).open);
            assert_false(z->quick_try(NULL, zig_words(z, i, all - 1)).accept);
            if (!z->quick_try(NULL, zig_words(z, i, open)).accept) {   /* the top */
                assert_true(i == z->layers - 1 && e.edge[i + 1] == 0);
                continue;
            }
            uint64_t low = open, high = all - 1;
            while (high - low > 1) {
                const uint64_t mid = low + (high - low) / 2;
                if (z->quick_try(NULL, zig_words(z, i, mid)).accept) low = mid;
                else high = mid;
            }
            if (!i) {   /* the base: all left of r, since the table's p is their number */
                assert_true(fabsl(ldexpl((long double)high, -ZIG_BITS(z)) - e.p) <= (RR_DTYPE == 32 ? 0 : 4 * EPS));
                continue;
            }
            const long double unit = ldexpl(e.x[i], -ZIG_BITS(z));
            if ((low + 1) * unit > e.edge[i + 1]) fail_msg("%s " NAME ": layer %u accepts too much", z->name, i);
            if ((low + 1) * unit < e.edge[i + 1] * (1 - 8 * EPS) - 2 * unit)
                fail_msg("%s " NAME ": layer %u accepts too little", z->name, i);
        }
    }
}

/* The fraction of heights that the full test accepts here: it accepts those below a bound. */
static long double heights(const zig *z, rr_zig_words w, rr_block side)
{
    const uint64_t top = RR_DTYPE == 32 ? 0xffffffffu : UINT64_MAX;
    uint64_t low = 0, high = top;
    rr_block s = zig_with_height(side, top);
    if (zig_full(z, w, &s, 0).accept) return 1;
    s = zig_with_height(side, 0);
    if (!zig_full(z, w, &s, 0).accept) return 0;
    while (high - low > 1) {
        const uint64_t mid = low + (high - low) / 2;
        s = zig_with_height(side, mid);
        if (zig_full(z, w, &s, 0).accept) low = mid;
        else high = mid;
    }
    return ldexpl((long double)high, RR_DTYPE == 32 ? -32 : -64);
}

/* NOR-05, NOR-08: a parenthesis, an inflexion: wedges accepted with a wrong probability that moments and Kolmogorov-Smirnov
 * tests did not see. Tests the probability at points in the wedges of every layer and in the tail. */
static void NOR_05_NOR_08_probability_at_a_point(void **state)
{
    long double worst = 0;
    (void)state;
    need_long_double();
    ALL {
        const zig *z = zigs[n];
        const exact e = zig_exact(z);
        for (int k = 0; k < (z->layers > 8 ? 40000 : 4000); ++k) {
            const unsigned i = (unsigned)k % z->layers;
            const double from = (double)(i ? e.edge[i + 1] / e.x[i] : e.p);
            uint64_t a = (uint64_t)ldexp(from + (1 - from) * unit(), ZIG_BITS(z));
            if (a >> ZIG_BITS(z)) --a;
            const rr_zig_words w = zig_words(z, i, a);
            if (z->first(NULL, w).inside) continue;
            const rr_block side = zig_side();
            const long double x = zig_full(z, w, &side, (uint32_t)k).value, is = heights(z, w, side);
            if (!i) {   /* the height's own rounding shows near 1 */
                near(z, "tail", 0, is, fminl(1, z->tail / (z->normal ? x : 1)), 4 * EPS);
                continue;
            }
            const long double should = fmaxl(0, fminl(1, (zig_f(z, x) - e.h[i]) / (e.h[i + 1] - e.h[i])));
            worst = fmaxl(worst, fabsl(is - should) / EPS);
            near(z, "wedge", i, is, should, 5 * EPS);
        }
    }
    printf("# %s: acceptance of a wedge within %.2Lf half ulps of 1\n", NAME, worst);
}

/* The full test agrees with the first pass where that decides, whatever further words follow; both are symmetric. */
static void verdicts_are_repeated(void **state)
{
    (void)state;
    ALL {
        const zig *z = zigs[n];
        for (int k = 0; k < 200000; ++k) {
            const uint64_t bits = bits64();
            rr_zig_words w, mirror;
            w.w[0] = (uint32_t)(bits >> 32);
            if (RR_DTYPE == 64) w.w[RR_UNIT_WORDS - 1] = (uint32_t)bits;
            const rr_block random = zig_side(), ones = {{~0u, ~0u, ~0u, ~0u}}, none = {{0, 0, 0, 0}};
            const rr_block *const sides[] = {&random, &ones, &none};
            const rr_try v = z->quick_try(NULL, w);
            assert_true(v.accept != v.open);
            for (int s = 0; s < 3; ++s) {
                const rr_try full = zig_full(z, w, sides[s], 1);
                assert_false(full.open);
                if (v.accept) assert_true(full.accept && full.value == v.value);
                assert_true(isfinite(full.value) && full.value != 0 && (z->normal || full.value > 0));
                if (!z->normal) continue;
                for (int i = 0; i < RR_UNIT_WORDS; ++i) mirror.w[i] = ~w.w[i] & 0xffffffffu;
                mirror.w[RR_UNIT_WORDS - 1] ^= 0xffu;
                const rr_try other = zig_full(z, mirror, sides[s], 1);
                assert_true(other.accept == full.accept && other.value == -full.value);
            }
        }
    }
}

/* NOR-01, NOR-02 (Doornik): layer and value shared bits of one word, or the value had too few. Every bit of the words is in
 * one of them, and no bit in both. */
static void NOR_01_NOR_02_layer_and_value_share_no_bit(void **state)
{
    (void)state;
    for (unsigned n = 0; n < ZIGS; n += 4) {   /* the ziggurats of 256 layers */
        const zig *z = zigs[n];
        for (int k = 0; k < 1000; ++k) {
            rr_zig_words w;
            for (int i = 0; i < RR_UNIT_WORDS; ++i) w.w[i] = (uint32_t)bits64();
            const rr_zig_point p = z->first(NULL, w);
            for (int bit = 0; bit < 32 * RR_UNIT_WORDS; ++bit) {
                rr_zig_words other = w;
                const rr_block side = zig_side();
                other.w[RR_UNIT_WORDS - 1 - bit / 32] ^= 1u << bit % 32;
                const rr_zig_point q = z->first(NULL, other);
                if (bit < 8) {
                    assert_true(p.layer != q.layer && z->abscissa(w, &side) == z->abscissa(other, &side));
                } else {
                    assert_true(p.layer == q.layer && p.scale == q.scale);
                    /* a double holds 53 of 55 bits; in f32 two of 24 may round alike */
                    if (bit >= 12) assert_true(p.value != q.value);
                }
            }
        }
    }
}

/* Abscissas near 0: further bits, rounded once, over their whole range; NOR-10, EXP-05: never 0 or infinite. */
static void NOR_10_EXP_05_near_zero(void **state)
{
    (void)state;
    need_long_double();
    ALL {
        const zig *z = zigs[n];
        const unsigned digits = RR_DTYPE == 32 ? 32 : 64;
        for (int k = 0; k < 200000; ++k) {
            const unsigned i = (unsigned)bits64() % (z->layers - 1);
            const uint64_t small = bits64() >> (64 - ZIG_BITS(z)) >> (RR_DTYPE == 32 ? 8 : 11);
            const uint64_t a = small >> (unsigned)k % ((unsigned)ZIG_BITS(z) - 7), all = k % 7   ? bits64()
                                                                                         : k % 2 ? UINT64_MAX
                                                                                                 : 0;
            const long double more = (long double)(all >> (64 - digits));
            const rr_block side = {{~0u, (uint32_t)(RR_DTYPE == 32 ? all >> 32 : 0), (uint32_t)(all >> 32), (uint32_t)all}};
            const rr_try v = zig_full(z, zig_words(z, i, a), &side, 0);
            const long double u = ldexpl((long double)a + ldexpl(more + 0.5L, -(int)digits), -ZIG_BITS(z));
            const long double x = z->quick[2 * i] * (long double)z->scale * u;
            assert_true(v.accept);
            /* where the first word of bits is 0, the half of uniform.h follows that of the abscissa */
            const long double halves = a ? 0 : 1.1L / ((1 << (8 + z->normal)) * (2 * more + 1));
            if (fabsl(v.value / x - 1) > (a ? 2.1L : 3.2L) * EPS + halves)
                fail_msg("%s " NAME ": layer %u, %llx . %llx: %a, not %La", z->name, i, (unsigned long long)a,
                         (unsigned long long)all, (double)v.value, x);
        }
    }
}

/* EXP-09: the tail was a lattice that ended at 24.3. Here it has the precision of a fresh uniform, exact at both ends, up to
 * r + 65 log 2 (129), for a normal the root of r^2 + 2 * 65 log 2; neighbours differ. */
static void EXP_09_tail(void **state)
{
    (void)state;
    need_long_double();
    ALL {
        const zig *z = zigs[n];
        const rr_zig_words w = zig_words(z, 0, ((uint64_t)1 << ZIG_BITS(z)) - 1);
        const int max = RR_DTYPE == 32 ? 65 : 64;   /* SIDE_LOW words are not chosen here */
        const long double log2 = 0.693147180559945309417L, r = z->r;
        long double before = INFINITY;
        for (uint32_t k = 0; k < 200; ++k) {
            const rr_block side = {{0, 0, RR_DTYPE == 32 ? 0 : k << 16, RR_DTYPE == 32 ? k << 16 : 0}};
            const rr_try v = zig_full(z, w, &side, 0);
            assert_true(v.accept && v.value < before);
            before = v.value;
            if (k) continue;
            const long double end = z->normal ? sqrtl(r * r + 2 * max * log2) : r + max * log2;
            if (RR_DTYPE == 32) near(z, "end of the tail", 0, v.value, end, 4 * EPS * end);
            else assert_true(v.value > end);
        }
        for (int k = 0; k < 100000; ++k) {
            const rr_block side = zig_with_height(zig_side(), 0);
            const uint64_t u = (uint64_t)(uint32_t)side.w[2] << 32 | (uint32_t)side.w[3];
            if (RR_DTYPE == 64 && u >> 53 == 0) continue;
            const uint32_t top = (uint32_t)side.w[2];
            const long double below = RR_DTYPE == 32 ? (~top + 0.5L) * 0x1p-32L : (~u + 0.5L) * 0x1p-64L;   /* 1 - U */
            const long double above = RR_DTYPE == 32 && u >> 56 ? (top + 0.5L) * 0x1p-32L : (u + 0.5L) * 0x1p-64L;
            const long double e = u >> 63 ? -log1pl(-below) : -logl(above);
            const rr_try v = zig_full(z, w, &side, 0);
            const long double x = z->normal ? sqrtl(r * r + 2 * e) : r + e;
            assert_true(v.accept);
            near(z, "tail", 0, v.value, x, 5 * EPS * x);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(NOR_04_NOR_07_tables_fit_together), cmocka_unit_test(first_pass_is_below_the_next_level),
        cmocka_unit_test(NOR_05_NOR_08_probability_at_a_point), cmocka_unit_test(verdicts_are_repeated),
        cmocka_unit_test(NOR_01_NOR_02_layer_and_value_share_no_bit), cmocka_unit_test(NOR_10_EXP_05_near_zero),
        cmocka_unit_test(EXP_09_tail),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
