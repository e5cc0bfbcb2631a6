/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lower triangular factor L of a job's covariance A = L L', computed by every call in double with +, -, *, / and sqrt
 * in a fixed order (sums over k increase from k = 0), so that it has the same bits on every machine. No fma: it would be
 * emulated on many hosts.
 *
 * A is read in the job's type; its lower triangle is used. With K rows, u = 2^-52 (2^-23 where the job or the array is f32)
 * and t = 8 K u, "within rounding" means at most t sqrt(a_ii a_jj), for the asymmetry of A and the entries of A - L L'.
 *
 * Where every pivot of Cholesky's algorithm is above t a_jj / 2, L is Cholesky's factor, whose diagonal is positive.
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2002, theorem 10.3: |A - L L'| <= (K + 1) 2^-53 |L| |L'|, far
 * below t.) Otherwise A is singular, and pivots in their own order fail: for the covariance of a smooth process a pivot
 * loses all its bits long before it is 0, and the remainder of A looks indefinite. Then the largest pivot relative to a_jj
 * comes first (the lowest j among equals) until none is above t a_jj / 2. If the remainder is within rounding of 0, the
 * columns so far are a factor M of A = M M', one column per step; otherwise A is indefinite. Householder's reflections of
 * these columns turn M into a lower triangular L, L L' = M M' (Higham, chapter 19), which is Cholesky's factor again where
 * A has one, to rounding. A column whose diagonal entry is negative is negated. Finally L is rounded to the job's type. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "tables.h"
#include "engine/abi/panel.h"

#define MAX (1u << 28)   /* rows of a matrix */

/* n x n matrices; entry (i, j) of A and of the factor is at j * n + i, since loops run along columns. */
typedef struct work {
    uint64_t n, rank;
    double tolerance;
    double *a, *factor;
    double *sd, *column, *left;   /* n each: roots of the diagonal; a column of A's remainder; its diagonal */
    unsigned char *done;          /* components whose column is computed */
} work;

/* An entry of A, or of its remainder, that a covariance cannot have. */
typedef struct fault {
    rr_fault kind;
    const char *place;
    uint64_t i, j;
    double value;
} fault;

