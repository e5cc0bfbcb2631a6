/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Swap-or-not (Hoang, Morris and Rogaway, CRYPTO 2012, 1). Round r has a number K_r below n and a random bit for every pair
 * {x, K_r - x mod n}, which decides whether the two are exchanged: being partners is symmetric. By their theorem 2 the
 * images of q places are within 4 n^(3/2) / (r + 2) ((q + n) / 2n)^(r / 2 + 1) of those of a uniform permutation after r
 * rounds: with r = 2 (64 + 3/2 log2 n) that is below 2^-64 while q is small compared with n.
 *
 * K_r comes from the side blocks of r. The bit of a pair is bit x mod 128 of block x / 128, draw r + 1, for its larger x. */
#include "order.h"
#include "laws/descriptor.h"

enum { ROUND_LIMIT = 2 * 64 + 3 * 63 };

static unsigned rounds_for(uint64_t n) { return 128 + 3 * rr_order_width(n - 1); }

static uint64_t image_of(const rr_bits_key *key, const uint64_t *k, unsigned rounds, uint64_t n, uint64_t x)
{
    for (unsigned r = 0; r < rounds; ++r) {
        const uint64_t partner = k[r] >= x ? k[r] - x : k[r] + (n - x), larger = partner > x ? partner : x;
        uint32_t w[4];
        rr_launch_block(key, larger / 128, (r + 1) << 8, RR_PURPOSE_MAIN, w);
        if (w[larger / 32 % 4] >> larger % 32 & 1) x = partner;
    }
    return x;
}

rr_status rr_bijection(rr_stream stream, uint64_t n, uint64_t first, uint64_t count, int64_t *out, rr_result *result)
{
    uint64_t k[ROUND_LIMIT];
    rr_bits_key key;
    rr_older older RR_OLDER;
    const rr_status status = rr_begin(&result, &older);
    if (status != RR_OK) return status;
    if (n < 1 || n > (uint64_t)1 << 63) return rr_fail(result, RR_ERR_ARGUMENT, "n is not in [1, 2^63]");
    if (first > n || count > n - first) return rr_fail(result, RR_ERR_ARGUMENT, "first + count is above n");
    if (count && !out) return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL");
    const rr_stream own = rr_derive(stream, stream.next);   /* one index, one bijection */
    const unsigned rounds = rounds_for(n);
    rr_launch_key(&key, own, 1, RR_FAMILY_BIJECTION, 0);
    for (unsigned r = 0; r < rounds; ++r) k[r] = rr_order_below(&key, r, RR_PURPOSE_SIDE, n);
    for (uint64_t i = 0; i < count; ++i) out[i] = (int64_t)image_of(&key, k, rounds, n, first + i);
    return RR_OK;
}
