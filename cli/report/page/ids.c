/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes ids unique on the page. gnuplot uses the same ids in every picture, and two studies may use the same ids, so their
 * markup gets a prefix before id="x", href="#x" and url(#x), and before the ids in for, headers and aria-... attributes.
 * Text between tags is unchanged. */
#include "text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* True if the attribute before `equals` has this name. */
static bool is_attribute(const char *markup, const char *equals, const char *name)
{
    const size_t length = strlen(name);
    const char *at = equals;
    while (at > markup && isspace((unsigned char)at[-1])) --at;
    if ((size_t)(at - markup) <= length || strncasecmp(at - length, name, length)) return false;
    return isspace((unsigned char)at[-(ptrdiff_t)length - 1]) || at[-(ptrdiff_t)length - 1] == ':';
}

/* Writes a list of ids, separated by blanks. */
static void write_ids(FILE *to, const char *value, size_t length, const char *prefix)
{
    for (size_t i = 0; i < length; ++i) {
        if (!isspace((unsigned char)value[i]) && (i == 0 || isspace((unsigned char)value[i - 1]))) fputs(prefix, to);
        fputc(value[i], to);
    }
}

/* Writes a value with the prefix in "#x" of links, and in url(#x) anywhere. */
static void write_value(FILE *to, const char *value, size_t length, const char *prefix, bool is_link)
{
    for (size_t i = 0; i < length; ++i) {
        fputc(value[i], to);
        if (value[i] == '#' && ((is_link && i == 0) || (i >= 4 && !strncmp(value + i - 4, "url(", 4)))) fputs(prefix, to);
    }
}

static bool names_ids(const char *markup, const char *equals)
{
    static const char *const names[] = {"id", "for", "headers", "aria-labelledby", "aria-describedby", "aria-controls"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        if (is_attribute(markup, equals, names[i])) return true;
    return false;
}

/* Writes a quoted value, which begins at `quote`; returns the position after its closing quote. */
static const char *write_quoted(FILE *to, const char *markup, const char *quote, const char *equals, const char *prefix)
{
    const char *value = quote + 1, *end = strchr(value, *quote);
    const size_t length = end ? (size_t)(end - value) : strlen(value);
    fputc(*quote, to);
    if (names_ids(markup, equals)) write_ids(to, value, length, prefix);
    else write_value(to, value, length, prefix, is_attribute(markup, equals, "href"));
    if (end) fputc(*quote, to);
    return end ? end + 1 : value + length;
}

void write_with_prefix(FILE *to, const char *markup, const char *prefix)
{
    bool in_tag = false;
    const char *equals = NULL;
    for (const char *at = markup; *at;) {
        if (in_tag && (*at == '"' || *at == '\'') && equals) {
            at = write_quoted(to, markup, at, equals, prefix);
            equals = NULL;
            continue;
        }
        if (*at == '<') in_tag = true;
        else if (*at == '>') in_tag = false;
        if (*at == '=' && in_tag) equals = at;
        else if (!isspace((unsigned char)*at)) equals = NULL;
        fputc(*at++, to);
    }
}
