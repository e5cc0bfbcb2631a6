/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What is to be drawn: everything that decides the bytes of the output, and nothing else. */
#ifndef JOB_H
#define JOB_H

#include "cli/base/cli.h"
#include "cli/base/params.h"
#include "cli/files/npy.h"
#include "cli/files/shortest.h"
#include "cli/output/record.h"
#include "density.h"
#include "reroll_prepared.h"

typedef enum format { FORMAT_NPY, FORMAT_RAW, FORMAT_TEXT } format;

/* A parameter is a number, an array of a file where path is set, or an array that was written out: then array has data. Of a
 * file that a job file names, array holds type, shape and digest before job_load reads the data. */
typedef struct job_param {
    rr_type type;   /* of the number: RR_F64, or of an integer RR_I64 or, where that is too small, RR_U64 */
    double number;
    uint64_t integer;                   /* its bits */
    char *path;
    bool exact;                         /* the array is a list of a job file, or a program's */
    bool beside;                        /* the file is next to the job file, which names it without a folder */
    npy_array array;
    ptrdiff_t row_stride, col_stride;   /* bytes; set by job_settle */
    bool flat;                          /* a matrix that is one row of components; set by job_settle */
    bool whole;                         /* a matrix, or a vector of weights: one for all samples; set by job_settle */
} job_param;

/* Large parameter files: read into memory; left where they are, and read a piece at a time; and taken for those that the
 * job file tells of by their shape alone, because another rank has looked at all of them. */
typedef enum job_files { FILES_READ, FILES_STAY, FILES_TRUSTED } job_files;

/* A job may be a shard of a whole one: rows floor(number R / of) to floor((number + 1) R / of) of its R (shard.h). */
typedef struct job_shard {
    uint64_t number, of;         /* of is 0 where the job is no shard */
    uint64_t start, count;       /* the whole job's */
} job_shard;

typedef struct job {
    const rr_sampler_info *sampler;
    char *law;                         /* the path of the user's law that it is, where law_path does not know it; or NULL */
    job_density density;               /* whose sampler it is, where a density made it */
    rr_stream stream;            /* next: the index of element 0 */
    unsigned dims;
    uint64_t shape[2];           /* of all elements, as the output has them */
    uint64_t start, count;       /* the elements that are drawn, in row-major order */
    job_shard shard;
    rr_type dtype;
    format format;
    rr_strategy strategy;
    bool bad_nan;                /* bad parameters give NaN instead of being refused */
    bool antithetic;             /* drawn from 1 - U */
    job_files files;             /* how job_load takes them; set before it */
    job_param param[RR_MAX_PARAMS];
    rr_dims asked, sizes;        /* dimensions: asked for, 0 where parameters give them; all, by job_settle */
    uint64_t rows, cols;         /* how the library sees the elements; set by job_settle */
} job;

void job_free(job *job);

const char *format_name(format format);
bool format_find(const char *name, format *format);

/* The length of a file of so many numbers; text is at least so long. */
uint64_t format_bytes(format format, rr_type dtype, uint64_t count);

/* Elements of the whole shape; the shape has been seen not to overflow. */
uint64_t job_total(const job *job);

/* True for fixed:M, the one strategy that may withhold a sample, so that the bytes depend on it. */
bool job_withholds(const job *job);

/* Reads the parameter files. EXIT_DONE, or the status of a refusal that has been said. */
exit_status job_load(job *job);

/* Broadcasts the parameters' shapes by NumPy's rule and sets shape, rows, cols and strides. `number` is the -n of the
 * command line or NULL; it gives the shape where no parameter is an array. start and count become the whole. */
exit_status job_settle(job *job, const uint64_t *number);

/* Sets the number of parameter i from a text; false where it is none that the parameter could be. Its text, as exact. */
bool param_number(const job *job, uint32_t i, const char *text, job_param *param);
void param_text(const job_param *param, char text[SHORTEST_SIZE]);

bool param_is_array(const job_param *param);

/* The whole job as one call of the library, but for its output. Parameters that stay in files have no data there. */
void job_as_call(const job *job, rr_job *call);

/* Refuses parameters outside their ranges, all of them before anything is drawn. */
exit_status job_check(const job *job, const rr_device *device);

/* A job whose part, from `start` on, is ready to be drawn on a device; both must stay. */
typedef struct job_ready {
    const job *job;
    rr_prepared *prepared;
    uint64_t first;     /* its element 0, in the whole shape */
    bool in_windows;    /* parameters stay in files, and are read for each draw */
} job_ready;

/* counting: draws shall give counts. EXIT_DONE, or the status of a refusal that has been said; then there is nothing to
 * release, which does no harm. */
exit_status job_prepare(const job *job, const rr_device *device, bool counting, job_ready *ready);
void job_release(job_ready *ready);

/* Draws `count` elements of the part, whole rows where samples are rows, from element `start` on, counted from the
 * beginning of the whole shape. Adds failures, with their indices in the stream, to state, and counts to
 * counts where that is not NULL. */
exit_status job_draw(const job_ready *ready, uint64_t start, uint64_t count, void *out, job_state *state,
                     rr_counts *counts);

/* Says in what two jobs differ ("seed is 1 there and 2 here"), or returns NULL. `there` may come from a job file. The
 * text is the caller's to free. */
char *job_difference(const job *there, const job *here);

#endif
