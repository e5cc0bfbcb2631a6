/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes outputs. The order of the steps makes every crash harmless.
 *   start:       lock FILE.part, replace it by a new empty file, write its job file (nothing done). The job file is
 *                FILE.job.json, or FILE.part.job.json if FILE.job.json describes a complete file, which can't be remade
 *                without it. So a FILE.part with data belongs to FILE.part.job.json, or, if that does not exist, to
 *                FILE.job.json; an empty FILE.part belongs to no job.
 *   checkpoint:  fdatasync the data, then replace the job file. So FILE.part is never shorter than its job file states, and
 *                has the ranges listed there. There may be holes between the ranges, so the length alone proves nothing.
 *   end:         a checkpoint of everything, rename FILE.part.job.json to FILE.job.json, rename FILE.part to FILE (which
 *                replaces nothing without --force), fsync the folder, then set "complete". If all ranges are done,
 *                "complete" is false and there is no FILE.part, the process ended between these two steps, and FILE is
 *                complete.
 * A process may ignore the lock, and remove and recreate FILE.part. So before each update of the job file, and before and
 * after the rename, the name must refer to the open file, and the file must have the length that was written. */
#include "output.h"
#include "decide.h"
#include "output_job.h"
#include "cli/files/newfile.h"
#include "cli/files/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 20 };   /* bytes that are read at a time */

/* ---- FILE.part ---- */

static exit_status failed(output *out, const char *doing, const char *path)
{
    out->error = errno;
    return refuse(EXIT_TROUBLE, "can't %s %s: %s", doing, path, strerror(errno));
}

