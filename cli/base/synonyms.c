/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The other names are those of NumPy, SciPy and R, and of textbooks; the rooms of the laws say them. Only what means the
 * same number is another name; what would have to be converted is answered by a note. */
#include "law.h"
#include "params.h"
#include "synonyms.h"
#include "suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Laws that there are not, which are near a name that there is. */
static const char *const absent[] = {"noncentral-beta"};

/* Of the options that all samplers take. */
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
        if (names++ == NAMES_MOST) cut = comma;
        ++comma;
    }
    if (cut) {
        snprintf(cut, (size_t)(text + NAMES_SIZE - cut), " and %d more", names - NAMES_MOST);
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

/* ---- Laws ---- */

/* Is it the same as the first `length` letters of a name? Capitals and underscores are no difference. */
static bool alike(const char *text, const char *name, size_t length)
{
    if (strlen(text) != length) return false;
    for (size_t i = 0; i < length; ++i)
        if ((text[i] == '_' ? '-' : tolower((unsigned char)text[i])) != name[i]) return false;
    return true;
}

const char *next_name(const char *names, size_t *length)
{
    names += strspn(names, " ");
    *length = strcspn(names, " ");
    return *length ? names : NULL;
}

/* Is it one of the words that others call a sampler? */
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

/* Does the text stand for something? *ours is what it is called here, or NULL. */
static bool is_known(const char *text, const char **ours)
{
    const rr_sampler_info *s;
    for (size_t i = 0; (s = sampler_at(i)); ++i) {
        *ours = s->name;
        if (alike(text, s->name, strlen(s->name)) || among(text, s->aliases)) return true;
    }
    *ours = NULL;
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; ++i)
        if (alike(text, absent[i], strlen(absent[i]))) return true;
    return false;
}

/* Of "normal:foo" the methods that there are; "" where that is no known law. */
static const char *methods_of(const char *text, char methods[NAMES_SIZE])
{
    const size_t length = strcspn(text, ":");
    const rr_sampler_info *s;
    methods[0] = '\0';
    for (size_t i = 0; text[length] && (s = sampler_at(i)); ++i)
        if (strlen(s->distribution) == length && !strncmp(s->distribution, text, length) && s->method[0])
            names_add(methods, s->name);
    return names_end(methods);
}

exit_status sampler_named(const char *text, const rr_sampler_info **sampler)
{
    char hint[SUGGEST_SIZE] = "", methods[NAMES_SIZE];
    const char *ours;
    *sampler = sampler_find(text);
    if (*sampler) return EXIT_DONE;
    if (law_is_path(text)) return law_opened(text, sampler);
    const bool known = is_known(text, &ours);
    if (ours) return refuse(EXIT_USAGE, "unknown sampler '%s'; here it is called '%s'", text, ours);
    if (!known) suggest(text, "", sampler_name, NULL, hint);
    if (hint[0]) return refuse(EXIT_USAGE, "unknown sampler '%s'%s", text, hint);
    if (methods_of(text, methods)[0]) return refuse(EXIT_USAGE, "unknown sampler '%s'; there are %s", text, methods);
    return refuse(EXIT_USAGE, "unknown sampler '%s'; reroll samplers lists those there are", text);
}
