/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The names that other libraries give to distributions and parameters; the messages for unknown names. */
#ifndef SYNONYMS_H
#define SYNONYMS_H

#include "cli.h"
#include "reroll_law.h"

#include <stdbool.h>

/* Entry `number` of the synonyms of options: first those of all samplers, whose `ours` may be the letter of an option
 * without a long name, then those of `law` (NULL: none). NULL past the last. Static. */
const rr_synonym *synonym_list(const char *law, size_t number);

/* A note that explains what to use instead of an option, or NULL. */
const char *synonym_note(const char *law, const char *name);

/* The sampler with that name, alias or ALIAS:METHOD, or the user-defined distribution at that path (law.h). EXIT_USAGE
 * after a message with the nearest name, or with the command that lists the names. */
exit_status sampler_named(const char *text, const rr_sampler_info **sampler);

/* The same without a message and without paths; NULL if there is none. It accepts aliases that are only suggested. */
const rr_sampler_info *sampler_known(const char *text);

/* Why an alias (its first `length` letters) is only suggested; NULL if it is accepted as the sampler's name. */
const char *alias_note(const char *alias, size_t length);

enum { NAMES_SIZE = 1024 };

/* "uniform and truncated-normal": the distributions with a parameter of that name, or "". */
const char *laws_with_param(const char *name, char text[NAMES_SIZE]);

/* The first word of a list separated by blanks, or NULL. */
const char *next_name(const char *names, size_t *length);

/* Adds to a list of names: "a", "a, b". names_end turns the last comma into "and", and names past NAMES_MAX into "and 3
 * more". */
enum { NAMES_MAX = 6 };
void names_add(char text[NAMES_SIZE], const char *name);
const char *names_end(char text[NAMES_SIZE]);

#endif
