/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Non-negative least squares by cyclic coordinate descent: min over x >= 0 of the sum over rows of w (a x - b)^2, exact in
 * one coordinate after another. It converges for every a, slowly for nearly parallel columns; how a cost is divided between
 * those does not matter, since predictions use their sum. */
#include <math.h>
#include <stdlib.h>

#include "costs.h"

#define SWEEPS 3000

/* The rows with a coordinate: `rows` of them, from first on in `row` and `value`. A sampler has few. */
typedef struct column {
    size_t j, first, rows;
} column;

typedef struct sparse {
    size_t *row;
    double *value;
    column *column;
    size_t columns;
} sparse;

/* Moves a coordinate to its minimum with x >= 0; updates the residuals. Returns its largest effect, in units of b. */
static double descend(const sparse *s, const column *c, const double *w, double *residual, double *x)
{
    const size_t *const row = s->row + c->first;
    const double *const value = s->value + c->first;
    double slope = 0, square = 0, largest = 0;
    for (size_t k = 0; k < c->rows; ++k) {
        slope += w[row[k]] * value[k] * residual[row[k]];
        square += w[row[k]] * value[k] * value[k];
    }
    if (!(square > 0)) return 0;
    const double to = fmax(0, x[c->j] + slope / square), step = to - x[c->j];
    for (size_t k = 0; k < c->rows; ++k) {
        const double moved = value[k] * step;
        residual[row[k]] -= moved;
        largest = fmax(largest, sqrt(w[row[k]]) * fabs(moved));
    }
    x[c->j] = to;
    return largest;
}

/* Gathers the nonzero entries of the fitted columns. Most columns belong to samplers or strategies without a row, and are
 * left out. */
static void gather(size_t rows, size_t columns, size_t kept, const double *a, sparse *s)
{
    size_t filled = 0;
    s->columns = 0;
    for (size_t j = kept; j < columns; ++j) {
        column *const c = &s->column[s->columns];
        *c = (column){.j = j, .first = filled};
        for (size_t i = 0; i < rows; ++i) {
            if (a[i * columns + j] == 0) continue;
            s->row[filled] = i;
            s->value[filled++] = a[i * columns + j];
        }
        c->rows = filled - c->first;
        s->columns += c->rows != 0;
    }
}

int rr_nnls(size_t rows, size_t columns, size_t kept, const double *a, const double *b, const double *w, double *residual,
            double *x)
{
    size_t full = 0;
    for (size_t i = 0; i < rows * columns; ++i) full += a[i] != 0;
    char *const memory = malloc(full * (sizeof(double) + sizeof(size_t)) + (columns + 1) * sizeof(column));
    if (!memory) return -2;
    sparse s = {.column = (column *)memory, .value = (double *)(memory + (columns + 1) * sizeof(column))};
    s.row = (size_t *)(s.value + full);
    gather(rows, columns, kept, a, &s);
    for (size_t i = 0; i < rows; ++i) {
        residual[i] = b[i];
        for (size_t j = 0; j < columns; ++j) residual[i] -= a[i * columns + j] * x[j];
    }
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
        double moved = 0;
        for (size_t k = 0; k < s.columns; ++k) moved = fmax(moved, descend(&s, &s.column[k], w, residual, x));
        if (moved < 1e-6) break;
    }
    free(memory);
    return 0;
}
