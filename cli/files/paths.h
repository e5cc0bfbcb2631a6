/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on paths. The caller frees all results. */
#ifndef PATHS_H
#define PATHS_H

#include <stdbool.h>

/* The folder of a path: "a/b" gives "a", "b" gives ".". */
char *path_folder(const char *path);

/* `path` relative to `folder`; an absolute path is unchanged. */
char *path_join(const char *folder, const char *path);

/* The inverse of path_join: an absolute path is unchanged, a path relative to the current folder becomes relative to
 * `folder`. */
char *path_from(const char *folder, const char *path);

/* The target of `path` after all symbolic links, which need not exist; NULL and errno if the links form a loop. */
char *path_through_links(const char *path);

/* True if two paths lead to the same file, which may have several names. */
bool path_same_file(const char *a, const char *b);

#endif
