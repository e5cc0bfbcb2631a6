/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows of vector samplers: their components are drawn like any other samples; then whole rows are made by the sampler's row
 * function, and where it has a matrix the mean, its parameter 0, is added last. A row with a component that is withheld is
 * withheld. */
#include <string.h>

#include "host/internal.h"
#include "targets/cpu/isa.h"

#define AT_ONCE 1024u   /* components that the mean is added to */
#define CHUNK 4096u     /* components that are made before the mean is added, while caches hold them, */
#define ABREAST 4u      /* and some rows more, so that these share what is read of a matrix */

/* Is element `at` of the output the NaN that stands for a withheld sample? No component is a NaN otherwise. */
static int withheld(const rr_job *job, uint64_t at)
{
    if (job->dtype == RR_F64) return ((const double *)job->out)[at] != ((const double *)job->out)[at];
    return ((const float *)job->out)[at] != ((const float *)job->out)[at];
}

static int row_withheld(const rr_job *job, uint64_t first)
{
    uint64_t c = 0;
    while (c < job->cols && !withheld(job, first + c)) ++c;
    return c < job->cols;
}

#define ADD(T)                                                                                                          \
    for (uint32_t k = 0; k < n; ++k) ((T *)x)[k] += ((const T *)mean)[each ? k : 0]

static void add(void *x, const void *mean, int each, uint32_t n, unsigned width)
{
    if (width == 4) ADD(float);
    else ADD(double);
}

/* Elements from `at` on, n of them. */
static void add_mean(const rr_job *job, uint64_t at, uint64_t n)
{
    const unsigned width = job->dtype == RR_F64 ? 8 : 4;
    double buffer[AT_ONCE];
    for (uint64_t done = 0; done < n; done += AT_ONCE) {
        const uint32_t some = n - done < AT_ONCE ? (uint32_t)(n - done) : AT_ONCE;
        const void *mean;
        const int each = rr_param_values(job, 0, at + done, some, width, buffer, &mean);
        add((char *)job->out + (at + done) * width, mean, each, some, width);
    }
}

/* n rows from number `row` on that have all their components. */
static void make(const rr_part *part, uint64_t row, uint64_t n)
{
    const rr_job *job = part->job;
    const unsigned wide = job->dtype == RR_F64;
    const rr_ops *ops = part->device->isa->ops[wide][rr_sampler_number(job->sampler)];
    const uint64_t first = row * job->cols;
    char *x = (char *)job->out + first * (wide ? 8 : 4);
    if (ops->rows) ops->rows((rr_scalar *)(void *)x, (uint32_t)n, (uint32_t)job->cols, part->table);
#if RR_BLAS
    else rr_blas_rows(job, x, n, part->table);
#endif
    if (job->sampler->matrix) add_mean(job, first, n * job->cols);
}

void rr_rows_run(const rr_part *part, uint64_t at, uint64_t n)
{
    const rr_job *job = part->job;
    const int clean = part->bad == UINT64_MAX && !part->failed;
    const uint64_t few = CHUNK / job->cols / ABREAST * ABREAST + ABREAST, many = job->sampler->outside ? n : few;
    const uint64_t most = clean ? many : 1, end = at + n;
    for (uint64_t some; at < end; at += some) {
        some = end - at < most ? end - at : most;
        if (clean || !row_withheld(job, at * job->cols)) make(part, at, some);
        else for (uint64_t c = 0; c < job->cols; ++c) rr_withhold(job, at * job->cols + c);
    }
}
