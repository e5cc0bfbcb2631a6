/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef TESTS_VIEWS_H
#define TESTS_VIEWS_H

#include <string.h>

#include <reroll.h>

/* The draw of a sampler, by the list: the identifier of the sampler whose draw it is, its own where `own`. */
static inline const char *draw_of(const rr_sampler *sampler, int own)
{
    static const char *const names[][2] = {
#define RR_SAMPLER(room, name, draw, widths) {#draw, #name},
#include "laws/list.h"
#undef RR_SAMPLER
    };
    size_t i = 0;
    while (rr_sampler_list(i) != sampler) ++i;
    return names[i][own];
}

/* Does a sampler finish another's draw? Then its attempts are those of that one, and tests of everything times everything
 * take some of it for all. */
static inline int is_view(const rr_sampler *sampler)
{
    return strcmp(draw_of(sampler, 0), draw_of(sampler, 1)) != 0;
}

static inline int has_views(const rr_sampler *sampler)
{
    const rr_sampler *other;
    for (size_t i = 0; (other = rr_sampler_list(i)); ++i)
        if (other != sampler && !strcmp(draw_of(other, 0), draw_of(sampler, 1))) return 1;
    return 0;
}

#endif
