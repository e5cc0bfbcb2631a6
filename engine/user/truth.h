/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The truth value of lanes in user-defined distributions: a struct, which no `if`, operator or arithmetic accepts. Between
 * truth.h and plain.h the mask functions use this type; engine text uses the masks (engine/lanes/lane.h). */
#ifndef RR_USER_TRUTH_H
#define RR_USER_TRUTH_H

#include "engine/lanes/lane.h"

typedef struct rr_truth {
    rr_mask m;
} rr_truth;

RR_FN rr_truth rr_truth_of(rr_mask m)
{
    rr_truth t;
    t.m = m;
    return t;
}

RR_FN rr_truth rr_user_lt(rr_real a, rr_real b) { return rr_truth_of(rr_lt(a, b)); }
RR_FN rr_truth rr_user_le(rr_real a, rr_real b) { return rr_truth_of(rr_le(a, b)); }
RR_FN rr_truth rr_user_wlt(rr_word a, rr_word b) { return rr_truth_of(rr_wlt(a, b)); }
RR_FN rr_truth rr_user_weq(rr_word a, rr_word b) { return rr_truth_of(rr_weq(a, b)); }
RR_FN rr_truth rr_user_and(rr_truth a, rr_truth b) { return rr_truth_of(rr_mand(a.m, b.m)); }
RR_FN rr_truth rr_user_or(rr_truth a, rr_truth b) { return rr_truth_of(rr_mor(a.m, b.m)); }
RR_FN rr_truth rr_user_not(rr_truth a) { return rr_truth_of(rr_mnot(a.m)); }
RR_FN rr_real rr_user_select(rr_truth m, rr_real a, rr_real b) { return rr_select(m.m, a, b); }
RR_FN rr_word rr_user_wselect(rr_truth m, rr_word a, rr_word b) { return rr_wselect(m.m, a, b); }

#endif
