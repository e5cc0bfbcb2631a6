/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll's core: streams, devices, samplers, strategies and jobs. reroll.h includes this file and adds the typed calls.
 *
 * Initialize a struct that has a member `size` with its ..._INIT macro. Programs compiled against an earlier patch version
 * pass a smaller size: members that their job lacks count as 0, and members that their result lacks are not written. */
#ifndef REROLL_CORE_H
#define REROLL_CORE_H

#include <stddef.h>
#include <stdint.h>

#include "reroll_result.h"
#include "reroll_shape.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RR_VERSION_MAJOR 0
#define RR_VERSION_MINOR 2
#define RR_VERSION_PATCH 0

#if defined(__GNUC__)
#define RR_API __attribute__((visibility("default")))
#else
#define RR_API
#endif

/* ---- Status ------------------------------------------------------------------------------------------------------ */

/* Samples that cannot be drawn are set to NaN, or to 0 in an integer dtype. All other samples of the call are correct. */
typedef enum rr_status {
    RR_OK = 0,
    RR_ERR_ARGUMENT = 1,  /* a pointer, type, size or name is invalid */
    RR_ERR_PARAM = 2,     /* a parameter is outside its range. Samples that use it are NaN (0). If the parameter is a
                             matrix, or a vector that all samples use (row_stride 0, or one row), nothing is written
                             and bad_index is UINT64_MAX */
    RR_ERR_INDEX = 3,     /* the last index, such as next + rows * cols - 1, is above 2^64 - 1 */
    RR_ERR_OVERLAP = 4,   /* the output overlaps a parameter or the index array */
    RR_ERR_FAILED = 5,    /* strategy fixed:M found no accepted proposal for some samples. They are NaN (0) */
    RR_ERR_CAP = 6,       /* a sample reached the sampler's cap on attempts (probability below 2^-64). It is NaN (0) */
    RR_ERR_DEVICE = 7,    /* the device string is invalid, or the device cannot be used on this machine */
    RR_ERR_MEMORY = 8,    /* there is not enough memory for a device, a table or a factor. All other uses fall back to stack
                             memory */
    RR_ERR_FIT = 9        /* a count does not fit the dtype, or a parameter of a stage is outside its range. The
                             sample is NaN (0) */
} rr_status;

/* rr_status_text returns the message of a status, in English, without a full stop. rr_version returns the version, such as
 * "0.2.0". Both strings are static. */
RR_API const char *rr_status_text(rr_status status);
RR_API const char *rr_version(void);

/* ---- Streams ----------------------------------------------------------------------------------------------------- */

/* A position in a stream. The next sample has index `next`. Each typed call advances it.
 *
 * Samplers of one family use the same random bits at the same seed, stream and index, so their samples are correlated. For
 * example, chi2 with 4 degrees of freedom is twice gamma with shape 2 (docs/contract.md, Blocks). For independent
 * variables, use one stream each, such as rr_derive_name(s, "theta"), or consecutive indices of one stream. */
typedef struct rr_stream { uint64_t seed, stream, next; } rr_stream;

/* rr_stream_make returns a stream of a seed; rr_derive and rr_derive_name return a child of a stream. All start at index 0.
 * A child depends on the parent's seed and stream and on the number or name, but not on the parent's next. The probability
 * that any two of n derived streams are equal is below n^2 / 2^129. */
RR_API rr_stream rr_stream_make(uint64_t seed, uint64_t stream);
RR_API rr_stream rr_derive(rr_stream parent, uint64_t child);
RR_API rr_stream rr_derive_name(rr_stream parent, const char *name);

/* Writes the Philox4x32-10 block (Salmon et al., SC'11) of the counter ctr under the key to out, as Random123 does. No
 * pointer may be NULL; out may be ctr. */
RR_API void rr_philox4x32_10(const uint32_t ctr[4], const uint32_t key[2], uint32_t out[4]);

/* ---- Devices ----------------------------------------------------------------------------------------------------- */

typedef struct rr_device rr_device;

