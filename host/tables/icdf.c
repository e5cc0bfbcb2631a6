/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The builder of tables of inverse CDFs (engine/draws/icdf.h has their layout). Compiled with the scalar f64 lanes, so that
 * tables are the same on every machine.
 *
 * In each row the quantile as a function g(t), |t| <= r, is sampled at N Chebyshev points t = r x, x = cos(pi (i + 1/2)/N),
 * where N is two more than its coefficients; its Chebyshev series
 *
 *     c_k = (2 - [k = 0]) / N sum over i of g(x_i) cos(pi k (i + 1/2) / N)
 *
 * is cut off after the degree, which is within a few per cent of the best polynomial since terms fall by a factor of 10
 * each, and written in powers of t. Only one point of the row that begins with v = 1/2 is drawn: the row is the constant
 * quantile(1/2) of the lower half, in both halves.
 *
 * In f64 the upper half of the coefficients is cut to 20 fraction bits, from the highest down. The part c that is cut off
 * the coefficient of t^k is subtracted as c r^k 2^(1-k) T_k(x): the fraction 2^(1-k) r^k of it is lost, and the rest moves
 * to lower coefficients. */
#include "icdf.h"

#include "engine/lanes/lane.h"
#include "engine/draws/icdf.h"
#include "engine/math/poly.h"
#include "engine/math/sincos.h"

#define MAX_TERMS 16
#define MAX_POINTS (MAX_TERMS + 2)

size_t rr_icdf_size(unsigned width)
{
    return width == 4 ? RR_ICDF_SIZE(RR_ICDF_ROW_32, RR_ICDF_PARTS_32, RR_ICDF_OCTAVES_32) * sizeof(float)
                      : RR_ICDF_SIZE(RR_ICDF_ROW_64, RR_ICDF_PARTS_64, RR_ICDF_OCTAVES_64) * sizeof(double);
}

/* The state of a build: cosine[j] = cos(2 pi j / (4 points)). */
typedef struct fit {
    rr_quantile *quantile;
    const void *law;
    int row, parts, octaves, terms, points;
    double reach;   /* r */
    double cosine[4 * MAX_POINTS];
} fit;

static void fit_begin(fit *f, unsigned width)
{
    const int narrow = width == 4;
    f->row = narrow ? RR_ICDF_ROW_32 : RR_ICDF_ROW_64;
    f->parts = narrow ? RR_ICDF_PARTS_32 : RR_ICDF_PARTS_64;
    f->octaves = narrow ? RR_ICDF_OCTAVES_32 : RR_ICDF_OCTAVES_64;
    f->terms = narrow ? RR_ICDF_ROW_32 - 1 : RR_ICDF_TERMS;
    f->reach = narrow ? 0.25 : RR_ICDF_REACH;
    f->points = f->terms + 2;
    for (int j = 0; j < 4 * f->points; ++j) {
        double sine;
        rr_sincos_turn((double)j / (4 * f->points), &sine, &f->cosine[j]);
    }
}

/* m at t = r x. */
static double place(const fit *f, int part, double x)
{
    if (f->parts == 2) return (part ? 1.75 : 1.25) + x / 4;
    const double root = RR_ICDF_MIDDLE + f->reach * x;
    return root * root;
}

/* Converts n coefficients of a Chebyshev series in x = t / r to powers of t: T_{k+1} = 2 x T_k - T_{k-1}. */
static void to_powers(int n, double reach, const double *series, double *power)
{
    double before[MAX_TERMS + 2] = {1}, now[MAX_TERMS + 2] = {0, 1 / reach};
    for (int i = 0; i < n; ++i) power[i] = 0;
    power[0] = series[0];
    for (int k = 1; k < n; ++k) {
        for (int i = 0; i <= k; ++i) power[i] += series[k] * now[i];
        for (int i = k + 1; i >= 0; --i) {
            const double next = (i ? 2 / reach * now[i - 1] : 0) - before[i];
            before[i] = now[i];
            now[i] = next;
        }
    }
}

/* The number nearest to x whose lower 32 bits are these. */
static double cut(double x, rr_uint64 low)
{
    return x == 0 ? rr_asreal(low) : rr_asreal(((rr_asbits(x) - low + 0x80000000u) & ~(rr_uint64)0xffffffffu) | low);
}

