/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A finite mixture, in two stages: `categorical` draws component c of K, from 128 bits (engine/abi/weights.h); then the
 * component's sampler draws, with the parameters of component c, which follow the table of the weights, K of each
 * (laws/sampler.h, rr_is_mixture). A sampler's text is
 *
 *     #define RR_MIXTURE_OF gamma_mixture     the sampler
 *     #define RR_MIXTURE_NUMBERS 2            parameters per component
 *     #include "engine/draws/mixture.h"
 *
 * and its descriptor lists both stages. Without RR_MIXTURE_OF it declares the functions that a stage or a join needs. */
#ifndef RR_DRAWS_MIXTURE_H
#define RR_DRAWS_MIXTURE_H

#include "engine/abi/weights.h"
#include "engine/passes/tile.h"

/* The component that stage 0 has drawn; undefined values after a tile's last slot become 0. */
RR_FN rr_word rr_mixture_component(const rr_tile *t, rr_real drawn)
{
    const rr_uint32 count = ((RR_GLOBAL const rr_uint32 *)t->table)[RR_WEIGHTS_COUNT];
    const rr_word c = rr_toword(rr_asbits(drawn));
    return rr_wselect(rr_wlt(c, rr_wsplat(count)), c, rr_wsplat(0));
}

/* Parameter k of component c. */
RR_FN rr_real rr_mixture_number(const rr_tile *t, rr_uint32 k, rr_word c)
{
    RR_GLOBAL const rr_uint32 *table = (RR_GLOBAL const rr_uint32 *)t->table;
    const rr_uint32 count = table[RR_WEIGHTS_COUNT];
    const rr_uint32 next_to = rr_weights_extra(count, table[RR_WEIGHTS_SIZE]);
    return rr_gather((RR_GLOBAL const rr_scalar *)(table + next_to) + (rr_uint64)k * count, c);
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
