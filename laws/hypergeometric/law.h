/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Relations between the parameters ngood, nbad and nsample. */
#ifndef RR_URN_LAW_H
#define RR_URN_LAW_H

#include "laws/descriptor.h"

/* Other names of the parameters of the noncentral distributions. */
#define RR_URN_SYNONYMS \
    RR_SYNONYMS(RR_SAME("good", "ngood"), RR_SAME("m1", "ngood"), RR_SAME("m2", "nbad"), RR_SAME("draws", "nsample"), \
                RR_SAME("or", "odds"), RR_NOTE("population", "give --ngood and --nbad, whose sum is the population"))

static inline const char *rr_urn_relate(const double *p)
{
    for (int k = 0; k < 3; ++k)
        if (p[k] != floor(p[k])) return "ngood, nbad and nsample must be integers";
    if (p[1] > 0x1p53 - p[0]) return "ngood + nbad must be at most 2^53";
    return p[2] <= p[0] + p[1] ? NULL : "nsample must be at most ngood + nbad";
}

#endif
