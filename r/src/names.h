/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Names and ranges of parameters in R, for the generator and for messages. */
#ifndef R_NAMES_H
#define R_NAMES_H

#include <string.h>

/* In R, `n` is the number of samples. */
static inline const char *name_in_r(const char *name) { return strcmp(name, "n") ? name : "size"; }

/* The doubles from -2^53 to 2^53 have all integers. */
#define R_MAX_INTEGER 0x1p53

#endif
