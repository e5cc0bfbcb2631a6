/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads options with getopt_long, whose table is built from the list. */
#include "optread.h"
#include "cli/base/suggest.h"
#include "cli/base/synonyms.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* The values that getopt_long returns: letters are below LONG_BASE, then come the list's rows, its params, and NOTE. */
enum { LONG_BASE = 256, PARAM_BASE = 512, NOTE = 1024, TABLE = OPTIONS_MAX + 1, LETTERS = 2 * OPTIONS_MAX + 2 };

/* A list in the form of getopt_long. */
typedef struct reading {
    const option_list *list;
    struct option table[TABLE];
    int entries, argc;
    char **argv;
    char letters[LETTERS];
    const char *by[TABLE];     /* per param, then per row: the name it was given by; NULL: not given, or by its letter */
} reading;

/* Adds an entry unless the name exists. Names of params come first, then names of options, then synonyms of both: --n of
 * negative-binomial is not -n, and --bad is the option although it may be a synonym of a param. */
static void add_entry(reading *r, const char *name, int takes, int code)
{
    for (int i = 0; i < r->entries; ++i)
        if (!strcmp(r->table[i].name, name)) return;
    assert(r->entries < OPTIONS_MAX);
    r->table[r->entries++] = (struct option){name, takes, NULL, code};
}

/* Adds the synonyms of an option. */
static void add_other_names(reading *r, const char *name, char letter, int takes, int code)
{
    const rr_synonym *s;
    const char by_letter[3] = {'-', letter, '\0'};
    for (size_t i = 0; (s = synonym_list(r->list->law, i)); ++i)
        if (s->ours && !strcmp(s->ours, name ? name : by_letter))
            add_entry(r, s->name, takes, code);
}

/* Adds names that have a note, so that getopt does not read them as abbreviations of longer names. */
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
    *letter++ = ':';   /* so that getopt distinguishes a missing argument from an unknown option */
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

/* ---- Errors ---- */

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

static bool has_job(const reading *r)
{
    for (int i = 1; i < r->argc; ++i)
        if (!strncmp(r->argv[i], "--job", 5) && (!r->argv[i][5] || r->argv[i][5] == '=')) return true;
    return false;
}

/* Refuses an unknown option; the message has the distributions that have it, or a name near it. */
static exit_status refuse_unknown(const char *name, const reading *r)
{
    const option_list *list = r->list;
    const char *owner = list->owner;
    char text[SUGGEST_SIZE], have[NAMES_SIZE], takes[NAMES_SIZE];
    if (list->params && laws_with_param(name, have)[0])
        return refuse(EXIT_USAGE, "unknown option '--%s' for %s, which takes %s; --%s is for %s", name, owner,
                      params_text(list, takes), name, have);
    if (list->first && laws_with_param(name, have)[0] && has_job(r))
        return refuse(EXIT_USAGE, "--%s cannot be given with --job: the job file has the parameters", name);
    if (list->first && laws_with_param(name, have)[0])
        return refuse(EXIT_USAGE, "--%s is an option of %s; the %s comes before all options", name, have, list->first);
    suggest(name, "--", table_name, r->table, text);
    return refuse(EXIT_USAGE, "unknown option '--%s'%s%s%s%s", name, owner ? " for " : "", owner ? owner : "", text,
                  text[0] ? "" : "; --help lists the options");
}

/* Refuses a long option that is unknown, has an argument it does not take, or is an ambiguous abbreviation. */
static exit_status refuse_long(const char *typed, const reading *r)
{
    char name[64];
    const struct option *match = NULL;
    bool more = false, noted = false;   /* other options match too; a name with a note matches too */
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

/* The index, among params and then rows, of getopt_long's return value. */
static int place_of(const option_list *list, int what)
{
    if (what >= PARAM_BASE) return what - PARAM_BASE;
    if (what >= LONG_BASE) return list->param_count + what - LONG_BASE;
    for (int i = 0; i < list->count; ++i)
        if (list->rows[i].letter == what) return list->param_count + i;
    return 0;   /* getopt returns no other letters */
}

/* The option that getopt_long found at the end, without its argument. */
static exit_status refuse_missing(const char *typed, const option_list *list)
{
    const int row = place_of(list, optopt) - list->param_count;
    return refuse(EXIT_USAGE, "%s needs an argument: %s %s", typed, typed, row < 0 ? "V" : list->rows[row].argument);
}

/* `word`: the argument that is read, for letters; getopt reads "-q=3" as q and =. */
static exit_status refuse_option(int what, char **argv, const char *word, const reading *r)
{
    const char *typed = argv[optind - 1];   /* the previous word, if the letter is not the last in its word */
    const bool letter = optopt && optopt < LONG_BASE;
    const char *equals = word[0] == '-' && optopt == '=' ? strchr(word, '=') : NULL;
    if (equals && equals > word + 1) return refuse(EXIT_USAGE, "-%c takes no argument", equals[-1]);
    const char by_letter[3] = {'-', (char)optopt, '\0'};
    if (what == ':') return refuse_missing(letter ? by_letter : typed, r->list);
    if (letter) return refuse(EXIT_USAGE, "unknown option '-%c'; --help lists the options", optopt);
    return refuse_long(typed + 2, r);
}

static exit_status refuse_operand(const char *text, const option_list *list)
{
    char takes[NAMES_SIZE];
    if (list->params)
        return refuse(EXIT_USAGE, "'%s' is not an option: %s takes %s, and -n N is the number of samples",
                      text, list->owner, params_text(list, takes));
    return refuse(EXIT_USAGE, "'%s' is not an option%s%s%s", text, list->first ? "; the " : "",
                  list->first ? list->first : "", list->first ? " comes before all options" : "; --help lists the options");
}

/* ---- Reading ---- */

/* Notes the name by which an option was given, and refuses a second name of the same option. */
static exit_status note_name(reading *r, int place, const char *name)
{
    if (r->by[place] && strcmp(r->by[place], name))
        return refuse(EXIT_USAGE, "--%s and --%s are two names of one option: give one of them", r->by[place], name);
    r->by[place] = name;
    return EXIT_DONE;
}

/* Refuses a parameter of a user-defined distribution, which may have any name, if it has the name of an option. */
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
    r.argc = argc;
    r.argv = argv;
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
