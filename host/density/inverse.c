/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The quantile of a given CDF. First bisection over the order of doubles, which finds any scale in some ten steps; then,
 * within two octaves, chords of the CDF (regula falsi with half the weight of the end that stays: the Illinois rule of
 * Dowell and Jarratt, BIT 11 (1971) 168), with a bisection step where chords are slow. */
#include "density.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define ATOM 0x1p-20     /* probability between two neighbouring doubles */
#define OCTAVES ((uint64_t)1 << 53)
#define NEAR 0x1p-53     /* of v */
#define FEW 0x1p-20      /* of v: a larger step leaves too few bits */
#define MAX 0x1p1000    /* beyond it differences of x overflow */

enum {
    CHORDS = 3,     /* chords in a row that may leave more than half of the range */
    STEP = 8, STAIRS = 3   /* doubles per step of a staircase; octaves of v with staircases that are refused */
};

/* The index of a double in the order of all doubles, and back. */
static int64_t order_of(double x)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? INT64_MIN - bits : bits;
}

static double number_of(int64_t order)
{
    const int64_t bits = order < 0 ? INT64_MIN - order : order;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Two places around the quantile, with the increasing differences of their probability from v; chords use `weight`. */
typedef struct bracket {
    rr_curve *curve;
    bool upper;
    double v, x[2], off[2], weight[2];
} bracket;

/* Narrows it by a place inside; *side: the end that moved. False: x is the quantile. */
static bool narrow(bracket *b, double x, int *side)
{
    const double fraction = rr_curve_fraction(b->curve, b->upper, x), off = b->upper ? b->v - fraction : fraction - b->v;
    *side = off > 0;
    b->x[*side] = x;
    b->off[*side] = b->weight[*side] = off;
    return fabs(off) > NEAR * b->v && b->curve->status == RR_OK;
}

static bool halve_order(bracket *b)
{
    for (int side;;) {
        const int64_t low = order_of(b->x[0]), high = order_of(b->x[1]);
        if ((uint64_t)high - (uint64_t)low <= OCTAVES && (low >= 0 || high <= 0)) return true;
        if (!narrow(b, number_of((low >> 1) + (high >> 1) + (low & high & 1)), &side)) return false;
    }
}

static void chords(bracket *b)
{
    for (int side, last = -1, slow = 0;;) {
        const double low = b->x[0], high = b->x[1], middle = low + (high - low) / 2;
        if (!(low < middle && middle < high)) return;
        double x = high - (high - low) * (b->weight[1] / (b->weight[1] - b->weight[0]));
        if (slow == CHORDS || !(low < x && x < high)) x = middle;
        if (!narrow(b, x, &side)) return;
        slow = b->x[1] - b->x[0] <= (high - low) / 2 ? 0 : slow == CHORDS ? 0 : slow + 1;
        if (side == last) b->weight[!side] /= 2;
        last = side;
    }
}

static bracket search(rr_curve *curve, bool upper, double v)
{
    const rr_density *d = curve->given;
    bracket b = {.curve = curve, .upper = upper, .v = v, .x = {fmax(d->low, -DBL_MAX), fmin(d->high, DBL_MAX)},
                 .off = {upper ? v - 1 : -v, upper ? v : 1 - v}};
    memcpy(b.weight, b.off, sizeof b.weight);
    if (halve_order(&b)) chords(&b);
    return b;
}

double rr_inverse(rr_curve *curve, bool upper, double v)
{
    const bracket b = search(curve, upper, v);
    if (nextafter(b.x[0], b.x[1]) >= b.x[1] && b.off[1] - b.off[0] > ATOM)
        rr_curve_refuse(curve, b.x[1], false, "the CDF has a step at x = %.17g: an atom has no density", b.x[1]);
    const double x = fabs(b.off[0]) < fabs(b.off[1]) ? b.x[0] : b.x[1];
    if (fabs(x) > MAX)
        rr_curve_refuse(curve, NAN, false, "the tail is too heavy: P(|X| > 2^1000) must be below 2^-64");
    return x;
}

/* True if the probability passes v by a step that is not an atom, with STEP or more doubles on either side where it is
 * constant. */
static bool is_stair(const bracket *b)
{
    if (nextafter(b->x[0], b->x[1]) < b->x[1] || b->off[1] - b->off[0] > ATOM) return false;
    if (!(fmin(fabs(b->off[0]), fabs(b->off[1])) > FEW * b->v)) return false;
    for (int side = 0; side < 2; ++side) {
        double x = b->x[side];
        for (int i = 0; i < STEP; ++i) x = nextafter(x, side ? INFINITY : -INFINITY);
        if (rr_curve_fraction(b->curve, b->upper, x) != rr_curve_fraction(b->curve, b->upper, b->x[side])) return false;
    }
    return true;
}

/* A staircase of small steps results from a difference of much larger numbers. The table would take a piece for each step
 * until memory is exhausted. */
bool rr_inverse_check(rr_curve *curve)
{
    for (int upper = 0; upper < 2; ++upper) {
        double last = NAN;
        for (int k = 64, stairs = 0; k > 1 && curve->status == RR_OK; --k) {
            const bracket b = search(curve, upper, ldexp(0.6931, -k + 1));
            if (b.x[0] == last || !is_stair(&b)) continue;
            last = b.x[0];
            if (++stairs == STAIRS)
                return rr_curve_refuse(curve, NAN, false, "the %s has too few digits where it is small: about x = %.6g it "
                                       "goes from %.3g to %.3g in one step; write it without a difference from 1, x/(1+x) "
                                       "for 1-1/(1+x)", upper ? "tail" : "CDF", b.x[0],
                                       rr_curve_fraction(curve, upper, b.x[0]), rr_curve_fraction(curve, upper, b.x[1]));
        }
    }
    return curve->status == RR_OK;
}
