/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Subsets by Floyd's algorithm: for j = n - k ... n - 1 a uniform number t from 0 ... j is chosen, or j itself if t has been
 * chosen before. All sets of k numbers have the same probability; it takes k draws and memory for k. Draw number i = j - (n
 * - k) has index next + i. If k is more than half of n, the complement is drawn.
 *
 * If k is not far below n, the set has one bit per number and lists its numbers in order. Otherwise it is a hash table, and
 * the numbers are sorted. */
#include <stdlib.h>

#include "order.h"
#include "laws/descriptor.h"

#define MAX ((uint64_t)1 << 32)
#define EMPTY UINT64_MAX
#define SPARSE 256   /* n / k from which a set is a table: both take at most 32 bytes per number of k */

/* One bit per number, or a hash table with open addressing: 2^width places, at least twice the count of numbers. */
typedef struct set {
    uint64_t *place;
    unsigned width;   /* 0: bits */
} set;

/* 1: it was in the set. */
static int add(set *s, uint64_t x)
{
    if (!s->width) {
        const uint64_t bit = (uint64_t)1 << x % 64, had = s->place[x / 64] & bit;
        s->place[x / 64] |= bit;
        return had != 0;
    }
    const uint64_t mask = ((uint64_t)1 << s->width) - 1;
    uint64_t at = x * 0x9e3779b97f4a7c15u >> (64 - s->width);
    while (s->place[at] != EMPTY) {
        if (s->place[at] == x) return 1;
        at = (at + 1) & mask;
    }
    s->place[at] = x;
    return 0;
}

/* chosen: NULL, or receives the numbers in the order of their draws. */
static void floyd(rr_stream stream, uint64_t n, uint64_t k, set *s, uint64_t *chosen)
{
    rr_order_draws draws;
    rr_order_draws_open(&draws, stream, RR_FAMILY_CHOOSE, k);
    for (uint64_t i = 0; i < k; ++i) {
        const uint64_t j = n - k + i, t = rr_order_draws_below(&draws, i, j + 1);
        const int there = add(s, t);
        if (there) add(s, j);
        if (chosen) chosen[i] = there ? j : t;
    }
    rr_order_draws_close(&draws);
}

/* Lists the numbers below n whose bit is 1, or 0 if the complement was drawn. */
static void list(const uint64_t *bits, uint64_t n, int chosen, int64_t *out)
{
    for (uint64_t from = 0; from < n; from += 64) {
        uint64_t word = chosen ? bits[from / 64] : ~bits[from / 64];
        if (n - from < 64) word &= ((uint64_t)1 << (n - from)) - 1;
        for (; word; word &= word - 1) *out++ = (int64_t)(from + (unsigned)__builtin_ctzll(word));
    }
}

static rr_status by_bits(rr_stream stream, uint64_t n, uint64_t k, int64_t *out)
{
    const uint64_t drawn = k <= n / 2 ? k : n - k;
    set s = {.place = calloc(n / 64 + 1, sizeof *s.place)};
    if (!s.place) return RR_ERR_MEMORY;
    floyd(stream, n, drawn, &s, NULL);
    list(s.place, n, drawn == k, out);
    free(s.place);
    return RR_OK;
}

static rr_status by_table(rr_stream stream, uint64_t n, uint64_t k, int64_t *out)
{
    set s = {.width = rr_order_width(k) + 1};
    uint64_t *chosen = malloc((k + 1) * sizeof *chosen);
    s.place = malloc(sizeof *s.place << s.width);
    const rr_status status = chosen && s.place ? RR_OK : RR_ERR_MEMORY;
    if (status == RR_OK) {
        for (uint64_t at = 0; at < (uint64_t)1 << s.width; ++at) s.place[at] = EMPTY;
        floyd(stream, n, k, &s, chosen);
        rr_order_sort(chosen, (uint64_t *)out, k, rr_order_width(n - 1));
    }
    free(chosen);
    free(s.place);
    return status;
}

rr_status rr_choose(rr_stream stream, uint64_t n, uint64_t k, int64_t *out, rr_result *result)
{
    rr_older older RR_OLDER;
    rr_status status = rr_begin(&result, &older);
    if (status != RR_OK) return status;
    if (n > (uint64_t)1 << 63) return rr_fail(result, RR_ERR_ARGUMENT, "n is above 2^63");
    if (k > n) return rr_fail(result, RR_ERR_ARGUMENT, "k is above n: there are only n different numbers");
    if (k > MAX && n - k > MAX) return rr_fail(result, RR_ERR_ARGUMENT, "k and n - k are above 2^32");
    if (k && !out) return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL");
    if ((status = rr_order_indices(stream, k, result)) != RR_OK || !k) return status;
    status = n / SPARSE < k ? by_bits(stream, n, k, out) : by_table(stream, n, k, out);
    return status == RR_OK ? RR_OK : rr_fail(result, status, "no memory for %llu numbers", (unsigned long long)k);
}
