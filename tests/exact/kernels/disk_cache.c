/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* targets/gpu/disk_cache.c: a stored entry is found by any process; a damaged entry is not found and is replaced; a folder
 * that cannot be written does no harm. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "targets/gpu/engine.h"

static char folder[64];

static int start(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/reroll-cache-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    char deep[128];
    snprintf(deep, sizeof deep, "%s/not/there/yet", folder);
    return setenv("REROLL_CACHE", deep, 1);
}

/* The number of files in the cache; with gone, they are removed. path: the path of one of them. */
static unsigned files(char path[512], int gone)
{
    struct dirent *entry;
    unsigned n = 0;
    DIR *all = opendir(getenv("REROLL_CACHE"));
    while (all && (entry = readdir(all))) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, 512, "%s/%s", getenv("REROLL_CACHE"), entry->d_name);
        n += !gone || !unlink(path);
    }
    if (all) closedir(all);
    return n;
}

static int end(void **state)
{
    char path[512];
    (void)state;
    files(path, 1);
    for (const char *up[] = {"/not/there/yet", "/not/there", "/not", ""}, **u = up; u < up + 4; ++u) {
        snprintf(path, sizeof path, "%s%s", folder, *u);
        rmdir(path);
    }
    return 0;
}

static int has(const char *key, const char *want)
{
    size_t size = 0;
    char *got = rr_cache_get(key, &size);
    const int same = got && size == strlen(want) && !memcmp(got, want, size);
    free(got);
    return same;
}

static void round_trip(void **state)
{
    char path[512];
    size_t size = 7;
    (void)state;
    assert_null(rr_cache_get("a key", &size));
    rr_cache_put("a key", "some bytes", 10);
    rr_cache_put("another key", "", 0);
    assert_true(has("a key", "some bytes"));
    assert_true(has("another key", ""));
    assert_null(rr_cache_get("a key ", &size));
    rr_cache_put("a key", "other bytes than those", 22);
    assert_true(has("a key", "other bytes than those"));
    assert_int_equal(files(path, 0), 2);
}

/* Every byte of a file changed, every length cut, a byte more. */
static void damaged(void **state)
{
    char path[512], bytes[256];
    size_t size;
    (void)state;
    files(path, 1);
    rr_cache_put("key", "0123456789", 10);
    assert_int_equal(files(path, 0), 1);
    FILE *f = fopen(path, "rb");
    const size_t all = fread(bytes, 1, sizeof bytes - 1, f);
    fclose(f);
    for (size_t i = 0; i <= 2 * all; ++i) {
        const size_t length = i < all ? all : i == 2 * all ? all + 1 : i - all;
        if (i < all) bytes[i] ^= 0x10;
        f = fopen(path, "wb");
        fwrite(bytes, 1, length, f);
        fclose(f);
        if (i < all) bytes[i] ^= 0x10;
        void *got = rr_cache_get("key", &size);
        if (got) fail_msg("damage %zu is not seen", i);
        rr_cache_put("key", "0123456789", 10);
        if (!has("key", "0123456789")) fail_msg("damage %zu is not repaired", i);
    }
}

/* A file of another key in place of this one. */
static void exchanged(void **state)
{
    char first[512], second[512];
    size_t size;
    (void)state;
    files(first, 1);
    rr_cache_put("first", "1", 1);
    files(first, 0);
    char moved[520];
    snprintf(moved, sizeof moved, "%s.kept", first);
    assert_int_equal(rename(first, moved), 0);
    rr_cache_put("second", "2", 1);
    DIR *all = opendir(getenv("REROLL_CACHE"));
    struct dirent *entry;
    while ((entry = readdir(all)))
        if (entry->d_name[0] != '.' && !strstr(entry->d_name, "kept"))
            snprintf(second, sizeof second, "%s/%.200s", getenv("REROLL_CACHE"), entry->d_name);
    closedir(all);
    assert_int_equal(rename(moved, second), 0);
    assert_null(rr_cache_get("second", &size));
}

