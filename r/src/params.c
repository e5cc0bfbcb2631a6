/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "params.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"

static int sides(const rr_shape *s) { return !!s->side[0] + !!s->side[1]; }

/* The dim attribute, or NULL. */
static const int *dim_of(SEXP v, int *axes)
{
    SEXP dim = Rf_getAttrib(v, R_DimSymbol);
    *axes = dim == R_NilValue ? 0 : LENGTH(dim);
    return *axes ? INTEGER(dim) : NULL;
}

static SEXP as_doubles(SEXP v, const char *name)
{
    if (TYPEOF(v) != REALSXP && TYPEOF(v) != INTSXP && TYPEOF(v) != LGLSXP)
        package_error("%s is of type %s: a number, or a numeric vector or matrix", name, Rf_type2char(TYPEOF(v)));
    if (package_coded(v))
        package_error("%s is of class %s: a number, or a numeric vector or matrix", name, package_coded(v));
    return TYPEOF(v) == REALSXP ? v : Rf_coerceVector(v, REALSXP);
}

/* Copies `count` matrices of R's order, one after another, row by row. */
static const double *by_rows(const double *from, R_xlen_t rows, R_xlen_t cols, R_xlen_t count)
{
    double *to = (double *)R_alloc((size_t)(rows * cols * count), sizeof *to);
    for (R_xlen_t m = 0; m < count; ++m)
        for (R_xlen_t r = 0; r < rows; ++r)
            for (R_xlen_t c = 0; c < cols; ++c) to[(m * rows + r) * cols + c] = from[(m * cols + c) * rows + r];
    return to;
}

/* A number per sample. */
static void read_numbers(param *p, SEXP v)
{
    p->values = XLENGTH(v), p->width = 1;
    p->row_stride = p->values == 1 ? 0 : sizeof(double);
    p->extent.axes = p->values != 1, p->extent.length[1] = (uint64_t)p->values;
}

/* A vector for all samples, or the rows of a matrix. */
static void read_vectors(param *p, SEXP v, const char *name, int once)
{
    int axes;
    const int *dim = dim_of(v, &axes);
    if (axes > 2) package_error("%s has %d dimensions: a vector, or a matrix with a row per sample", name, axes);
    p->values = axes == 2 ? dim[0] : 1, p->width = axes == 2 ? dim[1] : XLENGTH(v);
    if (once && p->values != 1) package_error("%s is a matrix of %lld rows: a vector, one for all samples", name,
                                              (long long)p->values);
    p->row_stride = p->values == 1 ? 0 : sizeof(double);
    p->col_stride = p->width == 1 ? 0 : (ptrdiff_t)(p->values * (R_xlen_t)sizeof(double));
    p->has_rows = axes == 2;
    p->extent.axes = 1, p->extent.length[1] = (uint64_t)p->width;
}

/* One matrix for all samples. */
static void read_matrix(param *p, SEXP v, const char *name, int square)
{
    int axes;
    const int *dim = dim_of(v, &axes);
    if (axes != 2 || (square && dim[0] != dim[1]))
        package_error("%s is not a %smatrix: a %smatrix, one for all samples", name, square ? "square " : "",
                      square ? "square " : "");
    p->values = 1, p->width = XLENGTH(v);
    p->extent = (rr_extent){2, {(uint64_t)dim[0], (uint64_t)dim[1]}};
    if (square) p->row_stride = sizeof(double), p->col_stride = (ptrdiff_t)dim[0] * (ptrdiff_t)sizeof(double);
    else p->data = by_rows(p->data, dim[0], dim[1], 1), p->col_stride = sizeof(double);
}

/* A matrix per sample: a number, a matrix, or an array whose last dimension counts matrices, as in the samples. */
static void read_matrices(param *p, SEXP v, const char *name)
{
    int axes;
    const int *dim = dim_of(v, &axes);
    if (XLENGTH(v) == 1) {
        p->values = p->width = 1;
        return;
    }
    if (axes != 2 && axes != 3) package_error("%s is not accepted: a number, a matrix, or an array of matrices", name);
    p->values = axes == 3 ? dim[2] : 1, p->width = (R_xlen_t)dim[0] * dim[1];
    p->extent = (rr_extent){2, {(uint64_t)dim[0], (uint64_t)dim[1]}};
    p->data = by_rows(p->data, dim[0], dim[1], p->values);
    p->col_stride = sizeof(double);
    p->row_stride = p->values == 1 ? 0 : (ptrdiff_t)(p->width * (R_xlen_t)sizeof(double));
}

