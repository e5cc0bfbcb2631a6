/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the files of this folder share. */
#ifndef RR_USER_INSIDE_H
#define RR_USER_INSIDE_H

#include <stddef.h>

#include "user.h"
#include "targets/base/base.h"
#include "engine/abi/user.h"

#define RR_USER_PATH 4096

/* unit.c: the kernels of a law, and what an object shows of kernels that are compiled with it or beside it: of n sets, both
 * dtypes or, n being 1, that of `wide` only. Null: no memory. The caller's to free. */
char *rr_user_unit(const rr_user *law, const char *isa, int wide);
char *rr_user_show(const rr_user *law, const char *const *isas, unsigned n, int wide);

/* compile.c: what says how a unit would be compiled, for the cache's key. "" where there is no compiler's name. */
const char *rr_user_compiler(void);
const char *rr_user_flags(const char *isa);

/* Compiles a text of C in a folder, `folder`/NAME.c, to `folder`/NAME.o or, shared being 1, links it and `objects`, which
 * ends with null, to the object `folder`/NAME.so. */
rr_status rr_user_compile(const char *folder, const char *name, const char *text, const char *isa, int shared,
                          const char *const *objects, rr_result *result);

/* cache.c: the folder of compiled laws, made if need be, into path; 0 and "" where there is none to be had; -1: it is not
 * safe, which result says. */
int rr_user_folder(char path[RR_USER_PATH], rr_result *result);

/* A new folder that only this user sees, in another or, that being "", in the system's for temporary files; its end, with
 * what it holds. 0: there is none. */
int rr_user_workshop(const char *in, char path[RR_USER_PATH]);
void rr_user_workshop_end(const char *path);

/* Puts the digest of what a file holds behind it, by which damage is seen. 0: it can't be written to. */
int rr_user_seal(const char *path);

/* Is a file what was sealed? */
int rr_user_sealed(int file);

/* Opens a file for reading that is a file of this user's, and that nobody else may write to. -1: it is not there, or is not
 * so, which *why says then; else it is null. */
int rr_user_open(const char *path, const char **why);

#endif
