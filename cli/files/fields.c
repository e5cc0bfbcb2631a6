/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "fields.h"
#include "cli/base/cli.h"

#include <string.h>

fields fields_of(char *text, char end, char separator, bool quotes)
{
    return (fields){.rest = text, .end = end, .separator = separator, .quotes = quotes, .number = 1};
}

static bool is_blank(char separator, char c)
{
    return c == ' ' || c == '\r' || (c == '\t' && separator != '\t');
}

static bool is_separator(char separator, char c)
{
    return separator ? c == separator : c == ',' || is_blank(0, c);
}

static char *skip_blanks(char separator, const char *c)
{
    while (is_blank(separator, *c)) ++c;
    return (char *)c;
}

/* ---- Rows ---- */

/* The end of the quoted text that begins at `c`: its closing quote, or the end of all text. */
static const char *closing(const char *c, uint64_t *lines)
{
    for (++c; *c && (*c != '"' || c[1] == '"'); ++c) {
        *lines += *c == '\n';
        c += *c == '"';
    }
    return c;
}

/* The end of the row that begins at `c`: its end character, a comment, or the end of the text. */
static char *row_end(const fields *f, const char *c, uint64_t *lines)
{
    const char *first = skip_blanks(f->separator, c);
    bool start = true;   /* of a field */
    for (; *c && *c != f->end; ++c) {
        if (*c == '#' && f->end == '\n' && (!f->separator || c == first)) break;
        if (*c == '"' && f->quotes && start) c = closing(c, lines);
        if (!*c) break;
        start = is_separator(f->separator, *c) || (start && is_blank(f->separator, *c));
    }
    return (char *)c;
}

bool fields_row(fields *f)
{
    if (!f->rest) return false;
    f->at = f->rest;
    f->number += f->lines;
    f->lines = 1;
    char *end = row_end(f, f->at, &f->lines), *next = strchr(end, f->end);
    f->rest = next ? next + 1 : NULL;
    *end = '\0';
    f->more = f->separator && *skip_blanks(f->separator, f->at);
    return true;
}

char *fields_head(const char *text, char *separator)
{
    const fields any = {.end = '\n', .quotes = true};
    const char *row = text, *end;
    uint64_t lines = 0;
    bool start = true, tab = false, comma = false;
    for (;; row = end + 1) {
        end = row_end(&any, row, &lines);
        const bool empty = skip_blanks(0, row) == end;
        if (*end == '#') end += strcspn(end, "\n");
        if (!empty || !*end) break;
    }
    for (const char *c = row; c < end; ++c) {
        if (*c == '"' && start) c = closing(c, &lines);
        if (!*c) break;
        comma |= *c == ',';
        tab |= *c == '\t';
        start = is_separator(0, *c);
    }
    *separator = comma ? ',' : tab ? '\t' : 0;
    char *copy = get_memory((size_t)(end - text) + 1);
    memcpy(copy, text, (size_t)(end - text));
    copy[end - text] = '\0';
    return copy;
}

/* ---- Fields ---- */

/* Copies the quoted text over its quote, without quotes. *rest is what follows the closing quote. */
static field_state unquote(char separator, char *quote, char **rest)
{
    char *to = quote, *c = quote + 1;
    for (; *c && (*c != '"' || c[1] == '"'); ++c) {
        c += *c == '"';
        *to++ = *c;
    }
    const bool open = !*c;
    *to = '\0';
    *rest = skip_blanks(separator, c + !open);
    if (open) return FIELD_OPEN;
    const bool apart = !separator && *rest > c + 1;   /* blanks separate */
    return apart || !**rest || is_separator(separator, **rest) ? FIELD_FOUND : FIELD_TEXT_AFTER;
}

/* The end of an unquoted field, without the blanks after it. *rest is what follows them. */
static char *plain_end(char separator, char *field, char **rest)
{
    char *end = field;
    while (*end && !is_separator(separator, *end)) ++end;
    *rest = skip_blanks(separator, end);
    while (end > field && is_blank(separator, end[-1])) --end;
    return end;
}

field_state fields_next(fields *f, char **field)
{
    char *c = skip_blanks(f->separator, f->at), *end = NULL, *rest;
    field_state state = FIELD_FOUND;
    if (!*c && !f->more) return FIELD_END;
    if (*c == '"' && f->quotes) state = unquote(f->separator, c, &rest);
    else end = plain_end(f->separator, c, &rest);
    f->more = *rest == (f->separator ? f->separator : ',');
    f->at = rest + f->more;
    if (end) *end = '\0';
    *field = c;
    return state;
}
