/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The distribution of n sorted samples x[0] <= x[1] <= ...: its quantile at p is linear between the points (i / (n - 1),
 * x[i]), as numpy.quantile and R's type 7. Equal samples are an atom, where the quantile is constant.
 *
 * Points within a run of equal samples are redundant. If more than LIMIT intervals remain, some points are left out: the
 * next point is at most `step` ranks away, at most 1/TAIL of the ranks to the nearer end, and at least one; a run that is
 * longer stays whole. `step` is the smallest with at most LIMIT intervals. Both distribution functions go from one point to
 * the next over the same interval, so they differ by at most step / (n - 1), and by 1/TAIL of the tail probability. Two
 * steps in a row exceed `step` outside the tails, so it is at most about 2 n / LIMIT. */
#include "density.h"

#include <stdlib.h>

enum { LIMIT = 16384, TAIL = 64 };

typedef struct data {
    const double *x;
    size_t last;      /* rank */
} data;

/* The first and the last rank of the run of x[i]. */
static size_t run_first(const data *d, size_t i)
{
    size_t low = 0, high = i;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (d->x[middle] < d->x[i]) low = middle + 1;
        else high = middle;
    }
    return low;
}

static size_t run_last(const data *d, size_t i)
{
    size_t low = i, high = d->last;
    while (low < high) {
        const size_t middle = low + (high - low + 1) / 2;
        if (d->x[middle] > d->x[i]) high = middle - 1;
        else low = middle;
    }
    return low;
}

/* The rank of the point after that of rank i. */
static size_t next_of(const data *d, size_t i, size_t step)
{
    const size_t near = i / TAIL, far = (d->last - i) / (TAIL + 1);
    if (near < step) step = near;
    if (far < step) step = far;
    const size_t at = i + (step ? step : 1), first = run_first(d, at);
    return first > i ? first == at || run_last(d, at) > at ? first : at : run_last(d, at);
}

/* The number of intervals, or LIMIT + 1 if there are more. */
static size_t intervals(const data *d, size_t step)
{
    size_t count = 0;
    for (size_t i = 0; i < d->last && count <= LIMIT; ++count) i = next_of(d, i, step);
    return count;
}

static size_t smallest_step(const data *d)
{
    size_t low = 1, high = d->last;
    if (intervals(d, low) <= LIMIT) return low;
    while (high - low > 1) {   /* low has too many */
        const size_t middle = low + (high - low) / 2;
        if (intervals(d, middle) <= LIMIT) high = middle;
        else low = middle;
    }
    return high;
}

bool rr_steps_make(rr_steps *steps, const double *x, size_t n)
{
    const data d = {x, n - 1};
    const size_t step = smallest_step(&d), count = intervals(&d, step) + 1;
    *steps = (rr_steps){malloc(count * sizeof *steps->rank), malloc(count * sizeof *steps->x), count};
    if (!steps->rank || !steps->x) return false;
    for (size_t k = 0, i = 0; k < count; ++k, i = i < d.last ? next_of(&d, i, step) : i) {
        steps->rank[k] = (double)i;
        steps->x[k] = x[i] + 0.0;   /* no -0 */
    }
    return true;
}

void rr_steps_free(rr_steps *steps)
{
    free(steps->rank);
    free(steps->x);
}

/* Distances in rank are from the given side. */
static double from(const rr_steps *s, bool upper, size_t k)
{
    return upper ? s->rank[s->count - 1] - s->rank[k] : s->rank[k];
}

double rr_steps_at(const rr_steps *s, bool upper, double x)
{
    size_t low = 0, high = s->count - 1;   /* in [x[low], x[high]) */
    if (!(x >= s->x[low])) return upper;
    if (x >= s->x[high]) return !upper;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (s->x[middle] <= x) low = middle;
        else high = middle;
    }
    const size_t a = upper ? high : low, b = upper ? low : high;
    const double part = (x - s->x[a]) / (s->x[b] - s->x[a]);
    return (from(s, upper, a) + part * (from(s, upper, b) - from(s, upper, a))) / s->rank[s->count - 1];
}

double rr_steps_quantile(const rr_steps *s, bool upper, double v)
{
    const double rank = v * s->rank[s->count - 1];
    size_t low = 0, high = s->count - 1;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if ((from(s, upper, middle) <= rank) != upper) low = middle;
        else high = middle;
    }
    const size_t a = upper ? high : low, b = upper ? low : high;
    const double part = (rank - from(s, upper, a)) / (from(s, upper, b) - from(s, upper, a));
    return s->x[a] + part * (s->x[b] - s->x[a]);
}
