/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "tiles.h"
#include "cli/base/device.h"
#include "cli/files/encode.h"
#include "cli/job/shard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { TILES = 64, TILE = 4096 };   /* tiles of a large file; numbers per tile */
enum { PIECE = 1 << 16 };           /* bytes that are read at a time to count lines */

typedef struct tile {
    uint64_t line, offset;     /* of its first line or row; offset in bytes */
} tile;

typedef struct check {
    const job *job;
    job_ready ready;
    const char *name;
    int fd;
    uint64_t line, lines, height;   /* numbers per line, lines of the file and of a tile */
    tile tile[TILES];
    int tiles;
} check;

/* ---- Positions ---- */

static int by_line(const void *a, const void *b)
{
    const tile *x = a, *y = b;
    return (x->line > y->line) - (x->line < y->line);
}

static exit_status choose(check *c)
{
    uint64_t random[TILES];
    c->tiles = !c->lines ? 0 : c->lines <= c->height ? 1 : TILES;
    if (getrandom(random, sizeof random, 0) != sizeof random)
        return refuse(EXIT_TROUBLE, "--check is not available: the system has no entropy: %s", strerror(errno));
    for (int i = 0; i < c->tiles; ++i) c->tile[i].line = random[i] % (c->lines - c->height + 1);
    qsort(c->tile, (size_t)c->tiles, sizeof *c->tile, by_line);
    return EXIT_DONE;
}

/* Finds the tiles in a text file by counting lines, which differ in length. */
static exit_status find_lines(check *c)
{
    char *piece = get_memory(PIECE);
    const uint64_t header = c->job->format == FORMAT_CSV;   /* lines */
    uint64_t line = 0, at = 0;
    int i = 0;
    ssize_t n = 1;
    for (; i < c->tiles && !(c->tile[i].line + header); ++i) c->tile[i].offset = 0;
    while (i < c->tiles && (n = pread(c->fd, piece, PIECE, (off_t)at)) > 0) {
        for (const char *end = piece; i < c->tiles && (end = memchr(end, '\n', (size_t)(piece + n - end)));) {
            ++end, ++line;
            for (; i < c->tiles && c->tile[i].line + header == line; ++i) c->tile[i].offset = at + (uint64_t)(end - piece);
        }
        at += (uint64_t)n;
    }
    free(piece);
    if (i == c->tiles) return EXIT_DONE;
    return refuse(EXIT_TROUBLE, n < 0 ? "%s can't be read" : "%s has fewer lines than its job", c->name);
}

/* ---- Comparing ---- */

/* True if the file has these bytes at this offset. */
static bool has_bytes(const check *c, uint64_t offset, const char *wanted, size_t bytes)
{
    char *there = get_memory(bytes + 1);
    size_t got = 0;
    for (ssize_t n = 1; got < bytes && n > 0; got += n > 0 ? (size_t)n : 0)
        n = pread(c->fd, there + got, bytes - got, (off_t)(offset + got));
    const bool same = got == bytes && !memcmp(there, wanted, bytes);
    free(there);
    return same;
}

static exit_status check_tile(const check *c, const tile *t)
{
    const uint64_t numbers = c->height * c->line, first = t->line * c->line;
    const size_t size = dtype_size(c->job->dtype);
    job_state state = JOB_STATE_NEW;
    char *samples = get_memory(numbers * size + 1), *text = NULL;
    exit_status status = job_draw(&c->ready, c->job->start + first, numbers, samples, &state, NULL);
    size_t bytes = numbers * size;
    if (!status && format_is_text(c->job->format)) {
        text = get_memory(numbers * LINE_SIZE);
        bytes = encode_lines(c->job->dtype, samples, numbers, 0, c->line, format_between(c->job->format), text);
    }
    if (!status && !has_bytes(c, t->offset, text ? text : samples, bytes))
        status = refuse(EXIT_TROUBLE, "%s: numbers %" PRIu64 " to %" PRIu64 " are not those that the job makes here",
                        c->name, first, first + numbers - 1);
    free(samples);
    free(text);
    return status;
}

static exit_status check_header(const check *c)
{
    size_t length;
    char *header = shard_header(c->job, &length);
    const bool right = !header || has_bytes(c, 0, header, length);
    free(header);
    if (right) return EXIT_DONE;
    return refuse(EXIT_TROUBLE, "%s does not have the header of its job", c->name);
}

exit_status tiles_check(const job *job, int fd, const char *name, int *pieces)
{
    rr_device *device;
    check c = {.job = job, .name = name, .fd = fd, .line = shard_line(job)};
    c.lines = job->count / c.line;
    c.height = c.line < TILE ? TILE / c.line : 1;
    if (c.height > c.lines) c.height = c.lines;
    exit_status status = device_open(NULL, NULL, &device);
    if (status) return status;
    status = job_prepare(job, device, false, &c.ready);
    if (!status) status = choose(&c);
    for (int i = 0; i < c.tiles; ++i)
        c.tile[i].offset = shard_header_bytes(job) + c.tile[i].line * c.line * dtype_size(job->dtype);
    if (!status && format_is_text(job->format)) status = find_lines(&c);
    if (!status) status = check_header(&c);
    for (int i = 0; i < c.tiles && !status; ++i) status = check_tile(&c, &c.tile[i]);
    *pieces = c.tiles;
    job_release(&c.ready);
    rr_device_close(&device);
    return status;
}
