/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Radix sort from the highest bits on. A pass deals numbers out to parts by their next bits. Where no part has more than a
 * few numbers, which is the rule for numbers that are spread evenly, one insertion over all parts ends the sort; else each
 * part is sorted by its remaining bits. */
#include <string.h>

#include "order.h"

enum { RANKED = 16, FEW = 32 };

/* One pass without branches, which carries the largest number so far along: it orders two of a part, which are most of what
 * is out of order. */
static void carry(uint64_t *a, uint64_t n)
{
    uint64_t most = a[0];
    for (uint64_t i = 1; i < n; ++i) {
        const uint64_t x = a[i];
        a[i - 1] = x < most ? x : most;
        most = x < most ? most : x;
    }
    a[n - 1] = most;
}

/* Parts are short: numbers move within them only. */
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

/* From a to b, each number to its rank: no branch depends on the numbers. */
static void rank(const uint64_t *a, uint64_t *b, uint64_t n)
{
    for (uint64_t i = 0; i < n; ++i) {
        uint64_t at = 0;
        for (uint64_t j = 0; j < i; ++j) at += a[j] <= a[i];
        for (uint64_t j = i + 1; j < n; ++j) at += a[j] < a[i];
        b[at] = a[i];
    }
}

/* From a to b, by bits low to low + bits - 1, stable; end[d] is where part d ends. The length of the longest part. */
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
    const int last = n >> RR_ORDER_BITS && high <= RR_ORDER_BITS;   /* one pass takes all bits of many numbers */
    const unsigned most = rr_order_bits(n), bits = most < high && !last ? most : high;
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
