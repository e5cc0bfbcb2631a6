/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters for a kernel: expanded by their strides, converted to the kernel's dtype, checked. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "engine/abi/panel.h"
#include "engine/abi/weights.h"
#include "locale.h"

rr_type rr_param_type(const rr_sampler *s, rr_type dtype)
{
    if (s->integers) return dtype == RR_U64 ? RR_U64 : RR_I64;
    return s->counts || s->stages || rr_type_size(dtype) == 8 ? RR_F64 : RR_F32;
}

/* Fills n values of period cols, of which the first `done` >= cols are set: each value equals the one cols before it. */
static void repeat(char *to, uint64_t cols, uint64_t done, uint64_t n, unsigned width)
{
    while (done < n) {
        const uint64_t whole = done / cols * cols, run = n - done < whole ? n - done : whole;
        memcpy(to + done * width, to + (done - whole) * width, run * width);
        done += run;
    }
}

/* n elements of one row of a parameter, rounded to nearest if the kernel's dtype is narrower. */
#define READ(T)                                                                                                         \
    for (uint32_t k = 0; k < n; ++k) {                                                                                  \
        T v;                                                                                                            \
        memcpy(&v, from + (ptrdiff_t)k * stride, sizeof v);                                                             \
        if (width == 4) ((float *)to)[k] = (float)v;                                                                    \
        else ((double *)to)[k] = (double)v;                                                                             \
    }                                                                                                                   \
    break

static void read_run(const char *from, rr_type type, ptrdiff_t stride, uint32_t n, unsigned width, void *to)
{
    switch (type) {
    case RR_F32: READ(float);
    case RR_F64: READ(double);
    case RR_I32: READ(int32_t);
    case RR_I64: READ(int64_t);
    case RR_U32: READ(uint32_t);
    case RR_U64: READ(uint64_t);
    default: break;
    }
}

/* n converted elements of a parameter that varies, from `at` on. */
static void convert(const rr_call *call, const rr_param *given, uint64_t at, uint32_t n, void *buffer)
{
    const rr_job *job = &call->job;
    const unsigned width = call->width;
    const char *data = given->data;
    /* A single column is read as one long row. */
    const ptrdiff_t step = job->cols == 1 ? given->row_stride : given->col_stride;
    const uint64_t cols = job->cols == 1 ? job->rows : job->cols;
    uint64_t row = at / cols, col = at % cols;
    for (uint32_t done = 0; done < n; ) {
        const uint32_t run = n - done < cols - col ? n - done : (uint32_t)(cols - col);
        const char *from = data + (job->cols == 1 ? 0 : (ptrdiff_t)row * given->row_stride) + (ptrdiff_t)col * step;
        read_run(from, given->type, step, run, width, (char *)buffer + (size_t)done * width);
        done += run;
        col = 0;
        ++row;
        if (given->row_stride || done < cols) continue;
        repeat(buffer, cols, done, n, width);   /* one row for all */
        break;
    }
}

int rr_param_values(const rr_call *call, uint32_t p, uint64_t at, uint32_t n, void *buffer, const void **values)
{
    const rr_param *given = &call->param[p];
    const unsigned width = call->width;
    const int varies = call->varies >> p & 1;
    if (given->type == (width == 4 ? RR_F32 : RR_F64) && (*values = rr_param_in_place(call, p, at))) return varies;
    *values = buffer;
    if (varies) convert(call, given, at, n, buffer);
    else read_run(given->data, given->type, 0, 1, width, buffer);
    return varies;
}

void rr_matrix_row(const rr_call *call, uint32_t p, uint64_t row, void *to)
{
    const rr_param *param = &call->job.param[p];
    const char *from = (const char *)param->data + (ptrdiff_t)row * param->row_stride;
    read_run(from, param->type, param->col_stride, (uint32_t)rr_param_side(call, p, 1), call->width, to);
}

static double scaled_sum(const rr_call *call, uint64_t row, double scale, uint64_t *bad)
{
    enum { AT_ONCE = 512 };
    const uint64_t cols = call->job.cols;
    double buffer[AT_ONCE], sum = 0;
    *bad = UINT64_MAX;
    for (uint64_t end = cols, some; end > 0; end -= some) {
        const void *values;
        some = end < AT_ONCE ? end : AT_ONCE;
        const int varies = rr_param_values(call, 1, row * cols + end - some, (uint32_t)some, buffer, &values);
        for (uint64_t k = some; k-- > 0; ) {
            const double w = ((const double *)values)[varies ? k : 0];
            if (!rr_in_range(call->range[1], w, 8)) *bad = end - some + k;
            sum += w * scale;
        }
    }
    return *bad == UINT64_MAX ? sum : NAN;
}

