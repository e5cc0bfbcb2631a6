/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The parameters of samplers: their ranges, and how they are typed. */
#ifndef PARAMS_H
#define PARAMS_H

#include "reroll_core.h"

#include <stdbool.h>
#include <stddef.h>

/* Is parameter number i of the sampler a matrix? A vector of weights? Of rows, one value a row? */
bool param_is_matrix(const rr_sampler *sampler, uint32_t i);
bool param_is_weights(const rr_sampler *sampler, uint32_t i);
bool param_is_per_row(const rr_sampler *sampler, uint32_t i);

enum { RANGE_SIZE = 72 };

/* "(0, 1e300]" */
const char *range_text(const rr_range *range, char text[RANGE_SIZE]);

/* "--shape V [--scale V]" */
void params_synopsis(const rr_sampler *sampler, char *text, size_t size);

#endif
