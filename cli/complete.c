/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll --complete PROGRAM WORD... prints the words that can replace the last one, one per line, each with a tab and its
 * help. The completions of bash, zsh and fish (cli/options/) call it. If it prints none, the shell completes file names. */
#include "complete.h"
#include "commands.h"
#include "mpi_manual.h"
#include "cli/base/dtype.h"
#include "cli/base/params.h"
#include "cli/base/synonyms.h"
#include "cli/job/density.h"
#include "cli/job/job.h"
#include "reroll_model.h"
#include "reroll_points.h"

#include <stdlib.h>
#include <string.h>

enum { HELP_LENGTH = 72 };

/* The words that were typed. The last word is completed; `fixed` is its part that stays, such as "--device=". */
typedef struct typed {
    char **word;
    int count;
    const char *last;
    char *before, *fixed;           /* before: the option that the last word is an argument of, or "" */
    bool mpi, job;                  /* job: --job is given */
    const manual *manual;           /* the command's, or NULL */
    const rr_sampler_info *sampler; /* the one that was typed, or NULL */
} typed;

/* ---- Candidates ---- */

/* Prints the help up to its first semicolon, at most HELP_LENGTH bytes. */
static void put_help(const char *help)
{
    size_t length = strcspn(help, ";\n");
    if (length > HELP_LENGTH) {
        length = HELP_LENGTH;
        while (length && help[length] != ' ') --length;
    }
    if (length) printf("\t%.*s", (int)length, help);
}

static int offer(const typed *t, const char *name, const char *help)
{
    if (strncmp(name, t->last, strlen(t->last))) return 0;
    printf("%s%s", t->fixed, name);
    put_help(help);
    putchar('\n');
    return 1;
}

/* Offers the words of a list separated by blanks. */
static void offer_words(const typed *t, const char *words)
{
    size_t length;
    for (; (words = next_name(words, &length)); words += length) {
        char *word = get_text("%.*s", (int)length, words);
        offer(t, word, "");
        free(word);
    }
}

static void offer_aliases(const typed *t, const rr_sampler_info *s)
{
    size_t length;
    for (const char *alias = s->aliases; alias && (alias = next_name(alias, &length)); alias += length) {
        char *word = get_text("%.*s", (int)length, alias);
        if (!alias_note(alias, length)) offer(t, word, s->help);
        free(word);
    }
}

/* Offers names of samplers, or aliases if no name has this beginning. */
static void offer_samplers(const typed *t)
{
    const rr_sampler_info *s;
    int found = 0;
    for (size_t i = 0; (s = sampler_at(i)); ++i) found += offer(t, s->name, s->help);
    for (size_t i = 0; !found && (s = sampler_at(i)); ++i) offer_aliases(t, s);
}

static void offer_commands(const typed *t)
{
    const command *c;
    if (t->mpi) offer(t, "sample", manual_mpi.summary);
    for (size_t i = 0; !t->mpi && (c = command_list(i)); ++i) offer(t, c->manual->name, c->manual->summary);
    if (!t->mpi) offer(t, "help", "print the help of a command");
    if (t->last[0] == '-') offer_words(t, "--help --version");
}

static void offer_devices(const typed *t)
{
    rr_device_info d;
    for (size_t i = 0; rr_device_list(i, &d); ++i)
        if (d.available) offer(t, d.name, d.model);
}

static void offer_strategies(const typed *t)
{
    rr_strategy_info s;
    char example[32];
    for (size_t i = 0; rr_strategy_list(i, &s); ++i) {
        rr_strategy_text(s.example, example);
        offer(t, example, s.help);
    }
}

static void offer_methods(const typed *t)
{
    const rr_transform_info *m;
    for (size_t i = 0; (m = rr_transform_list(i)); ++i) offer(t, m->name, m->help);
}

static void offer_models(const typed *t)
{
    for (unsigned s = 0; rr_model_strategy_name(s); ++s) offer(t, rr_model_strategy_name(s), "");
}

static bool takes_sampler(const manual *m)
{
    static const char *const names[] = {"sample", "plan", "bench", "verify"};
    for (size_t i = 0; m && i < sizeof names / sizeof names[0]; ++i)
        if (!strcmp(m->name, names[i])) return true;
    return false;
}

static void offer_dtypes(const typed *t)
{
    const char *name = t->manual ? t->manual->name : "";
    for (int type = RR_F32; type <= RR_BF16 && t->sampler; ++type)
        if (dtype_listed(t->sampler, (rr_type)type)) offer(t, dtype_name((rr_type)type), "");
    if (t->sampler) return;
    if (!strcmp(name, "transform")) offer_words(t, "f32 f64");
    else offer_words(t, takes_sampler(t->manual) ? "f32 f64 i32 i64 u32 u64 f16 bf16" : "i64 i32 u64 u32");
}

/* ---- Options ---- */

