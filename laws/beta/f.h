/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* f: F with df1 and df2 degrees of freedom: (df2 / df1) X / (1 - X), where X is the beta variate of shapes df1 / 2 and df2
 * / 2 of the same index. Its odds are (df1 / df2) 2^v, so that F = 2^v without a difference or a quotient. It over- or
 * underflows only where F itself leaves the dtype. */
#ifndef RR_SAMPLER_F_H
#define RR_SAMPLER_F_H

#include "laws/beta/draw/slots.h"

#define RR_CONSTANT_FINISH_f 2
RR_FN void rr_f_prepare(rr_tile *t) { rr_beta_prepare_of(t, RR_C(0.5)); }

RR_FN rr_real rr_f_finish(const rr_tile *t, rr_uint32 slot0, rr_real v, rr_real aux)
{
    (void)t;
    (void)slot0;
    (void)aux;
    return rr_short_exp2(v);
}

#endif
