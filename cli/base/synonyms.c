/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The names that NumPy, SciPy, R and textbooks use; the directories of the distributions list them. A parameter's name is a
 * synonym only if it means the same number. For a number that would have to be converted there is a note instead. */
#include "law.h"
#include "params.h"
#include "synonyms.h"
#include "suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Distributions that are not available, but whose names resemble those of available ones. */
static const char *const absent[] = {"noncentral-beta"};

/* Aliases that are only suggested: other libraries give another distribution, or other parameters, these names. */
static const struct { const char *name, *why; } loose[] = {
    {"rgeom", "R's rgeom counts failures from 0 on, geometric counts tries from 1 on"},
    {"rzipf", "R's rzipf ends at N, as zipfian does, and zipf has no end"},
    {"invgauss", "SciPy's mean is mu * scale, wald takes --mean and --scale"},
    {"discrete-uniform", "it leaves --high out, integers-closed includes it"},
    {"noncentral-hypergeometric", "it is Fisher's; Wallenius' is wallenius-hypergeometric"},
    {"logit-normal", "give --a as -mu / sigma and --b as 1 / sigma"},
    {"truncweibull-min", "give SciPy's c, a and b as --a, --low and --high"},
    {"truncpareto", "give --a as -b of SciPy, --low as its scale and --high as c * scale"},
    {"mixture", "reroll samplers lists mixtures of other distributions"},
    {"mixturesamefamily", "reroll samplers lists mixtures of other distributions"},
    {"haar", "its matrices have determinant 1; orthogonal has both signs, unitary is complex"},
};

/* Synonyms of the options that all samplers take. */
static const rr_synonym common[] = {{"n", "-n", NULL}, {"size", "-n", NULL}};

enum { COMMON = sizeof common / sizeof common[0] };

/* ---- Options ---- */

static const rr_synonym *synonyms_of(const char *law)
{
    const rr_sampler_info *s;
    for (size_t i = 0; law && (s = sampler_at(i)); ++i)
        if (!strcmp(s->distribution, law)) return s->law->synonyms;
    return NULL;
}

const rr_synonym *synonym_list(const char *law, size_t number)
{
    const rr_synonym *own = synonyms_of(law);
    if (number < COMMON) return &common[number];
    for (size_t i = COMMON; own && own->name; ++i, ++own)
        if (i == number) return own;
    return NULL;
}

const char *synonym_note(const char *law, const char *name)
{
    const rr_synonym *s;
    for (size_t i = 0; (s = synonym_list(law, i)); ++i)
        if (!s->ours && !strcmp(s->name, name)) return s->note;
    return NULL;
}

/* ---- Lists of names ---- */

void names_add(char text[NAMES_SIZE], const char *name)
{
    const size_t used = strlen(text);
    snprintf(text + used, NAMES_SIZE - used, "%s%s", used ? ", " : "", name);
}

const char *names_end(char text[NAMES_SIZE])
{
    char *comma = text, *cut = NULL;
    int names = 1;
    while ((comma = strchr(comma, ','))) {
        if (names++ == NAMES_MAX) cut = comma;
        ++comma;
    }
    if (cut) {
        snprintf(cut, (size_t)(text + NAMES_SIZE - cut), " and %d more", names - NAMES_MAX);
        return text;
    }
    comma = strrchr(text, ',');
    if (!comma || strlen(text) + 4 > NAMES_SIZE) return text;
    memmove(comma + 4, comma + 1, strlen(comma + 1) + 1);
    memcpy(comma, " and", 4);
    return text;
}

const char *laws_with_param(const char *name, char text[NAMES_SIZE])
{
    const rr_sampler_info *s;
    text[0] = '\0';
    for (size_t i = 0; (s = sampler_at(i)); ++i)
        for (uint32_t p = 0; p < s->params; ++p)
            if (!s->method[0] && !strcmp(s->param[p].name, name)) names_add(text, s->distribution);
    return names_end(text);
}

/* ---- Distributions ---- */

