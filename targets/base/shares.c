/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "shares.h"

/* R: floor((2^256 - 1) / s) - 2^128, the top bit of s being set. */
static rr_u128 reciprocal(rr_u128 s)
{
    rr_u128 rest = ~(rr_u128)0 - s, r = 0;
    for (int i = 0; i < 128; ++i) {
        const int carry = (int)(rest >> 127);
        rest = rest << 1 | 1;
        r <<= 1;
        if (carry || rest >= s) {
            rest -= s;
            r |= 1;
        }
    }
    return r;
}

rr_share_whole rr_share_of(rr_u128 sum)
{
    rr_share_whole whole = {.up = 0};
    while (!(sum >> 127)) {
        sum <<= 1;
        ++whole.up;
    }
    whole.r = reciprocal(sum);
    return whole;
}

/* Weights are added up twice, so that there need be no memory. */
uint64_t rr_share_number(const double *weight, uint64_t count, rr_u128 u)
{
    double most = 0;
    rr_u128 sum = 0;
    uint64_t last = 0;
    for (uint64_t k = 0; k < count; ++k) most = weight[k] > most ? weight[k] : most;
    const int shift = rr_share_shift(most, count);
    for (uint64_t k = 0; k < count; ++k) {
        const rr_u128 q = rr_share_scaled(weight[k], shift);
        if (q) last = k;
        sum += q;
    }
    const rr_share_whole whole = rr_share_of(sum);
    sum = 0;
    for (uint64_t k = 0; k < last; ++k) {
        sum += rr_share_scaled(weight[k], shift);
        if (rr_share_digits(&whole, sum) > u) return k;
    }
    return last;
}
