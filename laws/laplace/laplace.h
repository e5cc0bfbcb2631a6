/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* laplace: loc +- scale * -log(2 v), v the distance of U to its nearer end; the sign is that of U - 1/2. The variate is
 * within +-64 log 2 = 44.4 (f32), +-128 log 2 = 88.7 (f64). Error: 5 ulp, and half an ulp of the sum. The logarithm has 1.6.
 * 2 v, or 2 v - 1 near the median, has up to 2.1, where the result is just above 0.346 (f32), 0.69 (f64). */
#ifndef RR_SAMPLER_LAPLACE_H
#define RR_SAMPLER_LAPLACE_H

#include "engine/draws/sides.h"
#include "engine/math/short/log.h"

#define RR_GROUP_laplace RR_ONE_WORD_GROUP
#define RR_AUX_laplace 0
#define RR_BLOCKS_laplace 1
#define RR_IN_ORDER_laplace 1

RR_FN rr_real rr_laplace_size(rr_folded x) { return rr_short_neglog(rr_short_below_one(x.u), x.t); }

#define RR_ONE_WORD laplace
#define RR_ONE_WORD_FOLDED 1
#include "engine/draws/one_word.h"

RR_FN rr_real rr_laplace_finish(const rr_tile *t, rr_uint32 slot0, rr_real drawn, rr_real aux)
{
    (void)aux;
    return rr_fma(drawn, rr_run_param(t, 1, slot0), rr_run_param(t, 0, slot0));
}

#endif