/* Two processes write and read the same keys: every entry that is found is complete. */
static void processes(void **state)
{
    enum { SIZE = 300000 };
    char *data = malloc(SIZE), key[16], path[512];
    const pid_t child = fork();
    int bad = 0, found = 0, status;
    (void)state;
    for (int i = 0; i < 300; ++i) {
        snprintf(key, sizeof key, "shared %d", i % 3);
        memset(data, (child ? 'a' : 'A') + i % 20, SIZE);
        rr_cache_put(key, data, SIZE);
        size_t size = 0;
        char *got = rr_cache_get(key, &size);
        if (got) {
            ++found;
            if (size != SIZE) ++bad;
            for (size_t k = 1; k < size; ++k) bad += got[k] != got[0];
        }
        free(got);
    }
    free(data);
    if (!child) _exit(bad || found != 300);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(bad, 0);
    assert_int_equal(found, 300);
    files(path, 1);
}

/* A folder that cannot be made, or written: root may write everywhere, but not make a folder of a file. */
static void unwritable(void **state)
{
    static const char *const places[] = {"/dev/null/cache", "/proc/reroll", "/proc/self/fd/none"};
    size_t size;
    (void)state;
    for (int i = 0; i < 3; ++i) {
        setenv("REROLL_CACHE", places[i], 1);
        rr_cache_put("key", "data", 4);
        assert_null(rr_cache_get("key", &size));
    }
    /* A folder whose name is too long for a file's path, which has at most 4096 bytes including the suffix of incomplete
     * files; at the largest length that fits there are files. */
    for (size_t length = 3960; length < 4090; length += length == 3967 ? 1 : 7) {
        char deep[4200];
        snprintf(deep, sizeof deep, "%s", folder);
        for (size_t n = strlen(deep); n < length; ++n) {
            deep[n] = (n - strlen(folder)) % 100 || n + 1 == length ? 'd' : '/';
            deep[n + 1] = '\0';
        }
        setenv("REROLL_CACHE", deep, 1);
        rr_cache_put("key", "data", 4);
        assert_int_equal(has("key", "data"), length < 3968);
    }
    char remove[100];
    snprintf(remove, sizeof remove, "rm -rf %s/d*", folder);
    assert_int_equal(system(remove), 0);
    static char endless[5000];
    memset(endless, 'x', sizeof endless - 1);
    setenv("REROLL_CACHE", endless, 1);
    rr_cache_put("key", "data", 4);
    assert_null(rr_cache_get("key", &size));
}

/* Without REROLL_CACHE: XDG_CACHE_HOME/reroll, HOME/.cache/reroll, nothing. */
static void places(void **state)
{
    char path[512];
    size_t size;
    (void)state;
    unsetenv("REROLL_CACHE");
    setenv("XDG_CACHE_HOME", folder, 1);
    rr_cache_put("key", "data", 4);
    assert_true(has("key", "data"));
    snprintf(path, sizeof path, "%s/reroll", folder);
    setenv("REROLL_CACHE", path, 1);
    assert_true(has("key", "data"));
    files(path, 1);
    rmdir(getenv("REROLL_CACHE"));
    unsetenv("REROLL_CACHE");
    setenv("XDG_CACHE_HOME", "", 1);
    setenv("HOME", folder, 1);
    rr_cache_put("key", "data", 4);
    snprintf(path, sizeof path, "%s/.cache/reroll", folder);
    setenv("REROLL_CACHE", path, 1);
    assert_true(has("key", "data"));
    files(path, 1);
    rmdir(getenv("REROLL_CACHE"));
    snprintf(path, sizeof path, "%s/.cache", folder);
    rmdir(path);
    unsetenv("REROLL_CACHE");
    unsetenv("HOME");
    rr_cache_put("key", "data", 4);
    assert_null(rr_cache_get("key", &size));
    setenv("REROLL_CACHE", folder, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(round_trip, start, end), cmocka_unit_test_setup_teardown(damaged, start, end),
        cmocka_unit_test_setup_teardown(exchanged, start, end), cmocka_unit_test_setup_teardown(processes, start, end),
        cmocka_unit_test_setup_teardown(unwritable, start, end), cmocka_unit_test_setup_teardown(places, start, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
