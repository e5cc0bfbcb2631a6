/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll: random variates in bulk, with the same bits on every machine.
 *
 * A sample is a pure function of seed, stream, sampler, parameters and index. Samples are bit-identical for any strategy,
 * instruction set, vector width, number of threads and split into jobs (docs/contract.md).
 *
 *     rr_device *cpu;                                     // a loop that draws two variables
 *     rr_stream s = rr_stream_make(2026, 0);              // seed, stream
 *     if (rr_device_open("cpu,threads=2", &cpu)) return 1;
 *     for (int sweep = 0; sweep < 1000; ++sweep) {
 *         rr_fill_gamma_f32_each(cpu, &s, n, theta, shape, scale);   // one shape and one scale per sample
 *         rr_fill_normal_f32(cpu, &s, n, noise, 0.0f, 1.0f);         // one mean and one sd for all samples
 *         update(shape, scale, theta, noise);
 *     }                                                   // each call advances s.next: no index is used twice
 *     rr_device_close(&cpu);
 *
 * Use a job to combine constant and per-sample parameters, or to choose the sampler at run time:
 *
 *     rr_job job = RR_JOB(rr_sampler_find("gamma"), RR_F64, s, n, 1, theta,          // stream, rows, columns, out
 *                         RR_PARAM_EACH(shapes, RR_F64), RR_PARAM_ONE(&scale, RR_F64));
 *     rr_result result = RR_RESULT_INIT;
 *     if (rr_run(cpu, &job, &result)) puts(result.message);
 *     s.next += n;                                        // rr_run does not advance a stream
 *
 * This file includes:
 *     reroll_core.h      streams, devices, samplers, jobs, Philox
 *     reroll_fill.h      the typed calls rr_fill_..., generated from the list of samplers
 *     reroll_sampler.h   information on a sampler: its parameters, ranges, shapes
 *     reroll_prepared.h  jobs that are checked once and drawn in parts
 *     reroll_gpu.h       asynchronous GPU calls, and your own code within Reroll's GPU kernels
 *     reroll_points.h    point sets (grids, Sobol, Halton), and normals made from points
 *     reroll_order.h     permutations, subsets, resampling
 * Include the others yourself: reroll_plan.h (the predicted time of each strategy), reroll_cursor.h (single draws),
 * reroll_user.h and reroll_density.h (user-defined distributions), reroll_law.h (moments), reroll_model.h (the model of
 * lockstep), reroll_mpi.h (MPI), reroll_device.h (your own kernels), reroll.hpp (C++).
 *
 * Threads: an rr_device does not change after it is opened, and any number of threads may use it concurrently. An
 * rr_stream is a plain value: give each thread a child stream. After fork() a process may use the devices it inherited.
 * Errors: functions that can fail return an rr_status; RR_OK is 0. No function prints, exits or sets errno.
 * Ownership: the caller owns all memory that it passes. After a call returns, the library keeps no caller pointers, except
 * the arrays that a prepared job reads. */
#ifndef REROLL_H
#define REROLL_H

#include "reroll_core.h"
#include "reroll_gpu.h"
#include "reroll_order.h"
#include "reroll_points.h"
#include "reroll_prepared.h"
#include "reroll_sampler.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "reroll_fill.h"

#ifdef __cplusplus
}
#endif

#endif