/* True if the name refers to the open file. */
static bool has_name(const output *out, const char *name)
{
    struct stat held, named;
    return !fstat(out->fd, &held) && !lstat(name, &named) && held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

/* Returns 0 if the open file has that name and length. */
static int check_name(const output *out, const char *name, uint64_t bytes)
{
    struct stat held;
    if (fstat(out->fd, &held)) return errno;
    return (uint64_t)held.st_size == bytes && has_name(out, name) ? 0 : OUTPUT_LOST;
}

static void remove_part(const output *out)
{
    if (out->fd >= 0 && has_name(out, out->part)) unlink(out->part);
}

/* Locks FILE.part. The lock is worthless if the file has lost its name: another process has just renamed it. A file that
 * can't be locked is closed, because it is another process's, or was made for nothing. */
static exit_status lock_part(output *out, bool force, bool made)
{
    const int error = flock(out->fd, LOCK_EX | LOCK_NB) ? errno : 0;
    if (error == EWOULDBLOCK || (error && !force)) {
        if (made && error != EWOULDBLOCK) remove_part(out);
        close(out->fd);
        out->fd = -1;
    }
    out->error = error ? error : ESTALE;
    if (error == EWOULDBLOCK) return refuse(EXIT_TROUBLE, "%s is being written by another process", out->part);
    if (error && !force)
        return refuse(EXIT_TROUBLE, "can't lock %s: %s; --force writes it without a lock", out->part, strerror(error));
    if (!has_name(out, out->part))
        return refuse(EXIT_TROUBLE, "%s was renamed or removed by another process just now", out->part);
    return EXIT_DONE;
}

static exit_status make_part(output *out, bool force)
{
    out->fd = newfile_open(out->part);
    return out->fd < 0 ? failed(out, "write", out->part) : lock_part(out, force, true);
}

/* Opens FILE.part, or creates it if it does not exist. */
static exit_status take_part(output *out, bool make, bool force, bool *made)
{
    out->fd = open(out->part, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    *made = out->fd < 0 && errno == ENOENT && make;
    if (*made) return make_part(out, force);
    return out->fd < 0 ? failed(out, "write", out->part) : lock_part(out, force, false);
}

/* Replaces an empty FILE.part, or one that --force may replace, by a new file: the old one may have other names, or be open
 * in another process. */
static exit_status make_part_again(output *out, bool force)
{
    const int old = out->fd;
    if (unlink(out->part)) return failed(out, "write", out->part);
    const exit_status status = make_part(out, force);
    close(old);
    return status;
}

/* ---- Opening ---- */

static int sync_folder(const char *path)
{
    char *folder = path_folder(path);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* Some network file systems can't sync folders, and some folders can't be opened for reading: not an error. */
    const int error = fd >= 0 && fsync(fd) && errno != EINVAL ? errno : 0;
    if (fd >= 0) close(fd);
    free(folder);
    return error;
}

/* Gives FILE.part the mode of the FILE that it replaces, with the bits of `more` in addition. */
static int keep_mode(const output *out, mode_t more)
{
    struct stat st;
    if (stat(out->file, &st)) return 0;
    return fchmod(out->fd, (st.st_mode & 07777) | more) ? errno : 0;
}

static int remove_job_file(const output *out)
{
    if (unlink(out->job_file)) return errno != ENOENT && errno != ENAMETOOLONG ? errno : 0;
    notice("removed %s, which does not describe the new %s", out->job_file, out->name);
    return 0;
}

/* Removes FILE.part.job.json of a former FILE.part. */
static int remove_draft(const output *out)
{
    return output_job_is_draft(out->draft) && unlink(out->draft) && errno != ENOENT ? errno : 0;
}

static int write_job_file(const output *out, const job_state *state)
{
    return out->record.write(out->drafts ? out->draft : out->job_file, out->record.job, state);
}

/* The job file must be on disk before FILE.part gets data. If this output writes none, an unfinished job's file must be
 * removed; a complete FILE's job file stays as long as FILE does. */
static int begin_job_file(const output *out, const job_state *state)
{
    int error = 0;
    if (output_resumes(out)) error = write_job_file(out, state);
    else if (output_job_glance(out->job_file) != OUTPUT_JOB_COMPLETE) error = remove_job_file(out);
    if (!error && !out->drafts) error = remove_draft(out);
    return error ? error : sync_folder(out->job_file);
}

/* Starts the digest with the existing bytes of a resumed file. */
static int begin_hash(output *out, uint64_t bytes)
{
    char *piece = get_memory(PIECE);
    int error = 0;
    out->hash = get_memory(sizeof *out->hash);
    rr_sha256_start(out->hash);
    for (uint64_t at = 0; at < bytes && !error;) {
        const ssize_t n = pread(out->fd, piece, bytes - at < PIECE ? bytes - at : PIECE, (off_t)at);
        if (n > 0) rr_sha256_add(out->hash, piece, (size_t)n);
        else error = n < 0 ? errno : EIO;
        at += n > 0 ? (uint64_t)n : 0;
    }
    free(piece);
    return error;
}

static exit_status begin(output *out, const output_request *request, const job_state *state, bool made)
{
    const exit_status status = made || state->bytes ? EXIT_DONE : make_part_again(out, request->force);
    if (status) return status;
    int error = keep_mode(out, S_IRUSR | S_IWUSR);
    if (!error && state->bytes == 0) error = begin_job_file(out, state);
    if (!error && (ftruncate(out->fd, (off_t)state->bytes) || lseek(out->fd, 0, SEEK_END) < 0)) error = errno;
    if (!error && request->digest) error = begin_hash(out, state->bytes);
    errno = error;
    return error ? failed(out, "write", out->part) : EXIT_DONE;
}

/* Decides again under the lock, so as not to overwrite what another process has written before. */
static exit_status begin_as_planned(output *out, const output_request *request, plan plan, job_state *state, bool made)
{
    const enum plan again = plan_output(out, request, state);
    if (again == PLAN_REFUSED) return EXIT_USAGE;
    out->error = EAGAIN;
    if (again != plan) return refuse(EXIT_TROUBLE, "%s was changed by another process just now", out->name);
    return begin(out, request, state, made);
}

/* The disk space in bytes of FILE.part; holes take none. */
static uint64_t held_bytes(const output *out, const job_state *state)
{
    struct stat st;
    if (!state->bytes || stat(out->part, &st)) return 0;
    const uint64_t blocks = (uint64_t)st.st_blocks * 512;
    return blocks < state->bytes ? blocks : state->bytes;
}

static exit_status open_file(output *out, const output_request *request, job_state *state)
{
    const plan plan = plan_output(out, request, state);
    if (plan == PLAN_REFUSED || plan_names(out)) return EXIT_USAGE;
    if (plan == PLAN_COMPLETE) {
        if (state->complete) return EXIT_DONE;
        state->complete = true;
        errno = out->record.write(out->job_file, out->record.job, state);
        return errno ? failed(out, "write", out->job_file) : EXIT_DONE;
    }
    bool made = false;
    out->error = ENOSPC;
    exit_status status = plan_space(out, request, held_bytes(out, state));
    if (!status) status = take_part(out, plan == PLAN_START, request->force, &made);
    else return status;
    if (!status) status = begin_as_planned(out, request, plan, state, made);
    out->owned = !status;
    struct stat st;
    if (status && out->fd >= 0 && !fstat(out->fd, &st) && !st.st_size) remove_part(out);
    return status;
}

static exit_status open_direct(output *out, const output_request *request)
{
    out->direct = true;
    if (request->resume) return refuse(EXIT_USAGE, "--resume needs -o with the name of a regular file");
    if (!request->path) return EXIT_DONE;
    out->fd = open(request->path, O_WRONLY | O_CLOEXEC);
    return out->fd < 0 ? failed(out, "write", request->path) : EXIT_DONE;
}

exit_status output_open(output *out, const output_request *request, const record *record, job_state *state)
{
    *state = JOB_STATE_NEW;
    *out = (output){.record = *record, .fd = request->path ? -1 : STDOUT_FILENO, .no_job = request->no_job,
                    .replaces = request->force};
    out->name = get_copy(request->path ? request->path : "standard output");
    if (output_is_direct(request->path)) return open_direct(out, request);
    out->file = path_through_links(request->path);
    if (!out->file) return failed(out, "write", request->path);
    out->part = get_text("%s.part", out->file);
    out->job_file = get_text("%s.job.json", out->file);
    out->draft = get_text("%s.part.job.json", out->file);
    out->error = EINVAL;
    exit_status status = plan_names(out);
    if (!status) status = plan_inputs(out, request);
    return status ? status : open_file(out, request, state);
}

/* Sets a random modification time in even seconds of this century, which the coarsest file systems represent. If it can't
 * be set, the existing one is used. */
int output_mark(const output *out, part_mark *mark)
{
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = 1000000000}};
    uint32_t random;
    struct stat st;
    if (getrandom(&random, sizeof random, 0) == sizeof random) times[1].tv_sec += 2 * (random >> 4);
    (void)!futimens(out->fd, times);
    if (fstat(out->fd, &st)) return errno;
    *mark = (part_mark){st.st_ino, st.st_mtime};
    return 0;
}

