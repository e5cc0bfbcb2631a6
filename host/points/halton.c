/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Halton points (J. H. Halton, Numerische Mathematik 2 (1960) 84): coordinate d of point i has the digits of i in base b,
 * the d-th prime, mirrored at the point. i < 2^32. A coordinate has all digits that fit into 52 bits, B = b^digits cells.
 *
 * Scrambles work on the digits d1 d2 ..., where d1 is the last digit of i:
 *   shift   a random digit per dimension and place is added, modulo b
 *   owen    digit j becomes (a dj + c) mod b with random a = 1 ... b-1 and c = 0 ... b-1 for each string d1 ... d(j-1): for
 *           bases 2 and 3 every permutation, for larger ones a random linear one. Once b^j passes 2^32 every string has
 *           one point, whose further digits are random */
#include "points.h"

static uint32_t prime_after(uint32_t p)
{
    for (;;) {
        uint32_t f = 2;
        ++p;
        while (f * f <= p && p % f) ++f;
        if (f * f > p) return p;
    }
}

/* A random number below b < 2^10 from a word: each probability is off by a relative 2^-22 at most. */
static uint32_t below(uint32_t b, uint32_t word)
{
    return (uint32_t)((uint64_t)word * b >> 32);
}

void rr_halton_start(rr_halton *h, uint32_t dims, rr_scramble scramble, uint64_t seed)
{
    uint32_t base = 1;
    h->dims = dims;
    h->scramble = scramble;
    rr_scramble_key(&h->key, seed);
    for (uint32_t d = 0; d < dims; ++d) {
        uint32_t digits = 0, nested = 0;
        uint64_t cells = 1, rest = 1;
        base = prime_after(base);
        for (; cells <= (1ull << 52) / base; ++digits) {
            if (cells < RR_HALTON_POINTS) nested = digits + 1;
            else rest *= base;
            cells *= base;
        }
        h->of[d].base = base;
        h->of[d].digits = digits;
        h->of[d].nested = nested;
        h->of[d].cells = cells;
        h->of[d].rest = rest;
        for (uint32_t j = 0; j < digits; ++j) {
            const rr_string place = {0, j};
            uint32_t w[1][4];
            rr_scramble_blocks(&h->key, d, RR_SCRAMBLE_SHIFT - 1, 1, &place, w);
            h->of[d].shift[j] = (uint16_t)below(base, w[0][0]);
        }
    }
}

/* The digits up to where every string has one point, then random ones. */
static uint64_t owen(const rr_halton *h, uint32_t dim, uint64_t i)
{
    const uint32_t b = h->of[dim].base, nested = h->of[dim].nested;
    rr_string prefix[34];
    uint32_t w[34][4];
    uint64_t k = 0, power = 1, rest = i;
    for (uint32_t j = 0; j <= nested; ++j, power *= b) prefix[j] = (rr_string){(uint32_t)(j < nested ? i % power : i), j};
    rr_scramble_blocks(&h->key, dim, RR_SCRAMBLE_OWEN - 1, nested + 1, prefix, w);
    for (uint32_t j = 0; j < nested; ++j, rest /= b) {
        const uint32_t a = 1 + below(b - 1, w[j][0]), c = below(b, w[j][1]);
        k = k * b + (a * (uint32_t)(rest % b) + c) % b;
    }
    const uint64_t words = (uint64_t)w[nested][0] << 32 | w[nested][1];
    return k * h->of[dim].rest + (uint64_t)((unsigned __int128)words * h->of[dim].rest >> 64);
}

uint64_t rr_halton_cell(const rr_halton *h, uint32_t dim, uint64_t i, uint64_t *cells)
{
    const uint32_t b = h->of[dim].base;
    uint64_t k = 0;
    *cells = h->of[dim].cells;
    if (h->scramble == RR_SCRAMBLE_OWEN) return owen(h, dim, i);
    for (uint32_t j = 0; j < h->of[dim].digits; ++j, i /= b) {
        const uint32_t digit = (uint32_t)(i % b) + (h->scramble ? h->of[dim].shift[j] : 0u);
        k = k * b + (digit < b ? digit : digit - b);
    }
    return k;
}
