/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the host side shares. The host sees device/ through the scalar target with dtype 32; the layouts of tile, run and
 * tally are the same in every kernel. */
#ifndef RR_INTERNAL_H
#define RR_INTERNAL_H

#include "reroll_core.h"

#include "engine/lanes/lane.h"

#include "engine/passes/batch.h"
#include "engine/passes/tile.h"

#define RR_MAX_SAMPLERS 64
#define RR_PLAN_BUCKETS 32   /* of acceptance, where `auto` remembers its choices */

#ifndef RR_COUNTING
#define RR_COUNTING 0
#endif
#include "engine/strategies/warp.h"

/* philox.c */
void rr_round_keys(rr_bits_key *k, uint32_t k0, uint32_t k1);
void rr_launch_key(rr_bits_key *k, rr_stream s, uint32_t family, uint32_t dtype_bit);

/* error.c: fills status and message; returns the status. result may be null. */
rr_status rr_fail(rr_result *result, rr_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* params.c */
size_t rr_type_size(rr_type type);

/* Has parameter p of a job a value an element? */
int rr_param_varies(const rr_job *job, uint32_t p);

/* The elements of a job from `at` on, n of them, of parameter p, converted to the dtype of the kernel (width 4 or 8 bytes).
 * Returns 0 if all elements are one value (then *values has one), 1 if there are n. *values points into the caller's
 * array where it already is what the kernel wants, else to buffer, which has room for n. A matrix is no element's: 0. */
int rr_param_values(const rr_job *job, uint32_t p, uint64_t at, uint32_t n, unsigned width, void *buffer,
                    const void **values);

/* Values of parameters as a kernel sees them: number k of an array of floats or doubles (width 4 or 8). */
double rr_value_at(const void *values, uint32_t k, unsigned width);
void rr_value_set(void *values, uint32_t k, unsigned width, double v);

/* Row number `row` of a parameter that is a matrix, cols numbers, converted to the dtype of the kernel. */
void rr_matrix_row(const rr_job *job, uint32_t p, uint64_t row, unsigned width, void *to);

/* The parameters of an element as a kernel sees them; 1 in place of one that is out of range. */
void rr_values_at(const rr_job *job, uint64_t element, double v[RR_MAX_PARAMS]);

/* Ranges: of a parameter in a dtype; whether x lies in it, its ends rounded to the dtype as x was; as "[0, 1)". */
const rr_range *rr_param_range(const rr_sampler *s, uint32_t p, unsigned width);
int rr_in_range(const rr_range *range, double x, unsigned width);
void rr_range_text(const rr_range *range, char text[64]);

/* Are all parameters of n slots good (bit p of varies: parameter p has n values, else one); are those of slot k? */
int rr_params_good(const rr_sampler *s, const void *const *values, uint32_t varies, uint32_t n, unsigned width);
int rr_slot_good(const rr_sampler *s, const void *const *values, uint32_t varies, uint32_t k, unsigned width);

/* strategy.c: is it one that rr_strategy_find gives; G or M, and whether M has a plus; may it leave samples? */
int rr_strategy_known(rr_strategy s);
void rr_strategy_numbers(rr_strategy s, uint32_t *number, uint32_t *more);
int rr_strategy_fails(rr_strategy s);

/* device.c */
struct rr_device {
    const char *name;
    const struct rr_isa *isa;
    uint32_t warp, tile, threads;
    struct rr_costs *costs;   /* f32, f64 */
    struct rr_gpu *gpu;       /* null: a CPU. Else isa is that of the host */
    _Atomic(unsigned char) (*choice)[RR_MAX_SAMPLERS][2][RR_PLAN_BUCKETS];   /* of auto: dtype, sampler, do parameters vary,
                                                                                acceptance */
};
unsigned rr_cpu_count(void);

/* sampler.c: number of a descriptor in the list. */
unsigned rr_sampler_number(const rr_sampler *s);

/* plan.c: what `auto` runs: compact up to RR_SMALL_JOB elements. */
#define RR_SMALL_JOB 4096u
#define RR_SMALL_TILE 512u   /* of a job that works on its stack */
rr_strategy rr_plan_auto(const rr_device *device, const rr_job *job);

/* job.c: what can be said of a job without looking at its output or its parameters' values. */
rr_status rr_job_check(const rr_device *device, const rr_job *job);

/* A job, or, of a sampler of rows, what draws the components: component c of row i has index i * cols + c. */
const rr_job *rr_job_components(const rr_job *job, rr_job *components);

/* As rr_job_check, and the number of elements, which may be none. */
rr_status rr_job_size(const rr_device *device, const rr_job *job, rr_result *result, uint64_t *n);

/* Is out there, aligned and clear of what the job reads? n elements. */
rr_status rr_job_output(const rr_job *job, rr_result *result, uint64_t n);

/* job.c: n elements from `at` on, on the calling thread, which is in the floating-point environment of a job. */
typedef struct rr_part {
    const rr_device *device;
    const rr_job *job;
    rr_strategy strategy;
    rr_bits_key key;
    const void *table;                    /* of the sampler, or null; its bytes */
    size_t table_size;
    int rows;                             /* 1: components become rows when they are drawn, and nobody has made them */
    int check_only;                       /* stop at the first bad parameter, write nothing */
    uint32_t remote;                      /* what lies in the memory of a GPU: bit p parameter p, and RR_REMOTE_... */
    uint64_t bad, failed, failed_first;   /* lowest bad element; lost samples, the lowest; UINT64_MAX: none */
    rr_tally tally;
    void *scratch;                        /* between begin and end; null: the stack does */
} rr_part;
#define RR_REMOTE_INDEX (1u << 30)
#define RR_REMOTE_OUT (1u << 31)
void rr_part_begin(rr_part *part, uint64_t n);   /* n: at most so many elements will be asked for */
void rr_part_run(rr_part *part, uint64_t at, uint64_t n);
void rr_part_end(rr_part *part);

/* tile.c: what a tile works with, laid out in RR_SCRATCH_BYTES(tile) of memory. Kernels may write a register beyond what a
 * queue holds. */
#define RR_SCRATCH_SLACK 32
#define RR_SCRATCH_BYTES(tile) ((size_t)((tile) + RR_SCRATCH_SLACK) * (7 * 4 + RR_MAX_PARAMS * 8) + 64)
typedef struct rr_scratch {
    uint32_t tile;
    uint32_t *queue[3], *lost, *index[2], *bad;
    void *param[RR_MAX_PARAMS];
} rr_scratch;
void rr_scratch_lay(rr_scratch *s, void *memory, uint32_t tile);

/* The parameters of the tile whose slot 0 is element `at`, t->n slots of it: into t, checked. Returns how many slots are
 * bad; their numbers are in s->bad, and they have good values instead. Parameters in a GPU's memory are null, and where
 * there are such nothing is checked. */
uint32_t rr_tile_params(rr_part *part, rr_tile *t, rr_scratch *s, uint64_t at);

/* gpu.c: all elements of a part, on the GPU of its device. */
rr_status rr_gpu_run(rr_part *part, uint64_t n, rr_result *result);

/* gpu_transform.c: a job that is sound, by transform number `which`; batch has its key, cap, mean and sd. *done:
 * points that came to out, in order, where it failed on the way. */
rr_status rr_gpu_transform(const rr_device *device, unsigned which, const rr_transform_job *job, const rr_batch *batch,
                           uint64_t *done, rr_result *result);

/* blas.c, in builds with a BLAS: rows of the normals at x times the factor, in place. */
void rr_blas_rows(const rr_job *job, void *x, uint64_t rows, const void *table);

/* tile.c: withholds element number `element`. rows.c: makes n rows from number `at` on, whose components are drawn. */
void rr_withhold(const rr_job *job, uint64_t element);
void rr_rows_run(const rr_part *part, uint64_t at, uint64_t n);

/* tables.c: the table of a job's sampler (tile.h); data is null where it has none. RR_ERR_MEMORY: no room for it. */
typedef struct rr_table {
    const void *data;
    size_t size;
    void *own;          /* freed by rr_table_give */
} rr_table;
rr_status rr_table_take(const rr_job *job, rr_result *result, rr_table *table);
void rr_table_give(rr_table *table);

/* threads.c: work on elements 0 ... n-1 that threads share. Every thread has a state of its own, a copy of what *state is at
 * first; run does n elements from `at` on. begin and end, around all that a thread does, and merge may be null. */
typedef struct rr_sharing {
    size_t size;                                          /* of a state */
    void (*begin)(void *state, uint64_t n);               /* n: at most so many elements will be asked for */
    void (*run)(void *state, uint64_t at, uint64_t n);
    void (*end)(void *state);
    void (*merge)(void *to, const void *from);
    uint32_t threads;                                     /* at most */
    uint64_t piece;                                       /* elements that a thread takes at a time, and at least has to
                                                             do */
} rr_sharing;
void rr_share(const rr_sharing *how, void *state, uint64_t n);

/* transform.c: kernels of the list of transforms; they return how many points became NaN. */
typedef rr_uint32 rr_batch_fn(const rr_batch *);
enum rr_transform_number {
#define RR_TRANSFORM(ident, ...) RR_TRANSFORM_##ident,
#include "transforms/list.h"
#undef RR_TRANSFORM
    RR_TRANSFORMS
};

/* transform.c: draws points by a transform that has none of the caller's; checked by the caller. */
void rr_transform_draw(const rr_device *device, enum rr_transform_number which, rr_type dtype, rr_stream s, uint64_t n,
                       void *out);

/* job.c: [a, a + size) and [b - low, b + high) overlap. */
int rr_overlap(const void *a, uint64_t size, const void *b, uint64_t low, uint64_t high);

/* matrix.c: the factor of a job's matrix, checked, as the sampler's row function wants it. RR_ERR_PARAM: it is no
 * covariance; given back by rr_table_give. */
rr_status rr_factor_take(const rr_job *job, rr_result *result, rr_table *table);

#endif
