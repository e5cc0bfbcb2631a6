/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A finite mixture, in two stages: `categorical` draws component c of K, from 128 digits (engine/abi/weights.h); then the
 * component's law draws the sample, with the parameters of component c, which stand behind the table of the weights, K of
 * each (laws/sampler.h, rr_is_mixture). A sampler's text is
 *
 *     #define RR_MIXTURE_OF gamma_mixture     the sampler
 *     #define RR_MIXTURE_NUMBERS 2            parameters of a component
 *     #include "engine/draws/mixture.h"
 *
 * and its descriptor lists both stages. Without RR_MIXTURE_OF there is what a stage or a join of its own takes. */
#ifndef RR_DRAWS_MIXTURE_H
#define RR_DRAWS_MIXTURE_H

#include "engine/abi/weights.h"
#include "engine/passes/tile.h"

/* The component that stage 0 has drawn; behind the last slot of a tile is anything. */
RR_FN rr_word rr_mixture_component(const rr_tile *t, rr_real drawn)
{
    const rr_uint32 count = ((RR_GLOBAL const rr_uint32 *)t->table)[RR_WEIGHTS_COUNT];
    const rr_word c = rr_toword(rr_asbits(drawn));
    return rr_wselect(rr_wlt(c, rr_wsplat(count)), c, rr_wsplat(0));
}

/* Parameter number k of component c. */
RR_FN rr_real rr_mixture_number(const rr_tile *t, rr_uint32 k, rr_word c)
{
    RR_GLOBAL const rr_uint32 *table = (RR_GLOBAL const rr_uint32 *)t->table;
    const rr_uint32 count = table[RR_WEIGHTS_COUNT];
    const rr_uint32 beside = rr_weights_beside(count, table[RR_WEIGHTS_SIZE]);
    return rr_gather((RR_GLOBAL const rr_scalar *)(table + beside) + (rr_uint64)k * count, c);
}

#endif

#ifdef RR_MIXTURE_OF
RR_FN void RR_PASTE(rr_, RR_MIXTURE_OF, _stage)(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made,
                                                rr_real *param)
{
    (void)slot0;
    if (number == 0) {
        param[0] = rr_splat(RR_C(1));   /* categorical takes its weights from the table */
        return;
    }
    const rr_word c = rr_mixture_component(t, made[0]);
    for (rr_uint32 k = 0; k < RR_MIXTURE_NUMBERS; ++k) param[k] = rr_mixture_number(t, k, c);
}

RR_FN rr_real RR_PASTE(rr_, RR_MIXTURE_OF, _join)(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return made[1];
}

#undef RR_MIXTURE_OF
#undef RR_MIXTURE_NUMBERS
#endif
