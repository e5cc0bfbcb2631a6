/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The order of the steps is what keeps every crash harmless.
 *   start:       lock FILE.part, write FILE.job.json (nothing done), empty FILE.part. So a FILE.part with data in it
 *                always belongs to the FILE.job.json beside it; an empty one belongs to nobody.
 *   checkpoint:  fdatasync the data, then replace FILE.job.json. So FILE.part is never shorter than it says.
 *   end:         a checkpoint of everything, rename FILE.part to FILE, fsync the folder, then say "complete". So a job
 *                that is done but not complete, without a FILE.part, died in between, and FILE is whole. */
#include "output.h"
#include "paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum plan { PLAN_REFUSED, PLAN_START, PLAN_RESUME, PLAN_COMPLETE } plan;

bool output_is_direct(const char *path)
{
    struct stat st;
    return !path || (!stat(path, &st) && !S_ISREG(st.st_mode));
}

/* ---- What to do ---- */

static bool file_size(const char *path, uint64_t *size)
{
    struct stat st;
    const bool there = !stat(path, &st);
    *size = there ? (uint64_t)st.st_size : 0;
    return there;
}

/* What is there, and whether it is of this job. */
typedef struct scene {
    bool file, part, twin;        /* FILE exists; FILE.part holds something; FILE.job.json can be read */
    uint64_t file_bytes, part_bytes;
    job_state state;              /* of the twin */
    char *difference;             /* why the twin is not of this job; NULL: it is */
} scene;

static void look(const output *out, bool resume, scene *s)
{
    memset(s, 0, sizeof *s);
    s->file = file_size(out->file, &s->file_bytes);
    s->part = file_size(out->part, &s->part_bytes) && s->part_bytes;
    if (resume && out->twin) s->twin = out->record.read(out->twin, out->record.job, &s->state, &s->difference);
}

/* Why FILE.part can't be gone on with, a text to free, or NULL where it can. */
static char *part_obstacle(const output *out, const scene *s)
{
    if (!s->twin) return get_text("no job file says whose %s.part is%s%s", out->name, s->difference ? ": " : "",
                                  s->difference ? s->difference : "");
    if (s->state.complete) return get_text("%s.part is not of the job that the job file beside it tells of", out->name);
    if (s->difference) return get_text("%s.part is of another job: %s", out->name, s->difference);
    if (s->part_bytes < s->state.bytes) return get_text("%s.part is shorter than at its last checkpoint", out->name);
    return NULL;
}

static plan decide_resume(const output *out, bool force, const scene *s)
{
    if (s->part) {
        char *obstacle = part_obstacle(out, s);
        if (obstacle && !force) refuse(EXIT_USAGE, "%s; remove it or start anew with --force", obstacle);
        if (!obstacle && s->file && !force)
            refuse(EXIT_USAGE, "%s exists; with --force too the resumed job replaces it when it is done", out->name);
        const bool start = obstacle != NULL, refused = !force && (start || s->file);
        free(obstacle);
        return refused ? PLAN_REFUSED : start ? PLAN_START : PLAN_RESUME;
    }
    if (!s->file) return PLAN_START;
    if (s->twin && !s->difference && s->file_bytes == s->state.bytes && s->state.done == out->record.count)
        return PLAN_COMPLETE;
    if (force) return PLAN_START;
    refuse(EXIT_USAGE, "%s exists and is not known to be of this job%s%s; --force replaces it", out->name,
           s->difference ? ": " : "", s->difference ? s->difference : "");
    return PLAN_REFUSED;
}

/* Jobs that are not resumed have a job file only when they are done, and leave nothing behind before. */
static bool resumable(const output *out)
{
    return out->twin && out->record.read;
}

static plan decide_start(const output *out, bool force, const scene *s)
{
    if (force || !(s->part || s->file)) return PLAN_START;
    if (s->part)
        refuse(EXIT_USAGE, "%s.part holds an unfinished job; %s--force starts anew", out->name,
               out->record.read ? "--resume goes on with it, " : "");
    else
        refuse(EXIT_USAGE, "%s exists; --force replaces it", out->name);
    return PLAN_REFUSED;
}

static plan decide(const output *out, const output_wish *wish, job_state *state)
{
    scene s;
    look(out, wish->resume, &s);
    const plan plan = wish->resume ? decide_resume(out, wish->force, &s) : decide_start(out, wish->force, &s);
    if (plan == PLAN_RESUME || plan == PLAN_COMPLETE) *state = s.state;
    else *state = (job_state){0, 0, 0, UINT64_MAX, false};
    free(s.difference);
    return plan;
}

/* ---- Opening ---- */

static exit_status failed(const char *doing, const char *path)
{
    return refuse(EXIT_TROUBLE, "can't %s %s: %s", doing, path, strerror(errno));
}

