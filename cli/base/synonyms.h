/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What others call the laws and their parameters, and how a name that is not known is answered. */
#ifndef SYNONYMS_H
#define SYNONYMS_H

#include "cli.h"

#include <stdbool.h>

/* Another name of an option: `law` is that of the samplers that take it, "" for all; `ours` the option's long name, or its
 * letter where it has none. Where `ours` is NULL it is no other name, and `note` says what to give instead. */
typedef struct synonym {
    const char *law, *name, *ours, *note;
} synonym;

/* Entry number `number`, or NULL past the last. Static. */
const synonym *synonym_list(size_t number);

/* Does it hold for options of that law? NULL stands for none, which has what all have. */
bool synonym_of(const synonym *s, const char *law);

/* What to give instead of an option, or NULL. */
const char *synonym_note(const char *law, const char *name);

/* The sampler of that name. EXIT_USAGE after saying what it is called here, which is near, or what lists them. */
exit_status sampler_named(const char *text, const rr_sampler **sampler);

enum { NAMES_SIZE = 256 };

/* "uniform and truncated-normal": the laws that have a parameter of that name, "" for none. */
const char *laws_with_param(const char *name, char text[NAMES_SIZE]);

/* The samplers that --antithetic is for. */
const char *monotone_samplers(char text[NAMES_SIZE]);

/* Adds to a list of names: "a", "a, b". The last comma becomes "and" by names_end. */
void names_add(char text[NAMES_SIZE], const char *name);
const char *names_end(char text[NAMES_SIZE]);

#endif