double rr_row_sum(const rr_call *call, uint64_t row, uint64_t *bad)
{
    const double sum = scaled_sum(call, row, 1, bad);
    return sum > DBL_MAX ? scaled_sum(call, row, RR_ROW_SCALE, bad) : sum;
}

void rr_factor_rows(const rr_call *call, uint32_t p, double *to)
{
    const uint64_t side = rr_param_side(call, p, 0);
    uint64_t from = 0;   /* after the factors of the matrices before it */
    for (uint32_t q = 0; q < p; ++q)
        if (call->sizes.covariances >> q & 1) from += rr_panel_size(rr_param_side(call, q, 0));
    for (uint64_t c = 0; c < side; ++c)
        for (uint64_t k = 0; k < side; ++k) {
            const uint64_t at = from + rr_panel_at(c / RR_PANEL) + k * RR_PANEL + c % RR_PANEL;
            to[c * side + k] = k <= c ? rr_value_at(call->table, (uint32_t)at, call->width) : 0;
        }
}

void rr_weights_read(const rr_call *call, uint32_t p, uint64_t row, uint64_t at, uint32_t n, double *to)
{
    const rr_param *param = &call->job.param[p];
    const char *from = (const char *)param->data + (ptrdiff_t)row * param->row_stride + (ptrdiff_t)at * param->col_stride;
    read_run(from, param->type, param->col_stride, n, 8, to);
}

/* Six digits, or all digits of an integer up to 2^64 that has more. */
static void real_text(double x, char text[24])
{
    snprintf(text, 24, "%g", x);
    if (strtod(text, NULL) != x && x == floor(x) && fabs(x) <= 0x1p64) snprintf(text, 24, "%.0f", x);
}

void rr_value_text(rr_value value, char text[24])
{
    const locale_t before = rr_locale_enter();
    if (value.type == RR_I64) snprintf(text, 24, "%" PRId64, value.as.integer);
    else if (value.type == RR_U64) snprintf(text, 24, "%" PRIu64, value.as.natural);
    else real_text(value.as.real, text);
    rr_locale_leave(before);
}

void rr_range_text(const rr_range *r, char text[64])
{
    const locale_t before = rr_locale_enter();
    char low[24], high[24];
    real_text(r->low, low);
    real_text(r->high, high);
    snprintf(text, 64, "%s%s, %s%s", r->low_open ? "(" : "[", low, high, r->high_open ? ")" : "]");
    rr_locale_leave(before);
}

void rr_value_set(void *values, uint32_t k, unsigned width, double v)
{
    if (width == 4) ((float *)values)[k] = (float)v;
    else ((double *)values)[k] = v;
}

int rr_slot_good(const rr_call *call, const void *const *values, uint32_t varies, uint32_t k)
{
    const rr_sampler *s = call->sampler;
    double v[RR_MAX_PARAMS];
    if (s->integers) {
        rr_tile slot = {.n = 1};
        for (uint32_t p = 0; p < s->params; ++p)
            slot.param[p] = (const char *)values[p] + (varies >> p & 1 ? 8 * (size_t)k : 0);
        return call->good(call, &slot);
    }
    for (uint32_t p = 0; p < s->params; ++p) {
        v[p] = rr_value_at(values[p], varies >> p & 1 ? k : 0, call->width);
        if (!rr_in_range(call->range[p], v[p], call->width)) return 0;
    }
    return !s->relate || !s->relate(v);
}

void rr_values_at(const rr_call *call, uint64_t element, double v[RR_MAX_PARAMS])
{
    for (uint32_t p = 0; p < call->sampler->params; ++p) {
        char buffer[8];
        const void *values;
        if (call->sampler->integers) {
            if (!rr_integer_at(call, p, element, &v[p])) v[p] = 1;
            continue;
        }
        rr_param_values(call, p, element, 1, buffer, &values);
        v[p] = rr_value_at(values, 0, call->width);
        if (!rr_in_range(call->range[p], v[p], call->width)) v[p] = 1;
    }
}
