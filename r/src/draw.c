/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Draws: a prepared job, drawn in chunks. Between two chunks the user may interrupt. A parameter that is NaN gives NaN. */
#include <math.h>
#include <string.h>

#include "params.h"
#include "reroll_prepared.h"

typedef enum kind { REALS, COUNTS, WORDS } kind;   /* WORDS: random bits, always doubles in R */

typedef struct draw {
    rr_job job;
    rr_prepared *prepared;
    params params;
    kind kind;
    R_xlen_t n;               /* samples */
    R_xlen_t cols, rows_of;   /* numbers per sample; rows of a matrix, or 0 */
    R_xlen_t chunk;           /* samples */
    void *buffer;             /* a chunk in the library's type and order; NULL: it is drawn to `out` directly */
    SEXP out;                 /* protected by `keep` */
    SEXP keep;                /* a list of one */
    int given;                /* `out` is the caller's */
    R_xlen_t nan;             /* samples with a NaN parameter */
    rr_status status;         /* an error to signal after cleaning up */
    rr_result result;
    const char *too_large;    /* or this one */
} draw;

/* ---- From the chunk to R's vector ------------------------------------------------------ */

/* The place in R's vector of number c of sample r. */
static R_xlen_t place(const draw *d, R_xlen_t r, R_xlen_t c)
{
    if (d->cols == 1) return r;
    if (!d->rows_of) return r + c * d->n;
    const R_xlen_t wide = d->cols / d->rows_of;
    return r * d->cols + c / wide + c % wide * d->rows_of;
}

static int fits(const draw *d, R_xlen_t m)
{
    int large = 0;
    const R_xlen_t numbers = m * d->cols;
    if (d->job.dtype == RR_F64)
        for (R_xlen_t i = 0; i < numbers; ++i) large |= fabs(((const double *)d->buffer)[i]) > 2147483647.0;
    else
        for (R_xlen_t i = 0; i < numbers; ++i) large |= ((const uint32_t *)d->buffer)[i] > 2147483647u;
    return !large;
}

/* From here on counts are doubles. The first `done` samples are drawn. */
static void widen(draw *d, R_xlen_t done)
{
    SEXP wide = Rf_allocVector(REALSXP, XLENGTH(d->out));
    for (R_xlen_t c = 0; c < d->cols; ++c)
        for (R_xlen_t r = 0; r < done; ++r) {
            const int x = INTEGER(d->out)[place(d, r, c)];
            REAL(wide)[place(d, r, c)] = x == NA_INTEGER ? NA_REAL : x;
        }
    SET_VECTOR_ELT(d->keep, 0, wide);
    d->out = wide;
}

/* Copies m samples of the buffer, which has the type `from`, to R's vector, from sample `first` on. */
#define COPY(from, to, vector) \
    for (R_xlen_t c = 0; c < d->cols; ++c) { \
        const from *source = (const from *)d->buffer + c; \
        to *target = vector(d->out) + place(d, first, c); \
        for (R_xlen_t r = 0; r < m; ++r) target[r * step] = (to)source[r * d->cols]; \
    }

static void unpack(draw *d, R_xlen_t first, R_xlen_t m)
{
    const R_xlen_t step = d->rows_of ? d->cols : 1;
    if (!d->buffer) return;
    if (TYPEOF(d->out) == INTSXP && !fits(d, m)) {
        if (d->given) d->too_large = "a count is above 2^31 - 1: x must be a double vector";
        if (d->given) return;
        widen(d, first);
    }
    const int whole = TYPEOF(d->out) == INTSXP;
    if (d->job.dtype == RR_F64 && whole) COPY(double, int, INTEGER)
    else if (d->job.dtype == RR_F64) COPY(double, double, REAL)
    else if (d->job.dtype == RR_F32) COPY(float, double, REAL)
    else if (whole) COPY(uint32_t, int, INTEGER)
    else COPY(uint32_t, double, REAL)
}

static void set_nan(draw *d, R_xlen_t first, R_xlen_t m)
{
    d->nan += m;
    for (R_xlen_t c = 0; c < d->cols; ++c)
        for (R_xlen_t r = first; r < first + m; ++r) {
            if (TYPEOF(d->out) == INTSXP) INTEGER(d->out)[place(d, r, c)] = NA_INTEGER;
            else REAL(d->out)[place(d, r, c)] = d->kind == REALS ? R_NaN : NA_REAL;
        }
}

/* ---- Drawing ------------------------------------------------------ */

