/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "stripes.h"

static const uint64_t unit = 1 << 20, max = 1 << 28;   /* bytes */
static const double moment = 0.02;                      /* seconds */

void stripes_begin(stripes *s)
{
    s->left = s->count - ranges_total(&s->given);
}

/* The first row that begins at or after an offset in the file; the offset is after the header. */
static uint64_t row_at(const stripes *s, uint64_t offset)
{
    const uint64_t number = (offset - s->header + s->size - 1) / s->size;
    return (number + s->row - 1) / s->row * s->row;
}

/* The size of a stripe in bytes: 1 / (2 P) of the numbers left for P ranks, within limits. */
static uint64_t wanted_bytes(const stripes *s, double rate)
{
    const double fraction = (double)s->left / (2.0 * s->ranks), min = moment * rate;
    const double bytes = (fraction > min ? fraction : min) * (double)s->size;
    return bytes < (double)unit ? unit : bytes > (double)max ? max : (uint64_t)bytes;
}

range stripes_next(stripes *s, double rate)
{
    range stripe = ranges_gap(&s->given, 0, s->count);
    const uint64_t begin = s->header + stripe.first * s->size, wanted = begin + wanted_bytes(s, rate);
    /* At least one unit is needed, so that the last whole one ends after `begin`. */
    const uint64_t end = row_at(s, wanted / unit * unit);
    if (end - stripe.first < stripe.count) stripe.count = end - stripe.first;
    ranges_add(&s->given, stripe.first, stripe.count);
    s->left -= stripe.count;
    return stripe;
}
