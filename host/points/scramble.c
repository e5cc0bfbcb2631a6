/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The hash of the scrambles: a Philox block of (seed, dimension, place, string of digits), so that random digits of
 * different strings are independent (docs/contract.md). Blocks are computed by lane text, one lane wide. */
#include "engine/lanes/lane.h"
#include "engine/bits/bits.h"

#include "points.h"
#include "host/call/call.h"
#include "laws/descriptor.h"

void rr_scramble_key(rr_bits_key *key, uint64_t seed)
{
    rr_launch_key(key, rr_stream_make(seed, 0), 1, RR_FAMILY_SCRAMBLE, 0);
}

/* Inlined, so that n is a constant. */
static inline __attribute__((always_inline)) void blocks(const rr_bits_key *key, uint32_t dim, uint32_t purpose, int n,
                                                         const rr_string *s, uint32_t (*out)[4])
{
    rr_counter c[8];
    rr_block b[8];
    for (int i = 0; i < n; ++i) c[i] = rr_draw_counter(key, s[i].string, dim, s[i].place, purpose);
    rr_philox_some(key, n, c, b);
    for (int i = 0; i < n; ++i)
        for (int w = 0; w < 4; ++w) out[i][w] = b[i].w[w];
}

void rr_scramble_blocks(const rr_bits_key *key, uint32_t dim, uint32_t purpose, unsigned n, const rr_string *s,
                        uint32_t (*out)[4])
{
    if (n == 6) blocks(key, dim, purpose, 6, s, out);
    else
        for (unsigned i = 0; i < n; ++i) blocks(key, dim, purpose, 1, s + i, out + i);
}
