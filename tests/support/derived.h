/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef TESTS_DERIVED_H
#define TESTS_DERIVED_H

#include <string.h>

#include <reroll.h>

/* The identifier of the sampler whose draw a sampler of the list uses; its own where `own`. */
static inline const char *draw_of(const rr_sampler *sampler, int own)
{
    static const char *const names[][2] = {
#define RR_SAMPLER(module, name, draw, widths) {#draw, #name},
#include "laws/list.h"
#undef RR_SAMPLER
    };
    size_t i = 0;
    while (rr_sampler_list(i) != sampler) ++i;
    return names[i][own];
}

/* True if a sampler finishes another sampler's draw. Then the attempts are the same, and the exhaustive tests run only a
 * part of its cases. */
static inline int is_derived(const rr_sampler *sampler)
{
    return strcmp(draw_of(sampler, 0), draw_of(sampler, 1)) != 0;
}

static inline int has_derived(const rr_sampler *sampler)
{
    const rr_sampler *other;
    for (size_t i = 0; (other = rr_sampler_list(i)); ++i)
        if (other != sampler && !strcmp(draw_of(other, 0), draw_of(sampler, 1))) return 1;
    return 0;
}

#endif
