/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"
#include "reroll_user.h"

#include <stdlib.h>
#include <string.h>

enum { LAWS_MAX = 16 };

static struct {
    const rr_sampler_info *sampler;
    char *path;
} opened[LAWS_MAX];
static unsigned count;
static law_finder *finder;

void law_find_by(law_finder *find)
{
    finder = find;
}

/* True if the first n letters of `text` end in `end`. */
static bool ends_with(const char *text, size_t n, const char *end)
{
    const size_t m = strlen(end);
    return n > m && !strncmp(text + n - m, end, m);
}

/* The name of the derived distribution at the end of a path, or "". */
static const char *derived_in(const char *path)
{
    const char *colon = strrchr(path, ':');
    return colon && !colon[1 + strspn(colon + 1, "abcdefghijklmnopqrstuvwxyz0123456789_")] ? colon + 1 : "";
}

bool law_is_path(const char *text)
{
    const char *after = derived_in(text);
    const size_t n = strlen(text) - (*after ? strlen(after) + 1 : 0);
    return strchr(text, '/') || ends_with(text, n, ".h") || ends_with(text, n, ".so");
}

/* True if the sampler's source text has this digest. */
static bool is_of(const rr_sampler_info *sampler, const char *digest)
{
    char text[RR_SHA256_TEXT];
    rr_law_digest(sampler->sampler, text);
    return !strcmp(text, digest);
}

static rr_status open_law(const char *path, const rr_sampler_info **sampler, rr_result *result)
{
    *sampler = NULL;
    for (unsigned k = 0; k < count; ++k)
        if (!strcmp(opened[k].path, path)) *sampler = opened[k].sampler;
    const rr_sampler *made = NULL;
    const rr_status status = *sampler ? RR_OK : rr_law_open(path, &made, result);
    if (made) *sampler = rr_sampler_about(made);
    if (!status && (!count || opened[count - 1].sampler != *sampler) && count < LAWS_MAX) {
        opened[count].sampler = *sampler;
        opened[count++].path = get_copy(path);
    }
    return status;
}

static const char newline[] = "the path of a distribution must not contain a newline";

exit_status law_check_path(const char *path)
{
    return strchr(path, '\n') ? refuse(EXIT_USAGE, newline) : EXIT_DONE;
}

static exit_status exit_of(rr_status status)
{
    return status == RR_ERR_DEVICE ? EXIT_DEVICE : status == RR_ERR_MEMORY ? EXIT_TROUBLE : EXIT_USAGE;
}

exit_status law_opened(const char *path, const rr_sampler_info **sampler)
{
    rr_result result = RR_RESULT_INIT;
    if (law_check_path(path)) return EXIT_USAGE;
    const rr_status status = open_law(path, sampler, &result);
    return status ? refuse(exit_of(status), "%s", result.message) : EXIT_DONE;
}

const char *law_path(const rr_sampler_info *sampler)
{
    for (unsigned k = 0; k < count; ++k)
        if (opened[k].sampler == sampler) return opened[k].path;
    return NULL;
}

const rr_sampler_info *law_with_digest(const char *path, const char *name, const char *digest, char **why,
                                       exit_status *status)
{
    rr_result result = RR_RESULT_INIT;
    const rr_sampler_info *sampler;
    bool other = false;   /* a distribution of that name is open */
    if (strchr(path, '\n')) {   /* rr_law_open would compile it as a text */
        *why = get_copy(newline);
        *status = EXIT_USAGE;
        return NULL;
    }
    for (unsigned k = 0; k < count; ++k) {
        if (strcmp(opened[k].sampler->name, name)) continue;
        if (is_of(opened[k].sampler, digest)) return opened[k].sampler;
        other = true;
    }
    if (finder) {
        sampler = finder(path, why, status);
        if (!sampler) return NULL;
    } else {
        const rr_status answer = open_law(path, &sampler, &result);
        if (answer) *why = other ? get_text("%s is not the open distribution %s: its SHA-256 differs", path, name)
                                 : get_copy(result.message);
        if (answer) *status = exit_of(answer);
        if (answer) return NULL;
    }
    *status = EXIT_USAGE;
    if (is_of(sampler, digest)) return sampler;
    *why = get_text("%s is not the file that the job was made with: its SHA-256 differs", path);
    return NULL;
}
