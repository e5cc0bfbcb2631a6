/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Feeds the command's readers with damaged .npy files, damaged tables of text, damaged job files and nonsense arguments; the
 * sanitizers are the judges.
 *
 *     make build/fuzz
 *     build/fuzz SECONDS [SEED] 2>/dev/null
 *
 * Prints how many inputs each reader has seen and how many it took; a reader that takes all or none is not tested, so
 * that is a failure. */
#include "cli/job/jobfile.h"
#include "cli/sample/options.h"
#include "cli/job/request.h"
#include "cli/files/textarray.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 4096, JOBS = 16, READERS = 4 };

typedef struct tally {
    long runs, taken;
} tally;

static uint64_t random_state;

static size_t pick(size_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return below ? random_state % below : 0;
}

/* Words that mean something to one reader or another. */
static const char *const words[] = {
    "18446744073709551615", "4294967296", "-1", "0", "(", ")", "[", "]", "{", "}", ",", ":", "'", "\"", "\\u0041",
    "\\ud800\\udc00",
    "1e999", "null", "true", "<f8", ">u4", "|O", "True", "L", "\n", "nan", "inf", "\"done\": 3", "@", "2^64", "a/3/b",
    "fixed:1",
};

enum { WORDS = sizeof words / sizeof words[0] };

/* A few changes in the first `reach` bytes: bits, bytes, cuts, words put in or written over. */
static size_t damage(char *text, size_t length, size_t reach)
{
    for (size_t changes = 1 + pick(6); changes && length > 16 && length < ROOM - 64; --changes) {
        const char *word = words[pick(WORDS)];
        const size_t at = pick(length < reach ? length : reach), size = strlen(word), cut = 1 + pick(8);
        switch (pick(6)) {
        case 0: text[at] = (char)pick(256); break;
        case 1: text[at] = (char)(text[at] ^ 1 << pick(8)); break;
        case 2:
            if (at + cut >= length) break;
            memmove(text + at, text + at + cut, length - at - cut);
            length -= cut;
            break;
        case 3:
            memmove(text + at + size, text + at, length - at);
            memcpy(text + at, word, size);
            length += size;
            break;
        case 4:
            if (at + size < length) memcpy(text + at, word, size);
            break;
        default: length = pick(8) ? length : pick(length);
        }
    }
    return length;
}

/* ---- The readers ---- */

static size_t good_array(char *text)
{
    static const uint64_t shape[2] = {3, 5};
    static const char *const narrow[] = {"<f2", "<i2", "<u2", "|i1", "|u1"};
    const rr_type type = (rr_type)(RR_F32 + pick(6));
    const unsigned dims = (unsigned)pick(3);
    npy_header(type, dims, shape, text);
    const size_t data = dtype_size(type) * (dims == 0 ? 1 : dims == 1 ? 3 : 15);
    memset(text + NPY_HEADER, 1, data);
    if (pick(3)) return NPY_HEADER + data;
    memcpy(strchr(text + 20, '<'), narrow[pick(5)], 3);
    return NPY_HEADER + data / dtype_size(type) * (size_t)(strchr(text + 20, '|') ? 1 : 2);
}

static size_t good_table(char *text)
{
    static const char table[] = "# shape scale\n1, 2.5,3e-7\n\n4 5\t6 # last\r\n-7,inf,0x1p3\n";
    memcpy(text, table, sizeof table - 1);
    return sizeof table - 1;
}

static void try_array(const char *path, tally *t)
{
    npy_array a;
    char error[NPY_ERROR] = "";
    ++t->runs;
    if (array_read(path, &a, error)) {
        if (!error[0] || a.data) abort();
        return;
    }
    ++t->taken;
    size_t bytes = dtype_size(a.type);
    for (unsigned d = 0; d < a.dims; ++d) bytes *= a.shape[d];
    char *copy = malloc(bytes + 1);
    memcpy(copy, a.data, bytes);   /* the sanitizer sees whether the data are all there */
    free(copy);
    free(a.data);
}