/* A distribution's R function passes the parameters of all methods; those that this method does not have must be NULL. */
static void refuse_more(const params *all, SEXP list)
{
    SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    for (R_xlen_t i = all->count; i < XLENGTH(list); ++i)
        if (VECTOR_ELT(list, i) != R_NilValue)
            package_error("%s has no parameter %s", all->info->name,
                          names == R_NilValue ? "more" : CHAR(STRING_ELT(names, i)));
}

/* Only a parameter that the distribution's own sampler does not have, such as the limits of poisson:icdf, may be NULL. */
static int is_default(const params *all, uint32_t i, SEXP value)
{
    if (value != R_NilValue || ISNAN(all->info->param[i].fallback)) return 0;
    const rr_sampler *plain = rr_sampler_find(all->info->distribution);
    return plain && i >= rr_sampler_about(plain)->params;
}

void params_read(params *all, const rr_sampler *sampler, SEXP list)
{
    all->info = rr_sampler_about(sampler);
    all->count = all->info->params;
    all->empty = NULL;
    if (TYPEOF(list) != VECSXP || XLENGTH(list) < (R_xlen_t)all->count) package_error("wrong number of parameters");
    refuse_more(all, list);
    for (uint32_t i = 0; i < all->count; ++i) {
        const rr_shape *shape = &all->info->param[i].shape;
        param *p = &all->p[i];
        *p = (param){0};
        p->values = 1, p->width = 1;
        all->name[i] = name_in_r(all->info->param[i].name);
        if (is_default(all, i, VECTOR_ELT(list, i))) continue;
        SEXP v = as_doubles(VECTOR_ELT(list, i), all->name[i]);
        SET_VECTOR_ELT(all->held, i, v);
        p->data = REAL(v);
        p->whole = rr_shape_is_list(*shape) || rr_shape_is_covariance(*shape) ||
            rr_sampler_method(sampler)->fixed >> i & 1;
        if (!XLENGTH(v)) all->empty = all->name[i];
        if (!sides(shape)) read_numbers(p, v);
        else if (sides(shape) == 1) read_vectors(p, v, all->name[i], shape->once);
        else if (shape->once) read_matrix(p, v, all->name[i], shape->side[0] == shape->side[1]);
        else read_matrices(p, v, all->name[i]);
    }
}

static double value_of(const param *p, R_xlen_t value, R_xlen_t k)
{
    const ptrdiff_t at = value * p->row_stride + k * p->col_stride;
    return *(const double *)((const char *)p->data + at);
}

static int has_nan(const param *p, R_xlen_t value)
{
    for (R_xlen_t k = 0; k < p->width; ++k)
        if (ISNAN(value_of(p, value, k))) return 1;
    return 0;
}

/* For a parameter of one value, whose numbers are contiguous in any order. */
static int constant_nan(const param *p)
{
    for (R_xlen_t k = 0; k < p->width; ++k)
        if (ISNAN(p->data[k])) return 1;
    return 0;
}

static void copy_values(const param *p, double *to, R_xlen_t first, R_xlen_t n)
{
    R_xlen_t value = first % p->values;
    while (p->width == 1 && n) {   /* numbers */
        const R_xlen_t run = n < p->values - value ? n : p->values - value;
        memcpy(to, p->data + value, (size_t)run * sizeof *to);
        to += run, n -= run, value = 0;
    }
    for (R_xlen_t i = 0; i < n; ++i, to += p->width) {
        for (R_xlen_t k = 0; k < p->width; ++k) to[k] = value_of(p, value, k);
        if (++value == p->values) value = 0;
    }
}

