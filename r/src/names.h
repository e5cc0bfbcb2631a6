/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The R name of a parameter, for the generator and for messages. In R, `n` is the number of samples. */
#ifndef R_NAMES_H
#define R_NAMES_H

#include <string.h>

static inline const char *name_in_r(const char *name) { return strcmp(name, "n") ? name : "size"; }

#endif
