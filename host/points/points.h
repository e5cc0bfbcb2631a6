/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Common part of the point sets: cell number K of B equal cells of (0, 1) gives the point (K + 1/2) / B, so that no
 * coordinate is 0 or 1. B <= 2^52: 2 K + 1 and 2 B are exact, and the point is rounded once. */
#ifndef RR_POINTS_H
#define RR_POINTS_H

#include "targets/target.h"

/* A point set, set up for one call. */
typedef struct rr_sobol {
    uint32_t dims, v[RR_MAX_DIMS][30];
    rr_scramble scramble;
    rr_bits_key key;
    uint64_t shift[RR_MAX_DIMS];   /* 52 bits */
} rr_sobol;

typedef struct rr_halton {
    uint32_t dims;
    rr_scramble scramble;
    rr_bits_key key;
    struct { uint32_t base, digits, nested; uint64_t cells, rest; uint16_t shift[52]; } of[RR_MAX_DIMS];
} rr_halton;

#define RR_SOBOL_BITS 30
#define RR_SOBOL_POINTS (1ull << RR_SOBOL_BITS)
#define RR_HALTON_POINTS (1ull << 32)

/* The key of a scramble; Philox blocks of 128 random bits for n digit strings at once: string number `string` of place
 * `place` in dimension `dim`. n is a small constant. purpose: RR_SCRAMBLE_SHIFT or _OWEN less 1. */
void rr_scramble_key(rr_bits_key *key, uint64_t seed);
typedef struct rr_string { uint32_t string, place; } rr_string;
void rr_scramble_blocks(const rr_bits_key *key, uint32_t dim, uint32_t purpose, unsigned n, const rr_string *s,
                        uint32_t (*out)[4]);

/* sobol.c, halton.c: set one up; compute the cell numbers of a point, dims of them. Sobol points are integers of 30 bits,
 * updated from point i - 1 to point i, and converted to cell numbers when scrambled. */
void rr_sobol_start(rr_sobol *s, uint32_t dims, rr_scramble scramble, uint64_t seed);
void rr_sobol_jump(const rr_sobol *s, uint64_t i, uint32_t *k);
void rr_sobol_next(const rr_sobol *s, uint64_t i, uint32_t *k);
uint64_t rr_sobol_cell(const rr_sobol *s, uint32_t dim, uint32_t k, uint64_t *cells);
void rr_halton_start(rr_halton *h, uint32_t dims, rr_scramble scramble, uint64_t seed);
uint64_t rr_halton_cell(const rr_halton *h, uint32_t dim, uint64_t i, uint64_t *cells);

#endif
