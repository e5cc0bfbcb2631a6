/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The reader of user-defined distributions, and what is made of an accepted text before a compiler sees it: the description
 * and the text of the kernels. No compiler starts, because there is no device. */
#include "harness.h"
#include "host/user/read.h"

#include <stdlib.h>
#include <string.h>

/* Opens the distribution, or a derived one, up to the device. */
static void open_law(const char *text, const char *derived)
{
    rr_result result = RR_RESULT_INIT;
    const rr_sampler *sampler;
    const rr_status status = rr_law_open_derived(text, derived, &sampler, &result);
    fuzz_check(result.message[0] && !sampler);
    fuzz_check(status == RR_ERR_DEVICE || (status == RR_ERR_ARGUMENT && strstr(result.message, "another name")));
}

int fuzz_law(const uint8_t *data, size_t size)
{
    static rr_user_read read;
    rr_result result = RR_RESULT_INIT;
    const uint8_t *rest;
    char *text = fuzz_text(data, size, &rest, &size);
    fuzz_file(NULL, 0, 0);
    const rr_status status = rr_user_read_text(text, "law", &read, &result);
    fuzz_check(status == RR_OK || (status == RR_ERR_ARGUMENT && !strncmp(result.message, "law:", 4)));
    /* Without a newline it would be a path. */
    for (unsigned k = 0; status == RR_OK && strchr(text, '\n') && k <= read.derived_count; ++k)
        open_law(text, k ? read.derived[k - 1].name : NULL);
    fuzz_accepted += status == RR_OK;
    fuzz_text_free(text);
    return 0;
}
