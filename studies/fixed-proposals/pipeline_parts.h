/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The parts of the paper's pipeline, each a synchronous call. */
#ifndef PIPELINE_PARTS_H
#define PIPELINE_PARTS_H

#include "kernels.h"
#include "memory.h"
#include "study.h"

/* Memory, in the order of the kernel's arguments; the result is in host memory only. */
enum { NORMALS, UNIFORMS, SHAPES, PROPOSALS, RESULT, PLACES };

typedef struct pipeline {
    const study *s;
    const study_place *at;
    rr_type dtype;
    uint64_t n;             /* samples */
    void *host[PLACES];
    memory far[PLACES];     /* on a device: all but the result */
    rr_kernel *kernel;
    rr_queue *queue;
} pipeline;

/* n samples of these shapes, at most MOST proposals each. 0, or 1 after a message; close it in both cases. */
int pipeline_open(pipeline *p, const study *s, const study_place *at, rr_type dtype, uint64_t n, const double *shape);
void pipeline_close(pipeline *p);

/* m proposals, a power of two. Not 0: failed. */
int pipeline_bits(const pipeline *p, unsigned m);
int pipeline_proposals(const pipeline *p, unsigned m);
int pipeline_reduction(const pipeline *p, unsigned m);
int pipeline_copy(const pipeline *p, unsigned m);
int pipeline_all(const pipeline *p, unsigned m);
int pipeline_fused(const pipeline *p, unsigned m);

/* Checks that the reduction finds the first accepted proposal of every sample: 0, and the number of samples without one. */
int pipeline_check(const pipeline *p, unsigned m, uint64_t *failed);

#endif
