/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The user-defined distributions (reroll_user.h) that the command has opened. Each is opened once and stays open. */
#ifndef LAW_H
#define LAW_H

#include "cli.h"

#include <stdbool.h>

/* True for a path instead of a sampler's name: it has a slash, or ends in .h or .so, optionally followed by :DERIVED. */
bool law_is_path(const char *text);

/* Refuses a path with a newline, which rr_law_open would read as a text. */
exit_status law_check_path(const char *path);

/* EXIT_DONE; or, after a message, EXIT_USAGE, or EXIT_DEVICE when no compiler is available. */
exit_status law_opened(const char *path, const rr_sampler_info **sampler);

/* The path that a user-defined distribution was opened from; NULL for a built-in sampler. */
const char *law_path(const rr_sampler_info *sampler);

/* From now on law_with_digest opens distributions by calling `find` with their path: for programs that keep them open
 * themselves. On failure it returns NULL and sets *why, a message to be freed, and *status. Such jobs set job.law. */
typedef const rr_sampler_info *law_finder(const char *path, char **why, exit_status *status);
void law_find_by(law_finder *find);

/* The distribution whose source text has this digest: an open one with this name, which includes the :DERIVED, otherwise the
 * one in `path`, whose name the caller checks. NULL if `path` has another one or none; then *why is a message that the
 * caller frees, and *status the exit status. */
const rr_sampler_info *law_with_digest(const char *path, const char *name, const char *digest, char **why,
                                       exit_status *status);

#endif
