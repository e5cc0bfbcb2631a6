/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What all draws of a launch share of Philox (engine/bits/bits.h): round keys, made once on the host. */
#ifndef RR_ABI_KEY_H
#define RR_ABI_KEY_H

#include "words.h"

#define RR_PHILOX_ROUNDS 10

typedef struct rr_bits_key {
    rr_uint32 round[2 * RR_PHILOX_ROUNDS];   /* round r uses round[2 r] and round[2 r + 1] */
    rr_uint32 y, x;                          /* y = Y; x = X ^ (family << 9 | type << 8) */
} rr_bits_key;

#endif
