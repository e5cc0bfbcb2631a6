/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "sha256.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "engine/lanes/processor/sha256.h"

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const uint32_t rr_sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* One of the 64 rounds. The callers rename the eight words instead of moving them. */
static inline void step(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g,
                        uint32_t *h, uint32_t kw)
{
    const uint32_t t = *h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (g ^ (e & (f ^ g))) + kw;
    *d += t;
    *h = t + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) | (c & (a | b)));
}

static void compress(uint32_t state[8], const unsigned char block[64])
{
    uint32_t w[64];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 16; ++i) w[i] = big_endian(block + 4 * i);
    for (int i = 16; i < 64; ++i) {
        const uint32_t x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[i - 7] + (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
    }
    for (int i = 0; i < 64; i += 8) {
        const uint32_t *k = rr_sha256_constants + i, *v = w + i;
        step(a, b, c, &d, e, f, g, &h, k[0] + v[0]);
        step(h, a, b, &c, d, e, f, &g, k[1] + v[1]);
        step(g, h, a, &b, c, d, e, &f, k[2] + v[2]);
        step(f, g, h, &a, b, c, d, &e, k[3] + v[3]);
        step(e, f, g, &h, a, b, c, &d, k[4] + v[4]);
        step(d, e, f, &g, h, a, b, &c, k[5] + v[5]);
        step(c, d, e, &f, g, h, a, &b, k[6] + v[6]);
        step(b, c, d, &e, f, g, h, &a, k[7] + v[7]);
    }
    const uint32_t end[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; ++i) state[i] += end[i];
}

void rr_sha256_plain(uint32_t state[8], const unsigned char *data, size_t blocks)
{
    for (; blocks; --blocks, data += 64) compress(state, data);
}

/* Querying the processor takes longer than hashing a block, so it is done once. */
static int by_instructions(void)
{
    static atomic_int known;   /* 0: not yet, 1: no, 2: yes */
    int can = atomic_load_explicit(&known, memory_order_relaxed);
    if (!can) {
        can = rr_sha256_can() ? 2 : 1;
        atomic_store_explicit(&known, can, memory_order_relaxed);
    }
    return can == 2;
}

static void compress_all(uint32_t state[8], const unsigned char *data, size_t blocks)
{
    if (by_instructions()) rr_sha256_blocks(state, data, blocks, rr_sha256_constants);
    else rr_sha256_plain(state, data, blocks);
}

void rr_sha256_start(rr_sha256 *hash)
{
    /* The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memset(hash, 0, sizeof *hash);
    memcpy(hash->state, start, sizeof start);
}

void rr_sha256_add(rr_sha256 *hash, const void *data, size_t bytes)
{
    const unsigned char *at = data;
    const size_t held = hash->length % 64, lacking = (64 - held) % 64, first = bytes < lacking ? bytes : lacking;
    if (!bytes) return;
    if (first) memcpy(hash->block + held, at, first);
    if (first && held + first == 64) compress_all(hash->state, hash->block, 1);
    const size_t blocks = (bytes - first) / 64, rest = (bytes - first) % 64;
    compress_all(hash->state, at + first, blocks);
    if (rest) memcpy(hash->block, at + first + blocks * 64, rest);
    hash->length += bytes;
}

void rr_sha256_finish(rr_sha256 *hash, char text[RR_SHA256_TEXT])
{
    const uint64_t bits = hash->length * 8;
    const unsigned char padding[64] = {0x80};
    unsigned char length[8];
    for (int i = 0; i < 8; ++i) length[i] = (unsigned char)(bits >> (56 - 8 * i));
    rr_sha256_add(hash, padding, 1 + (119 - hash->length % 64) % 64);
    rr_sha256_add(hash, length, sizeof length);
    for (int i = 0; i < 8; ++i) snprintf(text + 8 * i, 9, "%08x", (unsigned)hash->state[i]);
}
