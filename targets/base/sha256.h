/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The parts of reroll_sha256.h: the constants of FIPS 180-4, and the state after whole blocks of 64 bytes, in portable C. */
#ifndef RR_BASE_SHA256_H
#define RR_BASE_SHA256_H

#include "reroll_sha256.h"

extern const uint32_t rr_sha256_constants[64];
void rr_sha256_plain(uint32_t state[8], const unsigned char *data, size_t blocks);

#endif
