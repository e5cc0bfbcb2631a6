/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Permutations by sorting. The key of an index has 128 digits: word i mod 4 of block i / 4, the same word of its LOW block,
 * words 0 and 1 of the side block of i. The first one sorts; where it is the same for several numbers the rest does. */
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "laws/descriptor.h"

#define MOST ((uint64_t)1 << 32)
enum { AT_ONCE = 1 << 16 };   /* keys, where rows are short */

typedef struct tail {
    uint32_t word[3];
    uint64_t number;
} tail;

static int is_before(const tail *a, const tail *b)
{
    for (int d = 0; d < 3; ++d)
        if (a->word[d] != b->word[d]) return a->word[d] < b->word[d];
    return a->number < b->number;
}

/* Puts n numbers whose first words are equal in order; `first` is the index of number 0. */
static void settle_run(const rr_bits_key *key, uint64_t first, uint64_t *a, uint64_t n, tail *t)
{
    for (uint64_t i = 0; i < n; ++i) {
        tail x = {.number = a[i]};
        const uint64_t index = first + (uint32_t)a[i];
        uint32_t w[4];
        uint64_t j = i;
        rr_launch_block(key, index / 4, 0, RR_PURPOSE_LOW, w);
        x.word[0] = w[index % 4];
        rr_launch_block(key, index, 0, RR_PURPOSE_SIDE, w);
        x.word[1] = w[0];
        x.word[2] = w[1];
        for (; j && is_before(&x, &t[j - 1]); --j) t[j] = t[j - 1];
        t[j] = x;
    }
    for (uint64_t i = 0; i < n; ++i) a[i] = t[i].number;
}

static uint64_t run_from(const uint64_t *a, uint64_t at, uint64_t n)
{
    uint64_t end = at + 1;
    while (end < n && a[end] >> 32 == a[at] >> 32) ++end;
    return end - at;
}

/* Runs of equal words are short: about n^2 / 2^33 pairs. */
static rr_status settle_ties(const rr_bits_key *key, uint64_t first, uint64_t *a, uint64_t n)
{
    tail few[16], *many = few;
    uint64_t room = 16;
    for (uint64_t at = 0, length; at < n; at += length) {
        length = run_from(a, at, n);
        if (length == 1) continue;
        if (length > room) {
            if (many != few) free(many);
            if (!(many = malloc(length * sizeof *many))) return RR_ERR_MEMORY;
            room = length;
        }
        settle_run(key, first, a + at, length, many);
    }
    if (many != few) free(many);
    return RR_OK;
}

/* Words with their numbers below them, dealt out by their first `bits` bits; end[d] is where part d ends. */
static void deal_words(const uint32_t *words, uint64_t n, unsigned bits, uint64_t *to, uint64_t *end)
{
    const unsigned down = 32 - bits;
    const uint64_t parts = (uint64_t)1 << bits;
    memset(end, 0, parts * sizeof *end);
    for (uint64_t c = 0; c < n; ++c) ++end[(uint64_t)words[c] >> down];
    for (uint64_t d = 0, sum = 0; d < parts; ++d) {
        const uint64_t length = end[d];
        end[d] = sum;
        sum += length;
    }
    for (uint64_t c = 0; c < n; ++c) to[end[(uint64_t)words[c] >> down]++] = (uint64_t)words[c] << 32 | c;
}

static uint64_t longest(const uint64_t *end, uint64_t parts)
{
    uint64_t most = end[0];
    for (uint64_t d = 1; d < parts; ++d) most = end[d] - end[d - 1] > most ? end[d] - end[d - 1] : most;
    return most;
}

/* Memory that grows to the length of a part. */
typedef struct room {
    uint64_t *space, size;
} room;

static int make_room(room *r, uint64_t size)
{
    if (size <= r->size) return 1;
    free(r->space);
    r->space = malloc(size * sizeof *r->space);
    r->size = r->space ? size : 0;
    return r->space != NULL;
}

