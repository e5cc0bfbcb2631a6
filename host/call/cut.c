/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Narrows a validated call to some of its elements. All that was decided for the whole job stays: its keys, its table, which
 * parameters vary, and which have a row of values per sample. A new validation of the part would decide some of it again. */
#include "call.h"

/* True if the job is independent of rows and columns, so that any elements form one row. */
static int is_one_row(const rr_call *call)
{
    return !call->varies && !rr_is_row(call->sampler) && !call->job.index_row_stride && !rr_own_weights(call);
}

/* Moves parameter p to row `row` and column `col`. Matrices, and weights for all samples, do not move. */
static void move_param(rr_call *call, uint32_t p, uint64_t row, uint64_t col)
{
    rr_param *const given = &call->job.param[p], *const used = &call->param[p];
    if (rr_call_whole_params(call) >> p & 1) {
        if (!rr_own_weights(call) || !(call->sizes.lists >> p & 1)) return;
        given->data = (const char *)given->data + (ptrdiff_t)row * given->row_stride;
    } else if (call->varies >> p & 1) {
        used->data = (const char *)used->data + (ptrdiff_t)row * used->row_stride + (ptrdiff_t)col * used->col_stride;
        given->data = used->data;
    }
}

void rr_call_cut(rr_call *call, uint64_t at, uint64_t n)
{
    rr_job *const job = &call->job;
    const uint64_t row = at / job->cols, col = at % job->cols, rest = job->cols - col;
    const int whole = !col && n >= job->cols;
    if (job->index_row_stride) job->stream.next += row * job->index_row_stride + col;
    else job->stream.next += at;
    if (job->index) job->index += at;
    for (uint32_t p = 0; p < call->sampler->params; ++p) move_param(call, p, row, col);
    if (is_one_row(call)) {
        job->rows = 1;
        job->cols = n;
    } else {
        job->rows = whole ? n / job->cols : 1;
        job->cols = whole ? job->cols : n < rest ? n : rest;
    }
    call->n = job->rows * job->cols;
}
