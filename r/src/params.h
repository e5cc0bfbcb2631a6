/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters of a draw: R's vectors and matrices as the library reads them, and R's recycling. */
#ifndef R_PARAMS_H
#define R_PARAMS_H

#include "package.h"

typedef struct param {
    const double *data;       /* NULL: the default of the sampler */
    R_xlen_t values;          /* the number of values, vectors or matrices that are recycled; 1: constant */
    R_xlen_t width;           /* numbers per value: 1, K, N, R * C */
    ptrdiff_t row_stride, col_stride;   /* in bytes, of data */
    rr_extent extent;
    int has_rows;             /* vectors, as the rows of a matrix */
    int whole;                /* the library copies it when it prepares the job */
    int recycled;             /* has fewer values than there are samples */
    double *buffer;           /* the values of a chunk, if recycled */
    unsigned char *nan;       /* of a `whole` parameter per sample: which values have a NaN; or NULL */
} param;

typedef struct params {
    const rr_sampler_info *info;
    uint32_t count;
    param p[RR_MAX_PARAMS];
    const char *name[RR_MAX_PARAMS];
    const char *empty;        /* the name of a parameter that has no values, or NULL */
    SEXP held;                /* the vectors that data points to; protected by the caller */
} params;

/* Reads the list of parameters. It may have more than the sampler has, if these are NULL. Errors are R errors. */
void params_read(params *all, const rr_sampler *sampler, SEXP list);

/* For n samples, whose dimensions are known: allocates what recycling needs, of `chunk` samples. Returns 1 if a constant
 * has a NaN. */
int params_recycle(params *all, R_xlen_t n, R_xlen_t chunk);

/* Refuses a bound of the first n samples of `integers` that is not an integer, or is beyond +-2^53: doubles round those. */
rr_status params_check_integers(const params *all, R_xlen_t n, rr_result *result);

/* Sets the parameters of the job, for samples from `first` on. */
void params_set(const params *all, rr_job *job);

/* Fills the buffers with the values of samples first ... first + n - 1. */
void params_chunk(params *all, R_xlen_t first, R_xlen_t n);

/* Addresses of the values of sample `at`, in the chunk that begins at `first`. */
void params_at(const params *all, R_xlen_t first, R_xlen_t at, const void *data[RR_MAX_PARAMS]);

/* Returns 1 if a parameter of sample i is NaN. */
int params_nan(const params *all, R_xlen_t i);

#endif
