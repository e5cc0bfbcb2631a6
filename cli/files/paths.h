/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Paths as texts. All results are the caller's to free. */
#ifndef PATHS_H
#define PATHS_H

#include <stdbool.h>

/* The folder of a path: "a/b" gives "a", "b" gives ".". */
char *path_folder(const char *path);

/* `path` seen from `folder`; an absolute path stays what it is. */
char *path_join(const char *folder, const char *path);

/* What path_join(folder, ...) turns into `path`: an absolute path as it is, a relative one (relative to the current
 * folder) made relative to `folder`. */
char *path_from(const char *folder, const char *path);

/* The path that `path` leads to through symbolic links, which need not exist; NULL and errno where they go round. */
char *path_through_links(const char *path);

/* Do two paths lead to one file? It may have many names. */
bool path_same_file(const char *a, const char *b);

#endif
