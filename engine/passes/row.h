/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The common part of functions that compute whole rows (engine/abi/row.h). */
#ifndef RR_ROW_PASSES_H
#define RR_ROW_PASSES_H

#include "engine/lanes/lane.h"
#include "engine/abi/row.h"

#if RR_HAS_WHOLE
/* The square root of one number. */
RR_FN rr_one rr_root_of(rr_one x)
{
#if RR_HAS_POINTERS
    double root[RR_LANES];
    rr_store(root, rr_sqrt(rr_splat(x)));
    return root[0];
#else
    return rr_own(rr_sqrt(rr_splat(x)));
#endif
}
#endif

#endif
