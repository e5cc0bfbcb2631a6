/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prepared jobs. A job is checked once and its table is made once. After that, any part of it can be drawn, any number of
 * times.
 *
 *     rr_prepared *rows;                           // a covariance of 1000 components: one factorization, not one per batch
 *     if (rr_prepared_open(cpu, &job, &rows, &result)) return 1;
 *     for (uint64_t row = 0; row < job.rows; row += 100)
 *         rr_prepared_draw(rows, row * job.cols, 100 * job.cols, batch, &result);
 *     rr_prepared_close(&rows);
 *
 * Prepared jobs save most where each call makes a table: weights, matrices, gamma:table, beta:table, poisson:icdf,
 * binomial:icdf. Other jobs save about 200 ns per call. A call that draws one normal or uniform then takes a fifth of the
 * time. */
#ifndef REROLL_PREPARED_H
#define REROLL_PREPARED_H

#include "reroll_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rr_prepared rr_prepared;

/* Prepares a job, whose `out` is ignored. On failure *prepared is NULL. The errors are those that rr_run finds before it
 * draws: arguments, weights, matrices, no memory. The values of other parameters are checked when samples are drawn from
 * them.
 *
 * Copied: the job itself, and the parameters that a table depends on (weights, matrices, rr_method_info.fixed).
 * Not copied: all other parameters, including single values, and the index array. Every draw reads them. They must stay in
 * place until rr_prepared_close; their values may change between draws. The device must stay open, and so must a
 * distribution of reroll_density.h. For a user-defined distribution, rr_law_close returns RR_ERR_ARGUMENT while a prepared
 * job uses it.
 *
 * Strategy auto is compact. grouped without a number chooses its group size from the parameters at the time of this call.
 *
 * On a GPU a prepared job keeps its table in the device's memory, where rr_prepared_enqueue (reroll_gpu.h) also uses it,
 * even in a graph. If several devices are opened as one, every draw sends the table to them. */
RR_API rr_status rr_prepared_open(const rr_device *device, const rr_job *job, rr_prepared **prepared, rr_result *result);

/* Draws n elements of the job, from element first_element on, to out. Samples and errors are the same as those of rr_run
 * for the whole job. Elements are counted row by row, also in result. Every element has the parameters and the index that it
 * has in the whole job. Samplers of rows draw whole rows: first_element and n are multiples of cols.
 *
 * Any number of threads may draw from one prepared job concurrently. A draw of up to 4096 single samples allocates no
 * memory, takes no lock and makes no system call, even where rr_run would make a table. A job with a cl_mem (RR_CL_...) is
 * drawn in whole rows and with first_element 0; if only out is a cl_mem, first_element may be any row. */
RR_API rr_status rr_prepared_draw(const rr_prepared *prepared, uint64_t first_element, uint64_t n, void *out,
                                  rr_result *result);

/* Works as rr_prepared_draw, with parameters in other memory, such as a mapped part of a file. data has one pointer per
 * parameter: the address of its value for element first_element, read with the job's type and strides, or NULL for the
 * job's own array. The parameters that a table depends on stay as they were when the job was prepared. Not available for a
 * cl_mem. */
RR_API rr_status rr_prepared_draw_with(const rr_prepared *prepared, uint64_t first_element, uint64_t n,
                                       const void *const *data, void *out, rr_result *result);

/* Frees a prepared job and sets *prepared to NULL. NULL and *prepared == NULL are allowed. No thread may be drawing from
 * it. Finish its queued GPU work first, and do not launch CUDA graphs that contain it afterwards. */
RR_API void rr_prepared_close(rr_prepared **prepared);

#ifdef __cplusplus
}
#endif

#endif
