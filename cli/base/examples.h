/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The example parameters of distributions (reroll_law.h) that a sampler accepts. */
#ifndef EXAMPLES_H
#define EXAMPLES_H

#include "reroll_law.h"

#include <stdbool.h>

bool range_holds(const rr_range *range, double x);

/* True if the sampler accepts these values in all of its dtypes. Matrices are not checked. */
bool params_taken(const rr_sampler_info *sampler, const double *params);

/* The next example, from index *at of the list on, that has all uses in `use` and that the sampler accepts; or NULL. */
const rr_example *example_next(const rr_sampler_info *sampler, uint32_t use, size_t *at);

enum { EXAMPLE_SIZE = 128 };

/* "shape 1.2 to 9, scale 2": the parameters that differ from their defaults. */
const char *example_text(const rr_sampler_info *sampler, const rr_example *example, char text[EXAMPLE_SIZE]);

#endif
