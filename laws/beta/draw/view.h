/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the views of the beta draw share: beta and f are functions of one v, so that the same index gives the same draw.
 * Included by each with
 *
 *   RR_BETA_VIEW        its name
 *   RR_BETA_VIEW_UNIT   the draw's shapes over the view's parameters 0 and 1, exact in floating point
 *
 * It makes all functions of a sampler but prepare and the finish. */
#include "draw.h"

#define RR_VIEW_PASTE2(a, b, c) a##b##c
#define RR_VIEW_PASTE(a, b, c) RR_VIEW_PASTE2(a, b, c)
#define RR_VIEW(f) RR_VIEW_PASTE(rr_, RR_BETA_VIEW, f)

RR_FN void RR_VIEW(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_beta_group_of(t, b, slot0, v, RR_BETA_VIEW_UNIT);
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_counter RR_VIEW(_counter)(const rr_tile *t, rr_index q, int k)
{
    return rr_two_counter(t, q, k);
}
#endif

RR_FN rr_try RR_VIEW(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_beta_attempt_of(t, slot, j, RR_BETA_VIEW_UNIT);
}

RR_FN rr_try RR_VIEW(_settle)(const rr_tile *t, rr_word slot, rr_word j)
{
    return rr_beta_settle_of(t, slot, j, RR_BETA_VIEW_UNIT);
}

#undef RR_VIEW_PASTE2
#undef RR_VIEW_PASTE
#undef RR_VIEW
#undef RR_BETA_VIEW
