/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* getopt_long with a table that is made from the list. */
#include "optread.h"
#include "suggest.h"

#include <getopt.h>
#include <string.h>

/* What getopt_long returns: letters are below, rows and params of the list above. */
enum { LONG_BASE = 256, PARAM_BASE = 512, TABLE = OPTIONS_MOST + 1, LETTERS = 2 * OPTIONS_MOST + 2 };

static void make_table(const option_list *list, struct option table[TABLE], char letters[LETTERS])
{
    struct option *at = table;
    char *letter = letters;
    memset(table, 0, TABLE * sizeof *table);
    for (int i = 0; i < list->param_count; ++i)
        *at++ = (struct option){list->params[i], required_argument, NULL, PARAM_BASE + i};
    *letter++ = ':';   /* getopt reports a missing argument apart from an unknown option */
    for (int i = 0; i < list->count; ++i) {
        const option_row *row = &list->rows[i];
        if (row->name)
            *at++ = (struct option){row->name, row->argument ? required_argument : no_argument, NULL, LONG_BASE + i};
        if (!row->letter) continue;
        *letter++ = row->letter;
        if (row->argument) *letter++ = ':';
    }
    *letter = '\0';
}

static const char *table_name(size_t number, const void *table)
{
    return ((const struct option *)table)[number].name;
}

/* A long option that is none, that has an argument too many, or that is short for more than one. */
static exit_status refuse_long(const char *typed, const struct option *table, const char *owner)
{
    char name[64], hint[SUGGEST_SIZE];
    const size_t length = strcspn(typed, "=");
    int matches = 0;
    snprintf(name, sizeof name, "%.*s", (int)length, typed);
    for (const struct option *t = table; t->name; ++t) {
        if (strncmp(t->name, name, strlen(name))) continue;
        if (!strcmp(t->name, name)) return refuse(EXIT_USAGE, "--%s takes no argument", name);
        ++matches;
    }
    if (matches > 1) return refuse(EXIT_USAGE, "--%s is short for more than one option; write it out", name);
    suggest(name, "--", table_name, table, hint);
    return refuse(EXIT_USAGE, "unknown option '--%s'%s%s%s%s", name, owner ? " for " : "", owner ? owner : "", hint,
                  hint[0] ? "" : "; --help lists them");
}

static exit_status refuse_option(int what, char **argv, const struct option *table, const char *owner)
{
    const char *typed = argv[optind - 1];
    if (what == ':') return refuse(EXIT_USAGE, "%s needs an argument", typed);
    if (!strncmp(typed, "--", 2)) return refuse_long(typed + 2, table, owner);
    return refuse(EXIT_USAGE, "unknown option '-%c'; --help lists them", optopt);
}

exit_status optread(int argc, char **argv, const option_list *list, const char **value, const char **param)
{
    struct option table[TABLE];
    char letters[LETTERS];
    int what;
    make_table(list, table, letters);
    opterr = 0;
    while ((what = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        const char *text = optarg ? optarg : "";
        if (what == '?' || what == ':') return refuse_option(what, argv, table, list->owner);
        if (what >= PARAM_BASE) param[what - PARAM_BASE] = text;
        else if (what >= LONG_BASE) value[what - LONG_BASE] = text;
        else
            for (int i = 0; i < list->count; ++i)
                if (list->rows[i].letter == what) value[i] = text;
    }
    if (optind < argc)
        return refuse(EXIT_USAGE, "'%s' is neither an option nor the argument of one%s%s%s", argv[optind],
                      list->first ? "; the " : "", list->first ? list->first : "",
                      list->first ? " comes before all options" : "");
    return EXIT_DONE;
}

exit_status optread_with_job(const option_list *list, const char *const *value)
{
    char text[32];
    for (int i = 0; i < list->count; ++i)
        if (value[i] && !list->rows[i].with_job)
            return refuse(EXIT_USAGE, "%s can't be given with --job: the job file says it",
                          option_row_text(&list->rows[i], text));
    return EXIT_DONE;
}

const char *option_row_text(const option_row *row, char text[32])
{
    if (row->name) snprintf(text, 32, "--%s", row->name);
    else snprintf(text, 32, "-%c", row->letter);
    return text;
}

/* ---- The manual ---- */

enum { HELP_COLUMN = 26, HELP_WIDTH = 100 };

void optread_entry(FILE *to, const char *head, const char *text)
{
    int column = fprintf(to, "    %s", head);
    if (column >= HELP_COLUMN - 1) column = fprintf(to, "\n") - 1;
    fprintf(to, "%*s", HELP_COLUMN - column, "");
    column = HELP_COLUMN;
    while (*text) {
        const int length = (int)strcspn(text, " ");
        if (column > HELP_COLUMN && column + 1 + length > HELP_WIDTH) {
            fprintf(to, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        }
        column += fprintf(to, "%s%.*s", column > HELP_COLUMN ? " " : "", length, text);
        text += length + (text[length] == ' ');
    }
    fputc('\n', to);
}

void optread_print(FILE *to, const option_list *list)
{
    for (int i = 0; i < list->count; ++i) {
        const option_row *r = &list->rows[i];
        char head[64];
        snprintf(head, sizeof head, "%s%.*s%s%s%s%s%s", r->letter ? "-" : "", r->letter != 0, &r->letter,
                 r->letter && r->name ? ", " : "", r->name ? "--" : "", r->name ? r->name : "", r->argument ? " " : "",
                 r->argument ? r->argument : "");
        optread_entry(to, head, r->help);
    }
}
