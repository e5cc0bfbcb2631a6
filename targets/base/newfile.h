/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes new files next to their final path, to be written and then renamed. In a directory where other users may write, a
 * name that can be guessed may be a link to one of our files; open() without O_EXCL would write through it. */
#ifndef RR_NEWFILE_H
#define RR_NEWFILE_H

#include <stddef.h>

/* Makes the directory of a file, and its parents. */
void rr_newfile_folders(const char *path);

/* Makes "`path`.PROCESS.NUMBER" for writing, with the first free number, and writes its path to `name`. Returns the
 * descriptor, or -1. */
int rr_newfile_next_to(const char *path, char *name, size_t size);

#endif
