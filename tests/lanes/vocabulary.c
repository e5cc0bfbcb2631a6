/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every word of engine/lanes/lane.h, a lane at a time against plain C, for the target and dtype that this file is compiled
 * for: random inputs and edges, all patterns of a mask, tails next to a page that must not be touched.
 *
 *   cc -std=gnu11 -O2 -ffp-contract=off -fno-math-errno $(FLAGS) -DRR_DTYPE=32 -I. tests/lanes/vocabulary.c \
 *      targets/cpu/avx2_pack.c -lcmocka -lm
 *
 * with FLAGS_... of the Makefile. Where the processor lacks the instructions the program says so and is skipped. Without
 * cmocka, for another processor say, with -DRR_NO_CMOCKA:
 *
 *   aarch64-linux-gnu-gcc ... -DRR_TARGET_NEON -DRR_NO_CMOCKA -static ... && qemu-aarch64 a.out
 *
 * AVX-512 without a processor that has it: simde/immintrin.h says how. */
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

/* ---- Inputs --------------------------------------------------------------------------------------------------------- */

static uint64_t STATE = 1;
static uint64_t random_bits(void)   /* splitmix64 */
{
    uint64_t z = STATE += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static uint32_t below(uint32_t n) { return (uint32_t)(random_bits() >> 32) % n; }

static uint32_t any_word(void)
{
    static const uint32_t EDGE[] = {0,          1,          2,          3,         31,        32,
                                    0xffff,     0x10000,    0xffffff,   0x1000000, 0x1000001, 0x7fffffff,
                                    0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    switch (below(3)) {
    case 0: return EDGE[below(sizeof EDGE / sizeof *EDGE)];
    case 1: return (uint32_t)random_bits() >> below(32);
    default: return (uint32_t)random_bits();
    }
}

static rr_scalar from_bits(uint64_t b)
{
    const rr_sbits u = (rr_sbits)b;
    rr_scalar x;
    memcpy(&x, &u, sizeof x);
    return x;
}
static rr_sbits to_bits(rr_scalar x)
{
    rr_sbits u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static rr_scalar any_real(void)
{
    const rr_scalar tiny = from_bits(1), normal = (rr_scalar)(RR_DTYPE == 32 ? 0x1p-126 : 0x1p-1022);
    const rr_scalar big = from_bits(to_bits((rr_scalar)INFINITY) - 1),
                    half_ulp = (rr_scalar)(RR_DTYPE == 32 ? 0x1p-24 : 0x1p-53);
    const rr_scalar edge[] =
        {0, tiny,           normal - tiny, normal, normal + tiny,       half_ulp,      1 - half_ulp, 1, 1 + 2 * half_ulp, 2,
         3, (rr_scalar)0.1, 1 / half_ulp,  big,    (rr_scalar)INFINITY, (rr_scalar)NAN};
    rr_scalar x;
    switch (below(3)) {
    case 0: x = edge[below(sizeof edge / sizeof *edge)]; break;
    case 1: x = (rr_scalar)ldexp((double)(random_bits() >> 11), (int)below(12) - 58); break;
    default: return from_bits(random_bits());
    }
    return below(2) ? x : -x;
}

struct words { uint32_t at[L]; };
struct reals { rr_scalar at[L]; };
struct raw { rr_sbits at[L]; };

static struct words any_words(void)
{
    struct words a;
    for (int l = 0; l < L; ++l) a.at[l] = any_word();
    return a;
}
static struct reals any_reals(void)
{
    struct reals a;
    for (int l = 0; l < L; ++l) a.at[l] = any_real();
    return a;
}
static struct raw any_raw(void)
{
    struct raw a;
    for (int l = 0; l < L; ++l) a.at[l] = (rr_sbits)(below(2) ? random_bits() : any_word());
    return a;
}

/* Registers from and to arrays by a copy: this is what the vocabulary is tested against. */
static rr_word word_of(struct words a)
{
    rr_sbits v[L];
    rr_word w;
    for (int l = 0; l < L; ++l) v[l] = a.at[l];
    memcpy(&w, v, sizeof w);
    return w;
}
static rr_real real_of(struct reals a)
{
    rr_real x;
    memcpy(&x, &a, sizeof x);
    return x;
}
static rr_bits bits_of(struct raw a)
{
    rr_bits b;
    memcpy(&b, &a, sizeof b);
    return b;
}

/* ---- Checks --------------------------------------------------------------------------------------------------------- */

static void wrong(const char *what, int lane, uint64_t got, uint64_t want)
{
    print_error("%s, lane %d: %llx, not %llx\n", what, lane, (unsigned long long)got, (unsigned long long)want);
    fail();
}

static void is_number(const char *what, uint64_t got, uint64_t want)
{
    if (got != want) wrong(what, -1, got, want);
}

/* The upper half of a wide lane is zero: a whole lane is compared. */
static void is_word(const char *what, rr_word w, const uint32_t *want)
{
    rr_sbits v[L];
    memcpy(v, &w, sizeof v);
    for (int l = 0; l < L; ++l)
        if (v[l] != want[l]) wrong(what, l, v[l], want[l]);
}

static void is_bits(const char *what, rr_bits b, const rr_sbits *want)
{
    rr_sbits v[L];
    memcpy(v, &b, sizeof v);
    for (int l = 0; l < L; ++l)
        if (v[l] != want[l]) wrong(what, l, v[l], want[l]);
}

/* Any NaN is as good as another. */
static int same(rr_scalar a, rr_scalar b) { return (a != a && b != b) || to_bits(a) == to_bits(b); }

static void is_real(const char *what, rr_real x, const rr_scalar *want)
{
    rr_scalar v[L];
    memcpy(v, &x, sizeof v);
    for (int l = 0; l < L; ++l)
        if (!same(v[l], want[l])) wrong(what, l, to_bits(v[l]), to_bits(want[l]));
}

/* A mask as it acts, and as it reads. */
static void is_mask(const char *what, rr_mask m, uint32_t want)
{
    struct words yes, no;
    rr_sbits v[L];
    for (int l = 0; l < L; ++l) {
        yes.at[l] = 0xffffffffu - (uint32_t)l;
        no.at[l] = (uint32_t)l;
    }
    const rr_word w = rr_wselect(m, word_of(yes), word_of(no));
    memcpy(v, &w, sizeof v);
    for (int l = 0; l < L; ++l)
        if (v[l] != ((want >> l & 1) ? yes.at[l] : no.at[l])) wrong(what, l, v[l], want >> l & 1);
    is_number(what, rr_mbits(m), want);
}

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

/* The tail of an array that ends with a page, the next of which is not ours. */
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
        rr_scalar room[2 * GUARD];
        for (int g = 0; g < 2 * GUARD; ++g) end[g - 2 * GUARD] = any_real();
        for (uint32_t l = 0; l < L; ++l) want.at[l] = p[l < k ? l : 0];
        is_real("loadn", rr_loadn(p, n), want.at);
        memcpy(room, end - 2 * GUARD, sizeof room);
        memcpy(room + (p - (end - 2 * GUARD)), &x, k * sizeof *p);
        rr_storen(p, real_of(x), n);
        is_number("storen", memcmp(room, end - 2 * GUARD, sizeof room) != 0, 0);
        /* away from the page, guards on both sides */
        p = end - GUARD;
        memcpy(room, end - 2 * GUARD, sizeof room);
        memcpy(room + GUARD, &x, k * sizeof *p);
        rr_storen(p, real_of(x), n);
        is_number("storen, guards", memcmp(room, end - 2 * GUARD, sizeof room) != 0, 0);
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
            const int most = RR_DTYPE == 32 ? 310 : 2300, n = (int)below(2 * (uint32_t)most) - most;
            x.at[l] = RR_SCALES_ANY && below(2) ? any : near;
            k.at[l] = (rr_scalar)n;
            want.at[l] = RR_DTYPE == 32 ? (rr_scalar)ldexpf((float)x.at[l], n) : (rr_scalar)ldexp((double)x.at[l], n);
        }
        is_real("scale", rr_scale(real_of(x), real_of(k)), want.at);
    }
}