static bool is_of_density(const char *name)
{
    static const option_row rows[] = {DENSITY_OPTIONS(OPTION_ROW)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
        if (!strcmp(rows[i].name, name)) return true;
    return false;
}

/* True if the option is allowed with the words typed so far. */
static bool applies(const typed *t, const option_row *row)
{
    const rr_sampler_info *s = t->sampler;
    if (!takes_sampler(t->manual)) return true;
    if (t->job && !row->with_job) return false;
    if (!row->name) return true;
    if (is_of_density(row->name)) return s && rr_sampler_method(s->sampler)->inverse;
    if (s && !strcmp(row->name, "antithetic")) return s->monotone;
    if (s && !strcmp(row->name, "components")) return sampler_is_row(s) && s->shape.side[0] != RR_DIM_R;
    return true;
}

static void offer_options_of(const typed *t, const manual *m)
{
    char name[32];
    for (int i = 0; i < m->count; ++i) {
        const option_row *row = &m->rows[i];
        const char letter[] = {'-', row->letter, '\0'};
        if (!applies(t, row)) continue;
        if (row->name) offer(t, option_row_text(row, name), row->help);
        if (row->letter && t->last[1] != '-') offer(t, letter, row->help);
    }
}

static void offer_options(const typed *t)
{
    const rr_sampler_info *s = t->sampler;
    const bool params = s && t->manual && (!strcmp(t->manual->name, "sample") || !strcmp(t->manual->name, "plan"));
    for (uint32_t p = 0; params && p < s->params; ++p) {
        char *option = get_text("--%s", s->param[p].name);
        offer(t, option, s->param[p].help);
        free(option);
    }
    if (t->manual) offer_options_of(t, t->manual);
    if (t->mpi) offer_options_of(t, &manual_mpi);
}

/* ---- The position of the last word ---- */

static bool is_option(const char *typed_option, const char *letter, const char *name)
{
    return !strcmp(typed_option, letter) || !strcmp(typed_option, name);
}

static void offer_values(const typed *t)
{
    const char *o = t->before;
    if (is_option(o, "-d", "--device")) offer_devices(t);
    else if (is_option(o, "-s", "--strategy")) offer_strategies(t);
    else if (!strcmp(o, "--dtype")) offer_dtypes(t);
    else if (!strcmp(o, "--sampler")) offer_samplers(t);
    else if (!strcmp(o, "--bad")) offer_words(t, "nan");
    else if (!strcmp(o, "--seed")) offer_words(t, "random");
    else if (!strcmp(o, "--scramble")) offer_words(t, "owen: shift:");
    else if (!strcmp(o, "--format"))
        for (int f = FORMAT_NPY; f < FORMAT_COUNT; ++f) offer(t, format_name((format)f), "");
}

/* Offers words for the first operand of the command. */
static void offer_operands(const typed *t)
{
    const char *name = t->manual ? t->manual->name : "";
    if (!strcmp(name, "transform")) offer_methods(t);
    else if (!strcmp(name, "model")) offer_models(t);
    else if (!strcmp(name, "resample")) offer_words(t, "systematic stratified residual multinomial");
    else if (!strcmp(name, "law")) offer_words(t, "build");
    else if (takes_sampler(t->manual) && strcmp(name, "verify")) offer_samplers(t);
}

/* True if the option takes an argument. Options that are not rows of the command are parameters, which do. */
static bool takes_argument(const typed *t, const char *option)
{
    char name[32];
    const manual *manuals[] = {t->manual, t->mpi ? &manual_mpi : NULL};
    for (int k = 0; k < 2; ++k)
        for (int i = 0; manuals[k] && i < manuals[k]->count; ++i) {
            const option_row *row = &manuals[k]->rows[i];
            const bool by_letter = row->letter && option[1] == row->letter && !option[2];
            if (by_letter || !strcmp(option_row_text(row, name), option)) return row->argument != NULL;
        }
    return !strncmp(option, "--", 2);
}

static const manual *manual_named(const char *name)
{
    const command *c;
    for (size_t i = 0; (c = command_list(i)); ++i)
        if (!strcmp(c->manual->name, name)) return c->manual;
    return NULL;
}

/* The sampler that is named before the last word. */
static const rr_sampler_info *named_sampler(const typed *t)
{
    const char *name = t->count > 2 ? t->word[1] : "";
    for (int i = 1; i + 2 < t->count; ++i)
        if (!strcmp(t->word[i], "--sampler")) name = t->word[i + 1];
    return sampler_known(!strncmp(name, "density:", 8) || !strncmp(name, "cdf:", 4) ? "density" : name);
}

/* Finds the option whose argument is completed: the part of "--device=cpu" before "=", or the previous word. Bash may pass
 * "=" as a separate word. */
static void find_option(typed *t)
{
    const char *equals = strncmp(t->last, "--", 2) ? NULL : strchr(t->last, '=');
    int at = t->count - 2;
    if (equals) {
        const int length = (int)(equals - t->last);
        t->before = get_text("%.*s", length, t->last);
        t->fixed = get_text("%s=", t->before);
        t->last = equals + 1;
        return;
    }
    if (!strcmp(t->last, "=")) t->last = "";
    else if (at > 0 && !strcmp(t->word[at], "=")) --at;
    const bool is_argument = at > 0 && t->word[at][0] == '-' && takes_argument(t, t->word[at]);
    t->before = get_copy(is_argument ? t->word[at] : "");
    t->fixed = get_copy("");
}

exit_status complete_words(int argc, char **argv)
{
    if (argc < 2) return EXIT_USAGE;
    const size_t length = strlen(argv[0]);
    typed t = {.word = argv + 1, .count = argc - 1, .mpi = length > 4 && !strcmp(argv[0] + length - 4, "-mpi")};
    if (t.count > 1 && !strcmp(t.word[0], "help")) {
        ++t.word;
        --t.count;
    }
    t.last = t.word[t.count - 1];
    t.manual = t.count > 1 ? manual_named(t.word[0]) : NULL;
    for (int i = 1; i < t.count - 1; ++i) t.job = t.job || !strcmp(t.word[i], "--job");
    t.sampler = takes_sampler(t.manual) ? named_sampler(&t) : NULL;
    find_option(&t);
    if (t.count == 1) offer_commands(&t);
    else if (t.before[0]) offer_values(&t);
    else if (t.last[0] == '-') offer_options(&t);
    else if (t.count == 2) offer_operands(&t);
    free(t.before);
    free(t.fixed);
    return stdout_end();
}
