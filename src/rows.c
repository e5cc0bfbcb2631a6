/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows of vector samplers: their components are drawn like any other samples; then each row, as a whole, is made by the
 * sampler's row function. A row with a component that is withheld is withheld. */
#include <string.h>

#include "internal.h"
#include "../backends/cpu/isa.h"

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

void rr_rows_run(const rr_part *part, uint64_t at, uint64_t n)
{
    const rr_job *job = part->job;
    const unsigned wide = job->dtype == RR_F64;
    const rr_ops *ops = part->device->isa->ops[wide][rr_sampler_number(job->sampler)];
    const int clean = part->bad == UINT64_MAX && !part->failed;
    for (uint64_t row = at; row < at + n; ++row) {
        const uint64_t first = row * job->cols;
        if (clean || !row_withheld(job, first)) ops->row((rr_scalar *)(void *)((char *)job->out + first * (wide ? 8 : 4)), (uint32_t)job->cols);
        else for (uint64_t c = 0; c < job->cols; ++c) rr_spoil(job, first + c);
    }
}