/* Draws samples at ... at + m - 1 of the chunk that begins at `first`. */
static rr_status draw_run(draw *d, R_xlen_t first, R_xlen_t at, R_xlen_t m)
{
    const void *data[RR_MAX_PARAMS] = {NULL};
    params_at(&d->params, first, at, data);
    void *to = d->buffer ? d->buffer : REAL(d->out) + at;
    return rr_prepared_draw_with(d->prepared, (uint64_t)at * (uint64_t)d->cols, (uint64_t)m * (uint64_t)d->cols, data, to,
                                 &d->result);
}

/* The runs of samples without a NaN. */
static rr_status draw_around(draw *d, R_xlen_t first, R_xlen_t m)
{
    R_xlen_t at = first;
    while (at < first + m) {
        R_xlen_t end = at;
        const int nan = params_nan(&d->params, at);
        while (end < first + m && params_nan(&d->params, end) == nan) ++end;
        if (nan) set_nan(d, at, end - at);
        else {
            const rr_status status = draw_run(d, first, at, end - at);
            if (status != RR_OK) return status;
            unpack(d, at, end - at);
        }
        at = end;
    }
    return RR_OK;
}

static int any_nan(const draw *d, R_xlen_t first, R_xlen_t m)
{
    for (R_xlen_t i = first; i < first + m; ++i)
        if (params_nan(&d->params, i)) return 1;
    return 0;
}

static int masked(const draw *d)
{
    for (uint32_t p = 0; p < d->params.count; ++p)
        if (d->params.p[p].nan) return 1;
    return 0;
}

static SEXP draw_all(void *context)
{
    draw *d = context;
    params_set(&d->params, &d->job);
    d->status = rr_prepared_open(package_device(), &d->job, &d->prepared, &d->result);
    for (R_xlen_t first = 0; first < d->n && d->status == RR_OK && !d->too_large; first += d->chunk) {
        const R_xlen_t m = d->n - first < d->chunk ? d->n - first : d->chunk;
        if (first) R_CheckUserInterrupt();
        if (first) params_chunk(&d->params, first, m);
        if (masked(d)) {
            d->status = draw_around(d, first, m);
            continue;
        }
        d->status = draw_run(d, first, first, m);
        if (d->status == RR_OK) unpack(d, first, m);
        else if (d->status == RR_ERR_PARAM && any_nan(d, first, m)) d->status = draw_around(d, first, m);
    }
    return R_NilValue;
}

static void clean(void *context) { rr_prepared_close(&((draw *)context)->prepared); }

/* ---- Arguments ------------------------------------------------------ */

static R_xlen_t count_of(SEXP n)
{
    static const char *const accepted = "an integer in [0, 2^52], or a vector, whose length is used";
    const int number = TYPEOF(n) == REALSXP || TYPEOF(n) == INTSXP || TYPEOF(n) == LGLSXP;
    if (Rf_inherits(n, "rr_stream")) package_error("n is a stream: give it as stream = ...");
    if ((Rf_isVector(n) || n == R_NilValue) && Rf_xlength(n) != 1) return Rf_xlength(n);
    const double x = number && !package_coded(n) ? Rf_asReal(n) : NAN;
    if (!(x >= 0 && x <= (double)R_XLEN_T_MAX)) package_refuse_value("n", n, accepted);
    return (R_xlen_t)x;
}

static void set_type(draw *d, SEXP dtype)
{
    const rr_sampler_info *s = d->params.info;
    const char *name = TYPEOF(dtype) == STRSXP && XLENGTH(dtype) == 1 ? CHAR(STRING_ELT(dtype, 0)) : "";
    if (strcmp(name, "f64") && strcmp(name, "f32")) package_error("dtype is not accepted: \"f64\" or \"f32\"");
    const int f64 = s->dtypes >> RR_F64 & 1, f32 = s->dtypes >> RR_F32 & 1;
    d->kind = s->counts ? COUNTS : f64 || f32 ? REALS : strcmp(s->name, "bits") ? COUNTS : WORDS;
    d->job.dtype = f64 ? RR_F64 : f32 ? RR_F32 : RR_U32;
    if (d->kind == REALS && !strcmp(name, "f32")) d->job.dtype = RR_F32;
}

static uint64_t asked_size(SEXP dim)
{
    if (dim == R_NilValue) return 0;
    const int number = (TYPEOF(dim) == REALSXP || TYPEOF(dim) == INTSXP) && XLENGTH(dim) == 1 && !package_coded(dim);
    const double size = number ? Rf_asReal(dim) : NAN;
    if (!(size >= 1 && size <= UINT32_MAX && size == trunc(size)))
        package_refuse_value("dim", dim, "an integer in [1, 2^32 - 1], the number of components or the side of a matrix");
    return (uint64_t)size;
}

/* True if there is a vector or matrix without components. Then the sizes are not known, and there are no samples. */
static int no_components(const draw *d)
{
    for (uint32_t p = 0; p < d->params.count; ++p)
        if (d->params.p[p].data && !d->params.p[p].width) return 1;
    return 0;
}

