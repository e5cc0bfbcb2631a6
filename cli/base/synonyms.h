/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Names that other libraries give to distributions and parameters, and the answers to unknown names. */
#ifndef SYNONYMS_H
#define SYNONYMS_H

#include "cli.h"
#include "reroll_law.h"

#include <stdbool.h>

/* Entry number `number` of the other names of options: those of all samplers, whose `ours` may be the letter of an option
 * that has no long name, then those of the law, NULL standing for none. NULL past the last. Static. */
const rr_synonym *synonym_list(const char *law, size_t number);

/* What to give instead of an option, or NULL. */
const char *synonym_note(const char *law, const char *name);

/* The sampler of that name or alias, also ALIAS:METHOD, or the user-defined distribution at that path (law.h). EXIT_USAGE
 * after printing the nearest name or what lists them. */
exit_status sampler_named(const char *text, const rr_sampler_info **sampler);

/* The same without a message, and without a path: NULL where there is none. It knows aliases that are suggestions only. */
const rr_sampler_info *sampler_known(const char *text);

/* Why an alias, its first `length` letters, is a suggestion only; NULL: it is accepted as the sampler's name. */
const char *alias_note(const char *alias, size_t length);

enum { NAMES_SIZE = 1024 };

/* "uniform and truncated-normal": the laws that have a parameter of that name, "" for none. */
const char *laws_with_param(const char *name, char text[NAMES_SIZE]);

/* The first of some words between blanks, or NULL: there is none. */
const char *next_name(const char *names, size_t *length);

/* Adds to a list of names: "a", "a, b". names_end makes the last comma "and", and of names past NAMES_MOST "and 3 more". */
enum { NAMES_MOST = 6 };
void names_add(char text[NAMES_SIZE], const char *name);
const char *names_end(char text[NAMES_SIZE]);

#endif