/* A lock on a file that has lost its name in the meantime is worth nothing: the other process has just renamed it. */
static exit_status lock_part(output *out, bool create)
{
    struct stat held, named;
    out->fd = open(out->part, O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0), 0666);
    if (out->fd < 0) return failed("write", out->part);
    /* Any other error means that this file system knows no locks; the file is written all the same. */
    if (flock(out->fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        return refuse(EXIT_TROUBLE, "%s is being written by another process", out->part);
    if (fstat(out->fd, &held) || stat(out->part, &named) || held.st_ino != named.st_ino || held.st_dev != named.st_dev)
        return refuse(EXIT_TROUBLE, "%s was renamed or removed by another process just now", out->part);
    return EXIT_DONE;
}

static int sync_folder(const char *path)
{
    char *folder = path_folder(path);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* Some network file systems can't, and some folders can be written but not read: that is as safe as it gets. */
    const int error = fd >= 0 && fsync(fd) && errno != EINVAL ? errno : 0;
    if (fd >= 0) close(fd);
    free(folder);
    return error;
}

/* Gives FILE.part the mode of the FILE that it replaces, and `more` bits that are needed for now. */
static int keep_mode(const output *out, mode_t more)
{
    struct stat st;
    if (stat(out->file, &st)) return 0;
    return fchmod(out->fd, (st.st_mode & 07777) | more) ? errno : 0;
}

/* The job file must be on disk before FILE.part has other data than it tells of. Without one (--no-job) an earlier
 * run's must be gone. */
static exit_status begin(output *out, const job_state *state)
{
    int error = keep_mode(out, S_IRUSR | S_IWUSR);
    if (!error && state->bytes == 0) {
        char *twin = get_text("%s.job.json", out->file);
        if (resumable(out)) error = out->record.write(twin, out->record.job, state);
        else if (!out->twin && unlink(twin) && errno != ENOENT) error = errno;
        if (!error) error = sync_folder(twin);
        free(twin);
    }
    if (!error && (ftruncate(out->fd, (off_t)state->bytes) || lseek(out->fd, 0, SEEK_END) < 0)) error = errno;
    errno = error;
    return error ? failed("write", out->part) : EXIT_DONE;
}

/* Looks, locks, and looks again: what another process did in between must not be overwritten. */
static exit_status open_file(output *out, const output_wish *wish, job_state *state)
{
    const plan plan = decide(out, wish, state);
    if (plan == PLAN_REFUSED) return EXIT_USAGE;
    if (plan == PLAN_COMPLETE) {
        if (state->complete) return EXIT_DONE;
        state->complete = true;
        errno = out->record.write(out->twin, out->record.job, state);
        return errno ? failed("write", out->twin) : EXIT_DONE;
    }
    exit_status status = lock_part(out, plan == PLAN_START);
    if (status) return status;
    const enum plan again = decide(out, wish, state);
    if (again == PLAN_REFUSED) status = EXIT_USAGE;
    else if (again != plan) status = refuse(EXIT_TROUBLE, "%s was changed by another process just now", out->name);
    else status = begin(out, state);
    out->owned = !status;
    uint64_t size;
    if (status && file_size(out->part, &size) && !size) unlink(out->part);
    return status;
}

/* An input that is replaced by what is made from it could never be used again. */
static exit_status keep_inputs(const output *out)
{
    struct stat file, input;
    bool past = false;
    if (stat(out->file, &file)) return EXIT_DONE;
    for (uint32_t i = 0; !past; ++i) {
        const char *option, *path = out->record.input(out->record.job, i, &option, &past);
        if (path && !stat(path, &input) && input.st_ino == file.st_ino && input.st_dev == file.st_dev)
            return refuse(EXIT_USAGE, "-o %s is the file of --%s; give another name", out->name, option);
    }
    return EXIT_DONE;
}

static exit_status open_direct(output *out, const output_wish *wish)
{
    out->direct = true;
    if (wish->resume) return refuse(EXIT_USAGE, "--resume needs -o with the name of a regular file");
    if (!wish->path) return EXIT_DONE;
    out->fd = open(wish->path, O_WRONLY | O_CLOEXEC);
    return out->fd < 0 ? failed("write", wish->path) : EXIT_DONE;
}

exit_status output_open(output *out, const output_wish *wish, const record *record, job_state *state)
{
    *state = (job_state){0, 0, 0, UINT64_MAX, false};
    *out = (output){*record, wish->path ? -1 : STDOUT_FILENO, false, false, NULL, NULL, NULL, NULL};
    out->name = get_copy(wish->path ? wish->path : "standard output");
    if (output_is_direct(wish->path)) return open_direct(out, wish);
    out->file = path_through_links(wish->path);
    if (!out->file) return failed("write", wish->path);
    out->part = get_text("%s.part", out->file);
    if (!wish->no_job) out->twin = get_text("%s.job.json", out->file);
    const exit_status status = keep_inputs(out);
    return status ? status : open_file(out, wish, state);
}

/* ---- Writing ---- */

int output_write(const output *out, const void *data, size_t bytes)
{
    const char *at = data;
    while (bytes) {
        const ssize_t n = write(out->fd, at, bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        at += n;
        bytes -= (size_t)n;
    }
    return 0;
}

int output_rewrite(const output *out, const void *data, size_t bytes)
{
    const ssize_t n = pwrite(out->fd, data, bytes, 0);
    return n == (ssize_t)bytes ? 0 : n < 0 ? errno : EIO;
}

int output_checkpoint(const output *out, const job_state *state)
{
    if (out->direct) return 0;
    if (fdatasync(out->fd)) return errno;
    return out->twin ? out->record.write(out->twin, out->record.job, state) : 0;
}

static int finish_direct(output *out)
{
    /* close() is where a network file system says that it could not write. */
    const int error = close(out->fd) ? errno : 0;
    out->fd = -1;
    return error;
}

static int finish_file(const output *out, job_state *state)
{
    int error = output_checkpoint(out, state);
    if (!error) error = keep_mode(out, 0);
    if (error) return error;
    if (fsync(out->fd) || rename(out->part, out->file)) return errno;
    state->complete = true;
    error = sync_folder(out->file);
    return error || !out->twin ? error : out->record.write(out->twin, out->record.job, state);
}

int output_finish(output *out, job_state *state)
{
    if (out->direct) return finish_direct(out);
    const int error = finish_file(out, state);
    out->owned = !state->complete;
    return error;
}

void output_close(output *out)
{
    if (out->owned && !resumable(out)) unlink(out->part);
    if (out->fd >= 0 && out->fd != STDOUT_FILENO) close(out->fd);
    free(out->name);
    free(out->file);
    free(out->part);
    free(out->twin);
    memset(out, 0, sizeof *out);
}
