/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of engine/lanes/avx2.h, from which a mask of 8 bits becomes a permutation: written by the preprocessor. */
#include <stdint.h>

#ifndef RR_LANES_AVX2_H
struct rr_avx2_pack { uint8_t at[256][8], rank[256][8]; };
extern const struct rr_avx2_pack rr_avx2_pack;
#endif

/* Set bits of m below bit l; and the number of the n-th set bit (any number where there is none). */
#define BIT(m, l) ((m) >> (l) & 1)
#define BELOW1(m) BIT(m, 0)
#define BELOW2(m) (BELOW1(m) + BIT(m, 1))
#define BELOW3(m) (BELOW2(m) + BIT(m, 2))
#define BELOW4(m) (BELOW3(m) + BIT(m, 3))
#define BELOW5(m) (BELOW4(m) + BIT(m, 4))
#define BELOW6(m) (BELOW5(m) + BIT(m, 5))
#define BELOW7(m) (BELOW6(m) + BIT(m, 6))
#define HIT(m, l, below, n) (BIT(m, l) && (below) == (n) ? (l) : 0)
#define NTH(m, n)                                                                                                       \
    (HIT(m, 0, 0, n) | HIT(m, 1, BELOW1(m), n) | HIT(m, 2, BELOW2(m), n) | HIT(m, 3, BELOW3(m), n) |                     \
     HIT(m, 4, BELOW4(m), n) | HIT(m, 5, BELOW5(m), n) | HIT(m, 6, BELOW6(m), n) | HIT(m, 7, BELOW7(m), n))

#define AT(m) {NTH(m, 0), NTH(m, 1), NTH(m, 2), NTH(m, 3), NTH(m, 4), NTH(m, 5), NTH(m, 6), NTH(m, 7)},
#define RANK(m) {0, BELOW1(m), BELOW2(m), BELOW3(m), BELOW4(m), BELOW5(m), BELOW6(m), BELOW7(m)},

#define X4(F, m) F(m) F((m) + 1) F((m) + 2) F((m) + 3)
#define X16(F, m) X4(F, m) X4(F, (m) + 4) X4(F, (m) + 8) X4(F, (m) + 12)
#define X64(F, m) X16(F, m) X16(F, (m) + 16) X16(F, (m) + 32) X16(F, (m) + 48)
#define X256(F) X64(F, 0) X64(F, 64) X64(F, 128) X64(F, 192)

const struct rr_avx2_pack rr_avx2_pack = {{X256(AT)}, {X256(RANK)}};
