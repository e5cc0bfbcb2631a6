/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sobol points (I. M. Sobol', USSR Computational Mathematics 7 (1967) 86) in the order of the Gray code (Antonov and
 * Saleev, the same journal 19 (1980) 252): the integer of point i is the exclusive or of the direction numbers whose bits
 * are set in i ^ (i >> 1), so one number changes per point. The 30-bit integers are those of SciPy's qmc.Sobol(bits=30).
 *
 * Scrambles work on the 30 binary digits d1 d2 ... of an integer, and append digits up to 52:
 *   shift   xor with one random number per dimension
 *   owen    digit j is flipped by a separate random bit for each string d1 ... d(j-1) (A. B. Owen, in Monte Carlo and
 *           Quasi-Monte Carlo Methods in Scientific Computing (1995) 299). A block serves 6 places: the strings of up to 5
 *           digits after a prefix are the nodes 1 ... 63 of a binary tree, which number the bits of two words. After the
 *           30 digits every string belongs to one point, whose further digits are random */
#include "points.h"

#define TAIL 22   /* digits that a scramble appends to the 30 */
#define PLACES 6  /* places served by a block */

static const uint16_t table[RR_MAX_DIMS][12] = {
#include "joe_kuo.h"
};

/* m_1 ... m_30 by the recurrence of the polynomial, shifted to the leading bits. */
static void directions(const uint16_t *row, uint32_t *v)
{
    int degree = 0;
    while (row[0] >> (degree + 1)) ++degree;
    for (int j = 0; j < RR_SOBOL_BITS; ++j) {
        if (degree == 0 || j < degree) {
            v[j] = degree ? row[1 + j] : 1;
            continue;
        }
        v[j] = v[j - degree] ^ v[j - degree] << degree;
        for (int k = 1; k < degree; ++k)
            if (row[0] >> (degree - k) & 1) v[j] ^= v[j - k] << k;
    }
    for (int j = 0; j < RR_SOBOL_BITS; ++j) v[j] <<= RR_SOBOL_BITS - 1 - j;
}

void rr_sobol_start(rr_sobol *s, uint32_t dims, rr_scramble scramble, uint64_t seed)
{
    s->dims = dims;
    s->scramble = scramble;
    rr_scramble_key(&s->key, seed);
    for (uint32_t d = 0; d < dims; ++d) {
        const rr_string only = {0, 0};
        uint32_t w[1][4];
        directions(table[d], s->v[d]);
        rr_scramble_blocks(&s->key, d, RR_SCRAMBLE_SHIFT - 1, 1, &only, w);
        s->shift[d] = ((uint64_t)w[0][0] << 32 | w[0][1]) >> 12;
    }
}

void rr_sobol_jump(const rr_sobol *s, uint64_t i, uint32_t *k)
{
    for (uint32_t d = 0; d < s->dims; ++d) {
        k[d] = 0;
        for (uint64_t gray = i ^ i >> 1; gray; gray &= gray - 1) k[d] ^= s->v[d][__builtin_ctzll(gray)];
    }
}

void rr_sobol_next(const rr_sobol *s, uint64_t i, uint32_t *k)
{
    const int changed = __builtin_ctzll(i);
    for (uint32_t d = 0; d < s->dims; ++d) k[d] ^= s->v[d][changed];
}

static uint64_t owen(const rr_sobol *s, uint32_t dim, uint32_t k)
{
    enum { BLOCKS = RR_SOBOL_BITS / PLACES };
    rr_string prefix[BLOCKS + 1];
    uint32_t w[BLOCKS + 1][4], flips = 0;
    for (uint32_t t = 0; t <= BLOCKS; ++t) prefix[t] = (rr_string){k >> (RR_SOBOL_BITS - PLACES * t), t};
    rr_scramble_blocks(&s->key, dim, RR_SCRAMBLE_OWEN - 1, BLOCKS + 1, prefix, w);
    for (int t = 0; t < BLOCKS; ++t) {
        const uint64_t bits = (uint64_t)w[t][0] << 32 | w[t][1];
        uint32_t node = 1;
        for (int j = PLACES * t; j < PLACES * (t + 1); ++j) {
            flips = flips << 1 | (bits >> node & 1);
            node = node << 1 | (k >> (RR_SOBOL_BITS - 1 - j) & 1);
        }
    }
    return (uint64_t)(k ^ flips) << TAIL | w[BLOCKS][0] >> (32 - TAIL);
}

uint64_t rr_sobol_cell(const rr_sobol *s, uint32_t dim, uint32_t k, uint64_t *cells)
{
    *cells = s->scramble ? 1ull << (RR_SOBOL_BITS + TAIL) : RR_SOBOL_POINTS;
    if (!s->scramble) return k;
    return s->scramble == RR_SCRAMBLE_OWEN ? owen(s, dim, k) : (uint64_t)k << TAIL ^ s->shift[dim];
}
