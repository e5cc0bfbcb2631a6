/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Files that were not there before. In a folder where others may write, a name that can be guessed may have been taken by a
 * link to a file of ours; open() without O_EXCL would write through it. */
#ifndef NEWFILE_H
#define NEWFILE_H

/* Makes a file for reading and writing. The descriptor, or -1 and errno: EEXIST where anything is there, a dangling link
 * too. */
int newfile_open(const char *path);

/* The same as "`path`.XXXXXXXX", with random digits. Sets *name, the caller's to free, in any case. */
int newfile_beside(const char *path, char **name);

/* Gives a file a name that nothing has. Returns 0 or errno: EEXIST where anything is there. */
int newfile_rename(const char *from, const char *to);

#endif
