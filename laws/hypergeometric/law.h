/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the parameters ngood, nbad and nsample have to do with each other. */
#ifndef RR_URN_LAW_H
#define RR_URN_LAW_H

#include "laws/descriptor.h"

static inline const char *rr_urn_relate(const double *p)
{
    for (int k = 0; k < 3; ++k)
        if (p[k] != floor(p[k])) return "ngood, nbad and nsample must be integers";
    if (p[1] > 0x1p53 - p[0]) return "ngood + nbad must be at most 2^53";
    return p[2] <= p[0] + p[1] ? NULL : "nsample must be at most ngood + nbad";
}

#endif