static int set_fault(fault *f, rr_fault kind, const char *place, uint64_t i, uint64_t j, double value)
{
    *f = (fault){kind, place, i, j, value};
    return -1;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Reads A as stored in the array: row i becomes column i. */
static int read_matrix(const rr_call *call, uint32_t p, work *w, fault *f)
{
    for (uint64_t i = 0; i < w->n; ++i) {
        rr_matrix_row(call, p, i, w->column);
        for (uint64_t j = 0; j < w->n; ++j) {
            const double v = rr_value_at(w->column, (uint32_t)j, call->width);
            if (!(fabs(v) <= DBL_MAX)) return set_fault(f, RR_FAULT_FINITE, "element", i, j, v);
            w->a[i * w->n + j] = v;
        }
    }
    return 0;
}

/* Checks signs and symmetry, and makes A exactly symmetric: its lower triangle is the upper one of the column array. */
static int validate_matrix(work *w, fault *f)
{
    const uint64_t n = w->n;
    for (uint64_t i = 0; i < n; ++i) {
        const double v = w->a[i * n + i];
        if (v < 0) return set_fault(f, RR_FAULT_SEMIDEFINITE, "pivot", i, i, v);
        w->sd[i] = sqrt(v);
    }
    for (uint64_t i = 0; i < n; ++i)
        for (uint64_t j = 0; j < i; ++j) {
            const double low = w->a[i * n + j], high = w->a[j * n + i];
            if (!(fabs(low - high) <= w->tolerance * w->sd[i] * w->sd[j]))
                return set_fault(f, RR_FAULT_SYMMETRIC, "the difference at", i, j, low - high);
            w->a[j * n + i] = low;
        }
    return 0;
}

/* ---- Cholesky ---------------------------------------------------------------------------------------------------- */

/* Column j of the remainder of A, from row `from` on, after subtraction of the columns so far. */
static void left_column(const work *w, uint64_t j, uint64_t from)
{
    const uint64_t n = w->n;
    double *restrict column = w->column;
    for (uint64_t i = from; i < n; ++i) column[i] = w->a[j * n + i];
    for (uint64_t k = 0; k < w->rank; ++k) {
        const double *restrict other = w->factor + k * n;
        const double times = other[j];
        for (uint64_t i = from; i < n; ++i) column[i] -= times * other[i];
    }
}

/* Makes the next column of the factor from w->column; rows that are done get 0. */
static void add_column(work *w, uint64_t j, uint64_t from)
{
    double *restrict to = w->factor + w->rank++ * w->n;
    const double root = sqrt(w->column[j]);
    for (uint64_t i = 0; i < w->n; ++i) to[i] = i < from || w->done[i] ? 0 : w->column[i] / root;
    to[j] = root;
}

/* 1: done; 0: a pivot is too close to 0. */
static int in_order(work *w)
{
    for (uint64_t j = 0; j < w->n; ++j) {
        left_column(w, j, j);
        if (!(w->column[j] > w->tolerance / 2 * w->a[j * w->n + j])) return 0;
        add_column(w, j, j);
    }
    return 1;
}

/* The component with the largest remainder, or n. */
static uint64_t next_pivot(const work *w)
{
    uint64_t best = w->n;
    double max = w->tolerance / 2;
    for (uint64_t i = 0; i < w->n; ++i) {
        const double share = w->done[i] || w->a[i * w->n + i] == 0 ? 0 : w->left[i] / w->a[i * w->n + i];
        if (!(share > max)) continue;
        max = share;
        best = i;
    }
    return best;
}

/* True if the remainder of A is within rounding of 0. */
static int check_left(const work *w, fault *f)
{
    for (uint64_t j = 0; j < w->n; ++j) {
        if (w->done[j]) continue;
        left_column(w, j, j);
        for (uint64_t i = j; i < w->n; ++i)
            if (!w->done[i] && !(fabs(w->column[i]) <= w->tolerance * w->sd[i] * w->sd[j]))
                return set_fault(f, RR_FAULT_SEMIDEFINITE, "pivot", i, j, w->column[i]);
    }
    return 0;
}

static int largest_first(work *w, fault *f)
{
    uint64_t j;
    w->rank = 0;
    for (uint64_t i = 0; i < w->n; ++i) w->left[i] = w->a[i * w->n + i];
    while ((j = next_pivot(w)) < w->n) {
        left_column(w, j, 0);
        add_column(w, j, 0);
        w->done[j] = 1;
        const double *column = w->factor + (w->rank - 1) * w->n;
        for (uint64_t i = 0; i < w->n; ++i) w->left[i] -= column[i] * column[i];
    }
    return check_left(w, f);
}

/* Reflects columns s on, all rows from s on, so that row s of the factor becomes 0 after its column s. */
static void reflect(work *w, uint64_t s)
{
    const uint64_t n = w->n, rank = w->rank;
    double *restrict dot = w->column, *vector = w->left, square = 0, length = 0;
    for (uint64_t k = s; k < rank; ++k) {
        vector[k] = w->factor[k * n + s];
        square += vector[k] * vector[k];
        if (k > s) length += vector[k] * vector[k];
    }
    if (length == 0) return;
    const double norm = sqrt(square);
    vector[s] += vector[s] < 0 ? -norm : norm;
    length += vector[s] * vector[s];
    for (uint64_t i = s; i < n; ++i) dot[i] = 0;
    for (uint64_t k = s; k < rank; ++k) {
        const double *restrict column = w->factor + k * n, times = vector[k];
        for (uint64_t i = s; i < n; ++i) dot[i] += times * column[i];
    }
    for (uint64_t k = s; k < rank; ++k) {
        double *restrict column = w->factor + k * n;
        const double times = 2 * vector[k] / length;
        for (uint64_t i = s; i < n; ++i) column[i] -= times * dot[i];
    }
}

/* Turns M into L. Entries above the diagonal are rounding errors, and never read. */
static void triangle(work *w)
{
    for (uint64_t s = 0; s < w->rank; ++s) {
        double *column = w->factor + s * w->n;
        reflect(w, s);
        if (column[s] < 0)
            for (uint64_t i = s; i < w->n; ++i) column[i] = -column[i];
    }
}

static int factorize(work *w, fault *f)
{
    if (in_order(w)) return 0;
    if (largest_first(w, f)) return -1;
    triangle(w);
    return 0;
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

static void fill_table(const work *w, unsigned width, void *table)
{
    for (uint64_t c0 = 0; c0 < w->n; c0 += RR_PANEL) {
        const uint64_t end = w->n - c0 < RR_PANEL ? w->n : c0 + RR_PANEL, at = rr_panel_at(c0 / RR_PANEL);
        for (uint64_t k = 0; k < end; ++k)
            for (uint64_t c = c0; c < c0 + RR_PANEL; ++c) {
                const double v = c < end && k <= c && k < w->rank ? w->factor[k * w->n + c] : 0;
                if (width == 4) ((float *)table)[at + k * RR_PANEL + c - c0] = (float)v;
                else ((double *)table)[at + k * RR_PANEL + c - c0] = v;
            }
    }
}

/* L by columns, for a BLAS: n x n numbers; those above the diagonal are never read. */
static void fill_square(const work *w, unsigned width, void *table)
{
    for (uint64_t k = 0; k < w->n; ++k)
        for (uint64_t c = k; c < w->n; ++c) {
            const double v = k < w->rank ? w->factor[k * w->n + c] : 0;
            if (width == 4) ((float *)table)[k * w->n + c] = (float)v;
            else ((double *)table)[k * w->n + c] = v;
        }
}

static int work_make(work *w, const rr_call *call, uint32_t p)
{
    const uint64_t n = rr_param_side(call, p, 0);
    const int narrow = !call->wide || call->job.param[p].type == RR_F32;
    *w = (work){.n = n, .tolerance = 8 * (double)n * (narrow ? 0x1p-23 : 0x1p-52)};
    if (n > MAX) return -1;
    w->a = malloc((2 * n * n + 3 * n) * sizeof *w->a);
    w->done = calloc(n, 1);
    if (!w->a || !w->done) return -1;
    w->factor = w->a + n * n;
    w->sd = w->factor + n * n;
    w->column = w->sd + n;
    w->left = w->column + n;
    return 0;
}

static void work_end(work *w)
{
    free(w->a);
    free(w->done);
}

/* Bytes of the factor of parameter p; far too many if the matrix exceeds any memory. */
static size_t factor_size(const rr_call *call, uint32_t p)
{
    const uint64_t n = rr_param_side(call, p, 0);
    return n > MAX ? SIZE_MAX / 4 : (call->sampler->outside ? n * n : rr_panel_size(n)) * call->width;
}

static rr_status matrix_fault(const rr_call *call, uint32_t p, const fault *f, rr_result *result)
{
    static const char *const what[] = {[RR_FAULT_FINITE] = "not finite", [RR_FAULT_SYMMETRIC] = "not symmetric",
                                       [RR_FAULT_SEMIDEFINITE] = "not positive semidefinite"};
    rr_note_fault(result, f->kind, (int)p, rr_value_of(f->value));
    if (result) result->bad_place[0] = f->i;
    if (result) result->bad_place[1] = f->j;
    return rr_fail(result, RR_ERR_PARAM, "%s is %s: %s (%llu, %llu) is %g", call->sampler->param[p].name, what[f->kind],
                   f->place, (unsigned long long)f->i, (unsigned long long)f->j, f->value);
}

/* Writes the factor of parameter p to the table. */
static rr_status take(const rr_call *call, uint32_t p, work *w, rr_result *result, void *table)
{
    fault f;
    if (work_make(w, call, p))
        return rr_fail(result, RR_ERR_MEMORY, "no memory for the factor of %s", call->sampler->param[p].name);
    if (read_matrix(call, p, w, &f) || validate_matrix(w, &f) || factorize(w, &f))
        return matrix_fault(call, p, &f, result);
    if (call->sampler->outside) fill_square(w, call->width, table);
    else fill_table(w, call->width, table);
    return RR_OK;
}

rr_status rr_factor_take(const rr_call *call, rr_result *result, rr_table *t)
{
    const rr_sampler *s = call->sampler;
    rr_status status = RR_OK;
    char *at;
    *t = (rr_table){.size = 0};
    for (uint32_t p = 0; p < s->params; ++p)
        if (call->sizes.covariances >> p & 1) t->size += factor_size(call, p);
    if (posix_memalign(&t->own, 64, t->size)) {
        t->own = NULL;
        return rr_fail(result, RR_ERR_MEMORY, "no memory for the factor of %s",
                       s->param[rr_param_of_rule(s, RR_RULE_COVARIANCE)].name);
    }
    t->data = at = t->own;
    for (uint32_t p = 0; p < s->params && status == RR_OK; ++p) {
        work w;
        if (!(call->sizes.covariances >> p & 1)) continue;
        status = take(call, p, &w, result, at);
        work_end(&w);
        at += factor_size(call, p);
    }
    return status;
}
