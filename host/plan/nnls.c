/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Non-negative least squares by cyclic coordinate descent: min over x >= 0 of the sum over rows of w (a x - b)^2, one
 * coordinate exactly minimised after another. It converges for every a, if slowly where columns are alike; then what is
 * shared between them does not matter, for predictions use their sum. */
#include <math.h>

#include "costs.h"

#define SWEEPS 3000

/* The best step of coordinate j, kept at x >= 0; updates the residuals. Returns how much it moved, in units of b. */
static double descend(size_t rows, size_t columns, const double *a, const double *w, double *residual, size_t j, double *x)
{
    double slope = 0, square = 0, largest = 0;
    for (size_t i = 0; i < rows; ++i) {
        const double v = a[i * columns + j];
        slope += w[i] * v * residual[i];
        square += w[i] * v * v;
    }
    if (!(square > 0)) return 0;
    const double to = fmax(0, x[j] + slope / square), step = to - x[j];
    for (size_t i = 0; i < rows; ++i) {
        const double moved = a[i * columns + j] * step;
        residual[i] -= moved;
        largest = fmax(largest, sqrt(w[i]) * fabs(moved));
    }
    x[j] = to;
    return largest;
}

static int empty(size_t rows, size_t columns, const double *a, size_t j)
{
    size_t i = 0;
    while (i < rows && a[i * columns + j] == 0) ++i;
    return i == rows;
}

void rr_nnls(size_t rows, size_t columns, const double *a, const double *b, const double *w, double *residual, double *x)
{
    size_t used[columns], count = 0;   /* most columns are of samplers or strategies that no row is about */
    for (size_t j = 0; j < columns; ++j)
        if (!empty(rows, columns, a, j)) used[count++] = j;
    for (size_t i = 0; i < rows; ++i) {
        residual[i] = b[i];
        for (size_t j = 0; j < columns; ++j) residual[i] -= a[i * columns + j] * x[j];
    }
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
        double moved = 0;
        for (size_t j = 0; j < count; ++j) moved = fmax(moved, descend(rows, columns, a, w, residual, used[j], x));
        if (moved < 1e-6) break;
    }
}
