/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whole numbers for order, and the room for them. */
#include "order.h"

uint64_t rr_order_below(const rr_bits_key *key, uint64_t index, uint32_t purpose, uint64_t m)
{
    const uint64_t least = -m % m;   /* 2^64 mod m: products whose lower half is less are left over */
    for (uint32_t attempt = 0;; ++attempt) {
        uint32_t w[4];
        rr_launch_block(key, index, attempt, purpose, w);
        const unsigned __int128 product = (unsigned __int128)((uint64_t)w[0] << 32 | w[1]) * m;
        if ((uint64_t)product >= least || attempt == 255) return (uint64_t)(product >> 64);
    }
}

rr_status rr_order_indices(rr_stream stream, uint64_t n, rr_result *result)
{
    if (!n || stream.next <= UINT64_MAX - (n - 1)) return RR_OK;
    return rr_fail(result, RR_ERR_INDEX, "the last index is past 2^64 - 1");
}
