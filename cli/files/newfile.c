/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _GNU_SOURCE  /* renameat2 */
#include "newfile.h"
#include "cli/base/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 16 };

/* Unlike with mkstemp, the file's mode follows the umask. */
int newfile_open(const char *path)
{
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

int newfile_next_to(const char *path, char **name)
{
    *name = NULL;
    for (int tries = 0; tries < TRIES; ++tries) {
        uint32_t digits = 0;
        (void)!getrandom(&digits, sizeof digits, 0);   /* if it fails, names can be guessed, but no link is followed */
        free(*name);
        *name = get_text("%s.%08" PRIx32, path, digits);
        const int fd = newfile_open(*name);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* True if the file system or the kernel lacks the call. */
static bool is_lacking(int error)
{
    return error == EINVAL || error == ENOSYS || error == EOPNOTSUPP || error == EPERM;
}

/* For file systems without hard links. There is a race between the check and the rename. */
static int look_and_rename(const char *from, const char *to)
{
    struct stat st;
    if (!lstat(to, &st)) return EEXIST;
    return rename(from, to) ? errno : 0;
}

/* Some file systems, such as NFS, lack RENAME_NOREPLACE; link() does not replace files either. */
int newfile_rename(const char *from, const char *to)
{
    if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE)) return 0;
    if (!is_lacking(errno)) return errno;
    if (!link(from, to)) return unlink(from) ? errno : 0;
    return is_lacking(errno) ? look_and_rename(from, to) : errno;
}