/* Opens a device. On failure *device is NULL. Samples are bit-identical on all devices.
 *
 * CPUs: "cpu", "cpu:scalar", "cpu:avx2", "cpu:avx512", "cpu:neon", "cpu:warp32". NULL, "" and "cpu" select the best
 * instruction set of this machine. The environment variable REROLL_CPU sets the best set that they may select: "scalar",
 * "avx2", "avx512" or "neon"; a leading "cpu:" is allowed. If it has any other value, "cpu", "cpu:warp32" and GPUs return
 * RR_ERR_DEVICE.
 * GPUs: "cuda:0", "cuda" (the first), "opencl:0", "opencl:pocl" (a word of the platform's name). Kernels are compiled on
 * first use and cached in $REROLL_CACHE, else $XDG_CACHE_HOME/reroll, else $HOME/.cache/reroll.
 * Options follow the device, after commas, as in "cpu:avx2,warp=8,threads=4":
 *   warp=T     lanes of a warp, which run in lockstep: 1 to 32, a power of two (default: one register; warp32: 32)
 *   tile=N     samples in progress, per thread or per warp of a GPU: 64 to 65536; memory grows with N. Default: 4096; on a
 *              GPU it is chosen per launch and reported as 0
 *   threads=N  CPU threads per call: 1 to 1024 (default 1), or 0 for all processors that this process may use
 *
 * Several devices can be opened as one: "cuda:all", "opencl:all", "cuda:0+cuda:2", "cpu+opencl:0". The maximum is 16
 * devices. Options are written after the last one and apply to all. rr_run divides a job into parts, and each free device
 * draws the next part. Jobs of up to 4096 samples run on the host. rr_transform and plans use the first device. All memory
 * must be host memory: RR_CL_... flags and pointers to device memory return RR_ERR_ARGUMENT, and rr_enqueue, rr_fuse and
 * rr_wait return RR_ERR_DEVICE. If a device fails, the host draws that device's part and the other devices draw the rest.
 * Then out is complete, and the status is that of the failed device. */
RR_API rr_status rr_device_open(const char *spec, rr_device **device);

/* Tests whether the device can be opened. Writes the reason to `why` if it cannot, otherwise "". */
RR_API void rr_device_why(const char *spec, char why[160]);

/* Closes *device and sets it to NULL. NULL and *device == NULL are allowed. No call may be using the device. On a GPU this
 * unloads the device's kernels. Finish all queued work first (CUDA waits for its streams, unless one is being captured),
 * and do not launch graphs with these kernels afterwards. */
RR_API void rr_device_close(rr_device **device);

typedef struct rr_device_info {
    const char *name;      /* "cpu:avx2" */
    int available;         /* 0 or 1 */
    const char *why;       /* why it is not available, or "" */
    uint32_t lanes;        /* floats in a register, threads in a warp; 0 if not available */
    const char *model;     /* the driver's name for a GPU; otherwise "" */
    const char *across;    /* how lanes of a GPU's warp exchange values: "shuffles" or "barriers"; otherwise "" */
} rr_device_info;

/* Fills info for device `number` of this build, counted from 0, and returns 1; returns 0 if number is past the last device.
 * CPUs come first; cpu:warp32 is the last CPU. GPUs are detected when a number past the CPUs is requested. All strings are
 * static. */
RR_API int rr_device_list(size_t number, rr_device_info *info);

/* Returns the name of an open device and writes its settings. Each pointer may be NULL; the name of NULL is NULL. */
RR_API const char *rr_device_name(const rr_device *device, uint32_t *warp, uint32_t *tile, uint32_t *threads);

/* ---- Samplers and strategies ------------------------------------------------------------------------------------- */

/* RR_F16 (IEEE binary16) and RR_BF16 (the upper half of an f32) are types of samples only. Such a sample is the f32 sample,
 * rounded once to nearest, ties to even. A uniform may round to 0 or 1, and an RR_F16 above 65504 to infinity. With the
 * flag RR_TOWARD_ZERO it is rounded toward zero: a uniform is in [0, 1), and the largest RR_F16 is 65504. */
typedef enum rr_type { RR_F32 = 1, RR_F64, RR_I32, RR_I64, RR_U32, RR_U64, RR_F16, RR_BF16 } rr_type;
#define RR_MAX_PARAMS 16   /* of a user-defined distribution; built-in distributions have at most 4 */

typedef struct rr_range { double low, high; int low_open, high_open; } rr_range;   /* an end is excluded if its flag is 1 */

/* A distribution and a method to draw from it. Its name is "distribution:method", or "distribution" for the default method.
 * rr_sampler_about (reroll_sampler.h) returns its parameters, shapes, dtypes and source. */
typedef struct rr_sampler rr_sampler;

/* rr_sampler_list returns sampler `number`, counted from 0, or NULL past the end. rr_sampler_find returns the sampler of
 * this name, or NULL. Both are static. */
RR_API const rr_sampler *rr_sampler_list(size_t number);
RR_API const rr_sampler *rr_sampler_find(const char *name);

