/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cuts the quantile of either half, as a function of v on [2^-64, 1/2], into pieces on which a polynomial follows it: first
 * octaves of v and the places of breaks, then halves. It stops when, at places between the nodes, the polynomial's x has
 * F(x) within a relative 2^-24 (f32) or 2^-42 (f64) of v, or is the quantile to within an ulp (f32) or two (f64) of the
 * piece. A piece that is so narrow that v hardly changes gets a straight line; this happens at a jump of the quantile
 * without a break.
 *
 * With t from 0 at the upper end of v to 1 at the lower, nodes are t_i = (1 - cos(pi i / n)) / 2, which include both ends,
 * so that pieces join. c0 is the quantile at t = 0; the rest, (x_i - c0) / t_i, is interpolated by Newton's divided
 * differences and written in powers of t. A piece's polynomial must be monotone: its differences at many places have the
 * half's sign. Steps give straight lines. */
#include "density.h"
#include "engine/abi/pieces.h"
#include "targets/target.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN 0x1p-64
#define INSIDE 0x1p-50   /* distance of end nodes from the ends, where a break's two sides would be one place */

enum { MAX_TERMS = 10, MAX_PIECES = 65536, WORDS = RR_PIECES_NUMBERS };

/* v from low to high; breaks may give ends that the dtype cannot represent. */
typedef struct piece {
    double low, high;
    double c[MAX_TERMS];
} piece;

typedef struct builder {
    const rr_mass *mass;
    rr_curve *curve;
    unsigned width;
    int terms;
    double tolerance, ulp;      /* ulp: the error of x accepted, relative to the largest of its piece ... */
    double max, min;         /* ... and absolute, at least; the largest number */
    double node[MAX_TERMS];
    piece *piece;
    size_t count, capacity, half;   /* half: pieces of the lower half */
} builder;

static double rounded(const builder *b, double x) { return b->width == 4 ? (double)(float)x : x; }

static double at(const builder *b, const piece *p, double t)
{
    double y = p->c[b->terms - 1];
    for (int k = b->terms - 2; k >= 0; --k) y = y * t + p->c[k];
    return y;
}

/* The coefficients of the polynomial through the quantiles x of the nodes. */
static void interpolate(const builder *b, const double *x, double *c)
{
    const int n = b->terms - 1;   /* of (x - c0) / t */
    double d[MAX_TERMS], p[MAX_TERMS] = {0};
    for (int i = 0; i < n; ++i) d[i] = (x[i + 1] - x[0]) / b->node[i + 1];
    for (int k = 1; k < n; ++k)
        for (int i = n - 1; i >= k; --i) d[i] = (d[i] - d[i - 1]) / (b->node[i + 1] - b->node[i + 1 - k]);
    for (int i = n - 1; i >= 0; --i) {   /* p (t - t_i) + d_i */
        for (int k = n - 1; k > 0; --k) p[k] = p[k - 1] - p[k] * b->node[i + 1];
        p[0] = d[i] - p[0] * b->node[i + 1];
    }
    c[0] = rounded(b, x[0]);
    for (int k = 0; k < n; ++k) c[k + 1] = rounded(b, p[k]);
}

/* Values beyond the dtype's largest number become that number. */
static double quantile(const builder *b, bool upper, double v)
{
    return fmin(fmax(rr_mass_quantile(b->mass, upper, v), -b->max), b->max);
}

/* True if the polynomial follows the quantile and is monotone. */
static bool follows(const builder *b, const piece *p, bool upper, double ulp)
{
    const int places = 4 * b->terms + 1;
    double last = p->c[0];
    for (int j = 0; j < places; ++j) {
        const double t = (j + 0.5) / places, x = at(b, p, t), step = upper ? x - last : last - x;
        if (!(step >= -ulp)) return false;
        last = x;
        if (j % 2) continue;
        const double v = p->high - (p->high - p->low) * t, off = fabs(rr_mass_at(b->mass, upper, x) - v);
        if (off > b->tolerance * v && !(fabs(x - quantile(b, upper, v)) <= ulp)) return false;
    }
    return true;
}

static bool keep(builder *b, const piece *p)
{
    if (b->count == MAX_PIECES)
        return rr_curve_refuse(b->curve, NAN, !b->curve->exact,
                               "the density is too rough: its table needs %d pieces or more%s",
                               MAX_PIECES,
                               b->curve->exact ? "; the CDF or the tail may have too few digits where it is small"
                                               : "; give breaks at jumps, kinks and poles of the density");
    if (b->count == b->capacity) {
        const size_t capacity = b->capacity ? 2 * b->capacity : 512;
        piece *more = realloc(b->piece, capacity * sizeof *more);
        if (!more) return rr_curve_fail(b->curve, RR_ERR_MEMORY, "no memory for the table");
        b->piece = more;
        b->capacity = capacity;
    }
    b->piece[b->count++] = *p;
    return true;
}

/* A straight line from x at low to y at high. */
static bool keep_line(builder *b, double low, double high, double x, double y)
{
    piece p = {low, high, {0}};
    p.c[0] = rounded(b, y);
    p.c[1] = rounded(b, x - p.c[0]);
    return keep(b, &p);
}

