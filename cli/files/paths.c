/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "paths.h"
#include "cli/base/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINK_LIMIT = 40 };

char *path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return get_copy(".");
    return slash == path ? get_copy("/") : get_text("%.*s", (int)(slash - path), path);
}

char *path_join(const char *folder, const char *path)
{
    if (path[0] == '/' || !strcmp(folder, ".")) return get_copy(path);
    return get_text("%s/%s", folder, path);
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Both are absolute and without links: "../" up to the common folder, then down. */
static char *relative(const char *folder, const char *path)
{
    size_t common = 0;
    for (size_t i = 0;; ++i) {
        const bool folder_end = folder[i] == '/' || !folder[i], path_end = path[i] == '/' || !path[i];
        if (folder_end && path_end) common = i;
        if (folder[i] != path[i] || !folder[i]) break;
    }
    char *text = get_copy("");
    for (const char *rest = folder + common; rest && rest[0] && rest[1]; rest = strchr(rest + 1, '/')) {
        char *longer = get_text("%s../", text);
        free(text);
        text = longer;
    }
    char *whole = get_text("%s%s", text, path + common + (path[common] == '/'));
    free(text);
    return whole;
}

/* Links in folders are resolved; the file's own name is kept, because it may be a link on purpose. */
char *path_from(const char *folder, const char *path)
{
    if (path[0] == '/') return get_copy(path);
    char *own = path_folder(path), *base = realpath(folder, NULL), *real = realpath(own, NULL), *text;
    if (base && real) {
        char *whole = get_text("%s/%s", strcmp(real, "/") ? real : "", last_part(path));
        text = relative(strcmp(base, "/") ? base : "", whole);
        free(whole);
    } else {
        text = get_copy(path);
    }
    free(own);
    free(base);
    free(real);
    return text;
}

char *path_through_links(const char *path)
{
    char *at = get_copy(path), target[PATH_MAX];
    for (int links = 0; links < LINK_LIMIT; ++links) {
        const ssize_t length = readlink(at, target, sizeof target - 1);
        if (length < 0) return at;
        target[length] = '\0';
        char *folder = path_folder(at), *next = path_join(folder, target);
        free(folder);
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    return NULL;
}

bool path_same_file(const char *a, const char *b)
{
    struct stat x, y;
    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}
