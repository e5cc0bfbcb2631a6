/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions that the files of this directory share. */
#ifndef RR_USER_INSIDE_H
#define RR_USER_INSIDE_H

#include <stddef.h>

#include "user.h"
#include "targets/base/base.h"
#include "engine/abi/user.h"

#define RR_USER_PATH 4096

/* unit.c: the text of the kernels of a distribution; and of the exported symbol of an object with kernels of n instruction
 * sets, of both dtypes or, if n is 1, of that of `wide` only. Null: no memory. The caller frees the text. */
char *rr_user_unit(const rr_user *law, const char *isa, int wide);
char *rr_user_show(const rr_user *law, const char *const *isas, unsigned n, int wide);

/* compile.c: the compiler and flags for a unit, for the cache's key. "": there is no compiler. */
const char *rr_user_compiler(void);
const char *rr_user_flags(const char *isa);

/* Compiles a text of C in a directory, `folder`/NAME.c, to `folder`/NAME.o. If shared is 1, links it with `objects`, which
 * ends with null, to the shared object `folder`/NAME.so. */
rr_status rr_user_compile(const char *folder, const char *name, const char *text, const char *isa, int shared,
                          const char *const *objects, rr_result *result);

/* cache.c: writes the directory of compiled distributions, made if needed, to path; 0 and "": there is none; -1: it is not
 * safe, which result reports. */
int rr_user_folder(char path[RR_USER_PATH], rr_result *result);

/* Makes a new directory that only this user can read, in directory `in` or, if that is "", in that of temporary files;
 * removes it and its files. 0: failed. */
int rr_user_workshop(const char *in, char path[RR_USER_PATH]);
void rr_user_workshop_end(const char *path);

/* Removes from the cache the temporary directories, older than a day, of processes that were killed while they compiled. */
void rr_user_sweep(const char *in);

/* Appends the digest of a file's contents to it, to detect damage. 0: the file cannot be written. */
int rr_user_seal(const char *path);

/* True if a file ends with the digest of its contents. */
int rr_user_sealed(int file);

/* load.c: appends the contents of one file to another. 0: failed, and errno is set. */
int rr_user_copy(int from, int to);

/* Opens a regular file for reading that belongs to this user and that nobody else may write to. Returns -1 if it does not
 * exist (*why is null) or is not such a file (*why is the reason). */
int rr_user_open(const char *path, const char **why);

#endif
