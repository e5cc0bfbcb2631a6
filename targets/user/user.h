/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A law of the user's that is open, and its kernels on CPUs: compiled where it is used, loaded, kept.
 *
 *   unit.c      the text that is compiled: of a law, an instruction set and a dtype
 *   compile.c   the system's compiler
 *   cache.c     the folder of compiled laws, which nobody else may write to
 *   load.c      an object is loaded, and what it shows is looked at
 *   kernels.c   all of it together */
#ifndef RR_USER_H
#define RR_USER_H

#include "laws/sampler.h"
#include "reroll_user.h"

#include <pthread.h>
#include <stdatomic.h>

#define RR_USER_SETS 4     /* instruction sets */

/* What a text may say of its law in C of the host's. */
typedef enum rr_user_host { RR_USER_MEAN, RR_USER_CDF, RR_USER_HOSTS } rr_user_host;

struct rr_user_object;
struct rr_ops;

/* What an object holds that is loaded: it stays so until the law is closed. */
typedef struct rr_user_loaded {
    struct rr_user_loaded *next;
    void *handle;
    int file;                              /* its descriptor, which stays open (load.c) */
    const struct rr_user_object *object;
} rr_user_loaded;

typedef struct rr_user {
    rr_about seen;                         /* what programs see of it */
    rr_sampler sampler;                    /* what rr_law_open gives */
    rr_law about;
    unsigned view;                         /* 0: its value; k: view k - 1 of the text */
    char *text;                            /* as it was given */
    char *lanes;                           /* what RR_USER_FILE stands for (engine/user/attempt.h) */
    char *host[RR_USER_HOSTS];             /* #line and "{ ... }", C that returns it, or null */
    char digest[RR_SHA256_TEXT];           /* of text */
    unsigned serial;                       /* no two laws of a process have one, open or closed; from 1 */
    pthread_mutex_t lock;                  /* of what follows; ops may be read without it */
    rr_user_loaded *loaded;
    struct {
        char isa[16];
        _Atomic(const struct rr_ops *) ops[2];
    } set[RR_USER_SETS];
} rr_user;

/* Makes the kernels of an instruction set and dtype ready: from what is loaded, the cache, or by the compiler. */
rr_status rr_user_ready(rr_user *law, const char *isa, int wide, rr_result *result);

/* These kernels, which are ready. */
const struct rr_ops *rr_user_ops(const rr_user *law, const char *isa, int wide);

/* Compiles for all instruction sets of `isas`, which ends with null, both dtypes, into one object. */
rr_status rr_user_build(const rr_user *law, const char *const *isas, const char *object, rr_result *result);

/* Opens the object that a file is. Its text is object->text; the law takes it over by rr_user_take, else rr_user_unload. */
rr_status rr_user_load(const char *path, rr_user_loaded **loaded, rr_result *result);
void rr_user_take(rr_user *law, rr_user_loaded *loaded);
void rr_user_unload(rr_user_loaded *loaded);

/* What the text gives, the mean or the CDF at x; NaN where it does not give it. Some kernels are ready. */
double rr_user_say(rr_user *law, rr_user_host what, double x, const double *params);

#endif