static void comparisons(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        struct reals a = any_reals(), b = any_reals(), chosen;
        struct words v = any_words(), w = any_words(), word;
        const struct raw g = any_raw(), h = any_raw();
        struct raw raw;
        uint32_t lt = 0, le = 0, wlt = 0, weq = 0;
        for (int l = 0; l < L; ++l) {
            if (!below(4)) b.at[l] = a.at[l];
            if (!below(4)) b.at[l] = -a.at[l];
            if (!below(4)) w.at[l] = v.at[l] + below(3) - 1;
            lt |= (uint32_t)(a.at[l] < b.at[l]) << l;
            le |= (uint32_t)(a.at[l] <= b.at[l]) << l;
            wlt |= (uint32_t)(v.at[l] < w.at[l]) << l;
            weq |= (uint32_t)(v.at[l] == w.at[l]) << l;
        }
        is_mask("lt", rr_lt(real_of(a), real_of(b)), lt);
        is_mask("le", rr_le(real_of(a), real_of(b)), le);
        is_mask("wlt", rr_wlt(word_of(v), word_of(w)), wlt);
        is_mask("weq", rr_weq(word_of(v), word_of(w)), weq);
        for (int l = 0; l < L; ++l) {
            chosen.at[l] = lt >> l & 1 ? a.at[l] : b.at[l];
            word.at[l] = wlt >> l & 1 ? v.at[l] : w.at[l];
            raw.at[l] = weq >> l & 1 ? g.at[l] : h.at[l];
        }
        is_real("select", rr_select(rr_lt(real_of(a), real_of(b)), real_of(a), real_of(b)), chosen.at);
        is_word("wselect", rr_wselect(rr_wlt(word_of(v), word_of(w)), word_of(v), word_of(w)), word.at);
        is_bits("bselect", rr_bselect(rr_weq(word_of(v), word_of(w)), bits_of(g), bits_of(h)), raw.at);
    }
}

