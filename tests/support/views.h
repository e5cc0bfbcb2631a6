/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef TESTS_VIEWS_H
#define TESTS_VIEWS_H

#include <reroll.h>

/* Does a sampler of the same family stand before this one in the list? Then its attempts are those of that one, and tests of
 * everything times everything take some of it for all. */
static inline int is_view(const rr_sampler *sampler)
{
    const rr_sampler *before;
    size_t i = 0;
    while ((before = rr_sampler_list(i)) != sampler && before->family != sampler->family) ++i;
    return before != sampler;
}

#endif
