/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How the includes of the lane text (packed.h) are put in their places: for kernels that are compiled at run time
 * (kernel_text.c) and, when the library is built, for the device header (generate/). */
#ifndef RR_DEVICE_TEXT_H
#define RR_DEVICE_TEXT_H

#include "packed.h"

/* A string that grows. */
typedef struct rr_text {
    char *data;           /* malloc'ed, or null */
    size_t size, capacity;
    int failed;           /* no memory: what came later is missing */
} rr_text;

void rr_text_say(rr_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What an expansion knows, which decides conditions, and what it has done. */
typedef struct rr_expansion {
    const char *target;               /* "CUDA", "OPENCL"; NULL: either, to be decided by the compiler */
    const char *sampler, *transform, *strategy;   /* what RR_SAMPLER_FILE and their like stand for, or NULL */
    const char *step;                 /* RR_STEP_ and this is defined, or NULL */
    const char *user;                 /* what RR_USER_FILE stands for: sampler is "user", a law of the user's; or NULL */
    int dtype;                        /* 32 or 64 */
    int lines;                        /* with #line, so that compilers name the file that they complain of */
    unsigned char done[RR_DEVICE_FILES_MOST];   /* files that are never needed again */
    rr_text text;
} rr_expansion;

/* Adds a file and all that it includes. A file that is not to be had becomes an #error. */
void rr_expand(rr_expansion *e, const char *path);

#endif