/* Every pattern of a mask. */
static void masks(void **state)
{
    (void)state;
    for (uint32_t b = 0; b <= ALL; ++b) {
        const uint32_t c = (uint32_t)random_bits() & ALL;
        const rr_mask m = rr_mfrom(b), o = rr_mfrom(c | ~ALL);   /* bits above the lanes mean nothing */
        struct words rank, packed, w = any_words();
        uint32_t out[2 * GUARD], n = 0;
        is_mask("mfrom", m, b);
        is_mask("mfrom, bits above", o, c);
        is_mask("mand", rr_mand(m, o), b & c);
        is_mask("mor", rr_mor(m, o), b | c);
        is_mask("mandnot", rr_mandnot(m, o), b & ~c);
        is_mask("mnot", rr_mnot(m), ~b & ALL);
        is_number("some", rr_some(m) != 0, b != 0);
        is_number("vote", rr_vote(m) != 0, b != 0);
        is_number("vote, of not", rr_vote(rr_mnot(m)) != 0, b != ALL);
        for (int l = 0; l < L; ++l) {
            rank.at[l] = n;
            if (b >> l & 1) packed.at[n++] = w.at[l];
        }
        is_word("rank", rr_rank(m), rank.at);
        for (int g = 0; g < 2 * GUARD; ++g) out[g] = 0xabcd0000u + (uint32_t)g;
        is_number("compress, count", rr_compress(out + GUARD, word_of(w), m), n);
        is_number("compress, words", memcmp(out + GUARD, &packed, n * sizeof *out) != 0, 0);
        for (uint32_t g = 0; g < 2 * GUARD; ++g)
            if (g < GUARD || g >= GUARD + L) is_number("compress, guards", out[g], 0xabcd0000u + g);
    }
    for (uint32_t n = 0; n < 2 * L + 300; ++n) is_mask("mfirst", rr_mfirst(n), n < L ? (1u << n) - 1 : ALL);
    for (uint32_t n = 1; n <= 40; ++n) is_mask("mfirst, large", rr_mfirst(0u - n), ALL);
    is_mask("mfirst, 2^31", rr_mfirst(0x80000000u), ALL);
    is_mask("mfirst, 2^31 - 1", rr_mfirst(0x7fffffffu), ALL);
}

