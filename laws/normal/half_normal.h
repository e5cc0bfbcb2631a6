/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* half-normal: scale |Z|, Z the standard normal of the same index. */
#ifndef RR_SAMPLER_HALF_NORMAL_H
#define RR_SAMPLER_HALF_NORMAL_H

#include "laws/normal/draw/draw.h"

#define RR_CONSTANT_FINISH_half_normal 1
RR_FN void rr_half_normal_prepare(rr_tile *t) { (void)t; }

RR_FN rr_real rr_half_normal_finish(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    (void)aux;
    return rr_run_param(t, 0, slot0) * rr_abs(z);
}

#endif
