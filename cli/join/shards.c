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

/* ---- How many ---- */

/* K of a name that begins with FILE.shard-k-of-K; 0: it is none. */
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
    if (!parse_digits(digits, &of) || of > SHARDS_MOST) of = 0;
    free(digits);
    return of;
}

/* The one K that shards of FILE have in its folder. */
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
        status = refuse(EXIT_USAGE, "%s has no shards here: files %s.shard-0-of-K, ... and their job files", file, file);
    else if (other)
        status = refuse(EXIT_USAGE, "%s has shards of %" PRIu64 " and of %" PRIu64 "; move one kind away",
                        file, *of < other ? *of : other, *of < other ? other : *of);
    free(folder);
    return status;
}

/* ---- One of them ---- */

/* Whose job file and file are there. What is missing is made by the job file of any other one. */
static exit_status check_there(const shard_set *set, uint64_t k, const char *path, const char *twin)
{
    struct stat st, of_twin;
    if (!stat(path, &st) && !stat(twin, &of_twin)) {
        if (S_ISREG(st.st_mode) && S_ISREG(of_twin.st_mode)) return EXIT_DONE;
        return refuse(EXIT_USAGE, "%s is not a regular file", S_ISREG(st.st_mode) ? twin : path);
    }
    char *part = get_text("%s.part", path);
    const bool begun = !stat(part, &st);
    free(part);
    if (begun) return refuse(EXIT_USAGE, "%s is incomplete; its command with --resume continues it", path);
    const char *lacks = !stat(path, &st) ? twin : path;
    return refuse(EXIT_USAGE, "%s is missing; reroll sample --job J --shard %" PRIu64 "/%" PRIu64 " -o %s makes the shard, "
                  "J being the job file of any other", lacks, k, set->of, set->file);
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

/* The first one's job is the job; all others must be shards of it. */
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
    if (difference) status = refuse(EXIT_USAGE, "%s and %s are of different jobs: %s", path, first, difference);
    free(difference);
    free(first);
    return status;
}

static exit_status look_at(shard_set *set, uint64_t k)
{
    char *path = shard_path(set->file, k, set->of), *twin = get_text("%s.job.json", path), *error = NULL;
    job there = {0};
    exit_status status = check_there(set, k, path, twin);
    if (!status && (status = jobfile_read(twin, &there, &set->state[k], &error))) refuse(status, "%s", error);
    if (!status) status = check_finished(path, &set->state[k]);
    if (!status) status = check_job(set, k, path, &there);
    ranges_free(&set->state[k].parts);
    job_free(&there);
    free(error);
    free(twin);
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
