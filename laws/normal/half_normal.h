/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* half-normal: scale |Z|, Z the standard normal of the same index. */
#ifndef RR_SAMPLER_HALF_NORMAL_H
#define RR_SAMPLER_HALF_NORMAL_H

#define RR_NORMAL_VIEW half_normal
#include "laws/normal/draw/view.h"

#define RR_GROUP_half_normal RR_NORMAL_GROUP
#define RR_AUX_half_normal 0
#define RR_BLOCKS_half_normal 1

RR_FN rr_real rr_half_normal_finish(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    (void)aux;
    return rr_run_param(t, 0, slot0) * rr_abs(z);
}

#endif