/* The rule for lanes without an accepted proposal. {0, 0} is `auto`, which draws as compact.
 *
 * `grouped` with number 0 chooses the group size that gives the most samples per iteration (Table 1 of Ridley and Forget,
 * reroll_model.h). The choice depends on the lanes of a warp and on the acceptance at the job's parameters. If the
 * parameters vary, the mean acceptance of 4 elements of the job is used. Where the acceptance is unknown (composite
 * samplers, parameters in GPU memory), it counts as 1. The acceptance of a user-defined distribution is measured with 2^16
 * attempts; jobs of up to 4096 samples use RR_MIN_ACCEPTANCE instead. Jobs with fewer samples than lanes use larger
 * groups. */
typedef struct rr_strategy { uint32_t kind, number; } rr_strategy;

typedef struct rr_strategy_info {
    const char *name;       /* "grouped" */
    const char *form;       /* "grouped or grouped:G" */
    const char *help;
    rr_strategy example;    /* a valid value: grouped:4 */
} rr_strategy_info;

/* Lists strategies as rr_device_list lists devices. Number 0 is auto. */
RR_API int rr_strategy_list(size_t number, rr_strategy_info *info);

/* rr_strategy_find converts text, such as "auto", "loop", "grouped:4", "fixed:8+" or "regroup:ahead", to a strategy; other
 * text returns RR_ERR_ARGUMENT. rr_strategy_text converts a strategy to text. */
RR_API rr_status rr_strategy_find(const char *text, rr_strategy *strategy);
RR_API void rr_strategy_text(rr_strategy strategy, char text[32]);

/* ---- Jobs -------------------------------------------------------------------------------------------------------- */

/* A parameter. The value of element (r, c) is at data + r * row_stride + c * col_stride, in bytes. Stride 0 broadcasts.
 * Each value is converted to rr_param_type(sampler, dtype), rounded to nearest. data == NULL means the sampler's default.
 * Parameters that are vectors or matrices (rr_param_info.shape has sides) are read as follows:
 *   one value per component of a row or matrix: col_stride 0 uses one value for all components
 *   a covariance: the strides are those of its rows and columns
 *   a vector of N, or a K x R factor, row by row: value k is at data + r * row_stride + k * col_stride. With row_stride 0
 *   all samples use one vector; otherwise each row of samples has its own vector, if shape.once is 0 */
typedef struct rr_param {
    const void *data;
    rr_type type;
    ptrdiff_t row_stride, col_stride;
} rr_param;

/* RR_PARAM_ONE: one value for all samples, by its address. RR_PARAM_EACH: an array with one value per row of samples.
 * RR_PARAM_DEFAULT: the sampler's default. */
#define RR_PARAM_ONE(pointer, type) { pointer, type, 0, 0 }
#define RR_PARAM_EACH(array, type) { array, type, sizeof *(array), 0 }
#define RR_PARAM_DEFAULT { NULL, RR_F64, 0, 0 }

#define RR_COUNT 1u       /* fill result.counts; this costs some time */
#define RR_ANTITHETIC 2u  /* draw from 1 - U instead of U (samplers with rr_sampler_info.monotone) */
#define RR_CL_OUT 4u      /* on OpenCL devices: out, index or parameter p is a cl_mem. CUDA pointers need no flag */
#define RR_CL_INDEX 8u
#define RR_CL_PARAM(p) (16u << (p))
#define RR_TOWARD_ZERO 0x100000u  /* of RR_F16 and RR_BF16: round toward zero, so that a uniform is below 1 */

/* Draws rows x cols samples to out, row by row without gaps. Element (r, c) has index next + r * cols + c; with `index`,
 * index[r * cols + c]; with index_row_stride, next + r * index_row_stride + c. For a sampler of rows or matrices, row r is
 * the sample of index next + r, cols is K, D * D or R * C, and index must be NULL. A job without elements succeeds and
 * writes nothing. */
typedef struct rr_job {
    size_t size;
    const rr_sampler *sampler;
    rr_type dtype;                  /* type of out: one of the sampler's dtypes */
    rr_stream stream;
    uint64_t rows, cols;
    rr_param param[RR_MAX_PARAMS];  /* in the sampler's order */
    const uint64_t *index;          /* NULL, or rows * cols indices */
    rr_strategy strategy;
    uint32_t flags;                 /* RR_COUNT, ... */
    void *out;
    rr_dims dims;                   /* sizes that cols does not determine: N of a vector, R or C of a matrix; all others are
                                       0 */
    uint64_t index_row_stride;      /* 0, or the number of columns of a larger matrix, of which this job draws `cols`
                                       columns. Then index must be NULL. Rows are drawn one by one, so long rows are fastest.
                                       Not available for samplers of rows, weights per row of samples, cl_mem and
                                       rr_enqueue */
    uint64_t first_element;         /* the number of element 0 in results and messages, for a part of a larger job; otherwise
                                       0. It changes no sample. The last element's number must be below 2^64 - 1 */
} rr_job;

