/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* compact: attempt 0 of the whole tile in straight lines, sharing blocks between neighbours, without a branch; the slots
 * that were rejected or left undecided are compacted into queues and tried again (retry.h).
 *
 * Invariant: retry.h's; the first pass is pass 0. The first pass is compiled with its sampler (first_pass.h), so nothing
 * stands between the bits and the store, and where the sampler has a draw of its own it finishes what it draws; so then do
 * retries. */

#if RR_HAS_POINTERS
RR_SLOW_FN void RR_TWIN(rr_compact)(rr_work *x)
{
    rr_leftovers left = {x->queue[2], x->queue[1], 0, 0};
    if (x->filter) x->filter(x, &left);
    else x->finishes = x->ops->first(x->tile, x->out, x->ops->finish_any != 0, &left);
    RR_TALLY(x->tally->iterations[0] += x->tile->n; x->tally->calls++;
             x->tally->steps += (x->tile->n + RR_LANES - 1) / RR_LANES;
             x->tally->lane_attempts += (x->tile->n + RR_LANES - 1) / RR_LANES * RR_LANES;
             x->tally->accepted += x->tile->n - left.opens - left.rejects);
    RR_TWIN(rr_retry)(x, 0, 0, left.rejects, left.opens);
}
#else
#include "engine/strategies/gpu/compact.h"
#endif
