/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A job: exactly the data that determine the bytes of the output. */
#ifndef JOB_H
#define JOB_H

#include "cli/base/cli.h"
#include "cli/base/params.h"
#include "cli/files/npy.h"
#include "cli/files/shortest.h"
#include "cli/output/record.h"
#include "density.h"
#include "reroll_prepared.h"

typedef enum format { FORMAT_NPY, FORMAT_RAW, FORMAT_TEXT, FORMAT_CSV, FORMAT_COUNT } format;

/* A parameter is a number, an array in a file (path is set), or a list (array has data). If a job file names the file,
 * array holds type, shape and digest before job_load reads the data. */
typedef struct job_param {
    rr_type type;   /* of the number: RR_F64; of an integer: RR_I64, or RR_U64 if it does not fit */
    double number;
    uint64_t integer;                   /* its bits */
    char *path, *column;                /* of a .csv file: the name of a column, or NULL */
    bool exact;                         /* the array is a list in a job file, or a program's */
    bool next_to;                        /* the file is in the job file's folder, and is named without a folder */
    npy_array array;
    ptrdiff_t row_stride, col_stride;   /* bytes; set by job_validate */
    bool flat;                          /* a matrix that is one row of components; set by job_validate */
    bool whole;                         /* a matrix or a vector of weights for all samples; set by job_validate */
} job_param;

/* Large parameter files: FILES_READ reads them into memory. FILES_STAY leaves them on disk and reads a piece at a time.
 * FILES_TRUSTED does too, and checks only type and shape, because another rank has checked the digests. */
typedef enum job_files { FILES_READ, FILES_STAY, FILES_TRUSTED } job_files;

/* A job may be a shard of a whole one: rows floor(number R / of) to floor((number + 1) R / of) of its R (shard.h). */
typedef struct job_shard {
    uint64_t number, of;         /* of: 0 if the job is not a shard */
    uint64_t start, count;       /* the whole job's */
} job_shard;

typedef struct job {
    const rr_sampler_info *sampler;
    char *law;                         /* the path of a user-defined distribution that law_path does not know, or NULL */
    job_density density;               /* owns the sampler, if it was made from a density or CDF */
    rr_stream stream;            /* next: the index of element 0 */
    unsigned dims;
    uint64_t shape[2];           /* of the whole output */
    uint64_t start, count;       /* the elements that are drawn, in row-major order */
    job_shard shard;
    rr_type dtype;
    format format;
    rr_strategy strategy;
    bool bad_nan;                /* bad parameters give NaN instead of being refused */
    bool antithetic;             /* drawn from 1 - U */
    bool toward_zero;            /* f16 and bf16 are rounded toward zero */
    job_files files;             /* set before job_load */
    job_param param[RR_MAX_PARAMS];
    rr_dims asked, sizes;        /* dimensions: as asked for, 0 if the parameters give them; as set by job_validate */
    uint64_t min;                /* the smallest accepted -n, for the message that it is missing */
    uint64_t rows, cols;         /* the shape for the library; set by job_validate */
} job;

void job_free(job *job);

const char *format_name(format format);
bool format_find(const char *name, format *format);

/* True if numbers are written as lines, with the separator of format_between, so that they have no fixed offsets. */
bool format_is_text(format format);
char format_between(format format);

/* The length in bytes of a file of `count` numbers; for text a lower bound. */
uint64_t format_bytes(format format, rr_type dtype, uint64_t count);

/* The number of elements of the whole shape, which has been checked not to overflow. */
uint64_t job_total(const job *job);

/* True for fixed:M, the only strategy that may set samples to NaN, so that the bytes depend on it. */
bool job_can_fail(const job *job);

/* Reads the parameter files. EXIT_DONE, or an error status after a message. */
exit_status job_load(job *job);

/* Broadcasts the parameters' shapes by NumPy's rule and sets shape, rows, cols and strides. `number` is the number of
 * samples or NULL; it is the shape if no parameter is an array. `source` names it in messages: "-n", or an entry of a job
 * file. start and count are set to the whole output. */
exit_status job_validate(job *job, const uint64_t *number, const char *source);

/* Sets the number of parameter i from a text; false if it has the wrong form. param_text is the exact inverse. */
bool param_number(const job *job, uint32_t i, const char *text, job_param *param);
void param_text(const job_param *param, char text[SHORTEST_SIZE]);

bool param_is_array(const job_param *param);

/* True for a number of trials and similar, an integer up to 2^53. 2^53 + 1 is refused before it is rounded to 2^53. */
bool param_ends_exact(const job *job, uint32_t i);

/* The whole job as one call of the library, without output. Parameters that stay in files have no data. */
void job_as_call(const job *job, rr_job *call);

/* Refuses parameters outside their ranges. All are checked before anything is drawn. */
exit_status job_check(const job *job, const rr_device *device);

/* A job whose part, from `start` on, is prepared for a device. Job and device must outlive it. */
typedef struct job_ready {
    const job *job;
    rr_prepared *prepared;
    uint64_t first;     /* the index of its element 0 in the whole shape */
    bool in_windows;    /* parameters stay in files and are read for each draw */
} job_ready;

/* counting: draws return counts. EXIT_DONE, or an error status after a message; then job_release is allowed but not
 * needed. */
exit_status job_prepare(const job *job, const rr_device *device, bool counting, job_ready *ready);
void job_release(job_ready *ready);

/* Draws `count` elements of the part (whole rows if samples are rows) from element `start` on, which counts from the
 * beginning of the whole shape. Adds failures, with their indices in the stream, to `state`, and counts to `counts` unless
 * it is NULL. */
exit_status job_draw(const job_ready *ready, uint64_t start, uint64_t count, void *out, job_state *state,
                     rr_counts *counts);

/* The difference between two jobs ("the seed is 1, not 2"), to be freed, or NULL. `there` may come from a job file. */
char *job_difference(const job *there, const job *here);

#endif
