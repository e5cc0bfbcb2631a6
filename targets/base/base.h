/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What every target wants of a call: its parameters as a kernel sees them, tiles of them, and to say what went wrong. */
#ifndef RR_BASE_H
#define RR_BASE_H

#include "call.h"

/* error.c. A program that was compiled for an older version has a smaller rr_result: calls then fill `whole`, and the part
 * that the caller has is copied to `given` when rr_older, declared with RR_OLDER, leaves its scope. */
typedef struct rr_older {
    rr_result *given;   /* NULL: the caller's result is of this version, or there is none */
    rr_result whole;
} rr_older;
#define RR_OLDER __attribute__((cleanup(rr_older_end)))
void rr_older_copy(rr_older *older);
static inline void rr_older_end(rr_older *older) { if (older->given) rr_older_copy(older); }

/* How every call with a result begins: **result, where there is one, becomes that of a call that found nothing.
 * RR_ERR_ARGUMENT: its size is not one that this version accepts. */
rr_status rr_begin(rr_result **result, rr_older *older);

/* How a call fails: fills status and message, returns the status. result may be null. */
rr_status rr_fail(rr_result *result, rr_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same because of a struct whose first member is its size: it is null, or its size is not one that this version accepts.
 * now: the size in this version; what, init: "job", "RR_JOB_INIT". The text goes to message[160]. */
rr_status rr_fail_size(rr_result *result, const void *given, size_t now, const char *what, const char *init);
void rr_size_text(char *message, const void *given, size_t now, const char *what, const char *init);

/* What is wrong, and with which parameter (-1: none) and value, of the rr_fail that follows. */
void rr_note_fault(rr_result *result, rr_fault fault, int param, rr_value value);
static inline rr_value rr_value_of(double x) { return (rr_value){RR_F64, {x}}; }
static inline rr_value rr_value_none(void) { return (rr_value){(rr_type)0, {0}}; }

/* ---- params.c. width: of a number in the kernel's dtype, 4 or 8 bytes. ---- */

/* Bytes of a number; 0: it is no rr_type. */
static inline uint32_t rr_type_size(rr_type type)
{
    static const uint8_t size[] = {[RR_F32] = 4, [RR_F64] = 8, [RR_I32] = 4,  [RR_I64] = 8,
                                   [RR_U32] = 4, [RR_U64] = 8, [RR_F16] = 2, [RR_BF16] = 2};
    return (unsigned)type < sizeof size ? size[type] : 0;
}

/* Is it what f32 samples are rounded to at the end? Parameters are never. */
static inline int rr_type_half(rr_type type) { return type == RR_F16 || type == RR_BF16; }

/* The type of the output. */
static inline rr_type rr_call_type(const rr_call *call) { return call->half ? call->half : call->job.dtype; }

/* A number of type RR_F32 (width 4) or RR_F64. */
static inline double rr_value_at(const void *values, uint32_t k, unsigned width)
{
    return width == 4 ? (double)((const float *)values)[k] : ((const double *)values)[k];
}
void rr_value_set(void *values, uint32_t k, unsigned width, double v);

/* n elements of parameter p of a call from `at` on, in the kernel's dtype. Returns 0 if all elements are one value (then
 * *values has one), else 1. *values points to what the caller gave where that is as the kernel wants it; else to buffer,
 * which has room for n. */
int rr_param_values(const rr_call *call, uint32_t p, uint64_t at, uint32_t n, void *buffer, const void **values);

/* Where element `at` of parameter p lies if the caller's own values, which are of the kernel's type, can be read from there
 * on, one after the other or, of one that does not vary, one; else null. */
static inline const void *rr_param_lies(const rr_call *call, uint32_t p, uint64_t at)
{
    const rr_job *job = &call->job;
    const rr_param *given = &call->param[p];
    const ptrdiff_t width = (ptrdiff_t)call->width;
    if ((uintptr_t)given->data & (uintptr_t)(width - 1)) return NULL;
    if (!(call->varies >> p & 1)) return given->data;
    const int tight = given->col_stride == width && (job->rows == 1 || given->row_stride == (ptrdiff_t)job->cols * width);
    const int column = job->cols == 1 && given->row_stride == width;
    return tight || column ? (const char *)given->data + at * call->width : NULL;
}

/* The size of a side of parameter p's own array, 1 where it has no such side; the number of its values. */
static inline uint64_t rr_param_side(const rr_call *call, uint32_t p, int side)
{
    return call->sizes.dim[call->sampler->param[p].shape.side[side]];
}
static inline uint64_t rr_param_length(const rr_call *call, uint32_t p)
{
    return rr_param_side(call, p, 0) * rr_param_side(call, p, 1);
}

/* The first list of a call that has one, and its length. */
static inline uint32_t rr_list_of(const rr_call *call) { return (uint32_t)__builtin_ctz(call->sizes.lists); }
static inline uint64_t rr_list_length(const rr_call *call) { return rr_param_length(call, rr_list_of(call)); }

/* The first side of a sample: K, D or R. */
static inline uint64_t rr_sample_side(const rr_call *call) { return call->sizes.dim[call->sampler->shape.side[0]]; }

/* Row number `row` of a covariance, rr_param_side numbers, in the kernel's dtype. */
void rr_matrix_row(const rr_call *call, uint32_t p, uint64_t row, void *to);

/* The factor of matrix p, which the call's table has (engine/abi/panel.h), row by row, in f64, with zeros above the
 * diagonal. */
void rr_factor_rows(const rr_call *call, uint32_t p, double *to);

/* Of a sampler of rows whose parameter 1 is a weight a component: the sum of a row's, from the last component on, times
 * RR_ROW_SCALE where it overflows. NaN where one is out of range; *bad is then the first such. */
double rr_row_sum(const rr_call *call, uint64_t row, uint64_t *bad);

#define RR_WEIGHTS_MOST (1u << 28)

/* n weights of a parameter that has them, from number `at` of a row on. */
void rr_weights_read(const rr_call *call, uint32_t p, uint64_t row, uint64_t at, uint32_t n, double *to);

/* Has every row of the job weights of its own? */
static inline int rr_own_weights(const rr_call *call)
{
    return call->sizes.lists && call->job.param[rr_list_of(call)].row_stride != 0;
}

/* Has every sample parameters of its own that else a table is made of? settle.c has seen that the sampler can do without. */
static inline int rr_own_windows(const rr_call *call)
{
    return (call->varies & call->sampler->fixed & ~call->sizes.lists) != 0;
}

/* Parameters that are arrays of their own, without a value per element: covariances and lists. */
static inline uint32_t rr_call_wholes(const rr_call *call) { return call->sizes.covariances | call->sizes.lists; }

/* The parameters of an element as a kernel sees them; 1 in place of one that is out of range. */
void rr_values_at(const rr_call *call, uint64_t element, double v[RR_MAX_PARAMS]);

/* Does x lie in the range, whose ends are rounded to the dtype as x was? The range as "[0, 1)". */
static inline int rr_in_range(const rr_range *r, double x, unsigned width)
{
    const double low = width == 4 ? (double)(float)r->low : r->low, high = width == 4 ? (double)(float)r->high : r->high;
    /* NaN fails every comparison. */
    return (r->low_open ? x > low : x >= low) && (r->high_open ? x < high : x <= high);
}
void rr_range_text(const rr_range *range, char text[64]);

/* The range of a parameter that is above side - 1 (RR_RULE_ABOVE_SIDE). */
static inline rr_range rr_range_above(const rr_range *range, uint64_t side)
{
    return (rr_range){(double)side - 1, range->high, 1, range->high_open};
}

/* Parameter p of an element as the caller gave it; and a value in six digits, or in all of an integer up to 2^64. */
rr_value rr_value_given(const rr_call *call, uint32_t p, uint64_t element);
void rr_value_text(rr_value value, char text[24]);

/* Are the parameters of slot k good (bit p of varies: parameter p has a value a slot, else one)? Of many call->good asks. */
int rr_slot_good(const rr_call *call, const void *const *values, uint32_t varies, uint32_t k);

/* ---- integers.c ---- */

/* As rr_param_values, of parameters that are integers. Returns how many values are not held; their slots are marked in
 * gone. */
uint32_t rr_integer_values(const rr_call *call, uint32_t p, uint64_t at, uint32_t n, void *buffer, const void **values,
                           uint8_t *gone);

/* Such a parameter of an element as a number, rounded toward 0; returns whether it is held and in its range. */
int rr_integer_at(const rr_call *call, uint32_t p, uint64_t element, double *v);

/* ---- tile.c ---- */

/* Nothing is done of a call yet. */
static inline void rr_part_begin(rr_part *part, const rr_call *call)
{
    part->call = call;
    part->out = call->job.out;
    part->first = 0;
    part->constant = NULL;
    part->bad = part->failed_first = part->unfit = UINT64_MAX;
    part->failed = 0;
    part->scratch = NULL;
    /* It is larger than all else that a small call clears. */
    if (call->job.flags & RR_COUNT) part->tally = (rr_tally){0};
}

/* Was no parameter bad, no sample lost, and did all fit? */
static inline int rr_part_is_good(const rr_part *part)
{
    return !part->failed && (part->bad & part->unfit) == UINT64_MAX;
}

/* What another thread's part of the same call has found, too. */
void rr_part_merge(void *to_part, const void *from_part);

/* The same of a piece that counts its elements from 0 and begins at element `at` of the other call. */
void rr_part_merge_at(rr_part *to, rr_part *piece, uint64_t at);

/* What a tile works with, in RR_SCRATCH_BYTES(tile) of memory. Kernels may write a register beyond the end of a queue. */
#define RR_SCRATCH_SLACK 32
#define RR_NARROW_PARAMS 6   /* of a first pass in f32, which may take a parameter as two floats */
#define RR_SCRATCH_SLOT (9 * 4 + RR_MAX_PARAMS * 8 + RR_NARROW_PARAMS * 4 + RR_FEW_PARAMS * 8 + 8 + RR_MAX_STAGES * 8 + 1)
#define RR_SCRATCH_OF(tile, slot) ((size_t)((tile) + RR_SCRATCH_SLACK) * (slot) + 64)
#define RR_SCRATCH_BYTES(tile) RR_SCRATCH_OF(tile, RR_SCRATCH_SLOT)
enum { RR_GONE_LOST = 1, RR_GONE_UNFIT = 2 };
typedef struct rr_scratch {
    uint32_t tile;
    uint32_t *queue[3], *lost, *index[2], *bad;
    void *param[RR_MAX_PARAMS];
    int64_t *count;                   /* samples that are not yet what their dtype holds */
    uint32_t *word, *left;            /* of a first pass in f32: its values, and what it left over; and its parameters */
    float *narrow[RR_NARROW_PARAMS];  /* (number 0: samples that become halves) */
    double *stage[RR_FEW_PARAMS], *made[RR_MAX_STAGES];   /* parameters of a stage, what each has drawn, */
    uint8_t *gone;                    /* and which slots have no sample, and why */
} rr_scratch;

/* Lays it out in memory: all of it, or, where call is not null, what tiles of that call use, RR_SCRATCH_OF(tile,
 * rr_scratch_slot(call)) bytes. */
void rr_scratch_lay(rr_scratch *s, void *memory, uint32_t tile, const rr_call *call);
uint32_t rr_scratch_slot(const rr_call *call);

/* Parameters of the t->n slots whose slot 0 is element `at`: into t, and checked. Returns how many slots are bad. Their
 * numbers are then in s->bad, and their parameters are replaced by good ones. Parameters in the memory of a GPU are null;
 * where there are such nothing is checked. */
uint32_t rr_tile_params(rr_part *part, rr_tile *t, rr_scratch *s, uint64_t at);

/* The same, which nobody looks at; returns how many of them are no integers that are held. */
uint32_t rr_tile_values(const rr_call *call, rr_tile *t, rr_scratch *s, uint64_t at);

/* What stands for a sample that there is none of, in as many of the lowest bytes as the type has: NaN with the one pattern
 * that is ever stored, or 0 for integers. A sample in memory becomes it. */
uint64_t rr_withheld(rr_type type);
void rr_withhold(const rr_call *call, void *sample);

/* Where an element goes: of a call, and of a part whose output may be another one. */
static inline void *rr_call_at(const rr_call *call, uint64_t element)
{
    return (char *)call->job.out + element * call->out_width;
}
static inline void *rr_part_at(const rr_part *part, uint64_t element)
{
    return (char *)part->out + (element - part->first) * part->call->out_width;
}

#endif
