/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll without the typed calls, which are made from the list of samplers: what reroll.h has beside these. A program that
 * draws by rr_run alone may include this; the library's own code does, so that a new sampler is no change to it. */
#ifndef REROLL_CORE_H
#define REROLL_CORE_H

#include <stddef.h>
#include <stdint.h>

#include "reroll_shape.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RR_VERSION_MAJOR 0
#define RR_VERSION_MINOR 1
#define RR_VERSION_PATCH 0

#if defined(__GNUC__)
#define RR_API __attribute__((visibility("default")))
#else
#define RR_API
#endif

/* ---- Status ------------------------------------------------------------------------------------------------------ */

typedef enum rr_status {
    RR_OK = 0,
    RR_ERR_ARGUMENT = 1,  /* a pointer, type, size or name that makes no sense */
    RR_ERR_PARAM = 2,     /* a parameter outside its range; its samples are NaN (0 for integers), all others are right. A
                             matrix that is no covariance: nothing is written, and bad_index is UINT64_MAX */
    RR_ERR_INDEX = 3,     /* the last index, such as first + rows * cols - 1, passes 2^64 - 1 */
    RR_ERR_OVERLAP = 4,   /* the output overlaps the span of a parameter or the index array */
    RR_ERR_FAILED = 5,    /* strategy fixed:M left samples without an accepted proposal; they are NaN (0) */
    RR_ERR_CAP = 6,       /* an attempt number passed the sampler's cap (probability below 2^-64); NaN (0) there */
    RR_ERR_DEVICE = 7,    /* the device string is wrong, or the device is not usable here */
    RR_ERR_MEMORY = 8,    /* no memory to open a device, or for a table or a factor (else calls make do with their stack) */
    RR_ERR_FIT = 9        /* a count is larger (or, unsigned, less) than the dtype holds; 0 there, all others are right */
} rr_status;

/* A sentence in English, without a full stop; a static string. */
RR_API const char *rr_status_text(rr_status status);

/* "0.1.0"; a static string. */
RR_API const char *rr_version(void);

/* ---- Streams ----------------------------------------------------------------------------------------------------- */

/* Where to draw next. The next sample has index `next`; every typed call moves it on.
 *
 * One seed and stream is one set of dice: samplers that read it alike (docs/contract.md, Blocks) are functions of each other
 * at the same index. A uniform and an exponential have rank correlation -1, chi2 of 4 degrees of freedom is twice gamma of
 * shape 2. What has to be independent takes a stream of its own, rr_derive_name(s, "theta"), or goes on in one stream. */
typedef struct rr_stream {
    uint64_t seed, stream, next;
} rr_stream;

/* Stream number `stream` of seed `seed`, from index 0. */
RR_API rr_stream rr_stream_make(uint64_t seed, uint64_t stream);

/* A child stream: a pure function of the parent's seed and stream (not of next) and of the number or the name. The
 * child's (seed, stream) is 128 bits of Philox, so that among n streams derived in any way two coincide with a
 * probability below n^2 / 2^129. Known answers: tests/known/derive.txt. */
RR_API rr_stream rr_derive(rr_stream parent, uint64_t child);
RR_API rr_stream rr_derive_name(rr_stream parent, const char *name);

/* Philox4x32-10 (Salmon et al., SC'11) as Random123 defines it. Pointers must not be null; out may be ctr. */
RR_API void rr_philox4x32_10(const uint32_t ctr[4], const uint32_t key[2], uint32_t out[4]);

/* ---- Devices ----------------------------------------------------------------------------------------------------- */

typedef struct rr_device rr_device;

