/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "names.h"

#include <string.h>
#include <sys/stat.h>

const char *output_path(const char *typed)
{
    return typed && strcmp(typed, "-") ? typed : NULL;
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
