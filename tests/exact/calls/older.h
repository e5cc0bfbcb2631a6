/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A frozen header of an older version: what a program included when it was compiled, before the last members of rr_job
 * (index_row_stride, first_element) and of rr_result (fault ... relation) were added. A member that is added later comes
 * after all of these; this file stays as it is. */
#ifndef OLDER_H
#define OLDER_H

#include <stddef.h>
#include <stdint.h>

typedef struct rr_device rr_device;
typedef struct rr_sampler rr_sampler;
typedef struct rr_prepared rr_prepared;
typedef enum rr_status { RR_OK = 0, RR_ERR_ARGUMENT = 1, RR_ERR_PARAM = 2 } rr_status;
typedef enum rr_type { RR_F32 = 1, RR_F64 } rr_type;
typedef struct rr_stream { uint64_t seed, stream, next; } rr_stream;
typedef struct rr_strategy { uint32_t kind, number; } rr_strategy;
typedef struct rr_dims { uint64_t K, D, R, C, N; } rr_dims;
typedef struct rr_param { const void *data; rr_type type; ptrdiff_t row_stride, col_stride; } rr_param;

typedef struct rr_job {
    size_t size;
    const rr_sampler *sampler;
    rr_type dtype;
    rr_stream stream;
    uint64_t rows, cols;
    rr_param param[16];
    const uint64_t *index;
    rr_strategy strategy;
    uint32_t flags;
    void *out;
    rr_dims dims;
} rr_job;

typedef struct rr_counts {
    uint64_t iterations[64], calls, steps, lane_attempts, accepted, undecided, votes, shuffles;
} rr_counts;

typedef struct rr_result {
    size_t size;
    rr_status status;
    uint64_t bad_index, failed, failed_index;
    rr_counts counts;
    char message[160];
    rr_strategy strategy;
} rr_result;

typedef struct rr_plan_row {
    rr_strategy strategy;
    double iterations, efficiency, ns;
} rr_plan_row;

typedef struct rr_plan {
    size_t size;
    double accept, slow;
    uint32_t warp, rows;
    rr_plan_row row[16];
    rr_strategy choice;
    const char *costs;
} rr_plan;

rr_status rr_device_open(const char *spec, rr_device **device);
void rr_device_close(rr_device **device);
const rr_sampler *rr_sampler_find(const char *name);
rr_status rr_run(const rr_device *device, const rr_job *job, rr_result *result);
rr_status rr_check(const rr_device *device, const rr_job *job, rr_result *result);
rr_status rr_prepared_open(const rr_device *device, const rr_job *job, rr_prepared **prepared, rr_result *result);
rr_status rr_prepared_draw(const rr_prepared *prepared, uint64_t first_element, uint64_t n, void *out, rr_result *result);
void rr_prepared_close(rr_prepared **prepared);
rr_status rr_permutation(const rr_device *device, rr_stream stream, uint64_t rows, uint64_t n, int64_t *out,
                         rr_result *result);
rr_status rr_plan_job(const rr_device *device, const rr_job *job, uint32_t flags, rr_plan *plan);
rr_status rr_fill_gamma_f64(const rr_device *device, rr_stream *stream, size_t samples, double *out, double shape,
                            double scale);

#endif
