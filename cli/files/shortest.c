/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shortest decimals by Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020): about 40 ns per number,
 * where trying %.15g, %.16g and %.17g takes 1000.
 *
 * A number c 2^q is scaled by a power of ten 10^-k such that its rounding interval holds at least one and at most a
 * few integers; the shortest decimal is then one of four candidates. The interval's ends and the number are kept as
 * quarters, rounded to odd, so that every comparison is correct. The powers of ten have 128 bits, rounded up; long
 * integers compute them on first use, because samples of one distribution need only a few of the 617. */
#include "shortest.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef unsigned __int128 u128;

enum { POWER_LOW = -292, POWER_HIGH = 324, LIMBS = 38 };

/* An integer below 2^1216, least limb first. */
typedef struct longint {
    uint32_t limb[LIMBS];
} longint;

static longint ten_to(int n)
{
    longint x = {{1}};
    while (n--) {
        uint64_t carry = 0;
        for (int i = 0; i < LIMBS; ++i) {
            carry += (uint64_t)x.limb[i] * 10;
            x.limb[i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return x;
}

static int bit_length(const longint *x)
{
    for (int i = LIMBS - 1; i >= 0; --i)
        if (x->limb[i]) return 32 * i + 32 - __builtin_clz(x->limb[i]);
    return 0;
}

static unsigned bit(const longint *x, int i)
{
    return i < 0 ? 0 : x->limb[i / 32] >> (i % 32) & 1;
}

/* x = 2 x - (y if the result is not negative); returns 1 if y was subtracted. */
static unsigned double_and_reduce(longint *x, const longint *y)
{
    longint twice, rest;
    uint32_t carry = 0;
    int64_t borrow = 0;
    for (int i = 0; i < LIMBS; ++i) {
        twice.limb[i] = x->limb[i] << 1 | carry;
        carry = x->limb[i] >> 31;
        borrow += (int64_t)twice.limb[i] - y->limb[i];
        rest.limb[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    *x = borrow ? twice : rest;
    return !borrow;
}

/* The 128 highest bits of 10^k, rounded up. */
static u128 make_power(int k)
{
    const longint ten = ten_to(k < 0 ? -k : k);
    const int length = bit_length(&ten);
    u128 g = 0;
    if (k >= 0) {
        for (int i = 1; i <= 128; ++i) g = g << 1 | bit(&ten, length - i);
        for (int i = length - 129; i >= 0; --i)
            if (bit(&ten, i)) return g + 1;
        return g;
    }
    /* 2^(length - 1) / 10^-k is in (1/2, 1): computes its first 128 bits, one at a time. It is never exact. */
    longint rest = {{0}};
    rest.limb[(length - 1) / 32] = 1u << ((length - 1) % 32);
    for (int i = 0; i < 128; ++i) g = g << 1 | double_and_reduce(&rest, &ten);
    return g + 1;
}

static u128 power_of_ten(int k)
{
    static _Thread_local u128 made[POWER_HIGH - POWER_LOW + 1];
    u128 *g = &made[k - POWER_LOW];
    if (!*g) *g = make_power(k);
    return *g;
}

/* floor(log2(10^k)). */
static int log2_of_power(int k)
{
    return (k * 1741647) >> 19;
}

/* g c / 2^128, with the last bit set if bits are lost. */
static uint64_t scale_to_odd(u128 g, uint64_t c)
{
    const u128 low = (u128)(uint64_t)g * c, high = (u128)(uint64_t)(g >> 64) * c + (uint64_t)(low >> 64);
    return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/* c 2^q. `closer`: c is the smallest of its binade, so that the number below is half as far away as the one above. */
static decimal shortest(uint64_t c, int q, bool closer)
{
    const bool odd = c & 1;
    const int k = (q * 1262611 - (closer ? 524031 : 0)) >> 22;
    const int h = q + log2_of_power(-k) + 1;
    const u128 g = power_of_ten(-k);
    const uint64_t lower = scale_to_odd(g, (4 * c - 2 + closer) << h) + odd;
    const uint64_t value = scale_to_odd(g, (4 * c) << h);
    const uint64_t upper = scale_to_odd(g, (4 * c + 2) << h) - odd;
    const uint64_t s = value / 4;
    if (s >= 10) {
        const uint64_t tens = s / 10;
        const bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
        if (below != above) return (decimal){tens + above, k + 1};
    }
    const bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
    if (below != above) return (decimal){s + above, k};
    const uint64_t middle = 4 * s + 2;
    return (decimal){s + (value > middle || (value == middle && (s & 1))), k};
}

/* Positional for 1e-4 <= |x| < 1e17, otherwise with an exponent, like printf's %.17g. */
static size_t write_decimal(decimal d, bool negative, char *text)
{
    char digits[24];
    int n = 0;
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        ++d.exponent;
    }
    for (uint64_t v = d.digits; v; v /= 10) digits[n++] = (char)('0' + v % 10);
    const int point = n + d.exponent;   /* digits before the point */
    char *at = text;
    if (negative) *at++ = '-';
    if (point > 17 || point < -3) {
        *at++ = digits[n - 1];
        if (n > 1) *at++ = '.';
        for (int i = n - 2; i >= 0; --i) *at++ = digits[i];
        const int e = point - 1, size = e < 0 ? -e : e;
        *at++ = 'e';
        *at++ = e < 0 ? '-' : '+';
        if (size >= 100) *at++ = (char)('0' + size / 100);
        *at++ = (char)('0' + size / 10 % 10);
        *at++ = (char)('0' + size % 10);
    } else {
        if (point <= 0) {
            *at++ = '0';
            *at++ = '.';
            for (int i = point; i < 0; ++i) *at++ = '0';
        }
        for (int i = 0; i < n || i < point; ++i) {
            if (i == point && point > 0) *at++ = '.';
            *at++ = i < n ? digits[n - 1 - i] : '0';
        }
    }
    *at = '\0';
    return (size_t)(at - text);
}

static size_t write_special(const char *word, bool negative, char *text)
{
    text[0] = '-';
    strcpy(text + negative, word);
    return strlen(text);
}

/* A number of `precision` bits with least unit 2^lowest, given by its fields. */
static size_t write_binary(uint64_t fraction, int exponent, int precision, int lowest, bool negative, char *text)
{
    const uint64_t hidden = (uint64_t)1 << (precision - 1);
    const uint64_t c = exponent ? fraction | hidden : fraction;
    const int q = lowest + (exponent ? exponent - 1 : 0);
    if (!c) return write_special("0", negative, text);
    /* An integer that fits is its own decimal; the search would return a shorter one of the same interval. */
    if (q <= 0 && q > -precision && !(c & (((uint64_t)1 << -q) - 1)))
        return write_decimal((decimal){c >> -q, 0}, negative, text);
    return write_decimal(shortest(c, q, !fraction && exponent > 1), negative, text);
}

size_t text_of_f64(double value, char text[SHORTEST_SIZE])
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const bool negative = bits >> 63;
    if (isnan(value)) return write_special("nan", false, text);
    if (isinf(value)) return write_special("inf", negative, text);
    return write_binary(bits & 0xfffffffffffffu, (int)(bits >> 52 & 0x7ff), 53, -1074, negative, text);
}

size_t text_of_f32(float value, char text[SHORTEST_SIZE])
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const bool negative = bits >> 31;
    if (isnan(value)) return write_special("nan", false, text);
    if (isinf(value)) return write_special("inf", negative, text);
    return write_binary(bits & 0x7fffffu, (int)(bits >> 23 & 0xff), 24, -149, negative, text);
}
