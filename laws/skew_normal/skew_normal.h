/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* skew-normal: location + scale X, X of density 2 phi(x) Phi(alpha x) (Azzalini 1985), in Henze's representation (1986):
 *
 *     X = (alpha |Z0| + Z1) / sqrt(1 + alpha^2) = delta |Z0| + Z1 / sqrt(1 + alpha^2),
 *
 * Z0 and Z1 the cosine's and the sine's normal of one pair, which are independent. It is exact for every alpha and never
 * rejects. delta = alpha / sqrt(1 + alpha^2); 1 - delta^2 is not computed, so a huge alpha keeps its thin side. From 2^30 on
 * delta is +-1 to more than half an ulp and the root is |alpha|, up to infinity, where X is the half-normal. The sum is
 * rounded once, and its terms are within 3 ulp. Where they cancel, the absolute error stays the same and |X| is as small as
 * that error.
 *
 * Words: own_pair.h. */
#ifndef RR_SAMPLER_SKEW_NORMAL_H
#define RR_SAMPLER_SKEW_NORMAL_H

#include "engine/draws/boxmuller.h"
#include "engine/passes/tile.h"

#define RR_GROUP_skew_normal RR_OWN_PAIR_GROUP
#define RR_AUX_skew_normal 0
#define RR_BLOCKS_skew_normal 1

#define RR_SKEW_STEEP RR_C(0x1p30)

RR_FN rr_try rr_skew_normal_of(rr_unit u, rr_turn a, rr_real alpha)
{
    const rr_real size = rr_abs(alpha), one = rr_splat(RR_C(1)), r = rr_radius(u);
    const rr_mask steep = rr_lt(rr_splat(RR_SKEW_STEEP), size);
    const rr_real root = rr_select(steep, size, rr_sqrt(rr_fma(alpha, alpha, one)));
    const rr_real part = rr_select(steep, one, rr_div(size, root));
    const rr_real delta = rr_select(rr_lt(alpha, rr_splat(RR_C(0))), -part, part);
    return rr_try_of(rr_fma(delta, rr_abs(r * a.cos), rr_div(r * a.sin, root)), rr_mnot(u.open), u.open);
}

#define RR_OWN_PAIR skew_normal
#define RR_OWN_PAIR_PARAM 2
#include "engine/draws/own_pair.h"

RR_FN rr_real rr_skew_normal_finish(const rr_tile *t, rr_uint32 slot0, rr_real x, rr_real aux)
{
    (void)aux;
    return rr_fma(rr_run_param(t, 1, slot0), x, rr_run_param(t, 0, slot0));
}

#endif
