/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal-mixture: component c of K, with probability w_c over the sum of all w, then mean_c + sd_c z, z a standard normal. A
 * sd of 0, which `normal` does not accept, is a point. One fma, rounded once: half an ulp, plus the 5 ulps of z. */
#ifndef RR_SAMPLER_NORMAL_MIXTURE_H
#define RR_SAMPLER_NORMAL_MIXTURE_H

#include "engine/draws/mixture.h"

RR_FN void rr_normal_mixture_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)t;
    (void)slot0;
    (void)made;
    param[0] = rr_splat(number == 0 ? RR_C(1) : RR_C(0));   /* categorical takes its weights from the table */
    param[1] = rr_splat(RR_C(1));
}

RR_FN rr_real rr_normal_mixture_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    const rr_word c = rr_mixture_component(t, made[0]);
    (void)slot0;
    return rr_fma(made[1], rr_mixture_number(t, 1, c), rr_mixture_number(t, 0, c));
}

#endif
