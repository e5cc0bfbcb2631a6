/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "output_job.h"
#include "cli/base/cli.h"
#include "cli/files/json.h"
#include "cli/files/newfile.h"
#include "cli/files/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE_LIMIT = 1 << 22 };   /* bytes; the list of ranges of a job of 10^4 ranks takes a quarter of it */

int output_job_replace(const char *path, output_job_text *text, const void *job, const job_state *state)
{
    struct stat old;
    char *temporary, *folder = path_folder(path);
    const int fd = newfile_next_to(path, &temporary);
    FILE *to = fd < 0 ? NULL : fdopen(fd, "w");
    int error = to ? 0 : errno;
    if (to) {
        text(to, folder, job, state);
        if (!stat(path, &old) && fchmod(fd, old.st_mode & 07777)) error = errno;   /* it has the seed of private numbers */
        if (fflush(to) || ferror(to) || fsync(fileno(to))) error = errno ? errno : EIO;
        if (fclose(to) && !error) error = errno;
        if (!error && rename(temporary, path)) error = errno;
    } else if (fd >= 0) {
        close(fd);
    }
    if (fd >= 0 && error) unlink(temporary);
    free(folder);
    free(temporary);
    return error;
}

/* The message that a job file can't be read. The job file of an output through a link is next to the target. */
static char *unread(const char *path)
{
    static const char end[] = ".job.json";
    const int why = errno;
    const size_t length = strlen(path), tail = sizeof end - 1;
    struct stat st;
    char *message = NULL;
    char *file = get_text("%.*s", (int)(length > tail && !strcmp(path + length - tail, end) ? length - tail : 0), path);
    char *target = why == ENOENT && !lstat(file, &st) && S_ISLNK(st.st_mode) ? path_through_links(file) : NULL;
    if (target) message = get_text("%s can't be read: %s; %s is a link, and the job file of its target is %s%s", path,
                                   strerror(why), file, target, end);
    else message = get_text("%s can't be read: %s", path, strerror(why));
    free(target);
    free(file);
    return message;
}

char *output_job_read(const char *path, char **error)
{
    char *text = calloc(SIZE_LIMIT + 1, 1);
    if (!text) {
        *error = get_text("%s can't be read: %s", path, strerror(errno));
        return NULL;
    }
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    ssize_t got = fd < 0 ? -1 : 1;
    while (got > 0 && length <= SIZE_LIMIT) {
        got = read(fd, text + length, SIZE_LIMIT + 1 - length);
        length += got > 0 ? (size_t)got : 0;
    }
    if (got < 0) *error = unread(path);
    if (fd >= 0) close(fd);
    if (got == 0 && length <= SIZE_LIMIT && strlen(text) == length) return text;
    if (got >= 0) *error = get_text(OUTPUT_JOB_FOREIGN_TEXT, path);
    free(text);
    return NULL;
}

output_job_kind output_job_glance(const char *path)
{
    struct stat st;
    char *error = NULL;
    if (lstat(path, &st) && (errno == ENOENT || errno == ENAMETOOLONG)) return OUTPUT_JOB_NONE;
    char *text = stat(path, &st) || !S_ISREG(st.st_mode) ? NULL : output_job_read(path, &error);
    json *object = text ? json_read(text, NULL) : NULL;
    const json *complete = object ? json_member(object, "complete") : NULL;
    const json *done = object ? json_member(object, "done") : NULL;
    output_job_kind kind = OUTPUT_JOB_FOREIGN;
    if (complete && complete->kind == JSON_BOOL && json_member(object, "program")) {
        const bool number = done && done->kind == JSON_NUMBER, list = done && done->kind == JSON_ARRAY;
        const bool nothing = number ? !strcmp(done->text, "0") : list && !done->child;
        kind = complete->truth ? OUTPUT_JOB_COMPLETE : nothing ? OUTPUT_JOB_EMPTY : OUTPUT_JOB_UNFINISHED;
    }
    json_free(object);
    free(text);
    free(error);
    return kind;
}

bool output_job_is_draft(const char *path)
{
    const output_job_kind kind = output_job_glance(path);
    return kind == OUTPUT_JOB_EMPTY || kind == OUTPUT_JOB_UNFINISHED;
}

/* A job that ended between its rename and the last update of its job file is not complete either, but FILE is its own. */
exit_status output_job_refuse_older(const char *path, uint64_t bytes, bool whole)
{
    static const char end[] = ".job.json", draft[] = ".part.job.json";
    const size_t length = strlen(path), tail = sizeof end - 1, longer = sizeof draft - 1;
    struct stat st, of_part;
    if (length <= tail || strcmp(path + length - tail, end)) return EXIT_DONE;
    if (length > longer && !strcmp(path + length - longer, draft)) return EXIT_DONE;   /* it is FILE.part's own */
    char *file = get_text("%.*s", (int)(length - tail), path), *part = get_text("%s.part", file);
    const bool there = !stat(file, &st), own = there && whole && (uint64_t)st.st_size == bytes && stat(part, &of_part);
    if (there && !own)
        refuse(EXIT_USAGE, "%s describes the incomplete %s, not %s, which is older; --resume --force continues it; to "
                           "remake the older file move the job file", path, part, file);
    free(file);
    free(part);
    return there && !own ? EXIT_USAGE : EXIT_DONE;
}
