/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* chi: sqrt(2 X), X the gamma of shape df / 2 of the same index. With X = g exp(-E / (df/2)) it is sqrt(2 g) exp(-E / df):
 * the root of the exponent, so that nothing underflows that the dtype could hold. */
#ifndef RR_SAMPLER_CHI_H
#define RR_SAMPLER_CHI_H

#define RR_GAMMA_VIEW chi
#define RR_GAMMA_VIEW_SHAPE(df) ((df) * RR_C(0.5))
#include "laws/gamma/draw/view.h"

#define RR_GROUP_chi RR_GAMMA_GROUP
#define RR_AUX_chi RR_BOOST_GROUP
#define RR_BLOCKS_chi RR_GAMMA_BLOCKS

RR_FN rr_real rr_chi_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    return rr_boost_times(rr_chi_aux_wanted(t, slot0), -e, rr_run_param(t, 0, slot0), rr_sqrt(g + g));
}

#endif