/* Sets the sizes of the dimensions. They stay 0 if they are not known and there are no samples. */
static void set_sizes(draw *d, SEXP params, SEXP dim, SEXP fill)
{
    const rr_sampler_info *s = d->params.info;
    rr_extent extent[RR_MAX_PARAMS];
    const uint64_t size = asked_size(dim);
    if (no_components(d)) return;
    for (uint32_t p = 0; p < d->params.count; ++p) {
        extent[p] = d->params.p[p].extent;
        /* R has no scalars: a vector of one value does not set the number of components, a matrix does. */
        if (!size && s->shape.side[0] && !d->params.p[p].has_rows && extent[p].axes == 1 && extent[p].length[1] == 1)
            extent[p].axes = 0;
    }
    if (s->shape.side[0] == RR_DIM_K) d->job.dims.k = size;
    else if (s->shape.side[0] == RR_DIM_D) d->job.dims.d = size;
    else if (size) package_error("dim is not accepted: the size of a sample of %s is known", s->name);
    const rr_status status = rr_sampler_sizes(d->job.sampler, extent, d->params.name, &d->job.dims, &d->result);
    if (status != RR_OK && d->result.fault == RR_FAULT_SIZE && d->params.empty) return;
    if (status != RR_OK && d->result.fault == RR_FAULT_SIZE && d->given)
        package_error("x has the wrong shape: %s", s->shape.side[1] ? "an array with a matrix per sample"
                                                                    : "a matrix with a row per sample");
    if (status != RR_OK && d->result.fault == RR_FAULT_SIZE)
        package_error("%s: dim is missing: the number of components, or the side of a matrix", s->name);
    if (status != RR_OK) package_refuse_sizes(d->job.sampler, d->result.message, params, dim, fill);
    d->cols = (R_xlen_t)rr_sample_length(d->job.sampler, &d->job.dims);
    d->rows_of = !s->shape.side[1] ? 0 : s->shape.side[0] == RR_DIM_D ? (R_xlen_t)d->job.dims.d : (R_xlen_t)d->job.dims.r;
    d->job.dims = rr_sampler_dims(d->job.sampler, d->job.dims);
}

static void set_dim(const draw *d)
{
    if (!d->params.info->shape.side[0]) return;
    if (d->n > 2147483647 || d->cols > 2147483647) package_error("n is too large for a matrix: at most 2^31 - 1 samples");
    SEXP dim = PROTECT(Rf_allocVector(INTSXP, d->rows_of ? 3 : 2));
    int *size = INTEGER(dim);
    if (d->rows_of) size[0] = (int)d->rows_of, size[1] = (int)(d->cols / d->rows_of), size[2] = (int)d->n;
    else size[0] = (int)d->n, size[1] = (int)d->cols;
    Rf_setAttrib(d->out, R_DimSymbol, dim);
    UNPROTECT(1);
}

/* R keeps what it knows about some vectors (ALTREP) apart from their data. A wrapper forgets that when it hands out its data
 * to be written; a compact sequence such as 1:10 does not, so its sum and order would contradict its data. */
static void refuse_compact(SEXP x)
{
    SEXP data = x;
    while (ALTREP(data)) {
        SEXP wrapped = R_altrep_data1(data), known = R_altrep_data2(data);
        if (TYPEOF(wrapped) != TYPEOF(x) || TYPEOF(known) != INTSXP || LENGTH(known) != 2)
            package_error("x is a compact sequence: make it with %s(n)", TYPEOF(x) == INTSXP ? "integer" : "numeric");
        data = wrapped;
    }
}

/* The number of samples that x holds. */
static R_xlen_t samples_in(SEXP x, const draw *d)
{
    if (package_coded(x) || (TYPEOF(x) != REALSXP && !(TYPEOF(x) == INTSXP && d->kind == COUNTS)))
        package_error("x is of type %s: a double vector%s", package_coded(x) ? package_coded(x) : Rf_type2char(TYPEOF(x)),
                      d->kind == COUNTS ? " or an integer vector" : "");
    refuse_compact(x);
    if (!d->params.info->shape.side[0]) return XLENGTH(x);
    SEXP dim = Rf_getAttrib(x, R_DimSymbol);
    const int axes = dim == R_NilValue ? 0 : LENGTH(dim), *size = axes ? INTEGER(dim) : NULL;
    if (!d->rows_of && (axes != 2 || size[1] != d->cols))
        package_error("x has the wrong shape: a matrix with a row per sample and %lld columns", (long long)d->cols);
    if (d->rows_of && (axes != 3 || size[0] != d->rows_of || (R_xlen_t)size[0] * size[1] != d->cols))
        package_error("x has the wrong shape: an array of %lld x %lld x n", (long long)d->rows_of,
                      (long long)(d->cols / d->rows_of));
    return d->rows_of ? size[2] : size[0];
}

