/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* rice: scale sqrt((b + Z)^2 + Y^2), the length of a normal vector in the plane whose mean is at the distance b from 0. */
#ifndef RR_SAMPLER_RICE_H
#define RR_SAMPLER_RICE_H

#include "engine/passes/tile.h"

RR_FN void rr_rice_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)made;
    param[0] = number == 0 ? rr_run_param(t, 0, slot0) : rr_splat(RR_C(0));
    param[1] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_rice_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    return rr_sqrt(rr_fma(made[0], made[0], made[1] * made[1])) * rr_run_param(t, 1, slot0);
}

#endif
