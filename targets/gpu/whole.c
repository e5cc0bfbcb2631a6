/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whole rows on a GPU: after their components and numbers are drawn, one launch makes them, one thread per row
 * (targets/gpu/kernels/whole_kernel.h). A thread needs memory of the workspace, so long rows have fewer threads. */
#include <stdlib.h>

#include "gpu.h"

/* Bytes for all threads of a launch, unless a single thread needs more. */
#define ROOM (UINT64_C(1) << 27)

static uint32_t in_table(const rr_call *call) { return rr_call_whole_params(call); }

/* Doubles needed to make a row: the row, a workspace of the sampler's text, and parameters. */
static uint64_t own_of(const rr_call *call)
{
    uint64_t own = 2 * call->job.cols;
    for (uint32_t p = 0; p < call->sampler->params; ++p)
        if (!(in_table(call) >> p & 1)) own += call->sizes.per_rows >> p & 1 ? 1 : call->job.cols;
    return own;
}

static uint64_t threads_of(const rr_call *call, uint64_t rows)
{
    const uint64_t max = ROOM / 8 / own_of(call);
    return max < 1 ? 1 : max < rows ? max : rows;
}

size_t rr_gpu_whole_space(const rr_call *call, uint64_t rows) { return threads_of(call, rows) * own_of(call) * 8; }

void rr_gpu_whole_words(const rr_call *call, uint64_t numbers, rr_launch *l)
{
    const rr_sampler *s = call->sampler;
    const uint32_t direction = rr_has_rule(s, RR_RULE_DIRECTION) << rr_param_of_rule(s, RR_RULE_DIRECTION);
    const uint32_t logits = rr_has_logits(s) << rr_param_of_rule(s, RR_RULE_LOGITS);
    uint64_t *const word = l->setup.space;
    word[RR_GPU_ROW_HAS] = (1u << s->params) - 1;
    word[RR_GPU_ROW_KINDS] = in_table(call) | call->sizes.lists << 8 | direction << 16 | logits << 24;
    word[RR_GPU_ROW_BUFFER] = numbers ? rr_gpu_space((uint32_t)numbers) / 8 : 0;
    word[RR_GPU_ROW_OWN] = own_of(call);
}

rr_status rr_gpu_whole_run(const rr_call *call, rr_queue *queue, const rr_kernel *kernel, const rr_memory *memory,
                           const rr_launch *launch, rr_result *result)
{
    rr_launch l = *launch;
    l.n = (uint32_t)(launch->n / call->job.cols);
    l.more = (uint32_t)threads_of(call, l.n);
    return rr_gpu_launch_step(rr_gpu_of(call->device), queue, kernel, l.more, memory, &l, result);
}

/* Bytes of the factor of matrix p. */
static size_t bytes_of(const rr_call *call, uint32_t p)
{
    return rr_param_length(call, p) * sizeof(double);
}

rr_status rr_gpu_table(const rr_call *call, void **own, size_t *size, const void **table, rr_result *result)
{
    *own = NULL;
    *table = call->table;
    *size = call->table ? call->table_size : 0;
    const uint32_t matrices = call->sizes.covariances;
    if (!call->whole || !matrices) return RR_OK;
    *size = 0;
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p) *size += (matrices >> p & 1) * bytes_of(call, p);
    if (!(*own = malloc(*size))) return rr_fail(result, RR_ERR_MEMORY, "no memory for the factor of %s",
                                                    call->sampler->name);
    char *to = *own;
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p) {
        if (!(matrices >> p & 1)) continue;
        rr_factor_rows(call, p, (double *)(void *)to);
        to += bytes_of(call, p);
    }
    *table = *own;
    return RR_OK;
}
