/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Weighted choice without replacement: one number after another, each with a probability proportional to its weight among
 * the remaining ones (successive sampling, as numpy.random.Generator.choice).
 *
 * Weights are the integers q_c = floor(w_c 2^s) of engine/abi/fractions.h, S is the sum of the remaining ones. A draw makes
 * an exactly uniform integer x below S from the block of its own index, and returns the first remaining c whose cumulative
 * sum is above x. A binary indexed tree (Fenwick, Software: Practice and Experience 24 (1994) 327) has the sums of GROUP
 * integers each; within a group the integers are computed from the weights again. A tree of all integers takes GROUP times
 * the memory, and most of the time of a row with few draws. Where S falls below 2^(101 - b), b the bits of the number of
 * weights, s and q are computed again from the remaining weights. So the error of a probability is below 2^(2 b - 101), and
 * no remaining weight becomes 0. */
#include <stdlib.h>
#include <string.h>

#include "wide.h"
#include "host/tables/tables.h"
#include "laws/descriptor.h"

#define GROUP 8u

typedef struct chooser {
    /* of the call */
    const double *weight;
    uint64_t number, k;
    int shift, sorted;
    rr_bits_key key;
    uint64_t first;        /* index of the first draw */
    int64_t *out;
    /* of a thread */
    u128 *tree;            /* tree[g], g from 1 to groups: the sum of the last (g & -g) groups up to group g */
    uint64_t groups;
    u128 sum;
    int now;               /* s */
    unsigned char *gone;   /* per number */
    uint64_t *space;       /* k numbers, to be sorted */
    int failed;
} chooser;

/* The integer of a number; 0 if it is gone. */
static u128 integer(const chooser *c, uint64_t i)
{
    return c->gone[i] ? 0 : rr_order_scaled(&c->weight[i], c->now);
}

/* Makes the tree of the remaining numbers. */
static void fill(chooser *c, int shift)
{
    const uint64_t n = c->number;
    c->now = shift;
    c->sum = 0;
    for (uint64_t g = 1, i = 0; g <= c->groups; ++g) {
        u128 sum = 0;
        for (const uint64_t end = n - i < GROUP ? n : i + GROUP; i < end; ++i) sum += integer(c, i);
        c->tree[g] = sum;
        c->sum += sum;
    }
    for (uint64_t g = 1; g <= c->groups; ++g)
        if (g + (g & -g) <= c->groups) c->tree[g + (g & -g)] += c->tree[g];
}

/* The shift for the largest remaining weight. */
static int shift_of(const chooser *c)
{
    double max = 0;
    for (uint64_t i = 0; i < c->number; ++i)
        if (!c->gone[i] && c->weight[i] > max) max = c->weight[i];
    return rr_fraction_shift(rr_fraction_read((const char *)&max), c->number);
}

static void change(chooser *c, uint64_t i, u128 by)
{
    c->sum += by;
    for (uint64_t g = i / GROUP + 1; g <= c->groups; g += g & -g) c->tree[g] += by;
}

/* A uniform integer below the sum. Products whose lower half is below 2^128 mod m are rejected, fewer than one in 2. */
static u128 draw(const chooser *c, uint64_t index)
{
    const u128 m = c->sum;
    for (uint32_t attempt = 0;; ++attempt) {
        u128 low;
        const u128 x = rr_order_product(rr_order_uniform(&c->key, index, attempt), m, &low);
        if (low >= m || low >= -m % m || attempt == 255) return x;
    }
}

/* The first number whose cumulative sum is above x. */
static uint64_t find(const chooser *c, u128 x)
{
    uint64_t group = 0;
    for (uint64_t step = (uint64_t)1 << (rr_order_width(c->groups) - 1); step; step /= 2) {
        if (group + step > c->groups || c->tree[group + step] > x) continue;
        group += step;
        x -= c->tree[group];
    }
    uint64_t at = group * GROUP;
    for (u128 q; x >= (q = integer(c, at)); ++at) x -= q;
    return at;
}

