/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Laws of the user's (reroll_user.h) that the command has opened. They stay open; each is opened once. */
#ifndef LAW_H
#define LAW_H

#include "cli.h"

#include <stdbool.h>

/* A name with a slash, or that ends in .h or .so, and then maybe in :VIEW: a path, and no sampler of the list. */
bool law_is_path(const char *text);

/* EXIT_USAGE, or EXIT_DEVICE where no compiler is to be had, after saying what is wrong. */
exit_status law_opened(const char *path, const rr_sampler_info **sampler);

/* The path that a law was opened by; NULL: the sampler is built in. */
const char *law_path(const rr_sampler_info *sampler);

/* From now on `find` opens the laws of law_with_digest, from their paths: for programs that hold laws themselves. It returns
 * NULL after it has set *why, a message that is to be freed, and *status. Such jobs name the path of their law (job.law). */
typedef const rr_sampler_info *law_finder(const char *path, char **why, exit_status *status);
void law_find_by(law_finder *find);

/* The law whose text has this digest: one of this name (of this view, that is) that is open, else what `path` holds, whose
 * name is the caller's to look at. NULL: it holds another, or none; then *why is a sentence, the caller's to free, and
 * *status what to end with. */
const rr_sampler_info *law_with_digest(const char *path, const char *name, const char *digest, char **why,
                                       exit_status *status);

#endif
