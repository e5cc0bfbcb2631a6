/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll join: joins shards to the file that reroll sample writes without --shard. */
#include "shards.h"
#include "tiles.h"
#include "cli/base/interrupt.h"
#include "cli/base/progress.h"
#include "cli/commands.h"
#include "cli/job/jobfile.h"
#include "cli/job/shard.h"
#include "cli/output/output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHECK, FORCE, QUIET, HELP, ROWS, PIECE = 1 << 20 };

static const option_row rows[ROWS] = {
    [CHECK] = {0, "check", NULL, false, "draw 64 pieces of 4096 numbers again, at random positions, and compare"},
    [FORCE] = {'f', "force", NULL, false,
               "replace FILE and the remains of another job with its name; do not check the free space"},
    [QUIET] = {'q', "quiet", NULL, false, "show no progress"},
    [HELP] = {'h', "help", NULL, false, "print this help"},
};

static const manual_section sections[] = {
    {"SYNOPSIS", .lines = "reroll join [--check] [--force] [--quiet] FILE"},
    {"DESCRIPTION",
     .text = "Joins FILE.shard-0-of-K, FILE.shard-1-of-K, ... to FILE. reroll sample --shard k/K -o FILE writes them, on "
             "one machine or on many. FILE and FILE.job.json are the same as without --shard. The shards are kept.\n\n"
             "All shards of the job must be complete and present, with their job files. Each is read once, and its SHA-256 "
             "must be the one in its job file. FILE appears only when it is complete, checked and on disk; if join "
             "fails, it leaves no partial FILE.\n\n"
             "A missing shard can be drawn again from the job file of any other shard: reroll sample --job "
             "FILE.shard-0-of-K.job.json --shard k/K -o FILE."},
    {"OPTIONS", NULL, NULL, NULL},
    {"EXAMPLES", .lines = "for k in 0 1 2; do reroll sample normal -n 1e7 --shard $k/3 -o n.npy; done\n"
                          "reroll join --check n.npy"},
    {"EXIT STATUS",
     .text = "0 done; 1 reading or writing failed, or bytes are not those of the job; 2 shards are missing, incomplete or "
             "of other jobs, or FILE exists; 130 interrupted"},
    {NULL, NULL, NULL, NULL},
};

const manual manual_join = {
    .name = "join",
    .summary = "join the shards of a sample to one file",
    .sections = sections, .rows = rows, .count = ROWS,
};

/* ---- Copying ---- */

typedef struct joining {
    const shard_set *set;
    output out;
    job_state all;          /* the state of FILE, as it grows */
    progress progress;
    char *piece;
} joining;

/* Copies one shard, and compares its SHA-256 with that in its job file. */
static exit_status copy(joining *j, int fd, const char *path, const job_state *state)
{
    char digest[RR_SHA256_TEXT];
    uint64_t left = state->bytes;
    rr_sha256 hash;
    rr_sha256_start(&hash);
    while (left) {
        const ssize_t n = read(fd, j->piece, left < PIECE ? left : PIECE);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return refuse(EXIT_TROUBLE, "%s can't be read: %s", path, n ? strerror(errno) : "it is cut short");
        if (interrupted()) return refuse(EXIT_INTERRUPTED, "interrupted");
        rr_sha256_add(&hash, j->piece, (size_t)n);
        const int error = output_write(&j->out, j->piece, (size_t)n);
        if (error) return output_failed(&j->out, error);
        left -= (uint64_t)n;
        const double fraction = 1 - (double)left / (double)state->bytes;
        progress_show(&j->progress, j->all.done + (uint64_t)(fraction * (double)state->done));
    }
    rr_sha256_finish(&hash, digest);
    if (strcmp(digest, state->digest))
        return refuse(EXIT_TROUBLE, "%s is damaged: its SHA-256 is not the one in its job file; remove both, and make the "
                      "shard again", path);
    j->all.bytes += state->bytes;
    j->all.done += state->done;
    if (state->failed && state->failed_index < j->all.failed_index) j->all.failed_index = state->failed_index;
    j->all.failed += state->failed;
    return EXIT_DONE;
}

static exit_status copy_all(joining *j)
{
    exit_status status = EXIT_DONE;
    for (uint64_t k = 0; k < j->set->of && !status; ++k) {
        char *path = shard_path(j->set->file, k, j->set->of);
        const int fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd < 0) status = refuse(EXIT_TROUBLE, "%s can't be read: %s", path, strerror(errno));
        else status = copy(j, fd, path, &j->set->state[k]);
        if (fd >= 0) close(fd);
        free(path);
    }
    return status;
}

/* ---- The command ---- */

static uint64_t bytes_of(const shard_set *set)
{
    uint64_t bytes = 0;
    for (uint64_t k = 0; k < set->of; ++k) bytes += set->state[k].bytes;
    return bytes;
}

/* An interrupted join is not resumed: joining again is faster than checking the part that exists. */
static exit_status join(const shard_set *set, const char *const *value)
{
    const output_request request = {.path = set->file, .force = value[FORCE] != NULL, .bytes = bytes_of(set), .exact = true};
    record record = jobfile_record(&set->job);
    joining j = {.set = set, .all = JOB_STATE_NEW};
    int pieces = 0;
    record.read = NULL;
    interrupt_watch(false);
    exit_status status = output_open(&j.out, &request, &record, &j.all);
    if (!status) {
        j.piece = get_memory(PIECE);
        progress_start(&j.progress, "join", 0, set->job.count, !value[QUIET]);
        status = copy_all(&j);
        progress_end(&j.progress);
        free(j.piece);
        if (!status && value[CHECK]) status = tiles_check(&set->job, j.out.fd, set->file, &pieces);
        ranges_add(&j.all.parts, 0, j.all.done);
        const int error = status ? 0 : output_finish(&j.out, &j.all);
        if (error) status = output_failed(&j.out, error);
    }
    output_close(&j.out);
    ranges_free(&j.all.parts);
    if (!status && value[CHECK])
        printf("%s: %" PRIu64 " shards joined; their digests are right, and %d %s the same\n", set->file, set->of,
               pieces, pieces == 1 ? "piece, made again, is" : "pieces, made again, are");
    return status ? status : stdout_end();
}

/* Removes FILE from argv and returns it. It may be before, after or between the options, because none has an argument. */
static const char *take_file(int *argc, char **argv)
{
    for (int at = 1; at < *argc; ++at) {
        const char *file = argv[at];
        if (file[0] == '-') continue;
        memmove(argv + at, argv + at + 1, (size_t)(*argc - at) * sizeof *argv);
        --*argc;
        return file;
    }
    return NULL;
}

int cmd_join(int argc, char **argv)
{
    static const option_list list = {.rows = rows, .count = ROWS};
    const char *value[ROWS] = {NULL}, *file = take_file(&argc, argv);
    shard_set set;
    exit_status status = optread(argc, argv, &list, value, NULL);
    if (status) return status;
    if (value[HELP]) return manual_help(&manual_join);
    if (!file || !file[0] || output_is_direct(output_path(file)))
        return refuse(EXIT_USAGE, "FILE is missing: the name that reroll sample --shard has after -o");
    status = shards_look(file, &set);
    if (!status && value[CHECK]) status = jobfile_load(file, &set.job);
    if (!status) status = join(&set, value);
    shards_free(&set);
    return status;
}
