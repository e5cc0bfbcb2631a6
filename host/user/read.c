/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads the text of a user-defined distribution: its declarations, and whether each of its tokens is allowed.
 *
 * Compilers accept more, and differ: gcc compiles `if (mask)`, and OpenCL and NVRTC have their own exp(), with other bits
 * than ours. So a text may use only the words of lane C (words.c) and its own definitions, and no character can hide a
 * token from this reader (no backslash, no ##). The compiler reports all remaining errors, with the user's line numbers. */
#include <stddef.h>
#include <stdlib.h>

#include "reader.h"
#include "targets/base/locale.h"

/* Some compilers replace trigraphs: ??/ would continue a comment on the next line. */
static void find_trigraph(reader *r)
{
    unsigned line = 1;
    for (const char *at = r->text; *at; ++at) {
        line += *at == '\n';
        if (at[0] == '?' && at[1] == '?' && at[2] && strchr("=/'()!<>-", at[2])) {
            rr_refuse_at(r, line, "'%.3s' is a trigraph of C: write something else", at);
            return;
        }
    }
}

rr_status rr_user_read_text(const char *text, const char *where, rr_user_read *read, rr_result *result)
{
    reader r = {.text = text, .where = where, .read = read, .result = result, .times = {1}, .weight = {1}};
    rr_token *tokens = rr_user_tokens(text);
    *read = (rr_user_read){.min = 0.16};
    if (!tokens) return rr_fail(result, RR_ERR_MEMORY, "no memory for the file of a distribution");
    const locale_t before = rr_locale_enter();
    r.t = tokens + 1;
    find_trigraph(&r);
    while (r.status == RR_OK && r.t->kind != RR_TOKEN_END)
        if (!rr_read_token(&r)) break;
    if (r.status == RR_OK) rr_read_end(&r);
    rr_locale_leave(before);
    free(tokens);
    return r.status;
}
