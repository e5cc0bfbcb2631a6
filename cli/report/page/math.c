/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes formulas in text. Between two $ signs single letters are variables, rho and lambda are Greek, a hyphen is a minus
 * sign, and ^ and _ raise and lower the next character, {...} or (...), without the brackets: "$p^K$", "$E[L_K]$",
 * "$rho < 2^(1/t) - 1$". The page, pictures and CSV files have different forms. */
#include "text.h"
#include "cli/base/cli.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct math_style {
    const char *variable[2], *raised[2], *lowered[2];   /* before and after */
    bool symbols;                                       /* rho as a letter, a hyphen as a minus */
    void (*letter)(FILE *to, char c);
} math_style;

/* ---- Text ---- */

/* Writes a character of gnuplot's enhanced text, in a string between single quotes, where a quote is doubled. */
static void gnuplot_char(FILE *to, char c)
{
    if (strchr("^_@&~{}\\", c)) fputc('\\', to);
    if (c == '\'') fputc(c, to);
    fputc(c, to);
}

static void plain_char(FILE *to, char c)
{
    fputc(c, to);
}

static const math_style styles[] = {
    [MATH_HTML] = {{"<i>", "</i>"}, {"<sup>", "</sup>"}, {"<sub>", "</sub>"}, true, page_char},
    [MATH_GNUPLOT] = {{"{/:Italic ", "}"}, {"^{", "}"}, {"_{", "}"}, true, gnuplot_char},
    [MATH_PLAIN] = {{"", ""}, {"^(", ")"}, {"_(", ")"}, false, plain_char},
};

/* ---- Formulas ---- */

static void write_plain(FILE *to, const char *text, size_t length, const math_style *style)
{
    for (size_t i = 0; i < length; ++i) style->letter(to, text[i]);
}

/* The number of bytes of a UTF-8 character. */
static size_t char_bytes(const char *at, size_t left)
{
    size_t n = 1;
    while (n < left && ((unsigned char)at[n] & 0xc0) == 0x80) ++n;
    return n;
}

/* Writes a word, as a variable if it is one letter or the name of a Greek letter. Returns its length in bytes. */
static size_t write_word(FILE *to, const char *at, size_t left, const math_style *style)
{
    const struct { const char *name, *letter; } greek[] = {{"rho", "\xCF\x81"}, {"lambda", "\xCE\xBB"}};
    size_t n = 0;
    while (n < left && isalpha((unsigned char)at[n])) ++n;
    const char *letter = NULL;
    for (size_t i = 0; i < sizeof greek / sizeof greek[0] && style->symbols; ++i)
        if (strlen(greek[i].name) == n && !strncmp(at, greek[i].name, n)) letter = greek[i].letter;
    const bool variable = letter || n == 1;
    if (variable) fputs(style->variable[0], to);
    if (letter) fputs(letter, to);
    else write_plain(to, at, n, style);
    if (variable) fputs(style->variable[1], to);
    return n;
}

/* Finds the text that ^ or _ at `at` raises or lowers: *from and *length exclude brackets. Returns the number of bytes,
 * including the sign and brackets. */
static size_t moved(const char *at, size_t left, size_t *from, size_t *length)
{
    const char open = left > 1 ? at[1] : '\0', close = open == '{' ? '}' : open == '(' ? ')' : '\0';
    size_t n = 2;
    *from = close ? 2 : 1;
    if (close) {
        for (int depth = 1; n < left; ++n)
            if ((depth += (at[n] == open) - (at[n] == close)) == 0) break;
        *length = n - 2;
        return n < left ? n + 1 : n;
    }
    *length = left > 1 ? char_bytes(at + 1, left - 1) : 0;
    return 1 + *length;
}

static void write_formula(FILE *to, const char *text, size_t length, const math_style *style)
{
    for (size_t i = 0; i < length;) {
        const char *at = text + i;
        size_t from, inner;
        if (*at == '^' || *at == '_') {
            const char *const *around = *at == '^' ? style->raised : style->lowered;
            const size_t n = moved(at, length - i, &from, &inner);
            const bool bare = !style->symbols && inner == 1;   /* p^K needs no brackets */
            if (bare) fputc(*at, to);
            else fputs(around[0], to);
            write_formula(to, at + from, inner, style);
            if (!bare) fputs(around[1], to);
            i += n;
        } else if (isalpha((unsigned char)*at)) {
            i += write_word(to, at, length - i, style);
        } else if ((unsigned char)*at >= 0xce && (unsigned char)*at <= 0xcf) {   /* Greek */
            const size_t n = char_bytes(at, length - i);
            fputs(style->variable[0], to);
            write_plain(to, at, n, style);
            fputs(style->variable[1], to);
            i += n;
        } else if (*at == '-' && style->symbols) {
            fputs("\xE2\x88\x92", to);
            ++i;
        } else {
            style->letter(to, *at);
            ++i;
        }
    }
}

void write_math(FILE *to, const char *text, math_form form)
{
    const math_style *style = &styles[form];
    while (*text) {
        const size_t words = strcspn(text, "$");
        write_plain(to, text, words, style);
        text += words;
        if (!*text) return;
        const size_t formula = strcspn(text + 1, "$");
        write_formula(to, text + 1, formula, style);
        text += 1 + formula;
        if (*text) ++text;
    }
}

char *plain_text(const char *text)
{
    char *plain = NULL;
    size_t size;
    FILE *to = open_memstream(&plain, &size);
    if (!to) exit(refuse(EXIT_TROUBLE, "out of memory"));
    write_math(to, text, MATH_PLAIN);
    fclose(to);
    return plain;
}

void page_label(FILE *to, const char *text)
{
    char *plain = plain_text(text);
    page_text(to, plain);
    free(plain);
}
