/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gamma: scale * X, X gamma of the given shape (gamma_draw.h; shapes below 1 by gamma_boost.h). */
#ifndef RR_SAMPLER_GAMMA_H
#define RR_SAMPLER_GAMMA_H

#define RR_GAMMA_VIEW gamma
#include "laws/gamma/draw/view.h"

#define RR_GROUP_gamma RR_GAMMA_GROUP
#define RR_AUX_gamma RR_BOOST_GROUP
#define RR_BLOCKS_gamma RR_GAMMA_BLOCKS

RR_FN rr_real rr_gamma_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    return rr_boost_times(rr_gamma_aux_wanted(t, slot0), -e, rr_run_param(t, 0, slot0), g) * rr_run_param(t, 1, slot0);
}

#endif
