/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks that are made before any file is created: inputs, names, free space. */
#include "decide.h"
#include "cli/files/json.h"
#include "cli/files/paths.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* ---- Inputs ---- */

/* Refuses to replace an input by the output made from it. Temporary files are new and so never inputs. */
static exit_status keep_input(const output *out, const char *option, const char *path)
{
    if (path_same_file(path, out->file))
        return refuse(EXIT_USAGE, "-o %s is the file of --%s; give another name", out->name, option);
    const char *const next_to[] = {out->part, out->job_file, out->draft};
    for (int i = 0; i < 3; ++i)
        if (path_same_file(path, next_to[i]))
            return refuse(EXIT_USAGE, "-o %s would replace %s, the file of --%s; give another name", out->name, next_to[i],
                          option);
    return EXIT_DONE;
}

/* Refuses names that are not UTF-8: JSON must be, and other readers would refuse the job file. */
static exit_status check_text(const output *out, const char *option, const char *path)
{
    if (out->no_job) return EXIT_DONE;
    char *folder = path_folder(out->job_file), *name = path_from(folder, path);
    const bool ok = json_is_text(name);
    free(folder);
    free(name);
    if (ok) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s @%s is not UTF-8, so that %s cannot hold it: rename it, or give --no-job", option,
                  path, out->job_file);
}

exit_status plan_inputs(const output *out, const output_request *request)
{
    bool past = false;
    for (uint32_t i = 0;; ++i) {
        const char *option, *path = out->record.input(out->record.job, i, &option, &past);
        if (past) break;
        exit_status status = path ? keep_input(out, option, path) : EXIT_DONE;
        if (!status && path) status = check_text(out, option, path);
        if (status) return status;
    }
    /* FILE's own job file may be replaced: it describes the same job, or --force is required. */
    if (request->job && (path_same_file(request->job, out->file) || path_same_file(request->job, out->part)))
        return refuse(EXIT_USAGE, "-o %s would replace %s, the file of --job; give another name", out->name, request->job);
    return EXIT_DONE;
}

/* ---- Names ---- */

enum { RANDOM = 9 };   /* newfile_next_to adds a dot and 8 digits */

exit_status plan_names(const output *out)
{
    char *folder = path_folder(out->file);
    const long max = pathconf(folder, _PC_NAME_MAX);
    const char *longest = out->no_job ? out->part : out->drafts ? out->draft : out->job_file, *slash = strrchr(longest, '/');
    const size_t length = strlen(slash ? slash + 1 : longest) + (out->no_job ? 0 : RANDOM);
    free(folder);
    if (max < 0 || length <= (size_t)max) return EXIT_DONE;
    const size_t own = strlen(longest) - strlen(out->file) + (out->no_job ? 0 : RANDOM);
    const char *more = out->no_job ? "" : out->drafts ? " while the old job file stays" : "; --no-job adds less";
    return refuse(EXIT_USAGE, "-o %s is too long: at most %zu bytes, because names of temporary files are longer%s",
                  out->name, (size_t)max - own, more);
}

/* ---- Free space ---- */

static const char *size_text(uint64_t bytes, char text[48])
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double in_unit = (double)bytes / 1024;
    int unit = 0;
    for (; in_unit >= 1000 && unit < 5; ++unit) in_unit /= 1024;
    snprintf(text, 48, "%" PRIu64 " bytes (%.3g %s)", bytes, in_unit, units[unit]);
    return text;
}

/* Checks free space without reserving it: posix_fallocate() would fill a tmpfs before it fails, and it writes every block on
 * file systems that can't reserve. Other programs may still fill the disk; --resume continues after that. --force skips the
 * check, because file systems that compress may have more space than they report. */
exit_status plan_space(const output *out, const output_request *request, uint64_t there)
{
    struct statvfs fs;
    char wanted[48], free_text[48];
    uint64_t capacity;
    char *folder = path_folder(out->file);
    const bool known = !statvfs(folder, &fs) && fs.f_blocks;   /* unknown on file systems without blocks */
    free(folder);
    if (request->force || !known || request->bytes <= there) return EXIT_DONE;
    const bool endless = __builtin_mul_overflow((uint64_t)fs.f_bavail, (uint64_t)fs.f_frsize, &capacity);
    if (endless || request->bytes - there <= capacity) return EXIT_DONE;
    return refuse(EXIT_USAGE, "%s needs %s%s, and its file system has %s free; --force writes it nevertheless", out->name,
                  request->exact ? "" : "at least ", size_text(request->bytes - there, wanted),
                  size_text(capacity, free_text));
}
