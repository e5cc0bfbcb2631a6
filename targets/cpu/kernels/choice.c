/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The category of one sample that has its own row of weights: the quick test, in doubles. The compiler vectorizes these
 * plain loops. And weights from a row of logits. Compiled once per instruction set.
 *
 * With S the sum of the K weights and w the first 32 bits of the uniform, T = (w + 1/2) 2^-32 S. Sums of blocks of weights
 * locate the block, and a scan of that block the weight. Rounded sums of non-negative numbers are within 1.01 K 2^-53 S of
 * exact ones, in any order; the uniform is within 2^-33 of (w + 1/2) 2^-32. So if T is further than S (2^-33 + K 2^-51)
 * from the sums before and after the weight, the remaining bits cannot change the category, and no result depends on
 * rounding here. Otherwise, and if S is so small or large that products underflow or overflow, all bits are compared
 * (engine/abi/fractions.h). */
#include "engine/lanes/lane.h"

#define RR_COUNTING 0
#include "engine/strategies/warp.h"

#include "engine/math/exp.h"
#include "kernels.h"
#include "names.h"

enum { SUMS = 8, BLOCKS = 512 };

/* Weights per block: about sqrt(K). */
static rr_uint64 block_of(rr_uint64 n)
{
    rr_uint64 length = SUMS;
    while (length * length < n || (n - 1) / length >= BLOCKS) length *= 2;
    return length;
}

static double sum_of(const double *w, rr_uint64 n)
{
    double s[SUMS] = {0};
    rr_uint64 k = 0;
    for (; k + SUMS <= n; k += SUMS)
        for (int j = 0; j < SUMS; ++j) s[j] += w[k + (rr_uint64)j];
    for (; k < n; ++k) s[k % SUMS] += w[k];
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

#define RR_CHOICE RR_PASTE(RR_OBJECT, _, choice)
rr_choice_fn RR_CHOICE;
rr_uint64 RR_CHOICE(const double *w, rr_uint64 n, rr_uint32 word, double *total)
{
    const rr_uint64 length = block_of(n), blocks = (n + length - 1) / length;
    double after[BLOCKS], sum = 0;   /* sums up to the end of each block */
    for (rr_uint64 b = 0; b < blocks; ++b)
        after[b] = sum += sum_of(w + b * length, b + 1 < blocks ? length : n - b * length);
    *total = sum;
    const double at = ((double)word + 0.5) * 0x1p-32 * sum, margin = sum * (0x1p-33 + (double)n * 0x1p-51);
    rr_uint64 b = 0;
    for (rr_uint64 k = 0; k + 1 < blocks; ++k) b += after[k] <= at;
    const rr_uint64 end = b + 1 < blocks ? (b + 1) * length : n;
    rr_uint64 k = b * length;
    double low = b ? after[b - 1] : 0, high = low + w[k];
    while (k + 1 < end && high <= at) {
        low = high;
        high += w[++k];
    }
    const int plain = sum > 0x1p-900 && sum < 0x1p1000;
    return plain && at - low >= margin && high - at >= margin ? k : RR_CHOICE_OPEN;
}

#define RR_WEIGH RR_PASTE(RR_OBJECT, _, weigh)
rr_weigh_fn RR_WEIGH;
void RR_WEIGH(double max, rr_uint64 n, double *logits)
{
    const rr_real top = rr_splat(max);
    for (rr_uint64 k = 0; k < n; k += RR_LANES) {
        const rr_uint32 some = n - k < RR_LANES ? (rr_uint32)(n - k) : RR_LANES;
        rr_storen(logits + k, rr_exp(rr_loadn(logits + k, some) - top), some);
    }
}