/* rr_job job = RR_JOB(rr_sampler_find("gamma"), RR_F64, s, n, 1, out, RR_PARAM_EACH(shapes, RR_F64));
 *
 * The last arguments are parameters in the sampler's order, at least one. Parameters after the last one have their
 * defaults. */
#define RR_JOB(sampler, dtype, stream, rows, cols, out, ...) \
    { sizeof(rr_job), sampler, dtype, stream, rows, cols, {__VA_ARGS__}, NULL, {0, 0}, 0, out, {0, 0, 0, 0, 0}, 0, 0 }
#define RR_JOB_INIT { sizeof(rr_job), NULL, RR_F64, {0, 0, 0}, 0, 1, {RR_PARAM_DEFAULT}, NULL, {0, 0}, 0, NULL, \
                      {0, 0, 0, 0, 0}, 0, 0 }

/* A value: RR_F64 in real, RR_I64 in integer, RR_U64 in natural (integers above 2^63 - 1). Type 0 means no value. */
typedef struct rr_value {
    rr_type type;
    union { double real; int64_t integer; uint64_t natural; } as;
} rr_value;
#define RR_MAX_RELATED 4   /* the largest number of parameters of a sampler that has a relation */

/* A result. Elements are counted row by row: element (r, c) has the number first_element + r * cols + c. UINT64_MAX means no
 * element; -1 in bad_param means no parameter. */
typedef struct rr_result {
    size_t size;
    rr_status status;
    uint64_t bad_index;      /* the lowest element with a bad parameter */
    uint64_t failed;         /* number of samples without an accepted proposal: by fixed:M or at the cap */
    uint64_t failed_index;   /* the lowest such element; without RR_ERR_PARAM also one whose count does not fit the dtype */
    rr_counts counts;
    char message[160];       /* names the argument and the accepted range; "" if status is RR_OK */
    rr_strategy strategy;    /* the strategy that drew: compact for auto; grouped with its group size */
    rr_fault fault;
    int bad_param;           /* index of the wrong parameter; -1 also if several are wrong or it is unknown */
    uint64_t bad_place[2];   /* row and column of the wrong value in a matrix; [0]: its index in a vector */
    rr_value value;          /* the wrong value, if the error concerns one value */
    rr_range range;          /* the accepted range (RR_FAULT_RANGE, RR_FAULT_INTEGER) */
    rr_value related[RR_MAX_RELATED];   /* RR_FAULT_RELATION: all parameters; for a vector, the sum of its row */
    const char *relation;    /* RR_FAULT_RELATION: the accepted relation, a static string; otherwise NULL */
} rr_result;
#define RR_RESULT_INIT \
    { sizeof(rr_result), RR_OK, UINT64_MAX, 0, UINT64_MAX, {{0}, 0, 0, 0, 0, 0, 0, 0}, {0}, {0, 0}, RR_FAULT_NONE, -1, \
      {UINT64_MAX, UINT64_MAX}, {(rr_type)0, {0}}, {0, 0, 0, 0}, {{(rr_type)0, {0}}}, NULL }

/* Runs a job. The same job always writes the same bytes. result may be NULL. With RR_ERR_PARAM and a bad_index,
 * RR_ERR_FAILED, RR_ERR_CAP and RR_ERR_FIT, out is complete. With any other error out is untouched, except where several
 * devices are opened as one and one of them lacks memory: then another device draws its part, and out is complete.
 *
 * Jobs of up to 4096 elements allocate no memory, take no lock and make no system call, except for tables and factors. Each
 * call makes the tables of weights and the factors of covariances. gamma:table, beta:table, poisson:icdf and binomial:icdf
 * make a table for new parameters. Later calls reuse the first 64 such tables of at most 256 KiB; they are never freed.
 * Prepared jobs (reroll_prepared.h) make all tables once. */
RR_API rr_status rr_run(const rr_device *device, const rr_job *job, rr_result *result);

/* Checks all parameters of a job as rr_run does. Writes only result. */
RR_API rr_status rr_check(const rr_device *device, const rr_job *job, rr_result *result);

#ifdef __cplusplus
}
#endif

#endif
