/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "newfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_LIMIT 4096
#define TRIES 64   /* a killed process may have left files, and this process may have the same process number */

void rr_newfile_folders(const char *path)
{
    char folder[PATH_LIMIT];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        (void)mkdir(folder, 0777);
    }
}

int rr_newfile_next_to(const char *path, char *name, size_t size)
{
    static atomic_uint number;   /* so that threads of this process write different files */
    for (int tries = 0; tries < TRIES; ++tries) {
        const int n = snprintf(name, size, "%s.%ld.%u", path, (long)getpid(), atomic_fetch_add(&number, 1));
        if (n < 0 || (size_t)n >= size) return -1;
        const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}