static size_t good_job(const char *path, char *text)
{
    job job;
    job_state state = JOB_STATE_NEW;
    ranges_add(&state.parts, 0, 1);
    ranges_add(&state.parts, 1 + pick(2), 2);
    state.bytes = NPY_HEADER + 8 * ranges_end(&state.parts);
    memset(&job, 0, sizeof job);
    job.sampler = sampler_find("gamma");
    job.stream = (rr_stream){pick(100), pick(100), pick(100)};
    job.dims = 1;
    job.shape[0] = job.count = 10;
    job.dtype = RR_F64;
    job.param[0].path = pick(2) ? get_copy("shapes.npy") : NULL;
    job.param[0].array.type = RR_F64;
    memset(job.param[0].array.digest, 'a', RR_SHA256_TEXT - 1);
    job.param[1].number = 0.5;
    if (pick(2) && list_read("1,2;3,inf", &job.param[1].array, text)) abort();
    if (jobfile_write(path, &job, &state)) abort();
    job_free(&job);
    ranges_free(&state.parts);
    FILE *from = fopen(path, "r");
    const size_t length = from ? fread(text, 1, ROOM, from) : 0;
    if (from) fclose(from);
    return length;
}

static void try_job(const char *path, tally *t)
{
    job job;
    job_state state;
    char *error;
    ++t->runs;
    if (jobfile_read(path, &job, &state, &error)) {
        if (!error || !error[0]) abort();
        free(error);
        return;
    }
    ++t->taken;
    if (state.done > job.count || ranges_end(&state.parts) > job.count) abort();
    if (job.start + job.count > job_total(&job)) abort();
    job_free(&job);
    ranges_free(&state.parts);
}

/* Options and arguments thrown together; some are meant for each other. */
static void try_arguments(tally *t)
{
    static const char *const options[] = {"-n",      "10",         "--shape",      "2",       "--scale", "0.5",
                                          "--seed",  "--stream",   "--first",      "--dtype", "f32",     "--format",
                                          "raw",     "--strategy", "loop",         "--bad",   "nan",     "--resume",
                                          "--force", "-o",         "/dev/null",    "--sh",    "--s",     "-q",
                                          "-nx",     "--seed=7",   "--shape=1e-3", "--",      "-",       "--counts",
                                          "1e6",     "2^20",       "3,4,5",        "1;2",     "1,,2;",   "--theta",
                                          "-n=3",    "5M",         "--size",       "--rate",  "--low"};
    char text[8][ROOM], *argv[12] = {"sample", "-n", "7", "--shape", text[0]};
    int argc = 5;
    struct options o;
    job job;
    strcpy(text[0], "1.5");
    for (size_t i = 1 + pick(7); i > 1; --i) {
        strcpy(text[i], options[pick(sizeof options / sizeof options[0])]);
        if (!pick(3)) strcpy(text[i], words[pick(WORDS)]);
        argv[argc++] = text[i];
    }
    optind = 0;   /* getopt starts afresh */
    ++t->runs;
    if (options_read(argc, argv, sampler_find("gamma"), &o)) return;
    const job_request request = options_job(&o);
    if (!request_new(sampler_find("gamma"), &request, &job)) ++t->taken;
    job_free(&job);
}

static void put(const char *path, const char *text, size_t length)
{
    FILE *to = fopen(path, "w");
    if (!to || fwrite(text, 1, length, to) != length || fclose(to)) abort();
}

int main(int argc, char **argv)
{
    static const char *const names[READERS] = {"arrays", "tables", "jobs", "arguments"};
    char text[ROOM + 64], path[64], table[80];
    tally tallies[READERS] = {{0, 0}};
    int status = 0;
    const time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 10);
    char jobs[JOBS][ROOM];
    size_t lengths[JOBS];
    random_state = (argc > 2 ? strtoull(argv[2], NULL, 0) : (uint64_t)time(NULL)) * 2 + 1;
    snprintf(path, sizeof path, "/tmp/reroll-fuzz-%d", (int)getpid());
    snprintf(table, sizeof table, "%s.csv", path);
    for (int i = 0; i < JOBS; ++i) lengths[i] = good_job(path, jobs[i]);
    while (time(NULL) < end) {
        const size_t which = pick(JOBS);
        size_t length = good_array(text);
        put(path, text, damage(text, length, NPY_HEADER));
        try_array(path, &tallies[0]);
        length = good_table(text);
        put(table, text, damage(text, length, length));
        try_array(table, &tallies[1]);
        length = lengths[which];
        memcpy(text, jobs[which], length);
        put(path, text, damage(text, length, length));
        try_job(path, &tallies[2]);
        for (int i = 0; i < 10; ++i) try_arguments(&tallies[3]);
    }
    unlink(path);
    unlink(table);
    for (int i = 0; i < READERS; ++i) {
        printf("%-10s %ld inputs, %ld taken\n", names[i], tallies[i].runs, tallies[i].taken);
        status |= tallies[i].taken == 0 || tallies[i].taken == tallies[i].runs;
    }
    return status;
}
