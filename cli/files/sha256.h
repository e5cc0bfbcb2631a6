/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SHA-256 (FIPS 180-4): the digest of a parameter file, the same that sha256sum prints. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_TEXT = 65 };

typedef struct sha256 {
    uint32_t state[8];
    uint64_t length;            /* bytes so far */
    unsigned char block[64];    /* the last length % 64 of them */
} sha256;

void sha256_start(sha256 *hash);
void sha256_add(sha256 *hash, const void *data, size_t bytes);

/* Ends the hash and writes 64 hexadecimal digits. */
void sha256_finish(sha256 *hash, char text[SHA256_TEXT]);

#endif
