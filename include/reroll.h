/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll: random variates by the billion, the same bits on every machine.
 *
 * A sample is a pure function of (seed, stream, sampler, its parameters, its index). Strategy, instruction set, vector
 * width, number of threads and the way a job is cut never change a bit (docs/contract.md).
 *
 *     rr_device *cpu;                                     // a sweep loop that draws two variables
 *     rr_stream s = rr_stream_make(2026, 0);              // seed, stream
 *     if (rr_device_open("cpu,threads=2", &cpu)) return 1;
 *     for (int sweep = 0; sweep < 1000; ++sweep) {
 *         rr_fill_gamma_f32_each(cpu, &s, n, theta, shape, scale);   // a shape and a scale per draw
 *         rr_fill_normal_f32(cpu, &s, n, noise, 0.0f, 1.0f);         // one mean, one sd
 *         update(shape, scale, theta, noise);
 *     }                                                   // s.next has moved on: no number is used twice
 *     rr_device_close(&cpu);
 *
 * Three levels: the typed calls of reroll_fill.h, made from the list of samplers (above); rr_run() with an rr_job,
 * which says everything; and rr_philox4x32_10() with the streams, for those who want the bits. The last two are in
 * reroll_core.h, jobs that are drawn in pieces in reroll_prepared.h, GPUs' calls that do not wait in reroll_gpu.h, points
 * and their transforms in reroll_points.h, order in reroll_order.h; all come with this file.
 *
 * Threads: an rr_device is immutable after it is opened and serves any number of threads at once. An rr_stream is a
 * plain value: give every thread its own. After fork() a child may go on with the devices it inherited.
 * Errors: functions that can fail return an rr_status; RR_OK is 0. No function prints, exits or sets errno.
 * Ownership: whoever allocates frees. The library keeps no pointer of the caller's beyond a call, but for what a
 * prepared job reads. */
#ifndef REROLL_H
#define REROLL_H

#include "reroll_core.h"
#include "reroll_prepared.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A parameter of the calls that end in _mixed, where one value stands beside arrays:
 *
 *     rr_fill_gamma_f64_mixed(cpu, &s, n, theta, rr_each_f64(shape), rr_one_f64(2));   // a shape a draw, one scale
 *
 * rr_each_TYPE  an array with a value for each sample (a row of them, of what is a row of components or of weights)
 * rr_one_TYPE   one value for all samples (and components)
 * rr_same_TYPE  one row for all samples, where it lies; of what is one value a sample, that value
 *
 * NULL in place of an array and a zeroed rr_values_TYPE are the parameter's default. */
enum { RR_VALUES_DEFAULT, RR_VALUES_ONE, RR_VALUES_SAME, RR_VALUES_EACH };

#define RR_VALUES(suffix, T) \
    typedef struct rr_values_##suffix { \
        const T *data; \
        T one; \
        uint32_t kind; \
    } rr_values_##suffix; \
    RR_VALUES_OF(suffix, one, T, NULL, x, RR_VALUES_ONE) \
    RR_VALUES_OF(suffix, same, const T *, x, 0, RR_VALUES_SAME) \
    RR_VALUES_OF(suffix, each, const T *, x, 0, RR_VALUES_EACH)
#define RR_VALUES_OF(suffix, name, T, array, number, form) \
    static inline rr_values_##suffix rr_##name##_##suffix(T x) \
    { \
        rr_values_##suffix v; \
        v.data = array, v.one = number, v.kind = form; \
        return v; \
    }
RR_VALUES(f32, float)
RR_VALUES(f64, double)
RR_VALUES(i64, int64_t)
RR_VALUES(u64, uint64_t)
#undef RR_VALUES_OF
#undef RR_VALUES

#include "reroll_fill.h"

#ifdef __cplusplus
}
#endif

#endif
