/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The outcome of an attempt as a function of its coordinates: the cell of the accepted value, or REJECTED; and the lengths
 * of the outcomes' runs on a line, whose ends are found by bisection on real verdicts. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include <math.h>
#include <stdlib.h>
#include <stdint.h>

#include "layouts.h"

enum { MAX_MERGED = 128, REJECTED = -1, GRID = 4 };
#define WHOLE 0x1p-64

typedef struct draw_case {
    const layout *l;
    int f64;
    size_t cells;
    double edge[MAX_MERGED], probability[MAX_MERGED], slack[MAX_MERGED];
    double split;                                     /* values above it are separate runs, where ends of a line meet */
    feed words;
    places at;
    double mass[MAX_MERGED], doubt[MAX_MERGED];       /* found; and the sum of the differences of the two rules */
    uint64_t asked, max_asked, panels;
    double value;                                     /* of the last attempt that was accepted */
    int apart;                                        /* panels end wherever the count changes */
    int boosted;                                      /* the boost changes the value */
    double tolerance;
} draw_case;

/* The cell of a value, the first whose edge is not below it; cells are doubled by the side of `split`. */
static int cell_of(const draw_case *c, double x)
{
    size_t lo = 0, hi = c->cells - 1;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (x <= c->edge[mid]) hi = mid;
        else lo = mid + 1;
    }
    return (int)(lo + (x > c->split ? c->cells : 0));
}

/* The bits of the words that exist. */
static int outcome(draw_case *c)
{
    int open;
    ++c->asked;
    const int accepted = (c->f64 ? feed_again_f64 : feed_again_f32)(&c->words, 0, &c->value, &open);
    return accepted ? cell_of(c, c->value) : REJECTED;
}

static int outcome_at(draw_case *c, unsigned coordinate, uint64_t t)
{
    place(&c->at, coordinate, t);
    return outcome(c);
}

/* Ends of runs are found to 2^-33 of their distance to the nearer end of the line. */
static uint64_t fine(uint64_t t)
{
    const uint64_t near = t < ~t ? t : ~t;
    return near >> 33 ? near >> 33 : 1;
}

/* Adds the lengths of runs in [lo, hi) whose outcomes at the ends are a and b; every run contains at least one end. */
static void runs(draw_case *c, unsigned coordinate, uint64_t lo, int a, uint64_t hi, int b, double *length)
{
    if (a == b || hi - lo <= fine(lo)) {
        const double half = (double)(hi - lo) * (WHOLE / 2);
        if (a != REJECTED) length[(size_t)a % c->cells] += half;
        if (b != REJECTED) length[(size_t)b % c->cells] += half;
        return;
    }
    const uint64_t mid = lo + (hi - lo) / 2;
    const int m = outcome_at(c, coordinate, mid);
    runs(c, coordinate, lo, a, mid, m, length);
    runs(c, coordinate, mid, m, hi, b, length);
}

static uint64_t grid_point(int k, int n) { return k == n ? UINT64_MAX : (UINT64_MAX / (unsigned)n + 1) * (unsigned)k; }

/* Words that integers reject are multiples of a number: probes avoid them. Others probe the middle itself, where a line in
 * two's complement has its ends. */
#define ODD UINT64_C(0x9e3779b97f4a)
static uint64_t next_to_grid;

/* The outcomes at GRID + 1 points of the line. The last one is a little before its end, where rounding decides an almost
 * certain verdict. */
#define LAST_PROBE (UINT64_MAX - (UINT64_C(1) << 46))
static uint64_t probe_point(int k) { return k == GRID ? LAST_PROBE : grid_point(k, GRID) + (k ? next_to_grid : 0); }

UNUSED static void probes(draw_case *c, unsigned coordinate, int *found)
{
    for (int k = 0; k <= GRID; ++k) found[k] = outcome_at(c, coordinate, probe_point(k));
}

/* length[cell] of the line whose probes are `found`. */
UNUSED static void line(draw_case *c, unsigned coordinate, const int *found, double *length)
{
    memset(length, 0, c->cells * sizeof *length);
    for (int k = 0; k < GRID; ++k)
        runs(c, coordinate, probe_point(k), found[k], probe_point(k + 1), found[k + 1], length);
    runs(c, coordinate, LAST_PROBE, found[GRID], UINT64_MAX, outcome_at(c, coordinate, UINT64_MAX), length);
}

/* The same for a line of many short runs: at SPACED equal distances, and STEPS per octave towards both ends. */
enum { SPACED = 512, STEPS = 8, OCTAVES = 62, DENSE = SPACED + 2 * STEPS * OCTAVES + 1 };

static int in_order(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The count at t, -1 where it is rejected. Two counts of one cell are two runs, with rejections between them. */
static double count_at(draw_case *c, unsigned coordinate, uint64_t t)
{
    return outcome_at(c, coordinate, t) == REJECTED ? -1 : c->value;
}

/* Runs may be short in the middle of the line: their ends are found to 2^-28 of their cells' probabilities. */
static int is_end(const draw_case *c, uint64_t length, double a, double b)
{
    double min = 1;
    if (length > UINT64_C(1) << 36 || length <= 1u << 10) return length <= 1u << 10;
    if (a >= 0) min = c->probability[cell_of(c, a)];
    if (b >= 0) min = fmin(min, c->probability[cell_of(c, b)]);
    return (double)length * WHOLE <= 0x1p-28 * min;
}

static void count_runs(draw_case *c, unsigned coordinate, uint64_t lo, double a, uint64_t hi, double b, double *length)
{
    if (a == b || is_end(c, hi - lo, a, b)) {
        const double half = (double)(hi - lo) * (WHOLE / 2);
        if (a >= 0) length[cell_of(c, a)] += half;
        if (b >= 0) length[cell_of(c, b)] += half;
        return;
    }
    const uint64_t mid = lo + (hi - lo) / 2;
    const double m = count_at(c, coordinate, mid);
    count_runs(c, coordinate, lo, a, mid, m, length);
    count_runs(c, coordinate, mid, m, hi, b, length);
}

static const uint64_t *dense_points(void)
{
    static uint64_t at[DENSE];
    size_t n = 0;
    if (at[DENSE - 1]) return at;
    for (int k = 0; k <= SPACED; ++k) at[n++] = grid_point(k, SPACED);
    for (int k = 1; k <= STEPS * OCTAVES; ++k) {
        const uint64_t near = (uint64_t)exp2(63 - (double)k / STEPS);
        at[n++] = near;
        at[n++] = ~near;
    }
    qsort(at, n, sizeof *at, in_order);
    return at;
}

UNUSED static void dense_line(draw_case *c, unsigned coordinate, double *length)
{
    const uint64_t *at = dense_points();
    memset(length, 0, c->cells * sizeof *length);
    double before = count_at(c, coordinate, at[0]);
    for (size_t i = 1; i < DENSE; ++i) {
        const double now = count_at(c, coordinate, at[i]);
        count_runs(c, coordinate, at[i - 1], before, at[i], now, length);
        before = now;
    }
}

#endif
