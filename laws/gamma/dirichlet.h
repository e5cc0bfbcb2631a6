/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* dirichlet: a row of K components, gammas of shapes alpha_c over their sum. Component c of row i is a gamma draw of its
 * own with index i K + c (gamma_draw.h, a family of its own); its logarithm, log g - E / a, does not underflow at any
 * shape; when the row is whole rows.h turns logarithms into shares. So rows of alpha = 1e-3 are one-hot, never 0 / 0. */
#ifndef RR_SAMPLER_DIRICHLET_H
#define RR_SAMPLER_DIRICHLET_H

#include "laws/gamma/draw/log.h"
#if RR_HAS_POINTERS
#include "engine/passes/rows.h"
#define RR_ROWS rr_softmax
#endif

#define RR_GAMMA_VIEW dirichlet
#include "laws/gamma/draw/view.h"

#define RR_GROUP_dirichlet RR_GAMMA_GROUP
#define RR_AUX_dirichlet RR_BOOST_GROUP
#define RR_BLOCKS_dirichlet RR_GAMMA_BLOCKS

RR_FN rr_real rr_dirichlet_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    return rr_gamma_log(g, e, rr_run_param(t, 0, slot0), rr_dirichlet_aux_wanted(t, slot0));
}

#endif
