/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The pass of a CPU over a whole tile that makes samples of what was drawn, compiled together with the sampler whose finish
 * it is. RR_AUX_PASS is the name of the pass of the auxiliary draw (first.h): a view's draw is another object's. */
#ifndef RR_FINISH_H
#define RR_FINISH_H

#include "sampler.h"

/* From accepted values to samples: out[slot] = finish(out[slot]), with the auxiliary draw where it is wanted. */
RR_SLOW_FN void rr_finish_pass(const rr_tile *t, rr_scalar *out)
{
#if RR_AUX
    rr_scalar buffer[RR_AUX_SPACE];
    for (rr_uint32 at = 0; at < t->n; at += RR_AUX_CHUNK) {
        const rr_uint32 m = t->n - at < RR_AUX_CHUNK ? t->n - at : RR_AUX_CHUNK;
        rr_mask wanted = rr_mfrom(0);
        for (rr_uint32 k = 0; k < m; k += RR_LANES) wanted = rr_mor(wanted, RR_DRAW_FN(aux_wanted)(t, at + k));
        const int any = rr_vote(wanted);
        const rr_scalar *aux = any ? RR_AUX_PASS(t, at, m, buffer) : buffer;
        for (rr_uint32 k = 0; k < m; k += RR_LANES) {
            const rr_real e = any ? rr_loadn(aux + k, m - k) : rr_splat(RR_C(0));
            const rr_real v = rr_loadn(out + at + k, m - k);
            rr_storen(out + at + k, RR_SAMPLER_FN(finish)(t, at + k, v, e), m - k);
        }
    }
#else
    for (rr_uint32 slot0 = 0; slot0 < t->n; slot0 += RR_LANES) {
        const rr_real v = rr_loadn(out + slot0, t->n - slot0);
        rr_storen(out + slot0, RR_SAMPLER_FN(finish)(t, slot0, v, rr_splat(RR_C(0))), t->n - slot0);
    }
#endif
}

#endif
