/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MANUAL_H
#define MANUAL_H

#include "reroll.h"

#include <stdio.h>

/* Prints `head`, then `text` in a column of its own. */
typedef void print_entry(FILE *to, const char *head, const char *text);

/* The part of the manual that is a sampler's own. */
void sampler_manual(FILE *to, const rr_sampler *sampler, print_entry *entry);

#endif
