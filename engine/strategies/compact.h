/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* compact: attempt 0 of the whole tile in straight lines, sharing blocks between neighbours, without a branch; the slots
 * that were rejected or left undecided are compacted into queues and tried again (retry.h).
 *
 * Invariant: retry.h's; the first pass is pass 0. The first pass is compiled with its sampler (first.h), so nothing
 * stands between the bits and the store. */

#if RR_HAS_POINTERS
RR_SLOW_FN void RR_TWIN(rr_compact)(rr_work *x)
{
    rr_uint32 opens = 0, rejects = 0;
    RR_FIRST(x, x->queue[2], &opens, x->queue[1], &rejects);
    RR_TALLY(x->tally->iterations[0] += x->tile->n; x->tally->calls++;
             x->tally->steps += (x->tile->n + RR_LANES - 1) / RR_LANES;
             x->tally->lane_attempts += (x->tile->n + RR_LANES - 1) / RR_LANES * RR_LANES;
             x->tally->accepted += x->tile->n - opens - rejects);
    RR_TWIN(rr_retry)(x, 0, 0, rejects, opens);
}
#else
#include "engine/strategies/gpu/compact.h"
#endif
