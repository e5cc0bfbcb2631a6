/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "newfile.h"
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/random.h>

enum { TRIES = 16 };

/* Unlike mkstemp's the file has the mode that the user's umask gives. */
int newfile_open(const char *path)
{
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

int newfile_beside(const char *path, char **name)
{
    *name = NULL;
    for (int tries = 0; tries < TRIES; ++tries) {
        uint32_t digits = 0;
        (void)!getrandom(&digits, sizeof digits, 0);   /* without it names can be guessed, and still none is followed */
        free(*name);
        *name = get_text("%s.%08" PRIx32, path, digits);
        const int fd = newfile_open(*name);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}