/* r^k 2^(1-k): the coefficient of T_k(t / r) in t^k, k >= 1. */
static double fraction(double reach, int k)
{
    double x = 2;
    for (int i = 0; i < k; ++i) x *= reach / 2;
    return x;
}

/* Subtracts c t^k: x^k = 2^(1-k) sum over i <= k / 2 of binomial(k, i) T_(k-2i), where T_0 counts half. */
static void take_off(double reach, double c, int k, double *series)
{
    double binomial = 1;
    for (int i = 0; 2 * i <= k; ++i) {
        series[k - 2 * i] -= c * fraction(reach, k) * (2 * i == k ? binomial / 2 : binomial);
        binomial = binomial * (k - i) / (i + 1);
    }
}

/* The numbers of a row in f64. */
static void pack(const fit *f, double *series, double *row)
{
    for (int at = f->row - 1; at >= RR_ICDF_PAIRS; --at) {
        const int k = 2 * at - RR_ICDF_PAIRS;   /* index within the upper half */
        const double low = cut(series[k + 1] / fraction(f->reach, k + 1), 0);
        take_off(f->reach, low, k + 1, series);
        row[at] = cut(series[k] / fraction(f->reach, k), rr_asbits(low) >> 32);
        take_off(f->reach, row[at], k, series);
    }
    to_powers(RR_ICDF_PAIRS, f->reach, series, row);
}

/* The row of this part of the octave [1, 2) scale. */
static void fit_row(const fit *f, int upper, int part, double scale, double *row)
{
    const int n = f->points;
    double g[MAX_POINTS], series[MAX_TERMS];
    for (int i = 0; i < n; ++i) g[i] = f->quantile(f->law, upper, place(f, part, f->cosine[2 * i + 1]) * scale);
    for (int k = 0; k < f->terms; ++k) {
        double sum = 0;
        for (int i = 0; i < n; ++i) sum += g[i] * f->cosine[k * (2 * i + 1) % (4 * n)];
        series[k] = sum * (k ? 2 : 1) / n;
    }
    if (f->parts == 1) pack(f, series, row);
    else to_powers(f->terms, f->reach, series, row);
}

static void put(void *table, unsigned width, size_t at, double value)
{
    if (width == 4) ((float *)table)[at] = (float)value;
    else ((double *)table)[at] = value;
}

/* Writes row number `number` of a half (icdf.h), and its second copy in the centre. */
static void put_row(const fit *f, void *table, unsigned width, int upper, int number, const double *numbers)
{
    const size_t row = (size_t)f->row, parts = (size_t)f->parts, rows = RR_ICDF_CENTRE(parts);
    const size_t base = RR_ICDF_ALL(row, parts) + ((size_t)upper * parts * (size_t)f->octaves + (size_t)number) * row;
    const size_t part = (size_t)number % parts, field = 1022 * parts - ((size_t)number - part) + part;
    const size_t centre = field % (rows / 2) + rows / 2 * (size_t)upper;
    for (size_t k = 0; k < row; ++k) {
        put(table, width, base + k, numbers[k]);
        if ((size_t)number >= rows / 2) continue;
        put(table, width, RR_ICDF_HEAD + centre * row + k, numbers[k]);
        put(table, width, RR_ICDF_COLUMNS(row, parts) + k * rows + centre, numbers[k]);
    }
}

void rr_icdf_build(rr_quantile *quantile, const void *law, unsigned squarings, unsigned width, void *table)
{
    fit f = {.quantile = quantile, .law = law};
    fit_begin(&f, width);
    for (size_t i = 0; i < RR_ICDF_HEAD; ++i) put(table, width, i, i ? 0 : squarings);
    for (int upper = 0; upper < 2; ++upper) {
        double scale = 0.5, row[MAX_TERMS] = {quantile(law, 0, 0.5)};
        for (int part = 0; part < f.parts; ++part) put_row(&f, table, width, upper, part, row);
        for (int o = 1; o < f.octaves; ++o) {
            scale /= 2;
            for (int part = 0; part < f.parts; ++part) {
                fit_row(&f, upper, part, scale, row);
                put_row(&f, table, width, upper, f.parts * o + part, row);
            }
        }
    }
}