#if RR_DTYPE == 32
#define C_FMA fmaf
#define C_SQRT sqrtf
#define C_ABS fabsf
#else
#define C_FMA fma
#define C_SQRT sqrt
#define C_ABS fabs
#endif

#define REALS(what, result, scalar)                      \
    do {                                                 \
        struct reals want;                               \
        for (int l = 0; l < L; ++l) want.at[l] = scalar; \
        is_real(what, result, want.at);                  \
    } while (0)

static void arithmetic(void **state)
{
    (void)state;
    for (int i = 0; i < 10 * ROUNDS; ++i) {
        const struct reals a = any_reals(), b = any_reals();
        struct reals c = any_reals(), d, e;
        /* c near -a b or its multiples by powers of 2: ties, cancellation, double rounding */
        if (i & 1)
            for (int l = 0; l < L; ++l) {
                const rr_sbits p = to_bits(a.at[l] * b.at[l] * (rr_scalar)ldexp(1, (int)below(61) - 30));
                c.at[l] = from_bits(p + below(3) - 1);
                if (below(2)) c.at[l] = -c.at[l];
                if (!below(4)) c.at[l] = from_bits(to_bits(c.at[l]) & ~(rr_sbits)0xfff);
            }
        /* min and max promise nothing of NaN */
        for (int l = 0; l < L; ++l) {
            d.at[l] = a.at[l] != a.at[l] ? 0 : a.at[l];
            e.at[l] = b.at[l] != b.at[l] ? -(rr_scalar)0 : b.at[l];
            if (!below(8)) e.at[l] = d.at[l];
            if (!below(8)) e.at[l] = -d.at[l];
        }
        const rr_real x = real_of(a), y = real_of(b), z = real_of(c);
        REALS("+", x + y, a.at[l] + b.at[l]);
        REALS("-", x - y, a.at[l] - b.at[l]);
        REALS("*", x * y, a.at[l] * b.at[l]);
        REALS("/", x / y, a.at[l] / b.at[l]);
        REALS("+ constant", x + RR_C(1.5), a.at[l] + RR_C(1.5));
        REALS("constant -", RR_C(1.5) - x, RR_C(1.5) - a.at[l]);
        REALS("unary -", -x, -a.at[l]);
        REALS("fma", rr_fma(x, y, z), C_FMA(a.at[l], b.at[l], c.at[l]));
        REALS("sqrt", rr_sqrt(x), C_SQRT(a.at[l]));
        REALS("abs", rr_abs(x), C_ABS(a.at[l]));
        REALS("min", rr_min(real_of(d), real_of(e)), d.at[l] < e.at[l] ? d.at[l] : e.at[l]);
        REALS("max", rr_max(real_of(d), real_of(e)), d.at[l] > e.at[l] ? d.at[l] : e.at[l]);
        struct raw bits;
        for (int l = 0; l < L; ++l) bits.at[l] = to_bits(a.at[l]);
        is_bits("asbits", rr_asbits(x), bits.at);
        is_real("asreal", rr_asreal(bits_of(bits)), a.at);
        rr_bits back = rr_asbits(rr_asreal(bits_of(bits)));
        is_bits("asbits of asreal", back, bits.at);
    }
}