exit_status output_join(output *out, const char *name, const char *file, const record *record, bool no_job, part_mark mark)
{
    struct stat st;
    *out = (output){.record = *record, .no_job = no_job, .name = get_copy(name), .file = get_copy(file),
                    .part = get_text("%s.part", file), .job_file = get_text("%s.job.json", file)};
    out->fd = open(out->part, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (out->fd < 0) return failed(out, "write", out->part);
    if (fstat(out->fd, &st)) return failed(out, "write", out->part);
    if (st.st_ino == mark.inode && st.st_mtime == mark.seconds) return EXIT_DONE;
    return refuse(EXIT_TROUBLE, "%s is another file here; the folder must be one that all ranks share", out->part);
}

int output_stretch(const output *out, job_state *state, uint64_t bytes)
{
    if (ftruncate(out->fd, (off_t)bytes)) return errno;
    state->bytes = bytes;
    return 0;
}

/* ---- Writing ---- */

int output_write(const output *out, const void *data, size_t bytes)
{
    const char *at = data;
    while (bytes) {
        const ssize_t n = write(out->fd, at, bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        if (out->hash) rr_sha256_add(out->hash, at, (size_t)n);
        at += n;
        bytes -= (size_t)n;
    }
    return 0;
}

int output_write_at(const output *out, const void *data, size_t bytes, uint64_t offset)
{
    const char *at = data;
    while (bytes) {
        const ssize_t n = pwrite(out->fd, at, bytes, (off_t)offset);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        if (out->hash) rr_sha256_add(out->hash, at, (size_t)n);   /* pieces of a shard are written in order */
        at += n;
        offset += (uint64_t)n;
        bytes -= (size_t)n;
    }
    return 0;
}

int output_sync(const output *out)
{
    return fdatasync(out->fd) ? errno : 0;
}

int output_note(const output *out, const job_state *state)
{
    const int error = check_name(out, out->part, state->bytes);
    return error || out->no_job ? error : write_job_file(out, state);
}

int output_checkpoint(const output *out, const job_state *state)
{
    if (out->direct) return 0;
    const int error = output_sync(out);
    return error ? error : output_note(out, state);
}

static int finish_direct(output *out)
{
    /* Network file systems may report a failed write only in close(). */
    const int error = close(out->fd) ? errno : 0;
    out->fd = -1;
    return error;
}

/* Renames FILE.part and checks the name again: another file with this name must not be reported as complete, even if it was
 * created just before the rename. */
static int rename_part(const output *out, uint64_t bytes)
{
    int error = check_name(out, out->part, bytes);
    if (!error && out->no_job) error = remove_job_file(out);
    if (error) return error;
    if (out->replaces) error = rename(out->part, out->file) ? errno : 0;
    else error = newfile_rename(out->part, out->file);
    if (error) return error == EEXIST ? OUTPUT_TAKEN : error;
    return check_name(out, out->file, bytes);
}

static int finish_file(output *out, job_state *state)
{
    if (out->hash) rr_sha256_finish(out->hash, state->digest);
    int error = output_checkpoint(out, state);
    if (!error) error = keep_mode(out, 0);
    if (!error && fsync(out->fd)) error = errno;
    if (!error && out->drafts && rename(out->draft, out->job_file)) error = errno;
    if (!error) out->drafts = false;
    if (!error) error = rename_part(out, state->bytes);
    if (error) return error;
    state->complete = true;
    error = sync_folder(out->file);
    return error || out->no_job ? error : out->record.write(out->job_file, out->record.job, state);
}

int output_finish(output *out, job_state *state)
{
    if (out->direct) return finish_direct(out);
    const int error = finish_file(out, state);
    out->owned = !state->complete;
    return error;
}

exit_status output_failed(output *out, int error)
{
    out->error = error == OUTPUT_TAKEN ? EEXIST : error == OUTPUT_LOST ? ESTALE : error;
    if (error == OUTPUT_LOST)
        return refuse(EXIT_TROUBLE, "can't write %s: another process has removed, replaced or changed %s",
                      out->name, out->part);
    if (error == OUTPUT_TAKEN)
        return refuse(EXIT_TROUBLE,
                      "can't write %s: another process has made it; it is kept; %s--force replaces it",
                      out->name, output_resumes(out) ? "--resume " : "");
    return refuse(EXIT_TROUBLE, "can't write %s: %s%s", out->name, strerror(error),
                  output_resumes(out) ? "; the same command with --resume continues" : "");
}

/* FILE.part keeps its name, and so its lock, until its job file is removed. It is emptied first: if this process is killed
 * in between, a FILE.part with data but without a job file would be left. */
void output_discard(const output *out)
{
    if (!has_name(out, out->part) || ftruncate(out->fd, 0)) return;
    if (output_resumes(out)) unlink(out->drafts ? out->draft : out->job_file);
    remove_part(out);
}

void output_close(output *out)
{
    if (out->owned && !output_resumes(out)) remove_part(out);
    if (out->fd >= 0 && out->fd != STDOUT_FILENO) close(out->fd);
    free(out->hash);
    free(out->name);
    free(out->file);
    free(out->part);
    free(out->job_file);
    free(out->draft);
    memset(out, 0, sizeof *out);
}
