/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Radix sort of 64-bit numbers by some of their bits. Many numbers are first dealt out by the highest of these bits to parts
 * that a cache holds (what comes here is spread evenly), each of which is then sorted from its lowest digits on; few are
 * inserted. */
#include <string.h>

#include "order.h"

enum { FEW = 64, DIGIT = 11, PART = 14, DEALT = 12 };

static uint64_t key_of(uint64_t x, unsigned low, unsigned high)
{
    return high - low == 64 ? x : x >> low & (((uint64_t)1 << (high - low)) - 1);
}

static void insert(uint64_t *a, uint64_t n, unsigned low, unsigned high)
{
    for (uint64_t i = 1; i < n; ++i) {
        const uint64_t x = a[i], k = key_of(x, low, high);
        uint64_t j = i;
        for (; j && key_of(a[j - 1], low, high) > k; --j) a[j] = a[j - 1];
        a[j] = x;
    }
}

/* Stable, by bits low to high - 1, `DEALT` of them at most: from a to b; begins[d] is where digit d begins, one past the
 * last too. */
static void deal(const uint64_t *a, uint64_t *b, uint64_t n, unsigned low, unsigned high, uint64_t *begins)
{
    const uint64_t digits = (uint64_t)1 << (high - low);
    uint64_t at[(1 << DEALT) + 1] = {0};
    for (uint64_t i = 0; i < n; ++i) ++at[key_of(a[i], low, high) + 1];
    for (uint64_t d = 0; d < digits; ++d) at[d + 1] += at[d];
    if (begins) memcpy(begins, at, (digits + 1) * sizeof *at);
    for (uint64_t i = 0; i < n; ++i) b[at[key_of(a[i], low, high)]++] = a[i];
}

/* From the lowest digits on; the result is in a. */
static void sort_part(uint64_t *a, uint64_t *space, uint64_t n, unsigned low, unsigned high)
{
    uint64_t *from = a, *to = space;
    if (n <= FEW) {
        insert(a, n, low, high);
        return;
    }
    for (unsigned at = low; at < high; at += DIGIT) {
        deal(from, to, n, at, at + DIGIT < high ? at + DIGIT : high, NULL);
        uint64_t *other = from;
        from = to;
        to = other;
    }
    if (from != a) memcpy(a, from, n * sizeof *a);
}

void rr_order_sort(uint64_t *numbers, uint64_t *space, uint64_t n, unsigned low, unsigned high)
{
    unsigned top = n ? rr_order_digits(n) : 0;
    top = top > PART ? top - PART : 0;
    if (top > DEALT) top = DEALT;
    if (top > high - low) top = high - low;
    if (!top) {
        sort_part(numbers, space, n, low, high);
        return;
    }
    uint64_t begins[(1 << DEALT) + 1];
    deal(numbers, space, n, high - top, high, begins);
    for (uint64_t d = 0; d < (uint64_t)1 << top; ++d)
        sort_part(space + begins[d], numbers + begins[d], begins[d + 1] - begins[d], low, high - top);
    memcpy(numbers, space, n * sizeof *numbers);
}