#define WORDS(what, result, scalar)                                \
    do {                                                           \
        uint32_t want[L];                                          \
        for (int l = 0; l < L; ++l) want[l] = (uint32_t)(scalar);  \
        is_word(what, result, want);                               \
    } while (0)
#define BITS(what, result, scalar)                                 \
    do {                                                           \
        rr_sbits want[L];                                          \
        for (int l = 0; l < L; ++l) want[l] = (rr_sbits)(scalar);  \
        is_bits(what, result, want);                               \
    } while (0)

static void integers(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        const struct words a = any_words(), b = any_words();
        const struct raw g = any_raw(), h = any_raw();
        const rr_word v = word_of(a), w = word_of(b);
        const rr_bits x = bits_of(g), y = bits_of(h);
        WORDS("word +", (v + w) & RR_WORD_MASK, a.at[l] + b.at[l]);
        WORDS("word -", (v - w) & RR_WORD_MASK, a.at[l] - b.at[l]);
        WORDS("word *", (v * w) & RR_WORD_MASK, a.at[l] * b.at[l]);
        WORDS("word * constant", (v * 5u) & RR_WORD_MASK, a.at[l] * 5u);
        WORDS("word &", v & w, a.at[l] & b.at[l]);
        WORDS("word |", v | w, a.at[l] | b.at[l]);
        WORDS("word ^", v ^ w, a.at[l] ^ b.at[l]);
        WORDS("word ~", ~v & RR_WORD_MASK, ~a.at[l]);
        WORDS("word <<", (v << 7) & RR_WORD_MASK, a.at[l] << 7);
        WORDS("word << 31", (v << 31) & RR_WORD_MASK, a.at[l] << 31);
        WORDS("word >>", v >> 9, a.at[l] >> 9);
        WORDS("word >> 31", v >> 31, a.at[l] >> 31);
        BITS("bits +", x + y, g.at[l] + h.at[l]);
        BITS("bits -", x - y, g.at[l] - h.at[l]);
        BITS("bits &", x & y, g.at[l] & h.at[l]);
        BITS("bits |", x | y, g.at[l] | h.at[l]);
        BITS("bits ^", x ^ y, g.at[l] ^ h.at[l]);
        BITS("bits ~", ~x, ~g.at[l]);
        BITS("bits <<", x << (RR_DTYPE - 2), g.at[l] << (RR_DTYPE - 2));
        BITS("bits >>", x >> (RR_DTYPE - 9), g.at[l] >> (RR_DTYPE - 9));
        BITS("tobits", rr_tobits(v), a.at[l]);
        WORDS("toword", rr_toword(x), g.at[l]);
        REALS("fromint", rr_fromint(v), (rr_scalar)(int32_t)a.at[l]);
#if RR_DTYPE == 64
        REALS("fromuint", rr_fromuint(v), (rr_scalar)a.at[l]);
#else
        REALS("fromuint", rr_fromuint(v >> 1), (rr_scalar)(a.at[l] >> 1));
#endif
    }
}

#if RR_DTYPE == 64
/* Random numbers, powers of 2 and their neighbours, ties and theirs. */
static uint64_t any_wide(void)
{
    const uint64_t low = below(2) ? 1 : UINT64_C(1) << below(64);
    switch (below(3)) {
    case 0: return random_bits();
    case 1: return (uint64_t)any_word() << 32 | any_word();
    default: return (random_bits() >> below(64) << below(64) | low) + below(3) - 1;
    }
}

/* n to 53 bits, in integers; a tie to the even one. */
static double nearest(uint64_t n)
{
    int cut = 0;
    while (n >> cut >> 53) ++cut;
    const uint64_t rest = n & ((UINT64_C(1) << cut) - 1), half = cut ? UINT64_C(1) << (cut - 1) : 1;
    uint64_t kept = n >> cut;
    kept += rest > half || (rest == half && (kept & 1));
    return ldexp((double)kept, cut);
}

