/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prepared jobs (reroll_prepared.h). A draw copies the call that was prepared at opening and narrows the copy to the
 * requested elements, so draws share nothing mutable. Single samples that one CPU thread draws need no copy: they are drawn
 * as elements of the whole call, to their own output. */
#include <stdlib.h>
#include <string.h>

#include "prepared.h"
#include "engine/lanes/processor/fpenv.h"
#include "host/call/call.h"
#include "host/call/fault.h"
#include "host/shape/shape.h"

/* ---- Opening and closing ------------------------------------------------------------------------------------------- */

/* Copies the parameters from which a table is made. */
static void keep_fixed(rr_call *call)
{
    const uint32_t fixed = call->sampler->fixed & ~(call->varies | call->remote);
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        rr_param *const used = &call->param[p];
        if (!(fixed >> p & 1) || used->data == &call->fallback[p]) continue;
        memcpy(&call->fallback[p], used->data, rr_type_size(used->type));
        used->data = call->job.param[p].data = &call->fallback[p];
    }
}

/* Enables direct draws: single samples on a CPU, few enough for one thread, drawn tile by tile. Their reads are compared
 * with each draw's output; an output within the memory that the job reads takes the slow path, which checks its own part. */
static void set_direct(rr_prepared *p)
{
    const rr_call *call = &p->call;
    const rr_job *job = &call->job;
    p->direct = 0;
    if (call->device->host || !call->device->calls->constant || rr_is_row(call->sampler) || job->index_row_stride ||
        rr_own_weights(call) || rr_own_windows(call)) return;
    p->direct = call->device->threads > 1 ? 2 * RR_CPU_PIECE - 1 : UINT64_MAX;
    for (uint32_t k = 0; k < call->sampler->params; ++k) {
        uint64_t low, high;
        if (!job->param[k].data) continue;
        rr_shape_span(job, &call->sizes, k, &low, &high);
        p->reach[p->reaches++] = (rr_reach){(uintptr_t)job->param[k].data - low, (uintptr_t)job->param[k].data + high};
    }
    if (job->index) p->reach[p->reaches++] = (rr_reach){(uintptr_t)job->index, (uintptr_t)(job->index + call->n)};
    if (call->device->calls->constant(call, &p->tile)) p->constant = &p->tile;
}

static rr_status prepare(const rr_device *device, const rr_job *job, rr_prepared *p, rr_result *result)
{
    const rr_fpenv saved = rr_fpenv_enter();
    rr_status status = rr_call_make(device, job, 0, 0, &p->call, &p->table, result);
    if (status == RR_OK && p->call.n) {
        keep_fixed(&p->call);
        set_direct(p);
    }
    if (status == RR_OK && p->call.n && p->call.table_size && device->calls->hold) {
        status = device->calls->hold(&p->call, result);
        if (status != RR_OK) rr_table_give(&p->table);
    }
    rr_fpenv_leave(saved);
    return status;
}

rr_status rr_prepared_open(const rr_device *device, const rr_job *job, rr_prepared **prepared, rr_result *result)
{
    rr_older older RR_OLDER;
    rr_job copy;
    if (prepared) *prepared = NULL;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    if (!prepared) return rr_fail(result, RR_ERR_ARGUMENT, "prepared is NULL");
    rr_prepared *p = calloc(1, sizeof *p);
    if (!p) return rr_fail(result, RR_ERR_MEMORY, "no memory for a prepared job");
    job = rr_job_padded(job, &copy);
    p->law = job && job->size == sizeof *job ? rr_user_hold(job->sampler) : NULL;
    const rr_status status = prepare(device, job, p, result);
    if (status == RR_OK) return *prepared = p, RR_OK;
    rr_user_drop(p->law);
    free(p);
    return status;
}

void rr_prepared_close(rr_prepared **prepared)
{
    rr_prepared *p = prepared ? *prepared : NULL;
    if (!p) return;
    if (p->call.held) p->call.device->calls->let_go(&p->call);
    rr_table_give(&p->table);
    rr_user_drop(p->law);
    free(p);
    *prepared = NULL;
}

/* ---- Drawing ------------------------------------------------------------------------------------------------------- */

/* Elements that cross rows are the end of a row, whole rows, and the beginning of one more. */
enum { PIECES_MAX = 3 };

/* The calls of a draw, each for whole rows or a piece of a row, beginning at element `at` of the job. */
typedef struct drawing {
    rr_call call[PIECES_MAX];
    uint64_t at[PIECES_MAX];
    unsigned pieces;
} drawing;

rr_status rr_prepared_check(const rr_prepared *p, uint64_t first, uint64_t n, rr_result *result)
{
    if (!p) return rr_fail(result, RR_ERR_ARGUMENT, "prepared is NULL; open one with rr_prepared_open");
    const rr_call *call = &p->call;
    if (first > call->n || n > call->n - first)
        return rr_fail(result, RR_ERR_ARGUMENT, "elements %llu to %llu of a job that has %llu", (unsigned long long)first,
                       (unsigned long long)(first + n), (unsigned long long)call->n);
    if (n && rr_is_row(call->sampler) && (first % call->job.cols || n % call->job.cols))
        return rr_fail(result, RR_ERR_ARGUMENT, "%s draws whole rows: first_element and n are multiples of cols",
                       call->sampler->name);
    return RR_OK;
}

