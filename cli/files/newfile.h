/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Creates files that must not exist yet. In a folder where others may write, somebody may have put a link to another of the
 * user's files under a name that can be guessed; open() without O_EXCL would write through it. */
#ifndef NEWFILE_H
#define NEWFILE_H

/* Creates a file for reading and writing. Returns the descriptor, or -1 and errno: EEXIST if anything has that name, even
 * a dangling link. */
int newfile_open(const char *path);

/* The same under the name "`path`.XXXXXXXX", with random digits. Always sets *name, which the caller frees. */
int newfile_next_to(const char *path, char **name);

/* Renames a file to a name that must be free. Returns 0 or errno: EEXIST if anything has that name. */
int newfile_rename(const char *from, const char *to);

#endif
