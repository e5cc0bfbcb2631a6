/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The directory of compiled distributions. Its files are executed, so it must belong to this user, and nobody else may have
 * write access to it or to a file in it. Links are not followed. A program that runs with another user's rights ignores the
 * environment and keeps nothing. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "inside.h"
#include "targets/base/newfile.h"

/* Why an open file is not safe, or null. */
static const char *unsafe(int file)
{
    struct stat about;
    if (fstat(file, &about)) return "can't be inspected";
    if (about.st_uid != geteuid()) return "belongs to another user";
    return about.st_mode & (S_IWGRP | S_IWOTH) ? "may be written to by others" : NULL;
}

int rr_user_folder(char path[RR_USER_PATH], rr_result *result)
{
    static const char *const place[][2] = {{"REROLL_CACHE", "/laws"}, {"XDG_CACHE_HOME", "/reroll/laws"}, {"HOME",
        "/.cache/reroll/laws"}};
    const char *base = NULL;
    path[0] = '\0';
    for (int i = 0; i < 3 && !path[0]; ++i) {
        if (!(base = secure_getenv(place[i][0])) || !*base) continue;
        const int n = snprintf(path, RR_USER_PATH, "%s%s", base, place[i][1]);
        if (n <= 0 || n >= RR_USER_PATH - 128) return path[0] = '\0', 0;
    }
    if (!path[0]) return 0;
    rr_newfile_folders(path);
    (void)mkdir(path, 0700);
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return path[0] = '\0', 0;   /* no files can be kept there */
    const char *why = unsafe(folder);
    close(folder);
    if (!why) return 1;
    rr_fail(result, RR_ERR_DEVICE, "the cache directory %s%s %s", RR_PATH(path, 80), why);
    return -1;
}

#define WORKSHOP "reroll-"   /* begins the names of workshops; mkdtemp adds XXXXXX */
enum { WORKSHOP_SIZE = sizeof WORKSHOP "XXXXXX" - 1 };

void rr_user_sweep(const char *in)
{
    enum { DAY = 86400 };
    char path[RR_USER_PATH + 260];
    struct stat about;
    const struct dirent *entry;
    DIR *folder = opendir(in);
    while (folder && (entry = readdir(folder))) {
        if (strncmp(entry->d_name, WORKSHOP, strlen(WORKSHOP)) || strlen(entry->d_name) != WORKSHOP_SIZE) continue;
        snprintf(path, sizeof path, "%s/%s", in, entry->d_name);
        if (!lstat(path, &about) && S_ISDIR(about.st_mode) && about.st_mtime < time(NULL) - DAY) rr_user_workshop_end(path);
    }
    if (folder) closedir(folder);
}

int rr_user_workshop(const char *in, char path[RR_USER_PATH])
{
    const char *temporary = secure_getenv("TMPDIR");
    if (!temporary || *temporary != '/') temporary = "/tmp";
    const int n = snprintf(path, RR_USER_PATH, "%s/" WORKSHOP "XXXXXX", *in ? in : temporary);
    return n > 0 && n < RR_USER_PATH - 64 && mkdtemp(path) != NULL;
}

void rr_user_workshop_end(const char *path)
{
    char file[RR_USER_PATH + 260];
    const struct dirent *entry;
    DIR *folder = opendir(path);
    while (folder && (entry = readdir(folder))) {
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        unlink(file);
    }
    if (folder) closedir(folder);
    rmdir(path);
}

int rr_user_open(const char *path, const char **why)
{
    struct stat about;
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    *why = NULL;
    if (file < 0) {
        if (errno == ELOOP) *why = "is a link";
        return -1;
    }
    *why = unsafe(file);
    if (!*why && (fstat(file, &about) || !S_ISREG(about.st_mode))) *why = "is not a file";
    if (!*why) return file;
    close(file);
    return -1;
}

/* The digest of the first `size` bytes of a file; 0: they cannot be read. */
static int digest_of(int file, off_t size, char digest[RR_SHA256_TEXT])
{
    char piece[65536];
    rr_sha256 hash;
    rr_sha256_start(&hash);
    for (off_t at = 0; at < size;) {
        const size_t want = size - at < (off_t)sizeof piece ? (size_t)(size - at) : sizeof piece;
        const ssize_t n = pread(file, piece, want, at);
        if (n <= 0) return 0;
        rr_sha256_add(&hash, piece, (size_t)n);
        at += n;
    }
    rr_sha256_finish(&hash, digest);
    return 1;
}

int rr_user_seal(const char *path)
{
    char digest[RR_SHA256_TEXT];
    struct stat about;
    const int file = open(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
    const int good = file >= 0 && !fchmod(file, 0755) && !fstat(file, &about) && digest_of(file, about.st_size, digest) &&
                     write(file, digest, RR_SHA256_TEXT) == RR_SHA256_TEXT;
    if (file >= 0) close(file);
    return good;
}

int rr_user_sealed(int file)
{
    char digest[RR_SHA256_TEXT], seal[RR_SHA256_TEXT];
    struct stat about;
    if (fstat(file, &about) || about.st_size <= RR_SHA256_TEXT) return 0;
    const off_t size = about.st_size - RR_SHA256_TEXT;
    if (pread(file, seal, RR_SHA256_TEXT, size) != RR_SHA256_TEXT || !digest_of(file, size, digest)) return 0;
    return !memcmp(seal, digest, RR_SHA256_TEXT);
}
