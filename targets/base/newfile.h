/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Files that were not there before, to be written beside their place and renamed into it. In a folder where others may
 * write, a name that can be guessed may have been taken by a link to a file of ours; open() without O_EXCL would write
 * through it. */
#ifndef RR_NEWFILE_H
#define RR_NEWFILE_H

#include <stddef.h>

/* Makes the folder that a file lies in, and those above. */
void rr_newfile_folders(const char *path);

/* Makes "`path`.PROCESS.NUMBER" for writing, with the first number that is free; name gets what it is called. The
 * descriptor, or -1. */
int rr_newfile_beside(const char *path, char *name, size_t size);

#endif
