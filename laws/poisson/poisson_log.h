/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson-log: a Poisson count whose mean is e^x, x the parameter; the mean is rounded to f64 (1.03 ulp). */
#ifndef RR_SAMPLER_POISSON_LOG_H
#define RR_SAMPLER_POISSON_LOG_H

#include "engine/math/exp.h"
#include "engine/passes/tile.h"

RR_FN void rr_poisson_log_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)number;
    (void)made;
    param[0] = rr_exp(rr_run_param(t, 0, slot0));
}

RR_FN rr_real rr_poisson_log_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return made[0];
}

#endif
