/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by the exact tests: devices by name, jobs with parameters that are valid for any sampler, comparison of bytes. */
#ifndef RR_TESTS_SUPPORT_H
#define RR_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/sampler.h"
#include "reroll.h"

/* REROLL_DEEP=1: all combinations instead of a selection. */
int deep(void);

/* The device of that name, kept open; NULL where the machine lacks it. */
const rr_device *device(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The instruction sets usable here, "cpu:scalar" first; at most 8. */
unsigned isas(const char *names[8]);

/* splitmix64 of a number: cheap choices that look random and never change. */
uint64_t mix(uint64_t n);

/* The upper half of mix(1), mix(2), ..., one per call. */
uint32_t next_random(void);

unsigned width(rr_type dtype);

/* Bytes of a job's parameters as kernels see them. */
unsigned param_width(const rr_sampler *sampler, rr_type dtype);
rr_strategy strategy(const char *text);

/* How parameters are given: one value each; one value per sample; values that send a gamma to every branch. */
enum { SHARED, EACH };

/* rows samples of a sampler from index `first` on, with parameters that are valid for any sampler, one value per sample or
 * shared. `which` selects one of a few sets of values. The arrays live until the program ends. */
rr_job job_of(const rr_sampler *sampler, rr_type dtype, uint64_t first, uint64_t rows, int each, unsigned which);

/* The same job from element `from` on, n elements, into out. Jobs of one column only. */
rr_job job_part(const rr_job *job, uint64_t from, uint64_t n, void *out);

/* Runs a job that must succeed. Some of these jobs are also prepared and drawn in pieces, which must give the same bytes. */
void must_run(const rr_device *device, const rr_job *job, void *out);

/* Fails at the first difference, with a message that names the case. */
void same_bits(const void *want, const void *have, size_t n, unsigned width, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* For every sampler (of single samples) and dtype that it has: n counts up from 0; 0 when past the last. */
int sampler_and_type(unsigned n, const rr_sampler **sampler, rr_type *dtype);

#define TEST(f) cmocka_unit_test(f)
#define RUN(tests) cmocka_run_group_tests(tests, NULL, NULL)

#endif
