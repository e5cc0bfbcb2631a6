/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Subsets by Floyd's algorithm: for j = n - k ... n - 1 a uniform number t of 0 ... j is taken, or j itself where t is there
 * already. Every set of k comes with the same probability, after k draws and with memory for k. Draw number i = j - (n - k)
 * is that of index next + i. Where k is more than half of n, what is not chosen is drawn. */
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "laws/descriptor.h"

#define MOST ((uint64_t)1 << 32)
#define EMPTY UINT64_MAX

/* Open addresses: a table of 2^digits places, twice as many as numbers or more. */
typedef struct set {
    uint64_t *place;
    unsigned digits;
} set;

/* 1: it was there. */
static int add(set *s, uint64_t x)
{
    const uint64_t mask = ((uint64_t)1 << s->digits) - 1;
    uint64_t at = x * 0x9e3779b97f4a7c15u >> (64 - s->digits);
    while (s->place[at] != EMPTY) {
        if (s->place[at] == x) return 1;
        at = (at + 1) & mask;
    }
    s->place[at] = x;
    return 0;
}

static void floyd(const rr_bits_key *key, uint64_t first, uint64_t n, uint64_t k, set *s, uint64_t *chosen)
{
    memset(s->place, 0xff, sizeof *s->place << s->digits);
    for (uint64_t i = 0; i < k; ++i) {
        const uint64_t j = n - k + i, t = rr_order_below(key, first + i, RR_PURPOSE_MAIN, j + 1);
        chosen[i] = add(s, t) ? j : t;
        if (chosen[i] == j) add(s, j);
    }
}

/* The numbers of 0 ... n - 1 that are not among m of them, which rise. */
static void complement(const uint64_t *not, uint64_t m, uint64_t n, int64_t *out)
{
    uint64_t at = 0;
    for (uint64_t x = 0; x < n; ++x)
        if (at < m && not[at] == x) ++at;
        else *out++ = (int64_t)x;
}

rr_status rr_choose(rr_stream stream, uint64_t n, uint64_t k, int64_t *out, rr_result *result)
{
    rr_bits_key key;
    rr_older older RR_OLDER;
    rr_status status = rr_begin(&result, &older);
    if (status != RR_OK) return status;
    if (n > (uint64_t)1 << 63) return rr_fail(result, RR_ERR_ARGUMENT, "n is above 2^63");
    if (k > n) return rr_fail(result, RR_ERR_ARGUMENT, "k is above n: there are not so many different numbers");
    const uint64_t drawn = k <= n / 2 ? k : n - k;
    if (drawn > MOST) return rr_fail(result, RR_ERR_ARGUMENT, "k and n - k are above 2^32");
    if (k && !out) return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL");
    if ((status = rr_order_indices(stream, k, result)) != RR_OK) return status;
    set s = {.digits = rr_order_digits(drawn) + 1};
    uint64_t *a = malloc((2 * drawn + 1) * sizeof *a);
    s.place = malloc(sizeof *s.place << s.digits);
    if (a && s.place) {
        rr_launch_key(&key, stream, 1, RR_FAMILY_CHOOSE, 0);
        floyd(&key, stream.next, n, drawn, &s, a);
        rr_order_sort(a, a + drawn, drawn, 0, n > 1 ? rr_order_digits(n - 1) : 1);
        if (drawn < k) complement(a, drawn, n, out);
        else if (k) memcpy(out, a, k * sizeof *out);   /* out may be NULL for none */
    } else {
        status = rr_fail(result, RR_ERR_MEMORY, "no memory for %llu numbers", (unsigned long long)drawn);
    }
    free(a);
    free(s.place);
    return status;
}
