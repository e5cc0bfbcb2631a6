/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bytes kept on disk under a key: compiled kernels, and results of self-tests.
 *
 * The name of a file is the key's hash, and the file begins with a hash of key and data: a file that is truncated,
 * overwritten or of another key is not found, and the next rr_cache_put replaces it. Files are written under another name
 * and then renamed, so several processes may read and write one key at once. The hash is FNV-1a with 128 bits (Fowler,
 * Noll, Vo: offset basis and prime below). It detects damage, but not manipulation by users with write access. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine.h"
#include "targets/base/newfile.h"

#define PATH_LIMIT 4096

typedef unsigned __int128 hash;

/* The first bytes of a file. */
typedef struct head {
    char magic[16];
    uint64_t hash[2];
} head;

static const char magic[16] = "reroll cache 1\n";

static const hash fnv_basis = (hash)0x6c62272e07bb0142u << 64 | 0x62b821756295c58du;

static hash fnv(hash h, const void *data, size_t size)
{
    const hash prime = (hash)1 << 88 | 0x13b;
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; ++i) h = (h ^ byte[i]) * prime;
    return h;
}

/* Leaves space in path for a file name. Returns 0 if there is no directory. */
static int cache_folder(char path[PATH_LIMIT])
{
    static const char *const place[][2] = {{"REROLL_CACHE", ""}, {"XDG_CACHE_HOME", "/reroll"}, {"HOME", "/.cache/reroll"}};
    for (int i = 0; i < 3; ++i) {
        const char *base = getenv(place[i][0]);
        if (!base || !*base) continue;
        const int n = snprintf(path, PATH_LIMIT, "%s%s", base, place[i][1]);
        return n > 0 && n < PATH_LIMIT - 128;
    }
    return 0;
}

static int cache_path(const char *key, char path[PATH_LIMIT])
{
    if (!cache_folder(path)) return 0;
    const hash h = fnv(fnv_basis, key, strlen(key));
    const size_t used = strlen(path);
    snprintf(path + used, PATH_LIMIT - used, "/%016llx%016llx", (unsigned long long)(h >> 64), (unsigned long long)h);
    return 1;
}

static head head_of(const char *key, const void *data, size_t size)
{
    const hash h = fnv(fnv(fnv_basis, key, strlen(key) + 1), data, size);
    head x = {.hash = {(uint64_t)h, (uint64_t)(h >> 64)}};
    memcpy(x.magic, magic, sizeof magic);
    return x;
}

/* All bytes of a file, or null. */
static char *read_file(const char *path, size_t *size)
{
    struct stat about;
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    if (f && !fstat(fileno(f), &about) && S_ISREG(about.st_mode) && about.st_size > 0) {
        *size = (size_t)about.st_size;
        bytes = malloc(*size);
        if (bytes && fread(bytes, 1, *size, f) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (f) fclose(f);
    return bytes;
}

void *rr_cache_get(const char *key, size_t *size)
{
    char path[PATH_LIMIT];
    size_t all = 0;
    char *bytes = cache_path(key, path) ? read_file(path, &all) : NULL;
    if (!bytes) return NULL;
    if (all >= sizeof(head)) {
        const head want = head_of(key, bytes + sizeof(head), all - sizeof(head));
        if (!memcmp(bytes, &want, sizeof want)) {
            *size = all - sizeof(head);
            memmove(bytes, bytes + sizeof(head), *size);
            return bytes;
        }
    }
    free(bytes);
    return NULL;
}

static int write_all(int file, const void *data, size_t size)
{
    const char *at = data;
    while (size) {
        const ssize_t n = write(file, at, size);
        if (n <= 0) return 0;
        at += n;
        size -= (size_t)n;
    }
    return 1;
}

void rr_cache_put(const char *key, const void *data, size_t size)
{
    char path[PATH_LIMIT], part[PATH_LIMIT + 64];
    if (!cache_path(key, path)) return;
    rr_newfile_folders(path);
    const int file = rr_newfile_next_to(path, part, sizeof part);
    if (file < 0) return;
    const head h = head_of(key, data, size);
    const int good = write_all(file, &h, sizeof h) && write_all(file, data, size);
    if (close(file) || !good || rename(part, path)) unlink(part);
}
