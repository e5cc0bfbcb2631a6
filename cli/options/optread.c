/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* getopt_long with a table that is made from the list. */
#include "optread.h"
#include "cli/base/suggest.h"
#include "cli/base/synonyms.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* What getopt_long returns: letters are below, rows and params of the list above, and what is answered by a note. */
enum { LONG_BASE = 256, PARAM_BASE = 512, NOTE = 1024, TABLE = OPTIONS_MOST + 1, LETTERS = 2 * OPTIONS_MOST + 2 };

/* A list as getopt_long wants it. */
typedef struct reading {
    const option_list *list;
    struct option table[TABLE];
    int entries;
    char letters[LETTERS];
    const char *by[TABLE];     /* the name by which each param, and then each row, was given; NULL: not, or by its letter */
} reading;

/* The first entry of a name counts. Names of params come first, then those of options, then what else params and options are
 * called: --n of negative-binomial is not -n, and --bad is the option whatever others call a param. */
static void add_entry(reading *r, const char *name, int takes, int code)
{
    for (int i = 0; i < r->entries; ++i)
        if (!strcmp(r->table[i].name, name)) return;
    assert(r->entries < OPTIONS_MOST);
    r->table[r->entries++] = (struct option){name, takes, NULL, code};
}

/* The other names of an option. */
static void add_other_names(reading *r, const char *name, char letter, int takes, int code)
{
    const rr_synonym *s;
    const char by_letter[3] = {'-', letter, '\0'};
    for (size_t i = 0; (s = synonym_list(r->list->law, i)); ++i)
        if (s->ours && !strcmp(s->ours, name ? name : by_letter))
            add_entry(r, s->name, takes, code);
}

/* They stand in the table lest they are taken as short for something longer. */
static void add_notes(reading *r)
{
    const rr_synonym *s;
    for (size_t i = 0; (s = synonym_list(r->list->law, i)); ++i)
        if (s->note) add_entry(r, s->name, optional_argument, NOTE);
}

static int takes_of(const option_row *row)
{
    return row->argument ? required_argument : no_argument;
}

static void make_table(const option_list *list, reading *r)
{
    char *letter = r->letters;
    memset(r, 0, sizeof *r);
    r->list = list;
    for (int i = 0; i < list->param_count; ++i) add_entry(r, list->params[i], required_argument, PARAM_BASE + i);
    for (int i = 0; i < list->count; ++i)
        if (list->rows[i].name) add_entry(r, list->rows[i].name, takes_of(&list->rows[i]), LONG_BASE + i);
    for (int i = 0; i < list->param_count; ++i) add_other_names(r, list->params[i], 0, required_argument, PARAM_BASE + i);
    *letter++ = ':';   /* getopt reports a missing argument apart from an unknown option */
    for (int i = 0; i < list->count; ++i) {
        const option_row *row = &list->rows[i];
        add_other_names(r, row->name, row->letter, takes_of(row), LONG_BASE + i);
        if (!row->letter) continue;
        *letter++ = row->letter;
        if (row->argument) *letter++ = ':';
    }
    *letter = '\0';
    add_notes(r);
}

/* ---- What is wrong ---- */

static const char *table_name(size_t number, const void *table)
{
    return ((const struct option *)table)[number].name;
}

/* "--mean and --sd" */
static const char *params_text(const option_list *list, char text[NAMES_SIZE])
{
    char option[64];
    text[0] = '\0';
    for (int i = 0; i < list->param_count; ++i) {
        snprintf(option, sizeof option, "--%s", list->params[i]);
        names_add(text, option);
    }
    return text[0] ? names_end(text) : "no parameters";
}

/* An option that is none: which laws have it, or what is near. */
static exit_status refuse_unknown(const char *name, const reading *r)
{
    const option_list *list = r->list;
    const char *owner = list->owner;
    char text[SUGGEST_SIZE], have[NAMES_SIZE], takes[NAMES_SIZE];
    if (list->params && laws_with_param(name, have)[0])
        return refuse(EXIT_USAGE, "unknown option '--%s' for %s, which takes %s; --%s is for %s", name, owner,
                      params_text(list, takes), name, have);
    if (list->first && laws_with_param(name, have)[0])
        return refuse(EXIT_USAGE, "--%s is an option of %s; the %s comes before all options", name, have, list->first);
    suggest(name, "--", table_name, r->table, text);
    return refuse(EXIT_USAGE, "unknown option '--%s'%s%s%s%s", name, owner ? " for " : "", owner ? owner : "", text,
                  text[0] ? "" : "; --help lists them");
}

/* A long option that is none, that has an argument too many, or that is short for more than one. */
static exit_status refuse_long(const char *typed, const reading *r)
{
    char name[64];
    const struct option *match = NULL;
    bool more = false, noted = false;   /* other options match too; so does a name that is answered by a note */
    snprintf(name, sizeof name, "%.*s", (int)strcspn(typed, "="), typed);
    for (const struct option *t = r->table; t->name; ++t) {
        if (strncmp(t->name, name, strlen(name))) continue;
        if (!strcmp(t->name, name)) return refuse(EXIT_USAGE, "--%s takes no argument", name);
        noted = noted || t->val == NOTE;
        if (t->val == NOTE) continue;
        more = more || (match && match->val != t->val);
        if (!match) match = t;
    }
    if (match && noted && !more) return refuse(EXIT_USAGE, "--%s is too short; did you mean '--%s'?", name, match->name);
    if (more) return refuse(EXIT_USAGE, "--%s is ambiguous: write the option out", name);
    return refuse_unknown(name, r);
}

