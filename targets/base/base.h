/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Helpers of every target: the parameters of a call as a kernel reads them, tiles of parameters, and errors. */
#ifndef RR_BASE_H
#define RR_BASE_H

#include "call.h"

/* error.c. A program that was compiled for an older version has a smaller rr_result. Calls then fill `whole`; when rr_older,
 * declared with RR_OLDER, leaves its scope, the leading part that the caller has is copied to `given`. */
typedef struct rr_older {
    rr_result *given;   /* NULL: the caller's result is of this version, or there is none */
    rr_result whole;
} rr_older;
#define RR_OLDER __attribute__((cleanup(rr_older_end)))
void rr_older_copy(rr_older *older);
static inline void rr_older_end(rr_older *older) { if (older->given) rr_older_copy(older); }

/* Begins every call with a result: resets **result, if there is one, to no error. RR_ERR_ARGUMENT: this version does not
 * accept its size. */
rr_status rr_begin(rr_result **result, rr_older *older);

/* Reports an error: sets status and message, returns the status. result may be null. */
rr_status rr_fail(rr_result *result, rr_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same for a struct whose first member is its size: it is null, or this version does not accept its size. now: the
 * size in this version; what, init: "job", "RR_JOB_INIT". The text goes to message[160]. */
rr_status rr_fail_size(rr_result *result, const void *given, size_t now, const char *what, const char *init);
void rr_size_text(char *message, const void *given, size_t now, const char *what, const char *init);

/* Sets the fault, parameter (-1: none) and value that belong to the rr_fail that follows. */
void rr_note_fault(rr_result *result, rr_fault fault, int param, rr_value value);
static inline rr_value rr_value_of(double x) { return (rr_value){RR_F64, {x}}; }
static inline rr_value rr_value_none(void) { return (rr_value){(rr_type)0, {0}}; }

/* ---- params.c. width: of a number in the kernel's dtype, 4 or 8 bytes. ---- */

/* Bytes of a number; 0: not an rr_type. */
static inline uint32_t rr_type_size(rr_type type)
{
    static const uint8_t size[] = {[RR_F32] = 4, [RR_F64] = 8, [RR_I32] = 4,  [RR_I64] = 8,
                                   [RR_U32] = 4, [RR_U64] = 8, [RR_F16] = 2, [RR_BF16] = 2};
    return (unsigned)type < sizeof size ? size[type] : 0;
}

/* True if it is a 16-bit type, to which f32 samples are rounded at the end. Parameters never have such a type. */
static inline int rr_type_half(rr_type type) { return type == RR_F16 || type == RR_BF16; }

/* The type of the output. */
static inline rr_type rr_call_type(const rr_call *call) { return call->half ? call->half : call->job.dtype; }

/* A number of type RR_F32 (width 4) or RR_F64. */
static inline double rr_value_at(const void *values, uint32_t k, unsigned width)
{
    return width == 4 ? (double)((const float *)values)[k] : ((const double *)values)[k];
}
void rr_value_set(void *values, uint32_t k, unsigned width, double v);

/* Reads n elements of parameter p of a call from `at` on, in the kernel's dtype. Returns 0 if the parameter is constant
 * (then *values has one value), otherwise 1. *values points to the caller's memory if the kernel can read it directly,
 * otherwise to `buffer`, which has capacity for n. */
int rr_param_values(const rr_call *call, uint32_t p, uint64_t at, uint32_t n, void *buffer, const void **values);

/* The address of element `at` of parameter p, whose values have the kernel's type, if a kernel can read the caller's memory
 * in place: contiguous values, or one constant value. Else null. */
static inline const void *rr_param_in_place(const rr_call *call, uint32_t p, uint64_t at)
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

/* The size of a side of parameter p's own array, 1 if it has no such side; the number of its values. */
static inline uint64_t rr_param_side(const rr_call *call, uint32_t p, int side)
{
    return call->sizes.dim[call->sampler->param[p].shape.side[side]];
}
static inline uint64_t rr_param_length(const rr_call *call, uint32_t p)
{
    return rr_param_side(call, p, 0) * rr_param_side(call, p, 1);
}

/* The first list parameter of a call, which must have one, and its length. */
static inline uint32_t rr_list_of(const rr_call *call) { return (uint32_t)__builtin_ctz(call->sizes.lists); }
static inline uint64_t rr_list_length(const rr_call *call) { return rr_param_length(call, rr_list_of(call)); }

/* The first side of a sample: K, D or R. */
static inline uint64_t rr_sample_side(const rr_call *call) { return call->sizes.dim[call->sampler->shape.side[0]]; }

/* Row `row` of a covariance, rr_param_side numbers, in the kernel's dtype. */
void rr_matrix_row(const rr_call *call, uint32_t p, uint64_t row, void *to);

/* The factor of matrix p from the call's table (engine/abi/panel.h), row by row, in f64, with zeros above the diagonal. */
void rr_factor_rows(const rr_call *call, uint32_t p, double *to);

/* For a row sampler whose parameter 1 is one weight per component: the sum of a row's weights, added from the last
 * component on, times RR_ROW_SCALE if it overflows. NaN if a weight is out of range; *bad is then the first such. */
double rr_row_sum(const rr_call *call, uint64_t row, uint64_t *bad);

#define RR_WEIGHTS_MAX (1u << 28)

/* n weights of a list parameter, from index `at` of a row on. */
void rr_weights_read(const rr_call *call, uint32_t p, uint64_t row, uint64_t at, uint32_t n, double *to);

/* True if every row of the job has its own weights. */
static inline int rr_own_weights(const rr_call *call)
{
    return call->sizes.lists && call->job.param[rr_list_of(call)].row_stride != 0;
}

/* True if parameters vary per sample that are normally fixed in a table. validate.c has checked that the sampler can do
 * so. */
static inline int rr_own_windows(const rr_call *call)
{
    return (call->varies & call->sampler->fixed & ~call->sizes.lists) != 0;
}

/* Parameters that are whole arrays, without a value per element: covariances and lists. */
static inline uint32_t rr_call_whole_params(const rr_call *call) { return call->sizes.covariances | call->sizes.lists; }

/* The parameters of an element as a kernel reads them; a value out of range is replaced by 1. */
void rr_values_at(const rr_call *call, uint64_t element, double v[RR_MAX_PARAMS]);

/* True if x is in the range, whose ends are rounded to the dtype as x is. rr_range_text writes the range as "[0, 1)". */
static inline int rr_in_range(const rr_range *r, double x, unsigned width)
{
    const double low = width == 4 ? (double)(float)r->low : r->low, high = width == 4 ? (double)(float)r->high : r->high;
    /* NaN fails every comparison. */
    return (r->low_open ? x > low : x >= low) && (r->high_open ? x < high : x <= high);
}
void rr_range_text(const rr_range *range, char text[64]);

/* The range of a parameter that must be above side - 1 (RR_RULE_ABOVE_SIDE). */
static inline rr_range rr_range_above(const rr_range *range, uint64_t side)
{
    return (rr_range){(double)side - 1, range->high, 1, range->high_open};
}

/* Parameter p of an element as the caller gave it. The text of a value: six digits, or all of an integer up to 2^64. */
rr_value rr_value_given(const rr_call *call, uint32_t p, uint64_t element);
void rr_value_text(rr_value value, char text[24]);

/* True if the parameters of slot k are valid. Bit p of varies: parameter p has one value per slot. call->good checks whole
 * tiles. */
int rr_slot_good(const rr_call *call, const void *const *values, uint32_t varies, uint32_t k);

/* ---- integers.c ---- */

/* As rr_param_values, for integer parameters. Returns the number of values that the job's 64-bit type cannot represent;
 * their slots are marked in gone. */
uint32_t rr_integer_values(const rr_call *call, uint32_t p, uint64_t at, uint32_t n, void *buffer, const void **values,
                           uint8_t *gone);

/* An integer parameter of an element as a double, toward 0: from 2^53 on a multiple of 2^11; returns whether it is
 * representable and in its range. */
int rr_integer_at(const rr_call *call, uint32_t p, uint64_t element, double *v);

/* ---- tile.c ---- */

/* The initial state: nothing drawn, nothing found. */
static inline void rr_part_begin(rr_part *part, const rr_call *call)
{
    part->call = call;
    part->out = call->job.out;
    part->first = 0;
    part->constant = NULL;
    part->bad = part->failed_first = part->unfit = UINT64_MAX;
    part->failed = 0;
    part->scratch = NULL;
    /* The tally is larger than all other memory that a small call clears. */
    if (call->job.flags & RR_COUNT) part->tally = (rr_tally){0};
}

/* True if all parameters were valid, no sample failed, and all counts fitted the dtype. */
static inline int rr_part_is_good(const rr_part *part)
{
    return !part->failed && (part->bad & part->unfit) == UINT64_MAX;
}

/* Adds the findings of another thread's part of the same call. */
void rr_part_merge(void *to_part, const void *from_part);

/* The same of a piece that counts its elements from 0 and begins at element `at` of the other call. */
void rr_part_merge_at(rr_part *to, rr_part *piece, uint64_t at);

/* The scratch memory of a tile, RR_SCRATCH_BYTES(tile) bytes. Kernels may write a register beyond the end of a queue. */
#define RR_SCRATCH_SLACK 32
#define RR_NARROW_PARAMS 6   /* floats of parameters of a first pass in f32, which may take a parameter as two floats */
#define RR_SCRATCH_SLOT (9 * 4 + RR_MAX_PARAMS * 8 + RR_NARROW_PARAMS * 4 + RR_FEW_PARAMS * 8 + 8 + RR_MAX_STAGES * 8 + 1)
#define RR_SCRATCH_OF(tile, slot) ((size_t)((tile) + RR_SCRATCH_SLACK) * (slot) + 64)
#define RR_SCRATCH_BYTES(tile) RR_SCRATCH_OF(tile, RR_SCRATCH_SLOT)
enum { RR_GONE_FAILED = 1, RR_GONE_UNFIT = 2 };
typedef struct rr_scratch {
    uint32_t tile;
    uint32_t *queue[3], *failed_slot, *index[2], *bad;
    void *param[RR_MAX_PARAMS];
    int64_t *count;                   /* samples before their conversion to the dtype */
    uint32_t *word, *left;            /* of a first pass in f32: its values, the slots left over, and its parameters */
    float *narrow[RR_NARROW_PARAMS];  /* (index 0: samples that become halves) */
    double *stage[RR_FEW_PARAMS], *made[RR_MAX_STAGES];   /* parameters of a stage; the draws of each stage */
    uint8_t *gone;                    /* which slots have no sample, and why */
} rr_scratch;

/* Lays out the scratch in memory: all of it, or, if call is not null, the parts that tiles of that call use, in
 * RR_SCRATCH_OF(tile, rr_scratch_slot(call)) bytes. */
void rr_scratch_lay(rr_scratch *s, void *memory, uint32_t tile, const rr_call *call);
uint32_t rr_scratch_slot(const rr_call *call);

/* Sets and checks the parameters of the t->n slots from element `at` on. Returns the number of bad slots; their indices are
 * then in s->bad, and their parameters are replaced by valid ones. Parameters in the memory of a GPU are null; a call with
 * such parameters is not checked here. */
uint32_t rr_tile_params(rr_part *part, rr_tile *t, rr_scratch *s, uint64_t at);

/* The same without the check; returns the number of integer parameters that are not representable. */
uint32_t rr_tile_values(const rr_call *call, rr_tile *t, rr_scratch *s, uint64_t at);

/* The value of a failed sample, in the lowest bytes: NaN, with the only NaN pattern that is ever stored, or 0 for integers.
 * rr_set_failed writes it. */
uint64_t rr_failed_bits(rr_type type);
void rr_set_failed(const rr_call *call, void *sample);

/* The address of an element in the output of a call, or of a part, whose output may differ from the call's. */
static inline void *rr_call_at(const rr_call *call, uint64_t element)
{
    return (char *)call->job.out + element * call->out_width;
}
static inline void *rr_part_at(const rr_part *part, uint64_t element)
{
    return (char *)part->out + (element - part->first) * part->call->out_width;
}

#endif
