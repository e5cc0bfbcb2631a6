/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "names.h"

#include <string.h>
#include <sys/stat.h>

/* The names of standard output are links: to the terminal or pipe, but also to a regular file to which a shell has
 * redirected it, which must not be replaced by another file. */
const char *output_path(const char *typed)
{
    static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    for (size_t i = 0; typed && i < sizeof names / sizeof *names; ++i)
        if (!strcmp(typed, names[i])) return NULL;
    return typed;
}

bool output_is_direct(const char *path)
{
    struct stat st;
    return !path || (!stat(path, &st) && !S_ISREG(st.st_mode));
}

bool output_resumes(const output *out)
{
    return !out->direct && !out->no_job && out->record.read;
}
