/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "shards.h"
#include "cli/base/numbers.h"
#include "cli/files/paths.h"
#include "cli/job/jobfile.h"
#include "cli/job/shard.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- The number of shards ---- */

/* K of a name that begins with FILE.shard-k-of-K, or 0. */
static uint64_t count_of(const char *name, const char *base)
{
    static const char mark[] = ".shard-", between[] = "-of-";
    const size_t length = strlen(base);
    uint64_t of = 0;
    if (strncmp(name, base, length) || strncmp(name + length, mark, sizeof mark - 1)) return 0;
    const char *at = name + length + sizeof mark - 1;
    at += strspn(at, "0123456789");
    if (strncmp(at, between, sizeof between - 1)) return 0;
    at += sizeof between - 1;
    char *digits = get_text("%.*s", (int)strspn(at, "0123456789"), at);
    if (!parse_digits(digits, &of) || of > SHARDS_MAX) of = 0;
    free(digits);
    return of;
}

/* Finds the common K of the shards in FILE's folder. */
static exit_status find_count(const char *file, uint64_t *of)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    char *folder = path_folder(file);
    DIR *all = opendir(folder);
    const int error = all ? 0 : errno;
    uint64_t other = 0;
    *of = 0;
    for (const struct dirent *entry; all && (entry = readdir(all));) {
        const uint64_t n = count_of(entry->d_name, base);
        if (n && *of && n != *of) other = n;
        else if (n) *of = n;
    }
    if (all) closedir(all);
    exit_status status = EXIT_DONE;
    if (error) status = refuse(EXIT_USAGE, "%s can't be read: %s", folder, strerror(error));
    else if (!*of)
        status = refuse(EXIT_USAGE, "found no shards of %s (%s.shard-0-of-K, ..., each with its job file)", file, file);
    else if (other)
        status = refuse(EXIT_USAGE, "%s has shards of %" PRIu64 " and of %" PRIu64 "; move one set away",
                        file, *of < other ? *of : other, *of < other ? other : *of);
    free(folder);
    return status;
}

/* ---- One shard ---- */

/* The first job file of a shard that exists, or NULL. The caller frees it. */
static char *any_record(const shard_set *set)
{
    struct stat st;
    for (uint64_t k = 0; k < set->of; ++k) {
        char *shard = shard_path(set->file, k, set->of), *path = get_text("%s.job.json", shard);
        free(shard);
        if (!stat(path, &st)) return path;
        free(path);
    }
    return NULL;
}

/* Checks that the shard's file and job file exist. A missing shard can be made from the job file of any other one. */
static exit_status check_there(const shard_set *set, uint64_t k, const char *path, const char *job_path)
{
    struct stat st, of_job;
    if (!stat(path, &st) && !stat(job_path, &of_job)) {
        if (S_ISREG(st.st_mode) && S_ISREG(of_job.st_mode)) return EXIT_DONE;
        return refuse(EXIT_USAGE, "%s is not a regular file", S_ISREG(st.st_mode) ? job_path : path);
    }
    char *part = get_text("%s.part", path);
    const bool begun = !stat(part, &st);
    free(part);
    if (begun) return refuse(EXIT_USAGE, "%s is incomplete; its command with --resume continues it", path);
    const char *lacks = !stat(path, &st) ? job_path : path;
    char *record = any_record(set);
    const exit_status status =
        record ? refuse(EXIT_USAGE, "%s is missing; make it with: reroll sample --job %s --shard %" PRIu64 "/%" PRIu64
                        " -o %s", lacks, record, k, set->of, set->file)
               : refuse(EXIT_USAGE, "%s is missing; draw the shards again, since no job file is left", lacks);
    free(record);
    return status;
}

static exit_status check_finished(const char *path, const job_state *state)
{
    struct stat st;
    if (!state->complete) return refuse(EXIT_USAGE, "%s is incomplete; its command with --resume continues it", path);
    if (stat(path, &st)) return refuse(EXIT_TROUBLE, "%s can't be read: %s", path, strerror(errno));
    if ((uint64_t)st.st_size == state->bytes) return EXIT_DONE;
    return refuse(EXIT_TROUBLE, "%s has %" PRIu64 " bytes, and its job file has %" PRIu64, path, (uint64_t)st.st_size,
                  state->bytes);
}

/* Takes the job from the first shard; all others must be shards of it. */
static exit_status check_job(shard_set *set, uint64_t k, const char *path, job *there)
{
    if (there->shard.number != k || there->shard.of != set->of)
        return refuse(EXIT_USAGE, "%s.job.json is not the job file of shard %" PRIu64 " of %" PRIu64, path, k, set->of);
    shard_join(there);
    if (!k) {
        set->job = *there;
        memset(there, 0, sizeof *there);
        return EXIT_DONE;
    }
    char *difference = job_difference(there, &set->job), *first = shard_path(set->file, 0, set->of);
    exit_status status = EXIT_DONE;
    if (difference) status = refuse(EXIT_USAGE, "%s and %s belong to different jobs: %s", path, first, difference);
    free(difference);
    free(first);
    return status;
}

static exit_status look_at(shard_set *set, uint64_t k)
{
    char *path = shard_path(set->file, k, set->of), *job_path = get_text("%s.job.json", path), *error = NULL;
    job there = {0};
    exit_status status = check_there(set, k, path, job_path);
    if (!status && (status = jobfile_read(job_path, &there, &set->state[k], &error))) refuse(status, "%s", error);
    if (!status) status = check_finished(path, &set->state[k]);
    if (!status) status = check_job(set, k, path, &there);
    ranges_free(&set->state[k].parts);
    job_free(&there);
    free(error);
    free(job_path);
    free(path);
    return status;
}

exit_status shards_look(const char *file, shard_set *set)
{
    memset(set, 0, sizeof *set);
    set->file = file;
    exit_status status = find_count(file, &set->of);
    if (!status) set->state = get_zeroed(set->of * sizeof *set->state);
    for (uint64_t k = 0; k < set->of && !status; ++k) status = look_at(set, k);
    return status;
}

void shards_free(shard_set *set)
{
    job_free(&set->job);
    free(set->state);
}
