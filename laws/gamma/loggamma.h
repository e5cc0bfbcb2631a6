/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* loggamma: the logarithm of the gamma draw of the same index and shape, without its underflow: log g - E / a. */
#ifndef RR_SAMPLER_LOGGAMMA_H
#define RR_SAMPLER_LOGGAMMA_H

#include "laws/gamma/draw/log.h"

#define RR_GAMMA_VIEW loggamma
#include "laws/gamma/draw/view.h"

#define RR_GROUP_loggamma RR_GAMMA_GROUP
#define RR_AUX_loggamma RR_BOOST_GROUP
#define RR_BLOCKS_loggamma RR_GAMMA_BLOCKS

RR_FN rr_real rr_loggamma_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    return rr_gamma_log(g, e, rr_run_param(t, 0, slot0), rr_loggamma_aux_wanted(t, slot0));
}

#endif
