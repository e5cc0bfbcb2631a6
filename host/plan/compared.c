/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The strategies that the planner compares, from their list: first those that it may choose, then those that are only
 * shown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "planner.h"
#include "host/lists/lists.h"

/* The number of words of a text. */
static unsigned words(const char *text)
{
    unsigned n = 0;
    for (; *text; text += strcspn(text, " "), text += strspn(text, " ")) ++n;
    return n;
}

/* The number of compared strategies of a kind. */
static unsigned count_of(uint32_t kind)
{
    const struct rr_strategy_trait *t = rr_strategy_trait(kind);
    return t->model < 0 ? 0 : *t->compared ? words(t->compared) : 1;
}

/* Strategy number `number` of a kind: "grouped:4". */
static rr_strategy find(uint32_t kind, unsigned number)
{
    const char *word = rr_strategy_trait(kind)->compared;
    rr_strategy_info info;
    rr_strategy s = {kind, 0};
    char text[64];
    rr_strategy_list(kind, &info);
    for (; number; --number) {
        word += strcspn(word, " ");
        word += strspn(word, " ");
    }
    snprintf(text, sizeof text, "%s%s%.*s", info.name, *word ? ":" : "", (int)strcspn(word, " "), word);
    rr_strategy_find(text, &s);
    return s;
}

int rr_compared_chosen(rr_strategy s) { return rr_strategy_trait(s.kind)->role != RR_ROLE_SHOWN; }

/* Lists all compared strategies, or the first half of each kind's numbers. */
static int list(unsigned number, int half, rr_strategy *s)
{
    for (int shown = 0; shown < 2; ++shown)
        for (uint32_t kind = 0; kind < RR_KINDS; ++kind) {
            const unsigned all = rr_compared_chosen((rr_strategy){kind, 0}) == shown ? 0 : count_of(kind);
            const unsigned n = half ? (all + 1) / 2 : all;
            if (number < n) return *s = find(kind, number), 1;
            number -= n;
        }
    return 0;
}

int rr_compared(unsigned number, rr_strategy *s) { return list(number, 0, s); }

int rr_compared_timed(unsigned number, rr_strategy *s) { return list(number, 1, s); }

int rr_compared_fits(rr_strategy s, const rr_case *c, uint32_t flags)
{
    if (rr_strategy_trait(s.kind)->model == RR_MODEL_GROUPED && s.number > c->warp) return 0;
    return rr_strategy_trait(s.kind)->role == RR_ROLE_ROWS || !(flags & RR_PLAN_IN_KERNEL);
}
