/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Example points of laws (reroll_law.h), as far as a sampler takes them. */
#ifndef EXAMPLES_H
#define EXAMPLES_H

#include "reroll_law.h"

#include <stdbool.h>

bool range_holds(const rr_range *range, double x);

/* Does the sampler take these values, in every dtype that it has? A matrix is not looked at. */
bool params_taken(const rr_sampler_info *sampler, const double *params);

/* The next example, from number *at of the list on, that is for all uses given and that the sampler takes; or NULL. */
const rr_example *example_next(const rr_sampler_info *sampler, uint32_t use, size_t *at);

enum { EXAMPLE_SIZE = 128 };

/* "shape 1.2 to 9, scale 2": the parameters that are not their defaults. */
const char *example_text(const rr_sampler_info *sampler, const rr_example *example, char text[EXAMPLE_SIZE]);

#endif