/* A cl_mem object has no address to add to. */
static rr_status check_objects(const rr_call *call, uint64_t at, int alone, rr_result *result)
{
    const uint32_t flags = call->job.flags & RR_CL_ANY;
    if (!flags || (!at && alone) || (flags == RR_CL_OUT && alone)) return RR_OK;
    return rr_fail(result, RR_ERR_ARGUMENT, "a job with cl_mem must be drawn from its first element on, in whole rows");
}

rr_status rr_prepared_cut(const rr_prepared *p, uint64_t at, uint64_t n, void *out, rr_call *call, rr_result *result)
{
    *call = p->call;
    rr_call_cut(call, at, n);
    call->job.first_element += at;
    call->job.out = out;
    const rr_status status = rr_call_output(call, result);
    return status == RR_OK ? call->device->calls->place(call, result) : status;
}

/* Refuses all that can be refused before anything is drawn. */
static rr_status cut(const rr_prepared *p, uint64_t first, uint64_t n, char *out, drawing *d, rr_result *result)
{
    d->pieces = 0;
    for (uint64_t done = 0; done < n; ) {
        rr_call *const call = &d->call[d->pieces];
        rr_status status = rr_prepared_cut(p, first + done, n - done, out + done * p->call.out_width, call, result);
        if (status == RR_OK) status = check_objects(call, first, call->n == n, result);
        if (status != RR_OK) return status;
        d->at[d->pieces++] = first + done;
        done += call->n;
    }
    return RR_OK;
}

/* Not inline, so that draws of one sample do not set up its stack frame. */
static __attribute__((noinline)) rr_status draw(const rr_prepared *p, uint64_t first, uint64_t n, void *out,
                                                rr_result *result)
{
    drawing d;
    rr_part all;
    rr_status status = rr_prepared_check(p, first, n, result);
    if (status != RR_OK || !n) return status;
    if ((status = cut(p, first, n, out, &d, result)) != RR_OK) return status;
    rr_part_begin(&all, &p->call);
    for (unsigned i = 0; i < d.pieces && status == RR_OK; ++i) {
        rr_part one;
        rr_part_begin(&one, &d.call[i]);
        status = rr_call_draw(&one, &d.call[i], result);
        rr_part_merge_at(&all, &one, d.at[i]);
    }
    return status == RR_OK ? rr_call_end(&p->call, d.call[0].remote, &all, result) : status;
}

/* True if draw_direct takes these elements. Otherwise draw draws or refuses them. */
static int is_direct(const rr_prepared *p, uint64_t first, uint64_t n, const void *out)
{
    if (!p || !n || n > p->direct) return 0;
    const rr_call *call = &p->call;
    const uintptr_t low = (uintptr_t)out, high = low + n * call->out_width;
    if (first > call->n || n > call->n - first || !out || low & (call->out_width - 1)) return 0;
    for (uint32_t k = 0; k < p->reaches; ++k)
        if (p->reach[k].low < high && low < p->reach[k].high) return 0;
    return 1;
}

static rr_status draw_direct(const rr_prepared *p, uint64_t first, uint64_t n, void *out, rr_result *result)
{
    const rr_call *call = &p->call;
    rr_part part;
    rr_part_begin(&part, call);
    part.out = out;
    part.first = first;
    part.constant = p->constant;
    call->device->calls->draw(&part, first, n);
    return rr_call_end(call, 0, &part, result);
}

rr_status rr_prepared_draw(const rr_prepared *prepared, uint64_t first_element, uint64_t n, void *out, rr_result *result)
{
    rr_older older RR_OLDER;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = is_direct(prepared, first_element, n, out)
                                 ? draw_direct(prepared, first_element, n, out, result)
                                 : draw(prepared, first_element, n, out, result);
    rr_fpenv_leave(saved);
    return status;
}

/* The address that element 0 would have, so that strides lead from there to element (row, col). */
static const void *base_of(const void *data, const rr_param *param, uint64_t row, uint64_t col)
{
    return (const void *)((uintptr_t)data - row * (uintptr_t)param->row_stride - col * (uintptr_t)param->col_stride);
}

/* Replaces parameters by the data of element `first` on, except those that a table was made from. */
static void replace_params(rr_call *call, uint64_t first, const void *const *data)
{
    const uint64_t row = first / call->job.cols, col = first % call->job.cols;
    const int rows_of_weights = rr_own_weights(call);
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        rr_param *const given = &call->job.param[p], *const used = &call->param[p];
        if (!data[p] || !given->data || (call->sampler->fixed & ~call->varies & ~rr_call_whole_params(call)) >> p & 1)
            continue;
        if (!(rr_call_whole_params(call) >> p & 1)) given->data = used->data = base_of(data[p], used, row, col);
        else if (rows_of_weights && call->sizes.lists >> p & 1) given->data = base_of(data[p], given, row, 0);
    }
}

rr_status rr_prepared_draw_with(const rr_prepared *prepared, uint64_t first_element, uint64_t n, const void *const *data,
                                void *out, rr_result *result)
{
    rr_prepared moved;
    rr_older older RR_OLDER;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    if (!prepared || !data || !n) return rr_prepared_draw(prepared, first_element, n, out, result);
    if (prepared->call.n && prepared->call.job.flags & RR_CL_ANY)
        return rr_fail(result, RR_ERR_ARGUMENT, "a job with cl_mem cannot be drawn with parameters in other memory");
    moved.call = prepared->call;
    moved.direct = 0;
    if (moved.call.n) replace_params(&moved.call, first_element, data);
    return rr_prepared_draw(&moved, first_element, n, out, result);
}