/* The numbers below the words. 1: two words in a row are equal. */
static int read_numbers(const uint64_t *a, uint64_t n, int64_t *out)
{
    unsigned equal = 0;
    if (n) out[0] = (uint32_t)a[0];
    for (uint64_t c = 1; c < n; ++c) {
        equal |= a[c] >> 32 == a[c - 1] >> 32;
        out[c] = (uint32_t)a[c];
    }
    return (int)equal;
}

/* One row, from its words, in the memory of the result: part by part, from there to the room and back. */
static rr_status one_row(const rr_bits_key *key, uint64_t first, const uint32_t *words, uint64_t n, room *r, int64_t *out)
{
    uint64_t end[1 << RR_ORDER_BITS], *a = (uint64_t *)out;
    const unsigned bits = n >> RR_ORDER_BITS ? rr_order_bits(n) : 0;
    const uint64_t parts = (uint64_t)1 << bits;
    rr_status status = RR_OK;
    end[0] = n;
    if (bits) deal_words(words, n, bits, a, end);
    else for (uint64_t c = 0; c < n; ++c) a[c] = (uint64_t)words[c] << 32 | c;
    if (!make_room(r, longest(end, parts))) return RR_ERR_MEMORY;
    for (uint64_t d = 0, from = 0; status == RR_OK && d < parts; from = end[d++]) {
        const uint64_t length = end[d] - from;
        rr_order_sort(a + from, r->space, length, 64 - bits);
        if (!read_numbers(r->space, length, out + from)) continue;
        status = settle_ties(key, first, r->space, length);
        read_numbers(r->space, length, out + from);
    }
    return status;
}

static rr_status all_rows(const rr_device *device, rr_stream stream, uint64_t rows, uint64_t n, int64_t *out,
                          uint32_t *words, room *space, rr_result *result)
{
    const uint64_t at_once = n < AT_ONCE ? AT_ONCE / n : 1;
    rr_bits_key key;
    rr_launch_key(&key, stream, 1, RR_FAMILY_PERMUTATION, 0);
    for (uint64_t r = 0; r < rows; r += at_once) {
        const uint64_t some = rows - r < at_once ? rows - r : at_once;
        rr_stream from = stream;
        from.next += r * n;
        rr_status status = rr_order_words(device, from, RR_FAMILY_PERMUTATION, some * n, words, result);
        for (uint64_t k = 0; status == RR_OK && k < some; ++k)
            status = one_row(&key, from.next + k * n, words + k * n, n, space, out + (r + k) * n);
        if (status == RR_ERR_MEMORY) return rr_fail(result, status, "no memory to sort %llu keys", (unsigned long long)n);
        if (status != RR_OK) return status;
    }
    return RR_OK;
}

rr_status rr_permutation(const rr_device *device, rr_stream stream, uint64_t rows, uint64_t n, int64_t *out,
                         rr_result *result)
{
    uint64_t all;
    rr_older older RR_OLDER;
    rr_status status = rr_begin(&result, &older);
    if (status != RR_OK) return status;
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (n > MOST) return rr_fail(result, RR_ERR_ARGUMENT, "n is above 2^32; rr_bijection takes more");
    if (__builtin_mul_overflow(rows, n, &all) || all > UINT64_MAX / 8)
        return rr_fail(result, RR_ERR_ARGUMENT, "rows * n is too large");
    if (!all) return RR_OK;
    if (!out) return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL");
    if ((status = rr_order_indices(stream, all, result)) != RR_OK) return status;
    const uint64_t words = n < AT_ONCE ? AT_ONCE : n;
    room space = {NULL, 0};
    uint32_t *w = malloc((words < all ? words : all) * sizeof *w);
    status = w ? all_rows(device, stream, rows, n, out, w, &space, result)
                    : rr_fail(result, RR_ERR_MEMORY, "no memory for the keys of %llu numbers", (unsigned long long)n);
    free(w);
    free(space.space);
    return status;
}