static void wides(void **state)
{
    static const uint32_t BELOW[] = {0, 1, 1u << 21, 1u << 22, 1u << 23, 0x7fffffffu, 0x80000000u, 0xb504f334u, 0xffffffffu};
    (void)state;
    for (int i = 0; i < 10 * ROUNDS; ++i) {
        const struct words upper = any_words(), lower = any_words();
        const uint32_t u = i & 1 ? any_word() : BELOW[below(sizeof BELOW / sizeof *BELOW)];
        struct raw a;
        uint32_t less = 0, bits[3] = {0};
        for (int l = 0; l < L; ++l) {
            a.at[l] = below(4) ? any_wide() : ((uint64_t)u << 32) + below(3) - 1;
            less |= (uint32_t)(a.at[l] < (uint64_t)u << 32) << l;
            bits[0] |= (uint32_t)(a.at[l] >> 32 & 1) << l;
            bits[1] |= (uint32_t)(a.at[l] >> 62 & 1) << l;
            bits[2] |= (uint32_t)(a.at[l] >> 63 & 1) << l;
        }
        const rr_wide x = bits_of(a);
        BITS("wide_join", rr_wide_join(word_of(upper), word_of(lower)), (uint64_t)upper.at[l] << 32 | lower.at[l]);
        BITS("wide_times", rr_wide_times(word_of(upper), word_of(lower)), (uint64_t)upper.at[l] * lower.at[l]);
        WORDS("wide_upper", rr_wide_upper(x), a.at[l] >> 32);
        WORDS("wide_lower", rr_wide_lower(x), a.at[l]);
        rr_scalar rows[32], columns[32];
        rr_real c, d;
        for (int k = 0; k < 32; ++k) columns[k / 2 + k % 2 * 16] = rows[k] = any_real();
        rr_lookup16(rows, columns, x, &c, &d);
        REALS("lookup16, first", c, rows[a.at[l] % 16 * 2]);
        REALS("lookup16, second", d, rows[a.at[l] % 16 * 2 + 1]);
        is_mask("wide_below", rr_wide_below(x, u), less);
        is_mask("wide_bit 32", rr_wide_bit(x, 32), bits[0]);
        is_mask("wide_bit 62", rr_wide_bit(x, 62), bits[1]);
        is_mask("wide_bit 63", rr_wide_bit(x, 63), bits[2]);
        REALS("wide_unit", rr_wide_unit(x), nearest(a.at[l]) * 0x1p-64);
        REALS("wide_signed", rr_wide_signed(x), (a.at[l] >> 63 ? -nearest(-a.at[l]) : nearest(a.at[l])) * 0x1p-64);
        for (int l = 0; l < L; ++l) a.at[l] = ((a.at[l] & INT64_MAX) % 0x7fe0000000000000) + 0x10000000000000;   /* normal */
        REALS("octave", rr_octave(rr_asreal(bits_of(a))), -1 - ilogb(from_bits(a.at[l])));
        for (int l = 0; l < L; ++l) a.at[l] |= UINT64_C(1) << 63;
        REALS("wide_unit_less", rr_wide_unit_less(bits_of(a)), -nearest(-a.at[l]) * 0x1p-64);
    }
}
#endif

