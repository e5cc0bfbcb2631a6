/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* compact: attempt 0 of the whole tile without a branch, sharing blocks between neighbours; the slots that were rejected or
 * left undecided are compacted into queues and retried (retry.h).
 *
 * Invariant: retry.h's; the first pass is pass 0. The first pass is compiled with its sampler (first_pass.h), so values go
 * from bits to memory without a call. A sampler that is not derived finishes its values at once, in the first pass and in
 * retries. */

#if RR_HAS_POINTERS
RR_SLOW_FN void RR_VARIANT(rr_compact)(rr_work *x)
{
    rr_leftovers left = {x->queue[2], x->queue[1], 0, 0};
    if (x->filter) x->filter(x, &left);
    else x->finishes = x->ops->first(x->tile, x->out, x->ops->finish_any != 0, &left);
    RR_TALLY(x->tally->iterations[0] += x->tile->n; x->tally->calls++;
             x->tally->steps += (x->tile->n + RR_LANES - 1) / RR_LANES;
             x->tally->lane_attempts += (x->tile->n + RR_LANES - 1) / RR_LANES * RR_LANES;
             x->tally->accepted += x->tile->n - left.opens - left.rejects);
    RR_VARIANT(rr_retry)(x, 0, 0, left.rejects, left.opens);
}
#else
#include "engine/strategies/gpu/compact.h"
#endif