static bool cut(builder *b, bool upper, double low, double high)
{
    piece p = {low, high, {0}};
    double x[MAX_TERMS], max = 0;
    for (int i = 0; i < b->terms; ++i) {
        double v = high - (high - low) * b->node[i];
        v = fmin(fmax(v, low * (1 + INSIDE)), high * (1 - INSIDE));
        x[i] = quantile(b, upper, v);
        max = fmax(max, fabs(x[i]));
    }
    const double middle = rounded(b, low + (high - low) / 2);
    interpolate(b, x, p.c);
    if (follows(b, &p, upper, fmax(max * b->ulp, b->min))) return keep(b, &p);
    if (high - low <= b->tolerance * high || !(low < middle && middle < high))
        return keep_line(b, low, high, x[b->terms - 1], x[0]);
    return cut(b, upper, low, middle) && cut(b, upper, middle, high);
}

/* Cuts an octave, first at its breaks: `from` counts breaks in the order of increasing v. */
static bool cut_octave(builder *b, bool upper, double low, double high, size_t *from)
{
    const rr_curve *c = b->curve;
    for (; *from < c->knots; ++*from) {
        const double v = rr_mass_at(b->mass, upper, c->knot[upper ? c->knots - 1 - *from : *from]);
        if (v >= high) break;
        if (rounded(b, v) <= low || rounded(b, v) >= high) continue;
        if (!cut(b, upper, low, v)) return false;
        low = v;
    }
    return cut(b, upper, low, high);
}

/* A line between points of steps, or several where values leave the dtype's range. */
static bool cut_line(builder *b, bool upper, double low, double high, double x, double y)
{
    return fabs(x) < b->max && fabs(y) < b->max ? keep_line(b, low, high, x, y) : cut(b, upper, low, high);
}

/* The same for steps: every point is a break, and has the x of its point, to the last bit, since it may be an atom's. */
static bool cut_steps(builder *b, bool upper, double low, double high, size_t *from)
{
    const rr_steps *s = b->mass->steps;
    const double last = s->rank[s->count - 1];
    double x = quantile(b, upper, low);
    for (; *from < s->count; ++*from) {
        const size_t k = upper ? s->count - 1 - *from : *from;
        const double v = (upper ? last - s->rank[k] : s->rank[k]) / last, y = fmin(fmax(s->x[k], -b->max), b->max);
        if (v >= high) break;
        if (v <= low || rounded(b, v) >= high) continue;
        if (rounded(b, v) > rounded(b, low) && !cut_line(b, upper, low, v, x, y)) return false;
        low = v;
        x = y;
    }
    return cut_line(b, upper, low, high, x, quantile(b, upper, high));
}

static bool cut_half(builder *b, bool upper)
{
    size_t from = 0;
    for (double low = MIN; low < 0.5; low *= 2)
        if (!(b->mass->steps ? cut_steps : cut_octave)(b, upper, low, 2 * low, &from)) return false;
    return true;
}

/* ---- The table ------------------------------------------------------------------------------------------------------ */

static void put(const builder *b, void *table, size_t number, double x)
{
    char *numbers = (char *)table + WORDS * sizeof(uint32_t);
    if (b->width == 4) ((float *)(void *)numbers)[number] = (float)x;
    else ((double *)(void *)numbers)[number] = x;
}

/* The smallest v of a cell of the guide. */
static double cell_low(unsigned cell) { return ldexp(1 + (cell & 3) / 4., (int)(cell >> 2) - 64); }

/* The piece of a half's [first, end) that contains v, by the kernel's comparison. */
static size_t piece_of(const builder *b, size_t first, size_t end, double v)
{
    while (end - first > 1) {
        const size_t middle = first + (end - first) / 2;
        if (rounded(b, b->piece[middle].low) <= v) first = middle;
        else end = middle;
    }
    return first;
}

/* Fills the guide; returns the largest number of pieces that a search in one cell covers. */
static size_t guide(const builder *b, uint32_t *words)
{
    size_t max = 1;
    for (int half = 0; half < 2; ++half)
        for (unsigned cell = 0; cell < RR_PIECES_CELLS; ++cell) {
            const size_t first = half ? b->half : 0, end = half ? b->count : b->half;
            const size_t here = piece_of(b, first, end, cell_low(cell));
            const size_t next = piece_of(b, first, end, nextafter(cell_low(cell + 1), 0));
            words[RR_PIECES_HEAD + (unsigned)half * RR_PIECES_CELLS + cell] = (uint32_t)here;
            if (next - here + 1 > max) max = next - here + 1;
        }
    return max;
}

/* An end of the support in the dtype; if rounding moved it outwards, the next number inwards. */
static double end(const builder *b, double x, int inwards)
{
    const double max = b->width == 4 ? b->max : DBL_MAX, at = fmin(fmax(x, -max), max), near = rounded(b, at);
    if (inwards > 0 ? near >= at : near <= at) return near;
    return (double)nextafterf((float)near, (float)inwards * INFINITY);
}

