/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* getopt_long with a table that is made for the sampler. */
#include "options.h"
#include "manual.h"
#include "suggest.h"

#include <getopt.h>
#include <string.h>

typedef struct row {
    char letter;
    const char *name, *argument;
    bool with_job;
    const char *help;
} row;

static const row rows[OPTION_COUNT] = {
#define OPTION_ROW(id, letter, name, argument, with_job, help) {letter, name, argument, with_job, help},
    SAMPLE_OPTIONS(OPTION_ROW)
#undef OPTION_ROW
};

/* What getopt_long returns: letters are below, options of the list and parameters of the sampler above. */
enum { LONG_BASE = 256, PARAM_BASE = 512, TABLE = RR_MAX_PARAMS + OPTION_COUNT + 1, LETTERS = 2 * OPTION_COUNT + 2 };

/* The parameters come first: a name that only they have may be shortened. */
static void make_table(const rr_sampler *sampler, struct option table[TABLE], char letters[LETTERS])
{
    struct option *at = table;
    char *letter = letters;
    memset(table, 0, TABLE * sizeof *table);
    for (uint32_t i = 0; sampler && i < sampler->params; ++i)
        *at++ = (struct option){sampler->param[i].name, required_argument, NULL, PARAM_BASE + (int)i};
    *letter++ = ':';   /* getopt reports a missing argument apart from an unknown option */
    for (int i = 0; i < OPTION_COUNT; ++i) {
        if (rows[i].name)
            *at++ = (struct option){rows[i].name, rows[i].argument ? required_argument : no_argument, NULL, LONG_BASE + i};
        if (!rows[i].letter) continue;
        *letter++ = rows[i].letter;
        if (rows[i].argument) *letter++ = ':';
    }
    *letter = '\0';
}

static const char *table_name(size_t number, const void *table)
{
    return ((const struct option *)table)[number].name;
}

/* A long option that is none, that has an argument too many, or that is short for more than one. */
static exit_status refuse_long(const char *typed, const struct option *table, const rr_sampler *sampler)
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
    return refuse(EXIT_USAGE, "unknown option '--%s'%s%s%s%s", name, sampler ? " for " : "", sampler ? sampler->name : "", hint,
                  hint[0] ? "" : "; --help lists them");
}

static exit_status refuse_option(int what, char **argv, const struct option *table, const rr_sampler *sampler)
{
    const char *typed = argv[optind - 1];
    if (what == ':') return refuse(EXIT_USAGE, "%s needs an argument", typed);
    if (!strncmp(typed, "--", 2)) return refuse_long(typed + 2, table, sampler);
    return refuse(EXIT_USAGE, "unknown option '-%c'; --help lists them", optopt);
}

exit_status options_read(int argc, char **argv, const rr_sampler *sampler, options *o)
{
    struct option table[TABLE];
    char letters[LETTERS];
    int what;
    memset(o, 0, sizeof *o);
    make_table(sampler, table, letters);
    opterr = 0;
    while ((what = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        const char *value = optarg ? optarg : "";
        if (what == '?' || what == ':') return refuse_option(what, argv, table, sampler);
        if (what >= PARAM_BASE) o->param[what - PARAM_BASE] = value;
        else if (what >= LONG_BASE) o->value[what - LONG_BASE] = value;
        else
            for (int i = 0; i < OPTION_COUNT; ++i)
                if (rows[i].letter == what) o->value[i] = value;
    }
    if (optind < argc)
        return refuse(EXIT_USAGE, "'%s' is neither an option nor the argument of one%s", argv[optind],
                      sampler ? "" : "; the sampler comes before all options");
    return EXIT_DONE;
}

const char *option_text(option_id id, char text[32])
{
    if (rows[id].name) snprintf(text, 32, "--%s", rows[id].name);
    else snprintf(text, 32, "-%c", rows[id].letter);
    return text;
}

exit_status options_with_job(const options *o)
{
    char text[32];
    for (int i = 0; i < OPTION_COUNT; ++i)
        if (o->value[i] && !rows[i].with_job)
            return refuse(EXIT_USAGE, "%s can't be given with --job: the job file says it", option_text((option_id)i, text));
    return EXIT_DONE;
}

/* ---- The manual ---- */

enum { HELP_COLUMN = 26, HELP_WIDTH = 100 };

/* `head`, then `text` in a column of its own, broken at blanks. */
static void entry(FILE *to, const char *head, const char *text)
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

static void print_options(FILE *to)
{
    for (int i = 0; i < OPTION_COUNT; ++i) {
        const row *r = &rows[i];
        char head[64];
        snprintf(head, sizeof head, "%s%.*s%s%s%s%s%s", r->letter ? "-" : "", r->letter != 0, &r->letter,
                 r->letter && r->name ? ", " : "", r->name ? "--" : "", r->name ? r->name : "", r->argument ? " " : "",
                 r->argument ? r->argument : "");
        entry(to, head, r->help);
    }
}

void options_help(FILE *to, const rr_sampler *sampler)
{
    if (sampler) sampler_manual(to, sampler, entry);
    else
        fputs("NAME\n"
              "    reroll sample - draw variates\n\n"
              "SYNOPSIS\n"
              "    reroll sample LAW[:METHOD] [--PARAMETER V]... -n N [-o FILE] [OPTION]...\n"
              "    reroll sample --job FILE.job.json [--first I] [-n N] [-o FILE] [OPTION]...\n"
              "    reroll sample LAW[:METHOD] --help\n\n"
              "DESCRIPTION\n"
              "    Sample number i is a pure function of seed, stream, sampler, its parameters and i. Device, strategy,\n"
              "    threads, and how a job is cut or interrupted never change a bit. reroll samplers lists the laws; the\n"
              "    --help of one lists its parameters.\n\n"
              "    V is a number or @FILE.npy: an array of f4, f8, i4, i8, u4 or u8 of shape (), (n,), (R, 1), (1, C) or\n"
              "    (R, C). Arrays are broadcast by NumPy's rule, and the output has the broadcast shape.\n\n", to);
    fputs("OPTIONS\n", to);
    print_options(to);
    fputs("\nFILES\n"
          "    FILE is written as FILE.part and gets its name when it is whole and on disk. FILE.job.json beside it holds\n"
          "    the whole job and the last checkpoint, one every few seconds: --resume goes on from there to the same bytes,\n"
          "    and --job remakes FILE, or a slice of it, anywhere. A pipe or a device is written directly.\n\n"
          "EXAMPLES\n"
          "    reroll sample normal --mean 3 --sd 0.5 -n 10\n"
          "    reroll sample gamma --shape @shapes.npy -o draws.npy --seed 2026 --stream chains/3\n"
          "    reroll sample --job draws.npy.job.json --first 10 -n 5\n"
          "    reroll sample bits -n 2^30 --format raw | consumer\n\n"
          "EXIT STATUS\n"
          "    0 done; 1 reading, writing or running failed; 2 bad usage or input, nothing written; 3 device not usable;\n"
          "    4 strategy fixed:M left samples without an accepted proposal; 130 interrupted\n", to);
}