/* Opens the device that `spec` names: "cpu", "cpu:scalar", "cpu:avx2", "cpu:avx512", "cpu:neon",
 * "cpu:warp32", with options after commas, "cpu:avx2,warp=8,tile=512,threads=4":
 *   warp=T     lanes that vote together, 1 to 32, a power of two (default: the register; warp32: 32)
 *   tile=N     samples that are in work at once, 64 to 65536 (default 4096); bounds the memory of a thread
 *   threads=N  threads for a call, 1 to 1024 (default 1; 0: all processors that this process may use)
 * GPUs: "cuda:0", "cuda" (the first), "opencl:0", "opencl:intel", "opencl:pocl" (a word of the platform's name), with
 * warp=T, tile=N (the samples of a warp's tile) and threads=N (the host's threads). Kernels are compiled when they are
 * first used, and kept in $REROLL_CACHE, else $XDG_CACHE_HOME/reroll, else $HOME/.cache/reroll.
 * Several as one: "cuda:all", "opencl:all", "cuda:0+cuda:2", "cpu+opencl:0", at most 16, options for all behind the last.
 * Each draws the next part of an rr_run as soon as it is free; memory is the host's, so that RR_CL_... and pointers to a
 * device's memory are RR_ERR_ARGUMENT, and rr_enqueue, rr_fuse and rr_wait RR_ERR_DEVICE. One that fails leaves its part to
 * the host and the rest to the others: out is complete, and the status is its own. Up to 4096 samples are the host's, points
 * of rr_transform the first one's, plans those of the first one.
 * None of them changes a bit. NULL or "" is "cpu": the best instruction set here, at most the one that the environment
 * variable REROLL_CPU names: "scalar", "avx2", "avx512" or "neon", with or without "cpu:" before it. Any other
 * name there is an error of "cpu", "cpu:warp32" and GPUs, RR_ERR_DEVICE. On failure *device is NULL. */
RR_API rr_status rr_device_open(const char *spec, rr_device **device);

/* Why a device can't be opened: a sentence, "" if it can. Opens it, to find out. */
RR_API void rr_device_why(const char *spec, char why[160]);

/* Closes *device and sets it to NULL. NULL and *device == NULL are allowed. No call may be using it; of a GPU no queue may
 * have work of it left (on CUDA all streams are waited for, but not while one is captured), and no graph that holds some may
 * be replayed afterwards: its kernels are unloaded. */
RR_API void rr_device_close(rr_device **device);

typedef struct rr_device_info {
    const char *name;      /* "cpu:avx2" */
    int available;         /* 0 or 1 */
    const char *why;       /* why it is not available, or "" */
    uint32_t lanes;        /* floats in a register, threads in a warp; 0 if not available */
    const char *model;     /* of a GPU: what its driver calls it; else "" */
    const char *across;    /* of a GPU with warps: how their lanes reach each other, "shuffles", "barriers"; else "" */
} rr_device_info;

/* The devices that this build knows, whether usable here or not: fills info and returns 1, or returns 0 when number is past
 * the last. CPUs come first, the last of them cpu:warp32; GPUs are looked for when one of them is asked for. Strings are
 * static. */
RR_API int rr_device_list(size_t number, rr_device_info *info);

/* What an open device is: its kind, and its settings. NULL for NULL; the pointers may be NULL. */
RR_API const char *rr_device_name(const rr_device *device, uint32_t *warp, uint32_t *tile, uint32_t *threads);

/* ---- Samplers and strategies ------------------------------------------------------------------------------------- */

/* RR_F16 (IEEE 754 binary16) and RR_BF16 (the upper half of an f32) are what samples may be stored as, and no parameter: the
 * f32 sample, rounded once, to nearest, ties to even. So a uniform may be 0 or 1 there, and what is past 65504 infinite. */
typedef enum rr_type { RR_F32 = 1, RR_F64, RR_I32, RR_I64, RR_U32, RR_U64, RR_F16, RR_BF16 } rr_type;

#define RR_MAX_PARAMS 16   /* of a user-defined distribution; the built-in ones have at most 4 */

/* A range is [low, high]; each end is open where its flag says so. */
typedef struct rr_range {
    double low, high;
    int low_open, high_open;
} rr_range;

/* A distribution and a method to draw it: distribution:method, or the distribution alone for its default method.
 * rr_sampler_about (reroll_sampler.h) returns its parameters, shapes, dtypes and source. */
typedef struct rr_sampler rr_sampler;

/* The samplers, in the order of the list; NULL when number is past the last. Static. */
RR_API const rr_sampler *rr_sampler_list(size_t number);

/* The sampler of that name, or NULL. */
RR_API const rr_sampler *rr_sampler_find(const char *name);

/* A strategy: what lanes do that have no sample yet. Zero is `auto`, which is compact. `grouped` whose number is 0 takes the
 * group that gives most samples per iteration, by the acceptance at the job's parameters (the mean of 4 of them where they
 * vary) and the lanes of a warp: Table 1 of Ridley and Forget (reroll_model.h); jobs of fewer samples than lanes take larger
 * groups, so that no lane is idle. rr_result.strategy is the strategy that drew. The acceptance counts as 1 where it is not
 * known: of samplers that are made of others, and of parameters in a GPU's memory. That of a user-defined distribution is
 * found by 2^16 attempts; up to 4096 samples it is taken from its RR_LEAST_ACCEPTANCE. */
