/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads the text of a law: what it declares, and whether each of its tokens is one that laws have.
 *
 * Compilers would take more, and differ: gcc compiles `if (mask)`, OpenCL and NVRTC know an exp() of their own, whose bits
 * are not ours. So a law has the words of lane C (words.c), what it defines itself, and nothing else; no character of it
 * can hide a token from this reader (no backslash, no ##). What is left is the compiler's to judge, which names the user's
 * lines. */
#include <stddef.h>
#include <stdlib.h>

#include "reader.h"
#include "targets/base/locale.h"

/* Trigraphs, which some compilers read, are other characters: ??/ would take a comment on to the next line. */
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
    *read = (rr_user_read){.least = 0.16};
    if (!tokens) return rr_fail(result, RR_ERR_MEMORY, "no memory for the text of a law");
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
