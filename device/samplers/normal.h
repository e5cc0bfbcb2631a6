/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal: mean + sd * Z, Z standard normal by Box and Muller. */
#ifndef RR_SAMPLER_NORMAL_H
#define RR_SAMPLER_NORMAL_H

#define RR_NORMAL_VIEW normal
#include "normal_view.h"

#define RR_GROUP_normal RR_NORMAL_GROUP
#define RR_AUX_normal 0
#define RR_BLOCKS_normal 1

RR_FN rr_real rr_normal_finish(RR_GLOBAL const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    (void)aux;
    return rr_fma(rr_run_param(t, 1, slot0), z, rr_run_param(t, 0, slot0));
}

#endif
