/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "manual.h"

#include <stdlib.h>
#include <string.h>

/* ---- On a terminal ---- */

enum { INDENT = 4, COLUMN = 26, WIDTH = 100 };

/* Wraps the text up to `end` into lines that begin at `column`; the first one begins at `at`. */
static void wrap(FILE *to, const char *text, const char *end, int column, int at)
{
    while (text < end) {
        const int length = (int)strcspn(text, " \n");
        if (at > column && at + 1 + length > WIDTH) {
            fprintf(to, "\n%*s", column, "");
            at = column;
        }
        at += fprintf(to, "%s%.*s", at > column ? " " : "", length, text);
        text += length + (text[length] != '\0');
    }
    fputc('\n', to);
}

static void terminal_heading(FILE *to, const char *text)
{
    fprintf(to, "%s\n", text);
}

static void terminal_text(FILE *to, const char *text)
{
    while (*text) {
        const char *blank = strstr(text, "\n\n"), *end = blank ? blank : text + strlen(text);
        fprintf(to, "%*s", INDENT, "");
        wrap(to, text, end, INDENT, INDENT);
        if (blank) fputc('\n', to);
        text = blank ? blank + 2 : end;
    }
}

static void terminal_lines(FILE *to, const char *text)
{
    while (*text) {
        const int length = (int)strcspn(text, "\n");
        fprintf(to, "%*s%.*s\n", INDENT, "", length, text);
        text += length + (text[length] != '\0');
    }
}

static void terminal_entry(FILE *to, const char *head, const char *text)
{
    int at = fprintf(to, "%*s%s", INDENT, "", head);
    if (at >= COLUMN - 1) at = fprintf(to, "\n") - 1;
    fprintf(to, "%*s", COLUMN - at, "");
    wrap(to, text, text + strlen(text), COLUMN, COLUMN);
}

const manual_form manual_terminal = {terminal_heading, terminal_text, terminal_lines, terminal_entry};

/* ---- For all forms ---- */

/* "-o, --output FILE": an option as typed. */
static const char *row_head(const option_row *row, char text[64])
{
    const char letter[] = {'-', row->letter, '\0'};
    const char *name = row->name ? row->name : "", *argument = row->argument ? row->argument : "";
    snprintf(text, 64, "%s%s%s%s%s%s", row->letter ? letter : "", row->letter && row->name ? ", " : "",
             row->name ? "--" : "", name, row->argument ? " " : "", argument);
    return text;
}

static void print_options(FILE *to, const manual *m, const manual_form *form)
{
    char head[64];
    for (int i = 0; i < m->count; ++i) form->entry(to, row_head(&m->rows[i], head), m->rows[i].help);
}

static void print_section(FILE *to, const manual *m, const manual_section *s, const manual_form *form)
{
    form->heading(to, s->heading);
    if (s->text) form->text(to, s->text);
    if (s->lines) form->lines(to, s->lines);
    if (s->entries) s->entries(to, form);
    if (!strcmp(s->heading, "OPTIONS")) print_options(to, m, form);
}

void manual_print_from(FILE *to, const manual *m, const char *heading, const manual_form *form)
{
    const manual_section *s = m->sections;
    while (strcmp(s->heading, heading)) ++s;
    for (; s->heading; ++s) {
        print_section(to, m, s, form);
        if (s[1].heading && form == &manual_terminal) fputc('\n', to);
    }
}

void manual_print(FILE *to, const manual *m, const manual_form *form)
{
    if (form == &manual_terminal)
        fprintf(to, "NAME\n    reroll%s%s - %s\n\n", m->name[0] ? " " : "", m->name, m->summary);
    manual_print_from(to, m, m->sections->heading, form);
}

exit_status manual_help(const manual *m)
{
    manual_print(stdout, m, &manual_terminal);
    return stdout_end();
}