static void buffer_is_data(param *p, double *buffer, R_xlen_t values)
{
    p->data = buffer;
    p->values = values;
    p->row_stride = (ptrdiff_t)(p->width * (R_xlen_t)sizeof(double));
    p->col_stride = p->width == 1 ? 0 : sizeof(double);
}

/* The library copies this parameter, so it is expanded for all samples. Values with a NaN become 1: they are not used. */
static void expand(param *p, R_xlen_t n)
{
    const R_xlen_t values = p->values < n ? p->values : n;
    int any = 0;
    unsigned char *nan = (unsigned char *)R_alloc((size_t)n, 1);
    for (R_xlen_t i = 0; i < n; ++i) any |= nan[i] = (unsigned char)(i < values ? has_nan(p, i) : nan[i - values]);
    if (!any && values == n) return;
    double *made = (double *)R_alloc((size_t)(n * p->width), sizeof *made);
    copy_values(p, made, 0, n);
    for (R_xlen_t i = 0; i < n; ++i)
        for (R_xlen_t k = 0; nan[i] && k < p->width; ++k) made[i * p->width + k] = 1;
    buffer_is_data(p, made, n);
    p->nan = any ? nan : NULL;
}

int params_recycle(params *all, R_xlen_t n, R_xlen_t chunk)
{
    int nan = 0;
    for (uint32_t i = 0; i < all->count; ++i) {
        param *p = &all->p[i];
        if (!p->data) continue;
        if (p->values == 1) nan |= constant_nan(p);
        else if (p->whole) expand(p, n);
        else if (p->values < n) {
            p->recycled = 1;
            p->buffer = (double *)R_alloc((size_t)(chunk * p->width), sizeof(double));
            copy_values(p, p->buffer, 0, chunk < n ? chunk : n);
        }
    }
    return nan;
}

rr_status params_check_integers(const params *all, R_xlen_t n, rr_result *result)
{
    const rr_range range = {-R_MAX_INTEGER, R_MAX_INTEGER, 0, 0};
    for (uint32_t i = 0; i < all->count && all->info->integers; ++i) {
        const param *p = &all->p[i];
        for (R_xlen_t k = 0; p->data && k < n && k < p->values; ++k) {
            const double x = value_of(p, k, 0);
            if (ISNAN(x) || (fabs(x) <= R_MAX_INTEGER && x == trunc(x))) continue;
            result->fault = RR_FAULT_INTEGER;
            result->bad_param = (int)i, result->bad_index = (uint64_t)k;
            result->value.type = RR_F64, result->value.as.real = x;
            result->range = range;
            return RR_ERR_PARAM;
        }
    }
    return RR_OK;
}

void params_set(const params *all, rr_job *job)
{
    for (uint32_t i = 0; i < all->count; ++i) {
        const param *p = &all->p[i];
        job->param[i] = (rr_param){p->data, RR_F64, p->row_stride, p->col_stride};
        if (!p->recycled) continue;
        param b = *p;
        buffer_is_data(&b, p->buffer, p->values);
        job->param[i] = (rr_param){b.data, RR_F64, b.row_stride, b.col_stride};
    }
}

void params_chunk(params *all, R_xlen_t first, R_xlen_t n)
{
    for (uint32_t i = 0; i < all->count; ++i)
        if (all->p[i].recycled) copy_values(&all->p[i], all->p[i].buffer, first, n);
}

void params_at(const params *all, R_xlen_t first, R_xlen_t at, const void *data[RR_MAX_PARAMS])
{
    for (uint32_t i = 0; i < all->count; ++i) {
        const param *p = &all->p[i];
        if (!p->data || p->values == 1 || p->whole) data[i] = NULL;
        else if (p->recycled) data[i] = p->buffer + (at - first) * p->width;
        else data[i] = (const char *)p->data + at * p->row_stride;
    }
}

int params_nan(const params *all, R_xlen_t i)
{
    for (uint32_t k = 0; k < all->count; ++k) {
        const param *p = &all->p[k];
        if (p->nan ? p->nan[i] : p->data && p->values != 1 && !p->whole && has_nan(p, i % p->values)) return 1;
    }
    return 0;
}