typedef struct rr_strategy {
    uint32_t kind, number;
} rr_strategy;

typedef struct rr_strategy_info {
    const char *name;       /* "grouped" */
    const char *form;       /* "grouped or grouped:G" */
    const char *help;
    rr_strategy example;    /* one to run: grouped:4 */
} rr_strategy_info;

/* As rr_device_list. The first is auto. */
RR_API int rr_strategy_list(size_t number, rr_strategy_info *info);

/* Reads "auto", "loop", "grouped", "grouped:4", "fixed:8", "fixed:8+", "regroup:ahead", ... RR_ERR_ARGUMENT if it is
 * none. */
RR_API rr_status rr_strategy_find(const char *text, rr_strategy *strategy);

/* The text of a strategy, into 32 bytes. */
RR_API void rr_strategy_text(rr_strategy strategy, char text[32]);

/* ---- Jobs -------------------------------------------------------------------------------------------------------- */

/* A parameter: the value of element (r, c) is at data + r * row_stride + c * col_stride (bytes; 0 broadcasts). The values
 * are converted to the job's dtype, to nearest. data == NULL: the sampler's default.
 * A parameter with a value per component of a row (side K, or R x C) has col_stride 0 where one value is for all of them.
 * Of a covariance the strides are those of its rows and columns. Of a vector of N, and of a K x R factor read row by row,
 * value k is at data + r * row_stride + k * col_stride; a row_stride other than 0 is a vector per row of samples, where the
 * sampler allows it (shape.once is 0). */
typedef struct rr_param {
    const void *data;
    rr_type type;
    ptrdiff_t row_stride, col_stride;
} rr_param;

#define RR_COUNT 1u       /* fill result.counts; costs a little */
#define RR_ANTITHETIC 2u  /* draw from 1 - U instead of U (samplers that say `monotone`) */
/* On OpenCL devices: this pointer of the job is a cl_mem. (CUDA devices see for themselves whose memory a pointer is.) */
#define RR_CL_OUT 4u
#define RR_CL_INDEX 8u
#define RR_CL_PARAM(p) (16u << (p))

/* Draws rows x cols samples to out (row-major, tightly packed). Element (r, c) has index first + r * cols + c, or
 * index[r * cols + c] where index is given, or first + r * index_row_stride + c where that is not 0: a tile of columns of a
 * larger matrix gets its samples there. A sampler whose samples are rows or
 * matrices draws row r as the sample of index first + r; cols is K, D * D or R * C, and index must be NULL. Zero elements succeed and touch nothing. Set size with RR_JOB_INIT. */
typedef struct rr_job {
    size_t size;
    const rr_sampler *sampler;
    rr_type dtype;                  /* of out: one of the sampler's */
    rr_stream stream;               /* next is the first index */
    uint64_t rows, cols;
    rr_param param[RR_MAX_PARAMS];  /* in the sampler's order */
    const uint64_t *index;          /* NULL, or rows * cols of them */
    rr_strategy strategy;
    uint32_t flags;
    void *out;
    rr_dims dims;                   /* sizes that cols does not determine: N of a vector, R or C of matrices; else 0 */
    uint64_t index_row_stride;      /* 0, which is cols, or columns of the larger matrix, at least cols; then index is NULL.
                                       Not of samplers of rows, weights per row of samples, cl_mem and queues (rr_enqueue).
                                       Rows are run one after the other: best where they are long */
    uint64_t first_element;         /* of a piece of a larger job: the number of its element 0, from which results, messages
                                       and records count. It changes no sample */
} rr_job;

#define RR_JOB_INIT { sizeof(rr_job), NULL, RR_F64, {0, 0, 0}, 0, 1, {{NULL, RR_F64, 0, 0}}, NULL, {0, 0}, 0, NULL, \
                      {0, 0, 0, 0, 0}, 0, 0 }

#define RR_MAX_ITERATIONS 64

/* What a strategy did, summed over its warps. A warp call gives a row of samples: T of them, or T / g for grouped:g. */
typedef struct rr_counts {
    uint64_t iterations[RR_MAX_ITERATIONS]; /* warp calls that took n iterations (the last entry: that many or more);
                                               compact and refill: [n] counts attempts made as number n */
    uint64_t calls;          /* warp calls (compact: passes) */
    uint64_t steps;          /* warp iterations in all */
    uint64_t lane_attempts;  /* attempts that lanes spent, whatever became of them (idle lanes included) */
    uint64_t accepted;       /* attempts that were accepted, whether used or not */
    uint64_t undecided;      /* attempts that needed the slow test */
    uint64_t votes, shuffles;
} rr_counts;