/* R's functions return no samples for a parameter without values; x would keep its old values. */
static void refuse_unfilled(SEXP x, const draw *d)
{
    SEXP dim = Rf_getAttrib(x, R_DimSymbol);
    const int rows = d->params.info->shape.side[0] && dim != R_NilValue;
    const R_xlen_t n = !rows ? XLENGTH(x) : INTEGER(dim)[LENGTH(dim) == 3 ? 2 : 0];
    if (n) package_error("%s has no values, and x has %lld samples", d->params.empty, (long long)n);
}

/* A large chunk costs little, and a small one stays in the cache; threads need large ones. */
static void set_chunk(draw *d)
{
    int direct = d->kind == REALS && d->job.dtype == RR_F64 && d->cols == 1 && TYPEOF(d->out) == REALSXP;
    int recycled = 0;
    for (uint32_t p = 0; direct && p < d->params.count; ++p) direct = d->params.p[p].data != REAL(d->out);
    for (uint32_t p = 0; p < d->params.count; ++p)
        recycled |= d->params.p[p].data && d->params.p[p].values > 1 && d->params.p[p].values < d->n;
    package_device();
    const R_xlen_t threads = package_threads();
    const R_xlen_t numbers = direct && !recycled ? 1 << 20 : threads == 1 ? 1 << 14 : threads << 17;
    d->chunk = numbers / d->cols > 1 ? numbers / d->cols : 1;
    if (d->chunk > d->n) d->chunk = d->n;
    d->buffer = direct || !d->n ? NULL : R_alloc((size_t)(d->chunk * d->cols), d->job.dtype == RR_F64 ? 8 : 4);
}

static void finish(const draw *d, SEXP params)
{
    if (d->too_large) package_error("%s", d->too_large);
    if (d->status != RR_OK) package_refuse(d->job.sampler, d->status, &d->result, params, (uint64_t)d->cols);
}

SEXP C_draw(SEXP law, SEXP n, SEXP params, SEXP dim, SEXP dtype, SEXP stream, SEXP fill)
{
    const rr_job none = RR_JOB_INIT;
    const rr_result nothing = RR_RESULT_INIT;
    draw d = {.job = none, .result = nothing, .given = fill != R_NilValue};
    d.keep = PROTECT(Rf_allocVector(VECSXP, 1));
    d.params.held = PROTECT(Rf_allocVector(VECSXP, RR_MAX_PARAMS));
    d.job.sampler = package_sampler(law);
    params_read(&d.params, d.job.sampler, params);
    set_type(&d, dtype);
    d.n = d.given ? 0 : d.params.empty ? 0 : count_of(n);
    set_sizes(&d, params, dim, fill);
    if (d.given && d.params.empty) refuse_unfilled(fill, &d);
    else if (d.given) d.n = samples_in(fill, &d);
    if ((double)d.n * (double)d.cols > (double)R_XLEN_T_MAX) package_error("n is too large: at most 2^52 numbers");
    d.out = d.given ? fill : Rf_allocVector(d.kind == COUNTS ? INTSXP : REALSXP, d.n * d.cols);
    SET_VECTOR_ELT(d.keep, 0, d.out);
    if (!d.given) set_dim(&d);
    const rr_stream s = package_stream(stream);
    if ((uint64_t)d.n > UINT64_MAX - s.next) package_error("the stream has %llu indices left, and n is %lld",
                                                           (unsigned long long)(UINT64_MAX - s.next), (long long)d.n);
    if (d.n) {
        set_chunk(&d);
        d.job.stream = s, d.job.rows = (uint64_t)d.n, d.job.cols = (uint64_t)d.cols;
        d.status = params_check_integers(&d.params, d.n, &d.result);
        finish(&d, params);
        if (params_recycle(&d.params, d.n, d.chunk)) set_nan(&d, 0, d.n);
        else R_ExecWithCleanup(draw_all, &d, clean, &d);
        finish(&d, params);
        package_stream_move(stream, s.next + (uint64_t)d.n);
    }
    SEXP out = PROTECT(VECTOR_ELT(d.keep, 0));
    if (!d.given && out != fill && TYPEOF(out) == REALSXP) d.out = out, set_dim(&d);
    if (d.nan) package_warning(d.kind == REALS ? "NaNs produced: parameters are NA or NaN in %lld of %lld samples"
                                               : "NAs produced: parameters are NA or NaN in %lld of %lld samples",
                               (long long)d.nan, (long long)d.n);
    UNPROTECT(3);
    return out;
}
