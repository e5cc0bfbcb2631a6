/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Random inputs, edge cases, and the functions that compare lanes with plain C. */
#ifndef RR_TESTS_LANES_VOCABULARY_INPUTS_H
#define RR_TESTS_LANES_VOCABULARY_INPUTS_H

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

/* Registers are copied from and to arrays; the tested functions are not used for it. */
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

/* All NaNs are equal here. */
static int same(rr_scalar a, rr_scalar b) { return (a != a && b != b) || to_bits(a) == to_bits(b); }

static void is_real(const char *what, rr_real x, const rr_scalar *want)
{
    rr_scalar v[L];
    memcpy(v, &x, sizeof v);
    for (int l = 0; l < L; ++l)
        if (!same(v[l], want[l])) wrong(what, l, to_bits(v[l]), to_bits(want[l]));
}

/* Checks a mask by its effect in a selection and by its bits. */
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

#endif
