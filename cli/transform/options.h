/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The options of `reroll transform`. */
#ifndef TRANSFORM_OPTIONS_H
#define TRANSFORM_OPTIONS_H

#include "cli/options/manual.h"

typedef enum transform_option {
#define OPTION(id, letter, name, argument, with_job, help) TO_##id,
#include "option_list.h"
#undef OPTION
    TO_COUNT
} transform_option;

extern const option_row transform_rows[TO_COUNT];

/* An option's name: "grid". */
const char *transform_option_name(transform_option option);

#endif
