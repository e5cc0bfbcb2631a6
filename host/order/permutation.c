/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Permutations by sorting. The key of an index has 128 bits: word i mod 4 of block i / 4, the same word of its LOW block,
 * words 0 and 1 of the side block of i. The first word sorts; the others decide between numbers with equal first words. */
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "laws/descriptor.h"

#define MAX ((uint64_t)1 << 32)
enum { WINDOW = 1 << 15 };   /* words drawn at once: too few to wake threads */

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

/* Sorts n numbers whose first words are equal; `first` is the index of number 0. */
static void order_run(const rr_bits_key *key, uint64_t first, uint64_t *a, uint64_t n, tail *t)
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

/* Sorts the runs of equal words, which are short: about n^2 / 2^33 pairs. */
static rr_status order_ties(const rr_bits_key *key, uint64_t first, uint64_t *a, uint64_t n)
{
    tail few[16], *many = few;
    uint64_t capacity = 16;
    for (uint64_t at = 0, length; at < n; at += length) {
        length = run_from(a, at, n);
        if (length == 1) continue;
        if (length > capacity) {
            if (many != few) free(many);
            if (!(many = malloc(length * sizeof *many))) return RR_ERR_MEMORY;
            capacity = length;
        }
        order_run(key, first, a + at, length, many);
    }
    if (many != few) free(many);
    return RR_OK;
}

/* The words of all rows, drawn a window at a time; a window has whole rows if those are short. */
typedef struct words {
    const rr_device *device;
    rr_stream stream;        /* next is the index of word 0 */
    uint64_t all, window;
    uint64_t first, count;   /* the contents of `word` */
    uint32_t *word;
    rr_result *result;       /* or NULL */
    rr_status status;
} words;

/* Sets *from to word number `at` and the following, at most n, and returns their number; 0 if the draw fails. */
static uint64_t words_from(words *w, uint64_t at, uint64_t n, const uint32_t **from)
{
    if (at - w->first >= w->count) {
        const rr_stream s = {w->stream.seed, w->stream.stream, w->stream.next + at};
        w->first = at;
        w->count = w->all - at < w->window ? w->all - at : w->window;
        w->status = rr_order_words(w->device, s, RR_FAMILY_PERMUTATION, w->count, w->word, w->result);
        if (w->status != RR_OK) return w->count = 0;
    }
    const uint64_t left = w->first + w->count - at;
    *from = w->word + (at - w->first);
    return n < left ? n : left;
}

/* Counts n words from number `at` on by the value of their first `bits` bits; 0 if the draw fails. */
static int count_words(words *w, uint64_t at, uint64_t n, unsigned bits, uint64_t *count)
{
    const uint32_t *word;
    memset(count, 0, sizeof *count << bits);
    for (uint64_t c = 0, some; c < n; c += some) {
        if (!(some = words_from(w, at + c, n - c, &word))) return 0;
        for (uint64_t k = 0; k < some; ++k) ++count[(uint64_t)word[k] >> (32 - bits)];
    }
    return 1;
}

/* Appends words, with their numbers below them, to their parts. */
static int deal_words(words *w, uint64_t at, uint64_t n, unsigned bits, uint64_t *to, uint64_t *end)
{
    const uint32_t *word;
    for (uint64_t c = 0, some; c < n; c += some) {
        if (!(some = words_from(w, at + c, n - c, &word))) return 0;
        if (bits)
            for (uint64_t k = 0; k < some; ++k) to[end[word[k] >> (32 - bits)]++] = (uint64_t)word[k] << 32 | (c + k);
        else
            for (uint64_t k = 0; k < some; ++k) to[c + k] = (uint64_t)word[k] << 32 | (c + k);
    }
    return 1;
}

