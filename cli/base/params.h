/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The parameters of samplers: kinds, ranges and synopsis. */
#ifndef PARAMS_H
#define PARAMS_H

#include "reroll_law.h"

#include <stdbool.h>
#include <stddef.h>

/* Samplers by index and by name; NULL if there is none. */
const rr_sampler_info *sampler_at(size_t number);
const rr_sampler_info *sampler_find(const char *name);

/* True if it draws rows or matrices. */
bool sampler_is_row(const rr_sampler_info *sampler);

/* Return true if parameter i is a covariance; a list with its own length, or a factor; one value per row. */
bool param_is_covariance(const rr_sampler_info *sampler, uint32_t i);
bool param_is_list(const rr_sampler_info *sampler, uint32_t i);
bool param_is_per_row(const rr_sampler_info *sampler, uint32_t i);

enum { RANGE_SIZE = 72 };

/* "(0, 1e300]" */
const char *range_text(const rr_range *range, char text[RANGE_SIZE]);

/* For messages about a refused value: if it is in the range, but 0 in f32, "0 in f32, whose smallest positive number is
 * 1.4e-45, and ", otherwise "". */
const char *underflow_text(const rr_range *range, double value);

/* "--shape V [--scale V]" */
void params_synopsis(const rr_sampler_info *sampler, char *text, size_t size);

#endif
