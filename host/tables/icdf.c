/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The builder of tables of inverse CDFs (engine/draws/icdf.h says what is in one). Compiled with the scalar f64 lanes, so that
 * tables are the same on every machine.
 *
 * In each half octave the function g(t) = quantile(2^e (middle + t)), |t| <= 1/4, is sampled at N Chebyshev points t = x/4,
 * x = cos(pi (i + 1/2) / N), N = degree + 3; its Chebyshev series
 *
 *     c_k = (2 - [k = 0]) / N sum over i of g(x_i) cos(pi k (i + 1/2) / N)
 *
 * is cut off after the degree, which is within a few per cent of the best polynomial since the series falls by a factor of
 * 10 a term, and written in powers of t. Of the half octave that begins with v = 1/2 only that point is drawn: it has the
 * constant quantile(1/2), of the lower half in both. */
#include "icdf.h"

#include "engine/lanes/lane.h"
#include "engine/draws/icdf.h"
#include "engine/math/poly.h"
#include "engine/math/sincos.h"

#define MOST_ROW RR_ICDF_ROW_64
#define MOST_POINTS (MOST_ROW + 2)

size_t rr_icdf_size(unsigned width)
{
    return width == 4 ? RR_ICDF_SIZE(RR_ICDF_ROW_32, RR_ICDF_OCTAVES_32) * sizeof(float)
                      : RR_ICDF_SIZE(RR_ICDF_ROW_64, RR_ICDF_OCTAVES_64) * sizeof(double);
}

/* What a build works with: cosine[j] = cos(2 pi j / (4 points)). */
typedef struct fit {
    rr_quantile *quantile;
    const void *law;
    int row, octaves, points;
    double cosine[4 * MOST_POINTS];
} fit;

static void fit_begin(fit *f, unsigned width)
{
    f->row = width == 4 ? RR_ICDF_ROW_32 : RR_ICDF_ROW_64;
    f->octaves = width == 4 ? RR_ICDF_OCTAVES_32 : RR_ICDF_OCTAVES_64;
    f->points = f->row + 1;
    for (int j = 0; j < 4 * f->points; ++j) {
        double sine;
        rr_sincos_turn((double)j / (4 * f->points), &sine, &f->cosine[j]);
    }
}

/* From n coefficients of a Chebyshev series in x = 4 t to those of powers of t: T_{k+1} = 2 x T_k - T_{k-1}. */
static void to_powers(int n, const double *series, double *power)
{
    double before[MOST_ROW + 1] = {1}, now[MOST_ROW + 1] = {0, 4};
    for (int i = 0; i < MOST_ROW; ++i) power[i] = 0;
    power[0] = series[0];
    for (int k = 1; k < n; ++k) {
        for (int i = 0; i <= k; ++i) power[i] += series[k] * now[i];
        for (int i = k + 1; i >= 0; --i) {
            const double next = (i ? 8 * now[i - 1] : 0) - before[i];
            before[i] = now[i];
            now[i] = next;
        }
    }
}

/* The row of the half octave with this middle, scale being 2^e. */
static void fit_row(const fit *f, int upper, double middle, double scale, double *power)
{
    const int n = f->points, terms = f->row - 1;
    double g[MOST_POINTS], series[MOST_ROW];
    for (int i = 0; i < n; ++i) g[i] = f->quantile(f->law, upper, (middle + f->cosine[2 * i + 1] / 4) * scale);
    for (int k = 0; k < terms; ++k) {
        double sum = 0;
        for (int i = 0; i < n; ++i) sum += g[i] * f->cosine[k * (2 * i + 1) % (4 * n)];
        series[k] = sum * (k ? 2 : 1) / n;
    }
    to_powers(terms, series, power);
}

static void put(void *table, unsigned width, size_t at, double value)
{
    if (width == 4) ((float *)table)[at] = (float)value;
    else ((double *)table)[at] = value;
}

/* Row number `number` of a half (icdf.h), and where it is once more in the centre. */
static void put_row(const fit *f, void *table, unsigned width, int upper, int number, const double *power)
{
    const size_t row = (size_t)f->row, base = RR_ICDF_ALL(row) + (size_t)(upper * 2 * f->octaves + number) * row;
    const unsigned field = RR_ICDF_FIELD - ((unsigned)number & ~1u) + ((unsigned)number & 1u);
    const size_t centre = field % 16 + 16 * (unsigned)upper;
    for (size_t k = 0; k < row; ++k) {
        put(table, width, base + k, power[k]);
        if (number >= 16) continue;
        put(table, width, RR_ICDF_HEAD + centre * row + k, power[k]);
        put(table, width, RR_ICDF_COLUMNS(row) + k * RR_ICDF_CENTRE + centre, power[k]);
    }
}

void rr_icdf_build(rr_quantile *quantile, const void *law, unsigned squarings, unsigned width, void *table)
{
    fit f = {.quantile = quantile, .law = law};
    fit_begin(&f, width);
    for (size_t i = 0; i < RR_ICDF_HEAD; ++i) put(table, width, i, i ? 0 : squarings);
    for (int upper = 0; upper < 2; ++upper) {
        double scale = 0.5, power[MOST_ROW] = {quantile(law, 0, 0.5)};
        put_row(&f, table, width, upper, 0, power);
        put_row(&f, table, width, upper, 1, power);
        for (int o = 1; o < f.octaves; ++o) {
            scale /= 2;
            for (int half = 0; half < 2; ++half) {
                fit_row(&f, upper, half ? 1.75 : 1.25, scale, power);
                put_row(&f, table, width, upper, 2 * o + half, power);
            }
        }
    }
}
