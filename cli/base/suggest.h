/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Suggests the known name nearest to an unknown one. */
#ifndef SUGGEST_H
#define SUGGEST_H

#include <stddef.h>

enum { SUGGEST_SIZE = 128 };

/* Returns name `number` of a list, or NULL past the last. */
typedef const char *name_list(size_t number, const void *context);

/* Writes "; did you mean 'gamma'?" to hint, with prefix before the name, or "" if no name of the list is near. Returns
 * hint. */
const char *suggest(const char *unknown, const char *prefix, name_list *names, const void *context, char hint[SUGGEST_SIZE]);

#endif