static void products(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        const uint32_t m = i & 1 ? any_word() : i & 2 ? 0xD2511F53u : 0xCD9E8D57u, d = m ? m : 1;
        const struct words a = any_words();
        const struct raw g = any_raw();   /* what is above 32 bits means nothing */
        rr_word hi, low = rr_mulhilo(word_of(a), m, &hi);
        WORDS("mulhilo, low", low & RR_WORD_MASK, (uint64_t)a.at[l] * m);
        WORDS("mulhilo, high", hi, (uint64_t)a.at[l] * m >> 32);
        low = rr_mulhilo((rr_word)bits_of(g), m, &hi);
        WORDS("mulhilo of more, low", low & RR_WORD_MASK, (uint64_t)(uint32_t)g.at[l] * m);
        WORDS("mulhilo of more, high", hi, (uint64_t)(uint32_t)g.at[l] * m >> 32);
        WORDS("wdiv", rr_wdiv(word_of(a), d), a.at[l] / d);
        WORDS("wdiv, small", rr_wdiv(word_of(a), 1 + d % 40), a.at[l] / (1 + d % 40));
    }
    for (uint32_t d = 1; d <= 64; ++d)
        for (uint32_t k = 0; k < 64; ++k) {
            struct words a;
            for (int l = 0; l < L; ++l) a.at[l] = k + (uint32_t)l;
            WORDS("wdiv, lanes", rr_wdiv(word_of(a), d), a.at[l] / d);
            for (int l = 0; l < L; ++l) a.at[l] = d * (0xffffffffu / d) - k - (uint32_t)l;
            WORDS("wdiv, large", rr_wdiv(word_of(a), d), a.at[l] / d);
        }
}

static uint32_t nth(uint32_t b, uint32_t q)
{
    for (uint32_t at = 0;; ++at)
        if (b >> at & 1 && !q--) return at;
}

static void counting(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        struct words a = any_words(), n, q;
        for (int l = 0; l < L; ++l) {
            if (!below(4)) a.at[l] = 1u << below(32);
            n.at[l] = below(32);
        }
        WORDS("wshl", rr_wshl(word_of(a), word_of(n)), a.at[l] << n.at[l]);
        WORDS("popcount", rr_popcount(word_of(a)), __builtin_popcount(a.at[l]));
        for (int l = 0; l < L; ++l) {
            a.at[l] |= a.at[l] ? 0 : 0x80000000u;
            q.at[l] = below((uint32_t)__builtin_popcount(a.at[l]));
        }
        WORDS("lowest", rr_lowest(word_of(a)), __builtin_ctz(a.at[l]));
        WORDS("nth", rr_nth(word_of(a), word_of(q)), nth(a.at[l], q.at[l]));
    }
    for (uint32_t k = 0; k < 32; ++k) {
        struct words a, q;
        for (int l = 0; l < L; ++l) {
            a.at[l] = 0xffffffffu << ((uint32_t)l % 4);
            q.at[l] = k < 28 ? k : 27;
        }
        WORDS("wshl, all counts", rr_wshl(word_of(a), rr_wsplat(k)), a.at[l] << k);
        WORDS("nth, all places", rr_nth(word_of(a), word_of(q)), q.at[l] + (uint32_t)l % 4);
        WORDS("lowest, all places", rr_lowest(rr_wsplat(1u << k)), k);
        WORDS("nth, one bit", rr_nth(rr_wsplat(1u << k), rr_wsplat(0)), k);
    }
}

