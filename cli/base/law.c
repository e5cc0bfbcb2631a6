/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"
#include "reroll_user.h"

#include <stdlib.h>
#include <string.h>

enum { LAWS_MOST = 16 };

static struct {
    const rr_sampler *sampler;
    char *path;
} opened[LAWS_MOST];
static unsigned count;

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n > m && !strcmp(text + n - m, end);
}

bool law_is_path(const char *text)
{
    return strchr(text, '/') || ends_with(text, ".h") || ends_with(text, ".so");
}

static rr_status open_law(const char *path, const rr_sampler **sampler, rr_result *result)
{
    *sampler = NULL;
    for (unsigned k = 0; k < count; ++k)
        if (!strcmp(opened[k].path, path)) *sampler = opened[k].sampler;
    const rr_status status = *sampler ? RR_OK : rr_law_open(path, sampler, result);
    if (!status && (!count || opened[count - 1].sampler != *sampler) && count < LAWS_MOST) {
        opened[count].sampler = *sampler;
        opened[count++].path = get_copy(path);
    }
    return status;
}

static exit_status exit_of(rr_status status)
{
    return status == RR_ERR_DEVICE ? EXIT_DEVICE : status == RR_ERR_MEMORY ? EXIT_TROUBLE : EXIT_USAGE;
}

exit_status law_opened(const char *path, const rr_sampler **sampler)
{
    rr_result result = RR_RESULT_INIT;
    const rr_status status = open_law(path, sampler, &result);
    return status ? refuse(exit_of(status), "%s", result.message) : EXIT_DONE;
}

const char *law_path(const rr_sampler *sampler)
{
    for (unsigned k = 0; k < count; ++k)
        if (opened[k].sampler == sampler) return opened[k].path;
    return NULL;
}

const rr_sampler *law_with_digest(const char *path, const char *digest, char **why, exit_status *status)
{
    char text[RR_SHA256_TEXT];
    rr_result result = RR_RESULT_INIT;
    const rr_sampler *sampler;
    for (unsigned k = 0; k < count; ++k) {
        rr_law_digest(opened[k].sampler, text);
        if (!strcmp(text, digest)) return opened[k].sampler;
    }
    const rr_status answer = open_law(path, &sampler, &result);
    if (answer) {
        *why = get_copy(result.message);
        *status = exit_of(answer);
        return NULL;
    }
    *status = EXIT_USAGE;
    rr_law_digest(sampler, text);
    if (!strcmp(text, digest)) return sampler;
    *why = get_text("%s is not the text that the job was made with: its SHA-256 is another", path);
    return NULL;
}
