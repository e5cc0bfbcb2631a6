/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Categorical samples with one row of weights per sample (rr_own_weights), without a table. The result is that of the same
 * weights as one vector for all samples, with the same bits of the uniform. Each row is read twice: to validate it and for
 * the quick test (kernels/choice.c). A few rows in 2^32 / K are read a third time, to compare all bits. */
#include "each.h"

/* Weights that a thread reads at a time, about 30 us. */
#define PIECE 131072u

/* True if a row's weights are contiguous, aligned doubles. Logits are not weights. */
static int weights_in_place(const rr_call *call)
{
    const rr_param *p = &call->job.param[rr_list_of(call)];
    return !rr_has_logits(call->sampler) && p->type == RR_F64 && p->col_stride == sizeof(double) &&
           !((uintptr_t)p->data & 7) && !(p->row_stride & 7);
}

static const double *row_of(const rr_each *c, uint64_t row)
{
    const rr_call *call = c->part.call;
    const uint32_t p = rr_list_of(call);
    const rr_param *param = &call->job.param[p];
    if (weights_in_place(call))
        return (const double *)(const void *)((const char *)param->data + (ptrdiff_t)row * param->row_stride);
    rr_weights_read(call, p, row, 0, (uint32_t)rr_list_length(call), c->own);
    if (rr_has_logits(call->sampler)) rr_logits_to_weights(call, c->own, rr_list_length(call));
    return c->own;
}

static void store(const rr_call *call, uint64_t element, uint64_t k)
{
    const int64_t number = (int64_t)k;
    call->kernels->pack(&number, 1, (int)call->job.dtype, (char *)call->job.out + element * call->out_width);
}

/* The samples of one row, all of its columns. */
static void draw(rr_each *c, uint64_t row)
{
    const rr_call *call = c->part.call;
    const rr_job *job = &call->job;
    const uint64_t cols = job->cols, count = rr_list_length(call);
    const double *w = row_of(c, row);
    double total = 0;
    int good = call->kernels->inside((const rr_scalar *)(const void *)w, (uint32_t)count, 0, 1.7976931348623157e308, 0, 0);
    for (uint64_t e = row * cols; e < (row + 1) * cols; ++e) {
        const uint64_t index = rr_each_index(c, e);
        uint64_t k = good ? call->kernels->choice(w, count, rr_each_bits(c, index, RR_PURPOSE_MAIN), &total) : 0;
        if (!(total > 0)) good = 0;
        if (!good && c->part.bad > e) c->part.bad = e;
        if (call->check_only) return;
        if (good && k == RR_CHOICE_OPEN) k = rr_fraction_number((const char *)w, sizeof *w, count, rr_each_all(c, index));
        if (good) store(call, e, k);
        else rr_set_failed(call, rr_call_at(call, e));
    }
}

rr_status rr_choices_run(rr_part *part, rr_result *result)
{
    const rr_call *call = part->call;
    const uint64_t weights = rr_list_length(call) * call->job.cols;
    rr_each c = {.part = *part, .draw = draw, .capacity = weights_in_place(call) ? 0 : rr_list_length(call)};
    const rr_status status = rr_each_run(&c, call->job.rows, weights < PIECE ? PIECE / weights : 1, result);
    *part = c.part;
    return status;
}
