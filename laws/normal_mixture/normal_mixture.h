/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal-mixture: component c of K, with probability w_c over the sum of all w, then mean_c + sd_c z, z a standard normal.
 * The component is `categorical`'s, of 128 digits (engine/abi/weights.h), whose table has means and sds behind it. A sd of 0
 * is a point. One fma, rounded once: within half an ulp, and z's 5 ulps. */
#ifndef RR_SAMPLER_NORMAL_MIXTURE_H
#define RR_SAMPLER_NORMAL_MIXTURE_H

#include "engine/abi/weights.h"
#include "engine/passes/tile.h"

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
    RR_GLOBAL const rr_uint32 *table = (RR_GLOBAL const rr_uint32 *)t->table;
    const rr_uint32 count = table[RR_WEIGHTS_COUNT];
    RR_GLOBAL const rr_scalar *mean = (RR_GLOBAL const rr_scalar *)(table + rr_weights_beside(count, table[RR_WEIGHTS_SIZE]));
    const rr_word drawn = rr_toword(rr_asbits(made[0]));
    const rr_word c = rr_wselect(rr_wlt(drawn, rr_wsplat(count)), drawn, rr_wsplat(0));   /* behind the last slot is anything */
    (void)slot0;
    return rr_fma(made[1], rr_gather(mean + count, c), rr_gather(mean, c));
}

#endif
