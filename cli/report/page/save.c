/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes files whole: a crash or a full disk leaves nothing under the final name. */
#include "save.h"
#include "cli/files/newfile.h"
#include "cli/files/paths.h"
#include "cli/output/output.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static exit_status cannot_write(const char *path)
{
    return refuse(EXIT_TROUBLE, "can't write %s: %s", path ? path : "standard output", strerror(errno));
}

static int write_all(int fd, const char *data, size_t bytes)
{
    const output out = {.fd = fd, .direct = true};
    return output_write(&out, data, bytes);
}

static int save_direct(const char *path, const char *data, size_t bytes)
{
    FILE *to = fopen(path, "w");
    if (!to) return errno;
    int error = write_all(fileno(to), data, bytes);
    if (fclose(to) && !error) error = errno;
    return error;
}

static int save_regular(const char *file, const char *data, size_t bytes)
{
    struct stat replaced;
    char *part;
    const int fd = newfile_next_to(file, &part);
    int error = fd < 0 ? errno : write_all(fd, data, bytes);
    if (!error && !stat(file, &replaced) && fchmod(fd, replaced.st_mode & 07777)) error = errno;
    if (!error && fsync(fd)) error = errno;
    if (fd >= 0 && close(fd) && !error) error = errno;
    if (!error && rename(part, file)) error = errno;
    if (error && fd >= 0) unlink(part);
    free(part);
    return error;
}

/* A closed pipe is not an error: its reader has what it needs. */
static exit_status save_to_output(const char *data, size_t bytes)
{
    const output out = {.fd = STDOUT_FILENO, .direct = true};
    errno = output_write(&out, data, bytes);
    return errno && errno != EPIPE ? cannot_write(NULL) : EXIT_DONE;
}

exit_status save_file(const char *path, const char *data, size_t bytes)
{
    if (!path) return save_to_output(data, bytes);
    char *file = path_through_links(path);
    if (!file) return cannot_write(path);
    const int error = output_is_direct(path) ? save_direct(path, data, bytes) : save_regular(file, data, bytes);
    free(file);
    errno = error;
    return error ? cannot_write(path) : EXIT_DONE;
}

/* ---- Checks before measurements ---- */

static exit_status check_output(const report_options *o)
{
    if (!o->output) return EXIT_DONE;
    if (output_is_direct(o->output)) {
        struct stat st;
        if (!stat(o->output, &st) && S_ISDIR(st.st_mode))
            return refuse(EXIT_USAGE, "-o %s is a directory: give a file name", o->output);
        return access(o->output, W_OK) ? cannot_write(o->output) : EXIT_DONE;
    }
    if (!access(o->output, F_OK) && !o->force) return refuse(EXIT_USAGE, "%s exists; --force replaces it", o->output);
    char *file = path_through_links(o->output), *folder = file ? path_folder(file) : NULL;
    const exit_status status = !folder || access(folder, W_OK) ? cannot_write(o->output) : EXIT_DONE;
    free(folder);
    free(file);
    return status;
}

static bool is_empty(DIR *folder)
{
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) return false;
    return true;
}

static exit_status check_data(const report_options *o)
{
    if (mkdir(o->data, 0777) && errno != EEXIST)
        return refuse(EXIT_TROUBLE, "can't make the directory --data %s: %s", o->data, strerror(errno));
    DIR *folder = opendir(o->data);
    if (!folder) return refuse(EXIT_USAGE, "--data %s: %s", o->data, strerror(errno));
    const bool usable = o->force || is_empty(folder);
    closedir(folder);
    if (!usable) return refuse(EXIT_USAGE, "--data %s holds files; --force replaces those of the same names", o->data);
    return access(o->data, W_OK) ? cannot_write(o->data) : EXIT_DONE;
}

exit_status save_check(const report_options *o)
{
    exit_status status = check_output(o);
    if (!status && o->data) status = check_data(o);
    return status;
}
