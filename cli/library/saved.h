/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Files of samples and their job files, for a program that links the code of the command: the Python package. There is one
 * writer and one reader of both, so that locks, full disks, links and edited job files are handled in one place.
 *
 * Nothing here prints, ends the process (but where a few bytes of memory are lacking) or looks at signals. What is refused
 * is a saved_error with the command's sentence, whose options a caller may call by other names. Any thread may call. */
#ifndef REROLL_SAVED_H
#define REROLL_SAVED_H

#include "reroll_sampler.h"

#include <stdbool.h>

typedef struct saved saved;   /* a job with its parameters in memory */

typedef enum saved_kind {
    SAVED_OK,
    SAVED_USAGE,     /* an argument, a parameter or a file that makes no sense */
    SAVED_SYSTEM,    /* a file can't be read or written: `number` is an errno, or 0 where there is none */
    SAVED_DEVICE,
    SAVED_FAILED,    /* the library could not draw */
    SAVED_STOPPED    /* the watch asked for it; there is no text */
} saved_kind;

typedef struct saved_error {
    saved_kind kind;
    int number;
    char *text;      /* to be freed; may be NULL */
} saved_error;

/* A parameter: the path of a file, or an array of one or two dimensions in C order, or a number (RR_F64, RR_I64 or RR_U64 in
 * number or integer), or, with neither, the default. saved_value may give arrays without dimensions and in Fortran order. */
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

/* This decides the bytes of a file. `law` is the path of a user's law, else NULL. `size` is the number of samples, which
 * parameters that are arrays have too; NULL: theirs, or 1. `dim` is K of rows, D of matrices, or 0: the parameters say it.
 * Of the elements count are in the file, from `start` on; whole: all of them. */
typedef struct saved_job {
    const rr_sampler_info *sampler;
    const char *law;
    rr_stream stream;
    const uint64_t *size;
    uint64_t dim;
    unsigned dims;
    uint64_t shape[2];       /* given by saved_facts only */
    bool whole;
    uint64_t start, count;
    rr_type dtype;
    char format[8], strategy[32];
    bool holes, antithetic;
} saved_job;

/* Called after each piece with the number of its elements; true: stop. */
typedef struct saved_watch {
    bool (*drawn)(void *context, uint64_t count);
    void *context;
} saved_watch;

/* The sampler of the user's law at `path`, for a job file that names one; NULL after setting *text, to be freed. It stays
 * open for as long as it is used. */
typedef const rr_sampler_info *saved_law(const char *path, char **text);
void saved_begin(saved_law *law);

/* Makes a job of parameters, one for each of the sampler's; reads a job file and its parameters. NULL: see the error. */
saved *saved_new(const saved_job *job, const saved_param *param, saved_error *error);
saved *saved_open(const char *path, saved_error *error);
void saved_close(saved *saved);

void saved_facts(const saved *saved, saved_job *job);
void saved_value(const saved *saved, uint32_t param, saved_param *value);

/* Draws the whole job, from index `first` on, into a new file and writes its job file. Arrays that a job file can't hold
 * become FILE.PARAMETER.npy. `replace`: what is there gives way when the new file is complete. After an error nothing is
 * left. */
bool saved_write(saved *saved, const rr_device *device, const char *path, uint64_t first, bool replace,
                 const saved_watch *watch, saved_error *error);

/* Draws `count` elements of the file, from number `start` of it on, whole rows, `piece` at a time. */
bool saved_draw(saved *saved, const rr_device *device, uint64_t start, uint64_t count, uint64_t piece, void *out,
                const saved_watch *watch, saved_error *error);

#endif
