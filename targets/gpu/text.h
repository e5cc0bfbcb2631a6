/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Expansion of the includes of the lane text (packed.h): for kernels that are compiled at run time (text.c) and, when the
 * library is built, for the device header (generate/). */
#ifndef RR_DEVICE_TEXT_H
#define RR_DEVICE_TEXT_H

#include "packed.h"

/* A string that grows. */
typedef struct rr_text {
    char *data;           /* malloc'ed, or null */
    size_t size, capacity;
    int failed;           /* no memory: text added later is missing */
} rr_text;

void rr_text_print(rr_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The state of an expansion; its values decide conditions. */
typedef struct rr_expansion {
    const char *target;               /* "CUDA", "OPENCL"; NULL: either, the compiler decides */
    const char *sampler, *transform, *strategy;   /* the files of RR_SAMPLER_FILE and similar, or NULL */
    const char *step;                 /* RR_STEP_ followed by this is defined; or NULL */
    const char *user;                 /* user-defined distribution (sampler "user"): the text of RR_USER_FILE; or NULL */
    int dtype;                        /* 32 or 64 */
    int lines;                        /* write #line, so that compilers name the file of an error */
    unsigned char done[RR_DEVICE_FILES_MAX];   /* files that are not needed again */
    rr_text text;
} rr_expansion;

/* Adds a file and all that it includes. A missing file becomes an #error. */
void rr_expand(rr_expansion *e, const char *path);

#endif
