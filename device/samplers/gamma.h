/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gamma: scale * X, X gamma of the given shape (gamma_draw.h; shapes below 1 by gamma_boost.h).
 *
 * The boosted value is exp_times(-E / a, g): the product is made before the scaling by a power of two, so that it
 * becomes denormal or 0 only where the dtype forces it, rounded once. */
#ifndef RR_SAMPLER_GAMMA_H
#define RR_SAMPLER_GAMMA_H

#include "../math/exp.h"
#include "gamma_boost.h"
#include "gamma_draw.h"

#define RR_GROUP_gamma RR_GAMMA_GROUP
#define RR_AUX_gamma RR_BOOST_GROUP
#define RR_BLOCKS_gamma RR_GAMMA_BLOCKS

RR_FN rr_mask rr_gamma_aux_wanted(RR_GLOBAL const rr_tile *t, rr_uint32 slot0)
{
    return rr_boost_wanted(t, slot0);
}

RR_FN void rr_gamma_aux_group(RR_GLOBAL const rr_tile *t, rr_index q, rr_real *e)
{
    rr_boost_group(t, q, e);
}

RR_FN rr_real rr_gamma_aux_index(RR_GLOBAL const rr_tile *t, rr_index i)
{
    return rr_boost_index(t, i);
}

RR_FN rr_real rr_gamma_finish(RR_GLOBAL const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    const rr_mask small = rr_boost_wanted(t, slot0);
    if (rr_some(small)) {
        const rr_real a = rr_select(small, rr_run_param(t, 0, slot0), rr_splat(RR_C(1)));
        g = rr_select(small, rr_exp_times(-e / a, g), g);
    }
    return g * rr_run_param(t, 1, slot0);
}

#endif