static void tables(void **state)
{
    enum { N = 1000 };
    static rr_scalar x[N], y[N], z[N];
    static uint32_t w[N];
    (void)state;
    for (int i = 0; i < ROUNDS / 10; ++i) {
        const struct reals v = any_reals();
        const uint32_t b = (uint32_t)random_bits() & ALL;
        struct words at;
        for (int k = 0; k < N; ++k) {
            x[k] = any_real();
            w[k] = any_word();
        }
        for (int l = 0; l < L; ++l) at.at[l] = below(N);
        REALS("gather", rr_gather(x, word_of(at)), x[at.at[l]]);
        WORDS("wgather", rr_wgather(w, word_of(at)), w[at.at[l]]);
        enum { ROW = RR_DTYPE == 32 ? 8 : 12, ROWS = RR_DTYPE == 32 ? 32 : 16 };
        rr_real column[ROW];
        for (int r = 0; r < ROWS; ++r)
            for (int k = 0; k < ROW; ++k) y[ROWS * k + r] = x[ROW * r + k];
        for (int l = 0; l < L; ++l) at.at[l] = below(ROWS);
        rr_lookup_row(x, y, word_of(at), ROW, column);
        for (int k = 0; k < ROW; ++k) REALS("lookup_row", column[k], x[ROW * at.at[l] + (uint32_t)k]);
        for (int l = 0; l < L; ++l) at.at[l] = below(N / 2);
        rr_lookup2(x, word_of(at), &column[0], &column[1]);
        REALS("lookup2, first", column[0], x[2 * at.at[l]]);
        REALS("lookup2, second", column[1], x[2 * at.at[l] + 1]);
        for (int l = 0; l < L; ++l) at.at[l] = below(N);
        /* places differ, those of other lanes too */
        for (int l = 0; l < L; ++l) at.at[l] = (uint32_t)l * (N / L) + below(N / L);
        memcpy(y, x, sizeof y);
        memcpy(z, x, sizeof z);
        for (int l = 0; l < L; ++l)
            if (b >> l & 1) y[at.at[l]] = v.at[l];
        rr_scatter(z, word_of(at), real_of(v), rr_mfrom(b));
        is_number("scatter", memcmp(y, z, sizeof y) != 0, 0);
        /* lanes that are not set may point anywhere */
        for (int l = 0; l < L; ++l)
            if (!(b >> l & 1)) at.at[l] = 0x7fffffffu;
        rr_scatter(x, word_of(at), real_of(v), rr_mfrom(b));
        is_number("scatter, others", memcmp(y, x, sizeof y) != 0, 0);
    }
}

static void warps(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        const uint32_t regs = 1 + below(RR_MAX_REGS), lanes = regs * L;
        rr_real src[RR_MAX_REGS], dst[RR_MAX_REGS];
        rr_word wsrc[RR_MAX_REGS], wdst[RR_MAX_REGS], lane[RR_MAX_REGS];
        rr_mask m[RR_MAX_REGS];
        struct reals x[RR_MAX_REGS];
        struct words w[RR_MAX_REGS], at[RR_MAX_REGS];
        uint32_t ballot = 0;
        for (uint32_t r = 0; r < regs; ++r) {
            const uint32_t b = (uint32_t)random_bits() & ALL;
            x[r] = any_reals();
            w[r] = any_words();
            for (int l = 0; l < L; ++l) at[r].at[l] = below(lanes);
            src[r] = real_of(x[r]);
            wsrc[r] = word_of(w[r]);
            lane[r] = word_of(at[r]);
            m[r] = rr_mfrom(b);
            ballot |= b << (r * L);
        }
        is_number("ballot", rr_ballot(m, regs), ballot);
        rr_shuffle(dst, src, lane, regs);
        rr_wshuffle(wdst, wsrc, lane, regs);
        rr_shuffle(src, src, lane, regs);
        rr_wshuffle(wsrc, wsrc, lane, regs);
        for (uint32_t r = 0; r < regs; ++r) {
            REALS("shuffle", dst[r], x[at[r].at[l] / L].at[at[r].at[l] % L]);
            REALS("shuffle in place", src[r], x[at[r].at[l] / L].at[at[r].at[l] % L]);
            WORDS("wshuffle", wdst[r], w[at[r].at[l] / L].at[at[r].at[l] % L]);
            WORDS("wshuffle in place", wsrc[r], w[at[r].at[l] / L].at[at[r].at[l] % L]);
        }
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),   cmocka_unit_test(memory),     cmocka_unit_test(tails),    cmocka_unit_test(interleaving),
        cmocka_unit_test(comparisons), cmocka_unit_test(masks),      cmocka_unit_test(arithmetic),
        cmocka_unit_test(integers),
        cmocka_unit_test(products),    cmocka_unit_test(counting),   cmocka_unit_test(tables),   cmocka_unit_test(warps),
        cmocka_unit_test(scaling),
#if RR_DTYPE == 64
        cmocka_unit_test(wides),
#endif
    };
    SKIP_UNLESS_USABLE;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
