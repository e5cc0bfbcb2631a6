/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters that are 64-bit integers (rr_sampler.integers): int64_t, or uint64_t in a job of u64. A value of another type
 * is accepted if it is an integer in the range of that 64-bit type. All other values are bad, and so are values outside the
 * range of the dtype and parameters that are not in increasing order. */
#include <math.h>
#include <string.h>

#include "base.h"

static int is_signed(const rr_call *call) { return call->job.dtype != RR_U64; }

/* ---- Values ---------------------------------------------------------------------------------------------------------- */

static const char *element_at(const rr_call *call, uint32_t p, uint64_t element)
{
    const rr_param *param = &call->param[p];
    const uint64_t cols = call->job.cols;
    return (const char *)param->data + (ptrdiff_t)(element / cols) * param->row_stride +
           (ptrdiff_t)(element % cols) * param->col_stride;
}

/* A number as the caller gave it: if `whole`, a 64-bit integer and a sign; otherwise a real. */
typedef struct given {
    int whole, negative;
    uint64_t bits;   /* of its two's complement */
    double real;
} given;

static given whole_of(int64_t i) { return (given){1, i < 0, (uint64_t)i, 0}; }

static given real_of(double x)
{
    if (!(x == floor(x) && x >= -0x1p63 && x < 0x1p64)) return (given){0, 0, 0, x};
    return x < 0 ? whole_of((int64_t)x) : (given){1, 0, (uint64_t)x, 0};
}

#define READ(T, make)                                                                                                   \
    {                                                                                                                   \
        T x;                                                                                                            \
        memcpy(&x, from, sizeof x);                                                                                     \
        return make;                                                                                                    \
    }

static given read_given(const char *from, rr_type type)
{
    switch (type) {
    case RR_F32: READ(float, real_of((double)x))
    case RR_F64: READ(double, real_of(x))
    case RR_I32: READ(int32_t, whole_of(x))
    case RR_I64: READ(int64_t, whole_of(x))
    case RR_U32: READ(uint32_t, whole_of(x))
    case RR_U64: READ(uint64_t, ((given){1, 0, x, 0}))
    default: return real_of(NAN);
    }
}

/* True if it is representable in the job's 64-bit type. */
static int is_held(const rr_call *call, given g)
{
    return g.whole && (g.negative ? is_signed(call) : !is_signed(call) || g.bits <= INT64_MAX);
}

uint32_t rr_integer_values(const rr_call *call, uint32_t p, uint64_t at, uint32_t n, void *buffer, const void **values,
                           uint8_t *gone)
{
    const rr_param *param = &call->param[p];
    const uint32_t some = call->varies >> p & 1 ? n : 1;
    uint64_t *to = buffer;
    uint32_t unheld = 0;
    if (param->type == (is_signed(call) ? RR_I64 : RR_U64) && (*values = rr_param_in_place(call, p, at))) return 0;
    *values = buffer;
    for (uint32_t k = 0; k < some; ++k) {
        const given g = read_given(element_at(call, p, at + k), param->type);
        to[k] = g.bits;
        if (is_held(call, g)) continue;
        ++unheld;
        gone[k] = 1;
    }
    if (unheld && some < n) memset(gone, 1, n);
    return unheld;
}

/* ---- Single numbers -------------------------------------------------------------------------------------------------- */

/* Not to nearest, so that values below 2^63 stay below it. */
static double toward_zero(given g)
{
    const uint64_t size = g.negative ? -g.bits : g.bits;
    const double x = (double)(size >> 53 ? size & ~(uint64_t)0x7ff : size);
    return g.negative ? -x : x;
}

int rr_integer_at(const rr_call *call, uint32_t p, uint64_t element, double *v)
{
    const given g = read_given(element_at(call, p, element), call->param[p].type);
    *v = !g.whole ? g.real : toward_zero(g);
    return is_held(call, g) && rr_in_range(call->range[p], *v, 8);
}

rr_value rr_value_given(const rr_call *call, uint32_t p, uint64_t element)
{
    const rr_type type = call->param[p].type;
    const char *from = element_at(call, p, element);
    const given g = read_given(from, type);
    float single;
    double real;
    if (type == RR_F32) return memcpy(&single, from, sizeof single), rr_value_of((double)single);
    if (type == RR_F64) return memcpy(&real, from, sizeof real), rr_value_of(real);
    if (g.negative || g.bits <= INT64_MAX) return (rr_value){RR_I64, {.integer = (int64_t)g.bits}};
    return (rr_value){RR_U64, {.natural = g.bits}};
}
