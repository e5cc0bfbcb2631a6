/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Philox4x32-10 for the host, and the subkeys of a launch: compiled from the same text as on every device, for one lane. So
 * this file includes the lane vocabulary. */
#include "engine/lanes/lane.h"
#include "engine/bits/bits.h"

#include "call.h"

/* The round keys of a key, computed independently of each other. */
static void set_round_keys(rr_bits_key *k, uint32_t k0, uint32_t k1)
{
    for (uint32_t r = 0; r < RR_PHILOX_ROUNDS; ++r) {
        k->round[2 * r] = k0 + r * RR_PHILOX_W0;
        k->round[2 * r + 1] = k1 + r * RR_PHILOX_W1;
    }
}

void rr_philox4x32_10(const uint32_t ctr[4], const uint32_t key[2], uint32_t out[4])
{
    rr_bits_key k;
    k.x = k.y = 0;
    set_round_keys(&k, key[0], key[1]);
    rr_counter c = {{ctr[0], ctr[1], ctr[2], ctr[3]}};
    rr_block b;
    rr_philox_some(&k, 1, &c, &b);
    for (int i = 0; i < 4; ++i) out[i] = b.w[i];
}

/* The counter words 2 and 3 of the subkey call and of the two calls of rr_derive: their purpose, and the version of the
 * layout (docs/contract.md). For rows, the length replaces the version. */
#define RR_TAG_LAUNCH 0x5265726Fu
#define RR_TAG_LAYOUT 0x6C6C0001u
#define RR_TAG_ROWS 0x526F7773u

void rr_launch_key(rr_bits_key *k, rr_stream s, uint32_t row, uint32_t family, uint32_t dtype_bit)
{
    const uint32_t key[2] = {(uint32_t)s.seed, (uint32_t)(s.seed >> 32)};
    const uint32_t ctr[4] = {(uint32_t)s.stream, (uint32_t)(s.stream >> 32), row > 1 ? RR_TAG_ROWS : RR_TAG_LAUNCH,
                             row > 1 ? row : RR_TAG_LAYOUT};
    uint32_t sub[4];
    rr_philox4x32_10(ctr, key, sub);
    set_round_keys(k, sub[0], sub[1]);
    k->x = sub[2] ^ ((family << 1 | dtype_bit) << 8);
    k->y = sub[3];
}

void rr_launch_block(const rr_bits_key *k, uint64_t block, uint32_t attempt, uint32_t purpose, uint32_t w[4])
{
    const rr_block b = rr_draw(k, (uint32_t)block, (uint32_t)(block >> 32), attempt, purpose);
    for (int i = 0; i < 4; ++i) w[i] = b.w[i];
}