/* True if `text` equals the first `length` letters of a name. Case and underscores are ignored. */
static bool alike(const char *text, const char *name, size_t length)
{
    if (strlen(text) != length) return false;
    for (size_t i = 0; i < length; ++i) {
        const int a = text[i] == '_' ? '-' : tolower((unsigned char)text[i]);
        if (a != (name[i] == '_' ? '-' : tolower((unsigned char)name[i]))) return false;
    }
    return true;
}

const char *next_name(const char *names, size_t *length)
{
    names += strspn(names, " ");
    *length = strcspn(names, " ");
    return *length ? names : NULL;
}

/* True if `text` is one of the words in `names`. */
static bool among(const char *text, const char *names)
{
    size_t length;
    for (const char *name = names; name && (name = next_name(name, &length)); name += length)
        if (alike(text, name, length)) return true;
    return false;
}

static const char *sampler_name(size_t number, const void *context)
{
    const rr_sampler_info *s = sampler_at(number);
    (void)context;
    return s ? s->name : NULL;
}

/* The sampler with this name or alias, or NULL. */
static const rr_sampler_info *sampler_called(const char *text)
{
    const rr_sampler_info *s;
    for (size_t i = 0; (s = sampler_at(i)); ++i)
        if (alike(text, s->name, strlen(s->name)) || among(text, s->aliases)) return s;
    return NULL;
}

/* The sampler that LAW of "LAW:METHOD" names, or NULL. */
static const rr_sampler_info *law_called(const char *text)
{
    const char *colon = strchr(text, ':');
    if (!colon) return NULL;
    char *law = get_text("%.*s", (int)(colon - text), text);
    const rr_sampler_info *s = sampler_called(law);
    free(law);
    return s;
}

/* The sampler of METHOD of a distribution, or NULL. */
static const rr_sampler_info *method_called(const rr_sampler_info *law, const char *text)
{
    char *name = get_text("%s%s", law->distribution, strchr(text, ':'));
    const rr_sampler_info *s = sampler_called(name);
    free(name);
    return s;
}

static bool is_absent(const char *text)
{
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; ++i)
        if (alike(text, absent[i], strlen(absent[i]))) return true;
    return false;
}

const char *alias_note(const char *alias, size_t length)
{
    for (size_t i = 0; i < sizeof loose / sizeof loose[0]; ++i)
        if (alike(loose[i].name, alias, length)) return loose[i].why;
    return NULL;
}

/* The methods of a distribution other than the default one. */
static const char *methods_of(const rr_sampler_info *law, char methods[NAMES_SIZE])
{
    const rr_sampler_info *s;
    methods[0] = '\0';
    for (size_t i = 0; (s = sampler_at(i)); ++i)
        if (!strcmp(s->distribution, law->distribution) && s->method[0]) names_add(methods, s->name);
    return names_end(methods);
}

/* Refuses a name that is neither a sampler's nor an alias. */
static exit_status refuse_name(const char *text, const rr_sampler_info *law)
{
    char hint[SUGGEST_SIZE] = "", methods[NAMES_SIZE];
    if (!is_absent(text)) suggest(text, "", sampler_name, NULL, hint);
    if (hint[0]) return refuse(EXIT_USAGE, "unknown sampler '%s'%s", text, hint);
    if (law && methods_of(law, methods)[0])
        return refuse(EXIT_USAGE, "unknown sampler '%s'; methods of %s are %s; reroll samplers lists them", text,
                      law->distribution, methods);
    return refuse(EXIT_USAGE, "unknown sampler '%s'; reroll samplers lists them", text);
}

const rr_sampler_info *sampler_known(const char *text)
{
    const rr_sampler_info *s = sampler_called(text), *law = law_called(text);
    return !s && law ? method_called(law, text) : s;
}

exit_status sampler_named(const char *text, const rr_sampler_info **sampler)
{
    const char *note = alias_note(text, strlen(text));
    if (law_is_path(text)) return law_opened(text, sampler);
    *sampler = sampler_known(text);
    if (!*sampler) return refuse_name(text, law_called(text));
    if (note) return refuse(EXIT_USAGE, "unknown sampler '%s'; did you mean '%s'? %s", text, (*sampler)->name, note);
    return EXIT_DONE;
}
