/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lists of samplers and strategies, beyond their part in reroll.h. */
#ifndef RR_LISTS_H
#define RR_LISTS_H

#include "reroll_model.h"
#include "targets/target.h"
#include "targets/user/user.h"

/* sampler.c: the index of a descriptor in the list; of the sampler whose draw it finishes. */
unsigned rr_sampler_number(const rr_sampler *s);
unsigned rr_sampler_draw(unsigned number);

/* about.c: the public information about a sampler. */
void rr_about_fill(const rr_sampler *s, rr_about *to);

/* user.c: open user-defined distributions. rr_user_put gives a number, from RR_USER_FIRST on, or 0: there are too many. A
 * held distribution stays until it is dropped; take_out returns 0 while anyone holds it. */
unsigned rr_user_put(rr_user *law);
int rr_user_take_out(const rr_sampler *s, rr_user **law);
rr_user *rr_user_hold(const rr_sampler *s);
void rr_user_drop(rr_user *law);
rr_user *rr_user_of(unsigned number);
int rr_user_other(const rr_user *law);   /* true if another open one, not derived from the same text, shares its family */

/* strategy.c: true if it is a result of rr_strategy_find; true if its number is left to the planner; G or M, and whether M
 * has a plus; true if samples may fail. */
int rr_strategy_known(rr_strategy s);
int rr_strategy_open(rr_strategy s);
void rr_strategy_numbers(rr_strategy s, uint32_t *number, uint32_t *more);
int rr_strategy_fails(rr_strategy s);

/* The planner's data of a strategy, from the list. */
enum rr_role { RR_ROLE_ROWS, RR_ROLE_TILES, RR_ROLE_SHOWN };
struct rr_strategy_trait {
    int model;              /* rr_model_strategy; -1: none */
    enum rr_role role;
    const char *compared;   /* numbers, as words; "": it takes none */
};
const struct rr_strategy_trait *rr_strategy_trait(uint32_t kind);

#endif
