/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Radix sort from the highest bits on. A pass distributes numbers to parts by their next bits. If no part has more than a
 * few numbers, as is usual for evenly spread ones, one insertion over all parts ends the sort; otherwise each part is
 * sorted by its remaining bits. */
#include <string.h>

#include "order.h"

enum { RANKED = 16, FEW = 32 };

/* One branch-free pass that carries the largest number so far: it orders parts of two, which are most of the disorder. */
static void carry(uint64_t *a, uint64_t n)
{
    uint64_t max = a[0];
    for (uint64_t i = 1; i < n; ++i) {
        const uint64_t x = a[i];
        a[i - 1] = x < max ? x : max;
        max = x < max ? max : x;
    }
    a[n - 1] = max;
}

/* Parts are short, and numbers move only within them. */
static void insert(uint64_t *a, uint64_t n)
{
    if (!n) return;
    carry(a, n);
    uint64_t before = a[0];
    for (uint64_t i = 1; i < n; ++i) {
        const uint64_t x = a[i];
        uint64_t j = i;
        if (before <= x) {
            before = x;
            continue;
        }
        do a[j] = a[j - 1];
        while (--j && a[j - 1] > x);
        a[j] = x;
    }
}

/* From a to b, each number to its rank, without branches on the numbers. */
static void rank(const uint64_t *a, uint64_t *b, uint64_t n)
{
    for (uint64_t i = 0; i < n; ++i) {
        uint64_t at = 0;
        for (uint64_t j = 0; j < i; ++j) at += a[j] <= a[i];
        for (uint64_t j = i + 1; j < n; ++j) at += a[j] < a[i];
        b[at] = a[i];
    }
}

/* From a to b by bits low to low + bits - 1, stable; end[d] is the end of part d. Returns the length of the longest part. */
static uint64_t deal(const uint64_t *a, uint64_t *b, uint64_t n, unsigned low, unsigned bits, uint64_t *end)
{
    const uint64_t parts = (uint64_t)1 << bits;
    uint64_t longest = 0, sum = 0;
    memset(end, 0, parts * sizeof *end);
    for (uint64_t i = 0; i < n; ++i) ++end[a[i] >> low & (parts - 1)];
    for (uint64_t d = 0; d < parts; ++d) {
        const uint64_t length = end[d];
        end[d] = sum;
        sum += length;
        longest = length > longest ? length : longest;
    }
    for (uint64_t i = 0; i < n; ++i) b[end[a[i] >> low & (parts - 1)]++] = a[i];
    return longest;
}

void rr_order_sort(uint64_t *a, uint64_t *b, uint64_t n, unsigned high)
{
    uint64_t end[1 << RR_ORDER_BITS];
    const int last = n >> RR_ORDER_BITS && high <= RR_ORDER_BITS;   /* for many numbers one pass takes all bits */
    const unsigned max = rr_order_bits(n), bits = max < high && !last ? max : high;
    if (n <= RANKED) {
        rank(a, b, n);
        return;
    }
    const uint64_t longest = deal(a, b, n, high - bits, bits, end);
    if (bits == high) return;
    if (longest <= FEW) {
        insert(b, n);
        return;
    }
    for (uint64_t d = 0, from = 0; d < (uint64_t)1 << bits; from = end[d++]) {
        const uint64_t length = end[d] - from;
        if (length <= FEW) {
            insert(b + from, length);
            continue;
        }
        rr_order_sort(b + from, a + from, length, high - bits);
        memcpy(b + from, a + from, length * sizeof *b);
    }
}
