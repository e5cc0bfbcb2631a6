/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "ranges.h"
#include "cli/base/cli.h"

#include <stdlib.h>
#include <string.h>

static uint64_t end_of(range r)
{
    return r.first + r.count;
}

/* The number of ranges that end before `place`, by bisection. */
static size_t ending_before(const ranges *r, uint64_t place)
{
    size_t low = 0, high = r->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (end_of(r->at[middle]) < place) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void grow(ranges *r)
{
    if (r->count < r->capacity) return;
    const size_t capacity = r->capacity ? 2 * r->capacity : 4;
    range *at = get_memory(capacity * sizeof *at);
    if (r->count) memcpy(at, r->at, r->count * sizeof *at);
    free(r->at);
    r->at = at;
    r->capacity = capacity;
}

/* The ranges from `from` up to `to`, which overlap or touch the new one, are merged with it. */
void ranges_add(ranges *r, uint64_t first, uint64_t count)
{
    if (!count) return;
    grow(r);
    uint64_t end = first + count;
    const size_t from = ending_before(r, first);
    size_t to = from;
    for (; to < r->count && r->at[to].first <= end; ++to) {
        if (r->at[to].first < first) first = r->at[to].first;
        if (end_of(r->at[to]) > end) end = end_of(r->at[to]);
    }
    memmove(r->at + from + 1, r->at + to, (r->count - to) * sizeof *r->at);
    r->count = r->count - (to - from) + 1;
    r->at[from] = (range){first, end - first};
}

range ranges_gap(const ranges *r, uint64_t from, uint64_t all)
{
    size_t i = ending_before(r, from);
    for (; i < r->count && r->at[i].first <= from; ++i)
        if (end_of(r->at[i]) > from) from = end_of(r->at[i]);
    const uint64_t end = i < r->count && r->at[i].first < all ? r->at[i].first : all;
    return from < end ? (range){from, end - from} : (range){from, 0};
}

uint64_t ranges_total(const ranges *r)
{
    uint64_t total = 0;
    for (size_t i = 0; i < r->count; ++i) total += r->at[i].count;
    return total;
}

uint64_t ranges_end(const ranges *r)
{
    return r->count ? end_of(r->at[r->count - 1]) : 0;
}

ranges ranges_copy(const ranges *r)
{
    ranges copy = {get_memory(r->count * sizeof *copy.at), r->count, r->count};
    if (r->count) memcpy(copy.at, r->at, r->count * sizeof *copy.at);
    return copy;
}

void ranges_free(ranges *r)
{
    free(r->at);
    *r = (ranges){NULL, 0, 0};
}
