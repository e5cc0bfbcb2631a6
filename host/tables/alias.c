/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The alias table of a call's weights (engine/abi/weights.h), in integers: exact, and the same on every machine. A column
 * that its category does not fill is filled from the first category, in order, that has more than a column left; when that
 * one has less than a column left, its own column is filled next (Huebschle-Schneider and Sanders 2019). */
#include <stdlib.h>

#include "tables.h"
#include "engine/abi/fractions.h"
#include "engine/abi/weights.h"

typedef unsigned __int128 values;   /* a number of the 2^128 values */

typedef struct alias {
    uint32_t *table;
    values *left;      /* of each category */
    values capacity;       /* of a column */
    uint32_t columns, bits;   /* 2^B, B */
} alias;

static values number(const uint32_t *words)
{
    values x = 0;
    for (int d = 0; d < 4; ++d) x = x << 32 | words[d];
    return x;
}

/* Column b: its own category below t, then `other`. */
static void column(const alias *a, uint32_t b, values t, uint32_t other)
{
    uint32_t *pair = a->table + RR_ALIAS_PAIRS + 2 * (uint64_t)b;
    uint32_t *words = a->table + rr_alias_bits(a->columns) + 4 * (uint64_t)b;
    t <<= a->bits;
    for (int d = 0; d < 4; ++d) words[d] = (uint32_t)(t >> (96 - 32 * d));
    pair[0] = words[0];
    pair[1] = other;
}

/* The values of each category, from the fractions of `weights`. 0: one category has all, and every column is its own. */
static int shares(alias *a, const uint32_t *weights)
{
    const uint32_t last = weights[RR_WEIGHTS_LAST];
    const uint32_t *bits = weights + rr_weights_bits(weights[RR_WEIGHTS_COUNT], weights[RR_WEIGHTS_SIZE]);
    values below = 0;
    for (uint32_t c = 0; c < last; ++c) {
        const values f = number(bits + 4 * (uint64_t)c);
        a->left[c] = f - below;
        below = f;
    }
    for (uint32_t b = 0; !below && b < a->columns; ++b) column(a, b, 0, last);
    a->left[last] = 0 - below;
    return below != 0;
}

/* The first category from c on that has more than a column left, or less. */
static uint32_t next(const alias *a, uint32_t c, int more)
{
    while (c < a->columns && (more ? a->left[c] <= a->capacity : a->left[c] >= a->capacity)) ++c;
    return c;
}

/* In total the categories fill the columns exactly: while one is not full, some category has more than a column left. */
static void fill(alias *a)
{
    uint32_t more = next(a, 0, 1), open = next(a, 0, 0), b = open;
    while (b < a->columns) {
        const uint32_t giver = more;
        column(a, b, a->left[b], giver);
        a->left[giver] -= a->capacity - a->left[b];
        a->left[b] = a->capacity;
        if (a->left[giver] <= a->capacity) more = next(a, giver + 1, 1);
        b = a->left[giver] < a->capacity ? giver : (open = next(a, open, 0));
    }
}

rr_status rr_alias_take(const rr_call *call, rr_result *result, rr_table *t)
{
    rr_table weights = {.size = 0};
    const rr_status status = rr_weights_take(call, result, &weights);
    if (status != RR_OK) return status;
    const unsigned bits = rr_list_length(call) > 2 ? rr_fraction_bits(rr_list_length(call) - 1) : 1;
    alias a = {.bits = bits, .columns = 1u << bits, .capacity = (values)1 << (128 - bits)};
    t->size = ((uint64_t)rr_alias_bits(a.columns) + 4 * (uint64_t)a.columns) * sizeof(uint32_t);
    a.left = calloc(a.columns, sizeof *a.left);
    if (!a.left || posix_memalign(&t->own, 64, t->size)) {
        free(a.left);
        free(weights.own);
        t->own = NULL;
        return rr_fail(result, RR_ERR_MEMORY, "no memory for the table of %s", call->sampler->name);
    }
    t->data = a.table = t->own;
    a.table[RR_ALIAS_COLUMNS] = a.columns;
    for (uint32_t b = 0; b < a.columns; ++b) column(&a, b, 0, b);
    if (shares(&a, weights.data)) fill(&a);
    free(a.left);
    free(weights.own);
    return RR_OK;
}
