/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SHA-256 (FIPS 180-4). Job files contain these digests of parameter files and user-defined distributions. sha256sum prints
 * the same digests. */
#ifndef REROLL_SHA256_H
#define REROLL_SHA256_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RR_SHA256_TEXT 65

/* A plain value, owned by the caller. Only one thread may use it at a time. */
typedef struct rr_sha256 {
    uint32_t state[8];
    uint64_t length;            /* bytes so far */
    unsigned char block[64];    /* the last length % 64 bytes */
} rr_sha256;

/* rr_sha256_start begins a hash. rr_sha256_add appends data to it, any number of times. */
RR_API void rr_sha256_start(rr_sha256 *hash);
RR_API void rr_sha256_add(rr_sha256 *hash, const void *data, size_t bytes);

/* Finishes the hash and writes 64 hexadecimal digits. */
RR_API void rr_sha256_finish(rr_sha256 *hash, char text[RR_SHA256_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
