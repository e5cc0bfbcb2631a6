/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "read.h"

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* Punctuation of more than one character that the reader distinguishes. */
static unsigned mark_size(const char *at)
{
    static const char *const marks[] = {"<<=", ">>=", "...", "&&", "||", "<<", ">>", "<=", ">=", "==", "!=", "->", "++",
        "--", "+=", "-=", "*=",
                                        "/=", "%=", "&=", "|=", "^=", "##", "<%", "%>", "<:", ":>", "%:"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; ++i)
        if (!strncmp(at, marks[i], strlen(marks[i]))) return (unsigned)strlen(marks[i]);
    return 1;
}

static unsigned number_size(const char *at)
{
    unsigned n = 1;
    for (; is_letter(at[n]) || is_digit(at[n]) || at[n] == '.' || ((at[n] == '+' || at[n] == '-') && strchr("eEpP",
        at[n - 1])); ++n) {}
    return n;
}

/* The size of a string, up to its closing quote on the same line; 0: it does not end there. */
static unsigned string_size(const char *at)
{
    for (unsigned n = 1; at[n] && at[n] != '\n' && at[n] != '\\'; ++n)
        if (at[n] == *at) return n + 1;
    return 0;
}

static rr_token token_at(const char *at)
{
    rr_token t = {RR_TOKEN_MARK, at, 1, 0, 0};
    if (is_letter(*at)) {
        t.kind = RR_TOKEN_NAME;
        while (is_letter(at[t.size]) || is_digit(at[t.size])) ++t.size;
    } else if (is_digit(*at) || (*at == '.' && is_digit(at[1]))) {
        t.kind = RR_TOKEN_NUMBER;
        t.size = number_size(at);
    } else if (*at == '"') {
        t.size = string_size(at);
        t.kind = t.size ? RR_TOKEN_STRING : RR_TOKEN_WRONG;
        if (!t.size) t.size = 1;
    } else if (!strchr("(){}[];,.+-*/%&|^~<>=!?:#", *at)) {
        t.kind = RR_TOKEN_WRONG;
    } else {
        t.size = mark_size(at);
    }
    return t;
}

/* Skips blanks and comments; NULL: a comment does not end. */
static const char *skip(const char *at, unsigned *line)
{
    for (;; ++at) {
        if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n\\");
            if (*at == '\\') return at;   /* the compiler would continue the comment on the next line */
        } else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            if (!end) return NULL;
            for (; at < end + 1; ++at) *line += *at == '\n';
            continue;
        }
        if (!*at || *at == '\n' || !strchr(" \t\r\f\v", *at)) return at;
    }
}

rr_token *rr_user_tokens(const char *text)
{
    const size_t max = strlen(text) + 3;
    rr_token *tokens = malloc(max * sizeof *tokens);
    size_t n = 1;
    unsigned line = 1;
    int directive = 0, fresh = 1;
    const char *at = text;
    if (tokens) tokens[0] = (rr_token){RR_TOKEN_NEWLINE, "\n", 1, 0, 0};
    while (tokens) {
        rr_token t = {RR_TOKEN_WRONG, "/*", 2, line, 0};
        at = skip(at, &line);
        if (at && *at == '\n') {
            if (directive) tokens[n++] = (rr_token){RR_TOKEN_NEWLINE, at, 1, line, 1};
            directive = 0;
            fresh = 1;
            ++line;
            ++at;
            continue;
        }
        if (at && *at) t = token_at(at);
        if (at && !*at) t = (rr_token){RR_TOKEN_END, at, 0, line, 0};
        if (fresh && at && *at == '#') directive = 1;
        fresh = 0;
        t.line = line;
        t.directive = directive;
        tokens[n++] = t;
        if (!at || !*at || n + 1 >= max) break;
        at += t.size;
    }
    if (tokens && tokens[n - 1].kind != RR_TOKEN_END) tokens[n] = (rr_token){RR_TOKEN_END, at ? at : "", 0, line, 0};
    return tokens;
}

int rr_token_is(const rr_token *t, const char *text)
{
    return strlen(text) == t->size && !strncmp(t->at, text, t->size);
}
