/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows of vector samplers: their components are drawn like any other samples; then whole rows are made by the sampler's row
 * function, and where it has a matrix the mean, its parameter 0, is added last. A row with a component that is withheld is
 * withheld. */
#include <string.h>

#include "cpu.h"

#define AT_ONCE 1024u   /* components that the mean is added to */
#define CHUNK 4096u     /* components that are made before the mean is added, while caches hold them, */
#define ABREAST 4u      /* and some rows more, so that these share what is read of a matrix */

/* Is element `at` of the output the NaN that stands for a withheld sample? No component is a NaN otherwise. */
static int withheld(const rr_call *call, uint64_t at)
{
    const double x = rr_value_at((const char *)call->job.out + at * call->width, 0, call->width);
    return x != x;
}

static int row_withheld(const rr_call *call, uint64_t first)
{
    uint64_t c = 0;
    while (c < call->job.cols && !withheld(call, first + c)) ++c;
    return c < call->job.cols;
}

#define ADD(T)                                                                                                          \
    for (uint32_t k = 0; k < n; ++k) ((T *)x)[k] += ((const T *)mean)[each ? k : 0]

static void add(void *x, const void *mean, int each, uint32_t n, unsigned width)
{
    if (width == 4) ADD(float);
    else ADD(double);
}

/* Elements from `at` on, n of them. */
static void add_mean(const rr_call *call, uint64_t at, uint64_t n)
{
    double buffer[AT_ONCE];
    for (uint64_t done = 0; done < n; done += AT_ONCE) {
        const uint32_t some = n - done < AT_ONCE ? (uint32_t)(n - done) : AT_ONCE;
        const void *mean;
        const int each = rr_param_values(call, 0, at + done, some, buffer, &mean);
        add((char *)call->job.out + (at + done) * call->width, mean, each, some, call->width);
    }
}

/* n rows from number `row` on that have all their components. */
static void make(const rr_call *call, uint64_t row, uint64_t n)
{
    const uint64_t cols = call->job.cols, first = row * cols;
    char *x = (char *)call->job.out + first * call->width;
    if (call->ops->rows) call->ops->rows((rr_scalar *)(void *)x, (uint32_t)n, (uint32_t)cols, call->table);
#if RR_BLAS
    else rr_blas_rows(call, x, n);
#endif
    if (call->sampler->matrix) add_mean(call, first, n * cols);
}

void rr_cpu_rows(const rr_part *part, uint64_t at, uint64_t n)
{
    const rr_call *call = part->call;
    const uint64_t cols = call->job.cols;
    const int clean = part->bad == UINT64_MAX && !part->failed;
    const uint64_t few = CHUNK / cols / ABREAST * ABREAST + ABREAST, many = call->sampler->outside ? n : few;
    const uint64_t most = clean ? many : 1, end = at + n;
    for (uint64_t some; at < end; at += some) {
        some = end - at < most ? end - at : most;
        if (clean || !row_withheld(call, at * cols)) make(call, at, some);
        else for (uint64_t c = 0; c < cols; ++c) rr_withhold(call, at * cols + c);
    }
}
