/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An open user-defined distribution, and its kernels on CPUs: compiled at run time, loaded and cached.
 *
 *   unit.c      the text that is compiled for a distribution, an instruction set and a dtype
 *   compile.c   the system's compiler
 *   cache.c     the directory of compiled distributions, which nobody else may write to
 *   load.c      loads an object and checks its exported symbol
 *   kernels.c   combines the other files */
#ifndef RR_USER_H
#define RR_USER_H

#include "laws/sampler.h"
#include "reroll_user.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define RR_USER_SETS 4     /* instruction sets */

/* The end of a path, which names the file: at most `max` bytes that begin with a whole character of UTF-8. */
static inline const char *rr_path_end(const char *path, size_t max)
{
    const size_t length = strlen(path);
    const char *end = path + (length > max ? length - max : 0);
    while (end > path && (*end & 0xC0) == 0x80) ++end;
    return end;
}

/* The arguments of "%s%s" for a path in a message. */
#define RR_PATH(path, max) strlen(path) > (max) ? "..." : "", rr_path_end(path, max)

/* The functions that a text may define in host C. */
typedef enum rr_user_host { RR_USER_MEAN, RR_USER_CDF, RR_USER_HOSTS } rr_user_host;

struct rr_user_object;
struct rr_ops;

/* A loaded object, which stays loaded until the distribution is closed. */
typedef struct rr_user_loaded {
    struct rr_user_loaded *next;
    void *handle;
    int file;                              /* its descriptor, which stays open (load.c) */
    const struct rr_user_object *object;
} rr_user_loaded;

typedef struct rr_user {
    rr_about seen;                         /* its public description */
    rr_sampler sampler;                    /* the sampler that rr_law_open returns */
    rr_law about;
    unsigned derived;                         /* 0: its value; k: derived distribution k - 1 of the text */
    char *text;                            /* as it was given */
    char *lanes;                           /* the lane text that replaces RR_USER_FILE (engine/user/attempt.h) */
    char *host[RR_USER_HOSTS];             /* #line and "{ ... }", C that returns the value, or null */
    char digest[RR_SHA256_TEXT];           /* of text */
    unsigned serial;                       /* from 1; unique in the process among all, open or closed */
    pthread_mutex_t lock;                  /* of the members below; set may be read without it */
    rr_user_loaded *loaded;
    struct {
        _Atomic(const char *) isa;             /* in a loaded object; null: a free place */
        _Atomic(const struct rr_ops *) ops[2];
    } set[RR_USER_SETS];
} rr_user;

/* Makes the kernels of an instruction set and dtype ready: from a loaded object, the cache, or the compiler. */
rr_status rr_user_ready(rr_user *law, const char *isa, int wide, rr_result *result);

/* The kernels of an instruction set and dtype; null: not ready. */
const struct rr_ops *rr_user_ops(const rr_user *law, const char *isa, int wide);

/* Compiles both dtypes for all instruction sets of `isas`, which ends with null, into one object. */
rr_status rr_user_build(const rr_user *law, const char *const *isas, const char *object, rr_result *result);

/* Loads an object file. Its text is object->text. rr_user_take passes ownership to the law; if it is not called, call
 * rr_user_unload. */
rr_status rr_user_load(const char *path, rr_user_loaded **loaded, rr_result *result);
void rr_user_take(rr_user *law, rr_user_loaded *loaded);
void rr_user_unload(rr_user_loaded *loaded);

/* The mean or the CDF at x as the text defines it; NaN if it does not. At least one object must be loaded. */
double rr_user_value(rr_user *law, rr_user_host what, double x, const double *params);

#endif
