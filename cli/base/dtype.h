/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The number types: names, NumPy's names, sizes and values. */
#ifndef DTYPE_H
#define DTYPE_H

#include "reroll_sampler.h"

#include <stdbool.h>

const char *dtype_name(rr_type type);    /* "f32" */
size_t dtype_size(rr_type type);
const char *dtype_numpy(rr_type type);   /* "f4" */

/* The number of that type at `at`, as a double. */
double dtype_value(rr_type type, const void *at);

/* The type with the name "f32", "f4" or "float32", or 0. The second function accepts "f4" only. */
rr_type dtype_find(const char *name);
rr_type dtype_from_numpy(const char *name);

bool dtype_listed(const rr_sampler_info *sampler, rr_type type);

/* f64 if the sampler lists it, otherwise the first type that it lists. */
rr_type dtype_default(const rr_sampler_info *sampler);

/* "f32, f64 or bf16": the dtypes of a sampler. */
const char *dtype_choices(const rr_sampler_info *sampler, char text[64]);

#endif
