/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Files of samples and their job files, for a program that links the command's code: the Python package. Both share one
 * writer and one reader, so that locks, full disks, links and edited job files are handled in one place.
 *
 * Nothing here prints, handles signals or ends the process, except when small allocations fail. Refusals set a saved_error
 * with the command's message, in which a caller may rename options. All functions are thread-safe. */
#ifndef REROLL_SAVED_H
#define REROLL_SAVED_H

#include "reroll_sampler.h"

#include <stdbool.h>

typedef struct saved saved;   /* a job with its parameters in memory */

typedef enum saved_kind {
    SAVED_OK,
    SAVED_USAGE,     /* an invalid argument, parameter or file */
    SAVED_SYSTEM,    /* a file can't be read or written: `number` is an errno or 0 */
    SAVED_DEVICE,
    SAVED_FAILED,    /* the library could not draw */
    SAVED_STOPPED    /* the watch asked for it; text is NULL */
} saved_kind;

typedef struct saved_error {
    saved_kind kind;
    int number;
    char *text;      /* to be freed; may be NULL */
} saved_error;

/* A parameter: the path of a file; an array of one or two dimensions in C order; a number (`number` for RR_F64, `integer`
 * for RR_I64 and RR_U64); or, with none of them, the default. saved_value may also return arrays without dimensions and in
 * Fortran order. */
typedef struct saved_param {
    const char *path;
    const void *data;
    rr_type type;
    unsigned dims;
    uint64_t shape[2];
    bool fortran;
    double number;
    uint64_t integer;
} saved_param;

/* Everything that determines the bytes of a file. `law` is the path of a user-defined distribution, otherwise NULL. `size`
 * is the number of samples, equal to that of parameters that are arrays; NULL: theirs, or 1. `dim` is K for rows, D for
 * matrices, or 0: set by the parameters. The file holds `count` elements from `start` on, or, if `whole`, all of them. */
typedef struct saved_job {
    const rr_sampler_info *sampler;
    const char *law;
    rr_stream stream;
    const uint64_t *size;
    uint64_t dim;
    unsigned dims;
    uint64_t shape[2];       /* set by saved_facts only */
    bool whole;
    uint64_t start, count;
    rr_type dtype;
    char format[8], strategy[32];
    bool holes, antithetic, toward_zero;
} saved_job;

/* `drawn` is called after each piece with the number of its elements; it returns true to stop. */
typedef struct saved_watch {
    bool (*drawn)(void *context, uint64_t count);
    void *context;
} saved_watch;

/* The sampler of the user-defined distribution at `path`, which a job file names; NULL after setting *text, a message to be
 * freed. It stays open as long as it is used. */
typedef const rr_sampler_info *saved_law(const char *path, char **text);
void saved_begin(saved_law *law);

/* saved_new makes a job from one parameter for each of the sampler's; saved_open reads a job file and its parameters. NULL
 * after setting the error. */
saved *saved_new(const saved_job *job, const saved_param *param, saved_error *error);
saved *saved_open(const char *path, saved_error *error);
void saved_close(saved *saved);

void saved_facts(const saved *saved, saved_job *job);
void saved_value(const saved *saved, uint32_t param, saved_param *value);

/* Draws the whole job, from index `first` on, into a new file and writes its job file. Arrays that a job file can't hold
 * become FILE.PARAMETER.npy. `replace`: an existing file is replaced when the new one is complete. An error leaves no
 * files. */
bool saved_write(saved *saved, const rr_device *device, const char *path, uint64_t first, bool replace,
                 const saved_watch *watch, saved_error *error);

/* Draws `count` elements of the file (whole rows) from element `start` of the file on, `piece` at a time. */
bool saved_draw(saved *saved, const rr_device *device, uint64_t start, uint64_t count, uint64_t piece, void *out,
                const saved_watch *watch, saved_error *error);

#endif