static void one_row(chooser *c, uint64_t row)
{
    int64_t *const out = c->out + row * c->k;
    const unsigned minimum = 101 - rr_order_width(c->number);
    for (uint64_t j = 0; j < c->k; ++j) {
        const uint64_t i = find(c, draw(c, c->first + row * c->k + j));
        out[j] = (int64_t)i;
        c->gone[i] = 1;
        change(c, i, -rr_order_scaled(&c->weight[i], c->now));
        if (j + 1 < c->k && !(c->sum >> minimum)) fill(c, shift_of(c));
    }
    /* All numbers return for the next row. */
    for (uint64_t j = 0; j < c->k; ++j) {
        c->gone[out[j]] = 0;
        if (c->now == c->shift) change(c, (uint64_t)out[j], rr_order_scaled(&c->weight[out[j]], c->now));
    }
    if (c->now != c->shift) fill(c, c->shift);
    if (!c->sorted) return;
    memcpy(c->space, out, c->k * sizeof *out);
    rr_order_sort(c->space, (uint64_t *)out, c->k, rr_order_width(c->number - 1));
}

static void begin(void *state, uint64_t rows)
{
    chooser *c = state;
    (void)rows;
    c->groups = (c->number + GROUP - 1) / GROUP;
    c->tree = malloc((c->groups + 1) * sizeof *c->tree);
    c->gone = calloc(c->number, 1);
    c->space = c->sorted ? malloc(c->k * sizeof *c->space) : NULL;
    c->failed = !c->tree || !c->gone || (c->sorted && !c->space);
    if (!c->failed) fill(c, c->shift);
}

static void run(void *state, uint64_t at, uint64_t rows)
{
    chooser *c = state;
    for (uint64_t row = at; !c->failed && row < at + rows; ++row) one_row(c, row);
}

static void end(void *state)
{
    chooser *c = state;
    free(c->tree);
    free(c->gone);
    free(c->space);
}

static void merge(void *to, const void *from)
{
    ((chooser *)to)->failed |= ((const chooser *)from)->failed;
}

rr_status rr_choose_weighted(const rr_device *device, rr_stream stream, const double *weights, uint64_t number,
                             uint64_t rows, uint64_t k, int sorted, int64_t *out, rr_result *result)
{
    enum { DRAWS = 4096 };   /* that a thread makes at a time, at least; a tree takes the time of DRAWS */
    chooser c = {.weight = weights, .number = number, .k = k, .sorted = sorted, .first = stream.next, .out = out};
    uint64_t all, positive = 0;
    rr_older older RR_OLDER;
    rr_status status = rr_begin(&result, &older);
    if (status != RR_OK) return status;
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (!weights || number < 1 || number > RR_WEIGHTS_MAX)
        return rr_fail(result, RR_ERR_ARGUMENT, "weights are NULL, or number is not in [1, 2^28]");
    if (__builtin_mul_overflow(rows, k, &all) || all > UINT64_MAX / 8)
        return rr_fail(result, RR_ERR_ARGUMENT, "rows * k is too large");
    if (all && !out) return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL");
    if ((status = rr_order_indices(stream, all, result)) != RR_OK) return status;
    if ((status = rr_weights_scale(weights, number, "choose", result, &c.shift)) != RR_OK) return status;
    for (uint64_t i = 0; i < number; ++i) positive += weights[i] > 0;
    if (k > positive)
        return rr_fail(result, RR_ERR_ARGUMENT, "k is %llu, above %llu, the number of positive weights",
                       (unsigned long long)k, (unsigned long long)positive);
    if (!all) return RR_OK;
    rr_launch_key(&c.key, stream, 1, RR_FAMILY_CHOOSE_WEIGHTED, 0);
    const uint64_t threads = rr_host_of(device)->threads, minimum = (DRAWS + number) / k + 1;
    const rr_sharing how = {sizeof c, begin, run, end, merge, (uint32_t)threads, minimum};
    rr_parallel_for(&how, &c, rows);
    if (!c.failed) return RR_OK;
    return rr_fail(result, RR_ERR_MEMORY, "no memory for the sums of %llu weights", (unsigned long long)number);
}
