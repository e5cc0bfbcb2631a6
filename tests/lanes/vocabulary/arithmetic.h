/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares the arithmetic of reals, words, bits and 64-bit words with plain C. */
#ifndef RR_TESTS_LANES_VOCABULARY_ARITHMETIC_H
#define RR_TESTS_LANES_VOCABULARY_ARITHMETIC_H

#if RR_DTYPE == 32
#define C_FMA fmaf
#define C_SQRT sqrtf
#define C_ABS fabsf
#define C_NEXT nextafterf
#else
#define C_FMA fma
#define C_SQRT sqrt
#define C_ABS fabs
#define C_NEXT nextafter
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
        /* min and max are unspecified for NaN */
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

/* The smallest and largest x, neighbours of powers of two, squares of midpoints between two numbers, and random x. The root
 * of an x that is not a square is never a midpoint, but some of these are as near to one as roots can be. */
static void roots_by_steps(void **state)
{
    (void)state;
    for (int i = 0; i < 10 * ROUNDS; ++i) {
        struct reals x;
        for (int l = 0; l < L; ++l) {
            const rr_scalar power = (rr_scalar)ldexp(1, (int)below(200) - 100), any = (rr_scalar)fabs((double)any_real());
            const double middle = (double)power * (1 + ((double)(random_bits() >> (RR_DTYPE == 32 ? 41 : 12)) + 0.5) *
                                                           (RR_DTYPE == 32 ? 0x1p-23 : 0x1p-52));
            const rr_scalar square = (rr_scalar)((long double)middle * middle);
            const uint32_t kind = below(4);
            rr_scalar v = kind == 0 ? any : kind == 1 ? square : power;
            if (kind == 2) v = C_NEXT(v, below(2) ? 0 : (rr_scalar)4 * power);
            if (kind == 3) v = below(2) ? (rr_scalar)0x1p-101 : RR_DTYPE == 32 ? (rr_scalar)FLT_MAX : (rr_scalar)DBL_MAX;
            x.at[l] = v >= (rr_scalar)0x1p-101 && v - v == 0 ? v : 1;
        }
        REALS("sqrt_steps", rr_sqrt_steps(real_of(x)), C_SQRT(x.at[l]));
        REALS("sqrt_pos", rr_sqrt_pos(real_of(x)), C_SQRT(x.at[l]));
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
/* Random numbers, powers of 2, ties, and the neighbours of both. */
static uint64_t any_wide(void)
{
    const uint64_t low = below(2) ? 1 : UINT64_C(1) << below(64);
    switch (below(3)) {
    case 0: return random_bits();
    case 1: return (uint64_t)any_word() << 32 | any_word();
    default: return (random_bits() >> below(64) << below(64) | low) + below(3) - 1;
    }
}

/* Rounds n to 53 bits with integer arithmetic; ties to even. */
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
        const struct raw g = any_raw();   /* bits above 32 are ignored */
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

#endif