/* `word`: the one that is read, where it has letters; "-q=3" has come as q and =. */
static exit_status refuse_option(int what, char **argv, const char *word, const reading *r)
{
    const char *typed = argv[optind - 1];   /* the word before, where a letter is not the last of its word */
    const bool letter = optopt && optopt < LONG_BASE;
    const char *equals = word[0] == '-' && optopt == '=' ? strchr(word, '=') : NULL;
    if (equals && equals > word + 1) return refuse(EXIT_USAGE, "-%c takes no argument", equals[-1]);
    if (letter && what == ':') return refuse(EXIT_USAGE, "-%c needs an argument", optopt);
    if (letter) return refuse(EXIT_USAGE, "unknown option '-%c'; --help lists them", optopt);
    return what == ':' ? refuse(EXIT_USAGE, "%s needs an argument", typed) : refuse_long(typed + 2, r);
}

static exit_status refuse_operand(const char *text, const option_list *list)
{
    char takes[NAMES_SIZE];
    if (list->params)
        return refuse(EXIT_USAGE, "'%s' is not an option: %s takes %s, and -n N is the number of samples",
                      text, list->owner, params_text(list, takes));
    return refuse(EXIT_USAGE, "'%s' is not an option%s%s%s", text, list->first ? "; the " : "",
                  list->first ? list->first : "", list->first ? " comes before all options" : "; --help lists them");
}

/* ---- Reading ---- */

/* The row that getopt_long's answer means: its place among params and rows. */
static int place_of(const option_list *list, int what)
{
    if (what >= PARAM_BASE) return what - PARAM_BASE;
    if (what >= LONG_BASE) return list->param_count + what - LONG_BASE;
    for (int i = 0; i < list->count; ++i)
        if (list->rows[i].letter == what) return list->param_count + i;
    return 0;   /* getopt gives no other letters */
}

/* By which name an option came; one that came by another before is refused. */
static exit_status note_name(reading *r, int place, const char *name)
{
    if (r->by[place] && strcmp(r->by[place], name))
        return refuse(EXIT_USAGE, "--%s and --%s are two names of one option: give one of them", r->by[place], name);
    r->by[place] = name;
    return EXIT_DONE;
}

/* A parameter of a law of the user's may have any name. */
static exit_status check_params(const option_list *list)
{
    for (int p = 0; p < list->param_count; ++p)
        for (int i = 0; i < list->count; ++i)
            if (list->rows[i].name && !strcmp(list->rows[i].name, list->params[p]))
                return refuse(EXIT_USAGE, "--%s is an option of this command: give the parameter of the distribution "
                              "another name", list->params[p]);
    return EXIT_DONE;
}

exit_status optread(int argc, char **argv, const option_list *list, const char **value, const char **param)
{
    reading r;
    int what, entry, at;
    exit_status status = check_params(list);
    if (status) return status;
    make_table(list, &r);
    opterr = 0;
    while (at = optind, (what = getopt_long(argc, argv, r.letters, r.table, &entry)) != -1) {
        const char *text = optarg ? optarg : "";
        if (what == '?' || what == ':') return refuse_option(what, argv, argv[at], &r);
        if (what == NOTE)
            return refuse(EXIT_USAGE, "unknown option '--%s': %s", r.table[entry].name,
                          synonym_note(list->law, r.table[entry].name));
        const int place = place_of(list, what);
        if (what >= LONG_BASE && (status = note_name(&r, place, r.table[entry].name))) return status;
        if (what < LONG_BASE && text[0] == '=' && text != argv[optind - 1]) ++text;   /* "-n=3", not "-n" "=3" */
        if (place < list->param_count) param[place] = text;
        else value[place - list->param_count] = text;
    }
    return optind < argc ? refuse_operand(argv[optind], list) : EXIT_DONE;
}

void optread_sampler(option_list *list, const rr_sampler_info *sampler, const char *params[RR_MAX_PARAMS])
{
    if (!sampler) return;
    for (uint32_t i = 0; i < sampler->params; ++i) params[list->param_count++] = sampler->param[i].name;
    list->params = params;
    list->law = sampler->distribution;
    list->owner = sampler->name;
}

exit_status optread_with_job(const option_list *list, const char *const *value)
{
    char text[32];
    for (int i = 0; i < list->count; ++i)
        if (value[i] && !list->rows[i].with_job)
            return refuse(EXIT_USAGE, "%s cannot be given with --job: the job file has it",
                          option_row_text(&list->rows[i], text));
    return EXIT_DONE;
}

const char *option_row_text(const option_row *row, char text[32])
{
    if (row->name) snprintf(text, 32, "--%s", row->name);
    else snprintf(text, 32, "-%c", row->letter);
    return text;
}
