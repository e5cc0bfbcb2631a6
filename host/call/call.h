/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls: a job is checked and prepared, once. */
#ifndef RR_CALL_H
#define RR_CALL_H

#include "targets/target.h"

/* philox.c: the key of a launch whose sample i has the indices i * row ... i * row + row - 1; row is 1 where samples are
 * single numbers, or draw single ones. Every length has its own subkey, so rows of two lengths share no Philox block. */
void rr_launch_key(rr_bits_key *k, rr_stream s, uint32_t row, uint32_t family, uint32_t dtype_bit);

/* A Philox block of it (docs/contract.md); attempt is draw << 8 | attempt. */
void rr_launch_block(const rr_bits_key *k, uint64_t block, uint32_t attempt, uint32_t purpose, uint32_t w[4]);

/* older.c: the job itself, or a copy in *copy, padded with zeros, if an older program's job is smaller. NULL and jobs with
 * an unaccepted size are returned unchanged: rr_call_validate refuses them. */
const rr_job *rr_job_copy_older(const rr_job *job, rr_job *copy);
static inline const rr_job *rr_job_padded(const rr_job *job, rr_job *copy)
{
    return !job || job->size == sizeof *job ? job : rr_job_copy_older(job, copy);
}

/* validate.c: checks all of a job but its output and the values of its parameters, and prepares the call, except its place
 * (rr_target_calls), its group if `grouped` has no number (rr_plan_grouped), and its table. call->n is 0 where there is
 * nothing to do; then only device, job and sampler are set. */
rr_status rr_call_validate(const rr_device *device, const rr_job *job, rr_call *call, rr_result *result);
void rr_call_strategy(rr_call *call, rr_strategy s);

/* Binds an existing call to a device: loads the kernels of a user-defined distribution, and selects the kernels of the
 * CPU. */
rr_status rr_call_bind(rr_call *call, const rr_device *device, rr_result *result);

/* cut.c: narrows the call to n elements from `at` on, or to fewer: whole rows, or a piece of one. The output and
 * first_element stay. */
void rr_call_cut(rr_call *call, uint64_t at, uint64_t n);

/* True if the output is present, aligned, and separate from all that the job reads. */
rr_status rr_call_output(const rr_call *call, rr_result *result);

/* [a, a + size) and [b - low, b + high) overlap. */
int rr_overlap(const void *a, uint64_t size, const void *b, uint64_t low, uint64_t high);

#endif