/* The same for all parts of a row: end[d] is the end of part d. */
static int deal_row(words *w, uint64_t at, uint64_t n, unsigned bits, uint64_t *to, uint64_t *end)
{
    end[0] = n;
    if (bits && !count_words(w, at, n, bits, end)) return 0;
    for (uint64_t d = 0, sum = 0; bits && d < (uint64_t)1 << bits; ++d) {
        const uint64_t length = end[d];
        end[d] = sum;
        sum += length;
    }
    return deal_words(w, at, n, bits, to, end);
}

static uint64_t longest(const uint64_t *end, uint64_t parts)
{
    uint64_t max = end[0];
    for (uint64_t d = 1; d < parts; ++d) max = end[d] - end[d - 1] > max ? end[d] - end[d - 1] : max;
    return max;
}

/* A buffer that grows to the length of a part. */
typedef struct capacity {
    uint64_t *space, size;
} capacity;

static int grow(capacity *r, uint64_t size)
{
    if (size <= r->size) return 1;
    free(r->space);
    r->space = malloc(size * sizeof *r->space);
    r->size = r->space ? size : 0;
    return r->space != NULL;
}

/* Reads the numbers below the words. 1: two consecutive words are equal. */
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

/* Permutes row r in the memory of the result: each part is sorted into the buffer and back. */
static rr_status one_row(words *w, const rr_bits_key *key, uint64_t r, uint64_t n, capacity *space, int64_t *out)
{
    uint64_t end[1 << RR_ORDER_BITS], *a = (uint64_t *)out;
    const unsigned bits = n >> RR_ORDER_BITS ? rr_order_bits(n) : 0;
    const uint64_t parts = (uint64_t)1 << bits;
    rr_status status = RR_OK;
    if (!deal_row(w, r * n, n, bits, a, end)) return w->status;
    if (!grow(space, longest(end, parts))) return RR_ERR_MEMORY;
    for (uint64_t d = 0, from = 0; status == RR_OK && d < parts; from = end[d++]) {
        const uint64_t length = end[d] - from;
        rr_order_sort(a + from, space->space, length, 64 - bits);
        if (!read_numbers(space->space, length, out + from)) continue;
        status = order_ties(key, w->stream.next + r * n, space->space, length);
        read_numbers(space->space, length, out + from);
    }
    return status;
}

static rr_status all_rows(words *w, uint64_t rows, uint64_t n, int64_t *out)
{
    capacity space = {NULL, 0};
    rr_bits_key key;
    rr_status status = RR_OK;
    rr_launch_key(&key, w->stream, 1, RR_FAMILY_PERMUTATION, 0);
    for (uint64_t r = 0; status == RR_OK && r < rows; ++r) status = one_row(w, &key, r, n, &space, out + r * n);
    free(space.space);
    return status;
}

rr_status rr_permutation(const rr_device *device, rr_stream stream, uint64_t rows, uint64_t n, int64_t *out,
                         rr_result *result)
{
    words w = {.device = device, .stream = stream};
    rr_older older RR_OLDER;
    rr_status status = rr_begin(&result, &older);
    if (status != RR_OK) return status;
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (n > MAX) return rr_fail(result, RR_ERR_ARGUMENT, "n is above 2^32; rr_bijection takes more");
    if (__builtin_mul_overflow(rows, n, &w.all) || w.all > UINT64_MAX / 8)
        return rr_fail(result, RR_ERR_ARGUMENT, "rows * n is too large");
    if (!w.all) return RR_OK;
    if (!out) return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL");
    if ((status = rr_order_indices(stream, w.all, result)) != RR_OK) return status;
    w.result = result;
    w.window = n < WINDOW ? WINDOW / n * n : WINDOW;
    if (w.window > w.all) w.window = w.all;
    w.word = malloc(w.window * sizeof *w.word);
    status = w.word ? all_rows(&w, rows, n, out) : RR_ERR_MEMORY;
    free(w.word);
    if (status != RR_ERR_MEMORY) return status;
    return rr_fail(result, status, "no memory to sort %llu keys", (unsigned long long)n);
}
