/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prepared jobs: a job is checked once and its table is made once, then any of its elements are drawn, any number of times.
 *
 *     rr_prepared *rows;                           // a covariance of 1000 components: one factorization, not one per batch
 *     if (rr_prepared_open(cpu, &job, &rows, &result)) return 1;
 *     for (uint64_t row = 0; row < job.rows; row += 100)
 *         rr_prepared_draw(rows, row * job.cols, 100 * job.cols, batch, &result);
 *     rr_prepared_close(&rows);
 *
 * This pays where a call makes a table: weights, matrices, gamma:table, beta:table, poisson:icdf, binomial:icdf. Other jobs
 * save some 200 ns per call of single samples: four fifths of a call that draws one normal or uniform. */
#ifndef REROLL_PREPARED_H
#define REROLL_PREPARED_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rr_prepared rr_prepared;

/* Prepares a job; its `out` is not looked at. *prepared is NULL on failure. Errors are those that rr_run finds before it
 * draws: arguments, weights, matrices, no memory. The values of other parameters are checked as they are drawn.
 *
 * Copied: the job itself, and the parameters that a table is made of (weights, matrices, rr_method_info.fixed).
 * Not copied, and read by every draw: all other parameters, single values too, and the index array. They must stay where
 * they are until rr_prepared_close; their values may change between draws. The device must stay open, and so must a sampler
 * of reroll_density.h. rr_law_close of a user-defined distribution returns RR_ERR_ARGUMENT while a prepared job has it.
 *
 * Strategy auto is compact; grouped without a number takes its group from the parameters as they are now.
 *
 * On a GPU a prepared job keeps its table in the memory of the device, where rr_prepared_enqueue (reroll_gpu.h) uses it too,
 * also in a graph. On several devices as one the table is sent with every draw. */
RR_API rr_status rr_prepared_open(const rr_device *device, const rr_job *job, rr_prepared **prepared, rr_result *result);

/* Draws n elements of the job, from number first_element on, to out: the bytes that rr_run of the whole job writes there,
 * and the same errors. Elements are counted row by row, also in result. Parameters, index array and index_row_stride follow
 * the element. Samplers of rows draw whole rows: first_element and n are multiples of cols.
 *
 * Any number of threads may draw from one prepared job at once. Up to 4096 elements of single samples no memory is
 * allocated, no lock taken and no system call made, also where rr_run makes a table. A job with cl_mem (RR_CL_...) is drawn
 * from its first element on, unless nothing but out is one. */
RR_API rr_status rr_prepared_draw(const rr_prepared *prepared, uint64_t first_element, uint64_t n, void *out,
                                  rr_result *result);

/* The same with parameters that are elsewhere, such as a window of a file: data has a pointer per parameter; where it is not
 * NULL the value of element first_element is there, and the job's type and strides count from there. What a table is made of
 * stays as it was when the job was opened. Not for a cl_mem. */
RR_API rr_status rr_prepared_draw_with(const rr_prepared *prepared, uint64_t first_element, uint64_t n,
                                       const void *const *data, void *out, rr_result *result);

/* Frees a prepared job and sets *prepared to NULL. NULL and *prepared == NULL are allowed. No thread may be drawing from it,
 * no queue may have work of it left, and no graph that holds some may be launched afterwards. */
RR_API void rr_prepared_close(rr_prepared **prepared);

#ifdef __cplusplus
}
#endif

#endif
