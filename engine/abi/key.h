/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The part of Philox that all draws of a launch share (engine/bits/bits.h): round keys, made once on the host. */
#ifndef RR_ABI_KEY_H
#define RR_ABI_KEY_H

#include "words.h"

#define RR_PHILOX_ROUNDS 10

typedef struct rr_bits_key {
    rr_uint32 round[2 * RR_PHILOX_ROUNDS];   /* round r uses round[2 r] and round[2 r + 1] */
    rr_uint32 y, x;                          /* y = Y; x = X ^ (family << 9 | type << 8) */
} rr_bits_key;

/* Purposes: what a block is drawn for within a family. */
#define RR_PURPOSE_MAIN 0u   /* the words of an attempt */
#define RR_PURPOSE_LOW 1u    /* word k extends word k of the block with the same index, draw and attempt */
#define RR_PURPOSE_BOOST 2u  /* the uniform that takes a gamma of shape a + 1 to shape a */
#define RR_PURPOSE_BOOST_LOW 3u
#define RR_PURPOSE_SIDE 4u       /* more words of a sample at an attempt; the block has the sample's own index */
#define RR_PURPOSE_SIDE_LOW 5u

#endif
