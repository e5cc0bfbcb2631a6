/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Streams and their children (docs/contract.md, section "Streams"). */
#include <string.h>

#include "reroll_core.h"

#define RR_TAG_CHILD 0x43686C64u
#define RR_TAG_NAME 0x4E616D65u
#define RR_TAG_LAYOUT 0x6C6C0001u

rr_stream rr_stream_make(uint64_t seed, uint64_t stream)
{
    const rr_stream s = {seed, stream, 0};
    return s;
}

/* Two calls, since a parent (128 bits), a number (64) and a tag do not fit into one: the first makes a subkey of the
 * parent, the second draws the child's block number `number`. */
static rr_stream derive(rr_stream parent, uint64_t number, uint32_t tag)
{
    uint32_t key[2] = {(uint32_t)parent.seed, (uint32_t)(parent.seed >> 32)};
    uint32_t ctr[4] = {(uint32_t)parent.stream, (uint32_t)(parent.stream >> 32), tag, RR_TAG_LAYOUT};
    uint32_t w[4];
    rr_philox4x32_10(ctr, key, w);
    key[0] = w[0];
    key[1] = w[1];
    ctr[0] = (uint32_t)number;
    ctr[1] = (uint32_t)(number >> 32);
    ctr[2] = w[2];
    ctr[3] = w[3];
    rr_philox4x32_10(ctr, key, w);
    return rr_stream_make((uint64_t)w[1] << 32 | w[0], (uint64_t)w[3] << 32 | w[2]);
}

rr_stream rr_derive(rr_stream parent, uint64_t child)
{
    return derive(parent, child, RR_TAG_CHILD);
}

/* The name is absorbed eight bytes at a time, first byte lowest, then its length, under its own tag. */
rr_stream rr_derive_name(rr_stream parent, const char *name)
{
    const size_t length = name ? strlen(name) : 0;
    rr_stream s = parent;
    for (size_t at = 0; at < length; at += 8) {
        uint64_t word = 0;
        for (size_t b = 0; b < 8 && at + b < length; ++b) word |= (uint64_t)(unsigned char)name[at + b] << (8 * b);
        s = derive(s, word, RR_TAG_NAME);
    }
    return derive(s, length, RR_TAG_NAME);
}