static bool table(builder *b, rr_pieces *to)
{
    uint32_t words[WORDS] = {0};
    const uint32_t row = b->width == 4 ? RR_PIECES_ROW_32 : RR_PIECES_ROW_64, count = (uint32_t)b->count;
    const size_t max = guide(b, words);
    while ((size_t)1 << words[RR_PIECES_STEPS] < max) ++words[RR_PIECES_STEPS];
    const uint32_t pad = 1u << words[RR_PIECES_STEPS], first = rr_pieces_first(count, pad);
    words[RR_PIECES_COUNT] = count;
    words[RR_PIECES_PAD] = pad;
    to->count = count;
    to->size = sizeof words + ((size_t)first + (size_t)row * count) * b->width;
    if (posix_memalign(&to->table, 64, to->size)) {
        to->table = NULL;
        return rr_curve_fail(b->curve, RR_ERR_MEMORY, "no memory for the table");
    }
    memcpy(to->table, words, sizeof words);
    put(b, to->table, 0, end(b, b->curve->given->low, 1));
    put(b, to->table, 1, end(b, b->curve->given->high, -1));
    for (size_t k = 0; k < 2 && b->curve->given->low == b->curve->given->high; ++k)   /* equal samples */
        put(b, to->table, k, rounded(b, b->curve->given->low));
    for (uint32_t i = 0; i < 2 * pad; ++i) put(b, to->table, RR_PIECES_LOWS + (i < pad ? b->half : count) + i, 2);
    for (uint32_t i = 0; i < count; ++i) {
        const piece *p = &b->piece[i];
        const double low = rounded(b, p->low), high = rounded(b, p->high);
        put(b, to->table, RR_PIECES_LOWS + i + (i >= b->half ? pad : 0), low);
        for (uint32_t k = 0; k < RR_PIECES_TERMS(row); ++k) put(b, to->table, first + (size_t)row * i + k, p->c[k]);
        put(b, to->table, first + (size_t)row * i + row - 2, high);
        put(b, to->table, first + (size_t)row * i + row - 1, 1 / (high - low));
    }
    return true;
}

bool rr_pieces_make(rr_pieces *to, const rr_mass *mass, unsigned width, rr_curve *curve)
{
    builder b = {.mass = mass, .curve = curve, .width = width, .terms = width == 4 ? 6 : 10,
                 .tolerance = width == 4 ? 0x1p-24 : 0x1p-42, .ulp = width == 4 ? 0x1p-23 : 0x1p-51, .max = width == 4
                     ? 0x1.fffffep127 : INFINITY,
                 .min = width == 4 ? 0x1p-149 : 0x1p-1074};
    *to = (rr_pieces){NULL, 0, 0};
    for (int i = 0; i < b.terms; ++i) b.node[i] = (1 - rr_plain_cos_turn(i / (2. * (b.terms - 1)))) / 2;
    bool ok = cut_half(&b, false);
    b.half = b.count;
    ok = ok && cut_half(&b, true) && table(&b, to);
    free(b.piece);
    return ok;
}

/* ---- Evaluation as in a kernel -------------------------------------------------------------------------------------- */

static double number(const void *table, unsigned width, size_t at)
{
    const char *numbers = (const char *)table + WORDS * sizeof(uint32_t);
    return width == 4 ? (double)((const float *)(const void *)numbers)[at] : ((const double *)(const void *)numbers)[at];
}

double rr_pieces_sample(const void *table, unsigned width, bool upper, double v, double *unit)
{
    const uint32_t *words = table, row = width == 4 ? RR_PIECES_ROW_32 : RR_PIECES_ROW_64, pad = words[RR_PIECES_PAD];
    const unsigned cell = (unsigned)(((ilogb(v) + 64) << 2) + (int)(ldexp(v, 2 - ilogb(v)) - 4));
    uint32_t at = words[RR_PIECES_HEAD + upper * RR_PIECES_CELLS + cell] + (upper ? pad : 0);
    for (uint32_t step = pad >> 1; step > 0; step >>= 1)
        if (number(table, width, RR_PIECES_LOWS + at + step) <= v) at += step;
    const size_t from = rr_pieces_first(words[RR_PIECES_COUNT], pad) + (size_t)row * (at - (upper ? pad : 0));
    double last = 0, y = number(table, width, from + row - 3);
    if (width == 4) {
        const float high = (float)number(table, width, from + row - 2), over = (float)number(table, width, from + row - 1);
        const float t = (high - (float)v) * over;
        for (int k = (int)row - 4; k >= 0; --k) y = (double)fmaf((float)y, t, (float)number(table, width, from + (size_t)k));
    } else {
        const double t = (number(table, width, from + row - 2) - v) * number(table, width, from + row - 1);
        for (int k = (int)row - 4; k >= 0; --k) y = fma(y, t, number(table, width, from + (size_t)k));
    }
    y = fmin(fmax(y, number(table, width, 0)), number(table, width, 1));
    for (int k = (int)row - 3; k >= 0; --k) last += number(table, width, from + (size_t)k);
    const double size = fmax(fabs(last), fabs(number(table, width, from)));
    *unit = width == 4 ? fmax(size * 0x1p-23, 0x1p-149) : fmax(size * 0x1p-52, 0x1p-1074);
    return y;
}