/* What is wrong, so that a program can build its own message. */
typedef enum rr_fault {
    RR_FAULT_NONE = 0,
    RR_FAULT_ARGUMENT,     /* an argument, or how parameter bad_param is given: missing, of a wrong type or shape */
    RR_FAULT_UNKNOWN,      /* a parameter of element bad_index; kernels on a GPU do not record which */
    RR_FAULT_RANGE,        /* value is outside range */
    RR_FAULT_INTEGER,      /* value is not an integer in range */
    RR_FAULT_RELATION,     /* each parameter is in its range, but not in this relation to others: relation, related */
    RR_FAULT_WEIGHTS,      /* value is a weight that is negative or not finite; without a type: all weights are 0 */
    RR_FAULT_INCREASING,   /* value is not above the one before it */
    RR_FAULT_DIRECTION,    /* all values of a direction are 0 */
    RR_FAULT_FINITE,       /* value is not finite */
    RR_FAULT_SYMMETRIC,    /* a matrix is not symmetric; value is the difference of two entries */
    RR_FAULT_SEMIDEFINITE, /* a matrix is not positive semidefinite; value is a pivot below 0 */
    RR_FAULT_FIT           /* the count of element failed_index does not fit the dtype */
} rr_fault;

/* A value with its type: RR_F64 in real, RR_I64 in integer, RR_U64 in natural (integers above 2^63 - 1); type 0: none. */
typedef struct rr_value {
    rr_type type;
    union { double real; int64_t integer; uint64_t natural; } as;
} rr_value;

#define RR_MAX_RELATED 4   /* parameters of samplers that have a relation between them */

/* Caller-owned. Set size with RR_RESULT_INIT. */
typedef struct rr_result {
    size_t size;
    rr_status status;
    uint64_t bad_index;      /* element number (first_element + r * cols + c) of the lowest bad one; UINT64_MAX: none */
    uint64_t failed;         /* samples that fixed:M left or that passed the cap */
    uint64_t failed_index;   /* the lowest element number of those, or of a count that does not fit; UINT64_MAX: none */
    rr_counts counts;
    char message[160];       /* a sentence that names the argument and the accepted range; "" when all is well */
    rr_strategy strategy;    /* that drew: compact for auto; with its number for grouped without one */
    rr_fault fault;
    int bad_param;           /* the number of the parameter that is wrong; -1: none, several, or unknown */
    uint64_t bad_place[2];   /* of a matrix row and column, of a vector the place of the value; UINT64_MAX: none */
    rr_value value;          /* what was given, as far as one value is wrong */
    rr_range range;          /* what is accepted, where fault is RR_FAULT_RANGE or RR_FAULT_INTEGER */
    rr_value related[RR_MAX_RELATED];   /* RR_FAULT_RELATION: the values of all parameters; of a vector the row's sum */
    const char *relation;    /* RR_FAULT_RELATION: what is accepted, a static string; else NULL */
} rr_result;

#define RR_RESULT_INIT \
    { sizeof(rr_result), RR_OK, UINT64_MAX, 0, UINT64_MAX, {{0}, 0, 0, 0, 0, 0, 0, 0}, {0}, {0, 0}, RR_FAULT_NONE, -1, \
      {UINT64_MAX, UINT64_MAX}, {(rr_type)0, {0}}, {0, 0, 0, 0}, {{(rr_type)0, {0}}}, NULL }

/* Runs a job. Pure: the same job writes the same bytes. result may be NULL. device == NULL is an error. With RR_ERR_PARAM
 * (but for a matrix), RR_ERR_FAILED, RR_ERR_CAP and RR_ERR_FIT out is complete; else it is untouched. Up to 4096 elements
 * no memory is allocated, no lock taken and no system call made, but for the table of new parameters (gamma:table,
 * beta:table, poisson:icdf, binomial:icdf: tables of 256 KiB and less are kept), of weights and the factor of a covariance,
 * which each call makes; a prepared job makes them once (reroll_prepared.h). */
RR_API rr_status rr_run(const rr_device *device, const rr_job *job, rr_result *result);

/* Checks a job's parameters only, as rr_run would, for all elements; writes nothing but result. */
RR_API rr_status rr_check(const rr_device *device, const rr_job *job, rr_result *result);

#ifdef __cplusplus
}
#endif

#include "reroll_gpu.h"
#include "reroll_points.h"
#include "reroll_order.h"

#endif
