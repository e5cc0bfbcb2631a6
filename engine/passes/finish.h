/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What makes samples of what was drawn, of consecutive slots or of any, on a CPU. Compiled together with the sampler whose
 * finish it is. RR_AUX_PASS names the pass of the auxiliary draw (auxiliary.h): a view's draw is another object's. */
#ifndef RR_FINISH_H
#define RR_FINISH_H

#include "sampler.h"

#if RR_STEADY
#define RR_STEADY_ABREAST (2 * RR_FLIGHT)   /* registers of them: a finish that is worth it is long */

/* Of parameters that don't vary, RR_STEADY of them, in copies that no sample is written over: what is made of them alone is
 * made once. Registers are finished as many together as hide what each waits for; returns where the next one begins. */
RR_FN rr_uint32 rr_finish_steady(const rr_tile *t, rr_uint32 from, rr_uint32 end, rr_scalar *out)
{
    rr_scalar param[RR_STEADY];
    rr_tile still = *t;
    still.varies = 0;
    RR_UNROLL
    for (int p = 0; p < RR_STEADY; ++p) {
        param[p] = ((const rr_scalar *)t->param[p])[0];
        still.param[p] = param + p;
    }
    for (; end - from >= RR_STEADY_ABREAST * RR_LANES; from += RR_STEADY_ABREAST * RR_LANES) {
        rr_real v[RR_STEADY_ABREAST];
        RR_UNROLL
        for (int r = 0; r < RR_STEADY_ABREAST; ++r)
            v[r] = RR_SAMPLER_FN(finish)(&still, from, rr_load(out + from + r * RR_LANES), rr_splat(RR_C(0)));
        RR_UNROLL
        for (int r = 0; r < RR_STEADY_ABREAST; ++r) rr_store(out + from + r * RR_LANES, v[r]);
    }
    return from;
}
#endif

/* From accepted values to samples: out[slot] = finish(out[slot]) for slots from ... end - 1, with the auxiliary draw where
 * it is wanted. */
RR_SLOW_FN void rr_finish_slots(const rr_tile *t, rr_uint32 from, rr_uint32 end, rr_scalar *out)
{
#if RR_AUX
    rr_scalar aux[RR_AUX_CHUNK];
    for (rr_uint32 at = from; at < end; at += RR_AUX_CHUNK) {
        const rr_uint32 m = end - at < RR_AUX_CHUNK ? end - at : RR_AUX_CHUNK;
        rr_mask wanted = rr_mfrom(0);
        for (rr_uint32 k = 0; k < m; k += RR_LANES) wanted = rr_mor(wanted, RR_DRAW_FN(aux_wanted)(t, at + k));
        const int any = rr_vote(wanted);
        if (any) RR_AUX_PASS(t, at, m, aux);
        for (rr_uint32 k = 0; k < m; k += RR_LANES) {
            const rr_real e = any ? rr_loadn(aux + k, m - k) : rr_splat(RR_C(0));
            const rr_real v = rr_loadn(out + at + k, m - k);
            rr_storen(out + at + k, RR_SAMPLER_FN(finish)(t, at + k, v, e), m - k);
        }
    }
#else
#if RR_STEADY
    if (!t->varies) from = rr_finish_steady(t, from, end, out);
#endif
    for (rr_uint32 slot0 = from; slot0 < end; slot0 += RR_LANES) {
        const rr_real v = rr_loadn(out + slot0, end - slot0);
        rr_storen(out + slot0, RR_SAMPLER_FN(finish)(t, slot0, v, rr_splat(RR_C(0))), end - slot0);
    }
#endif
}

/* The same for whole registers, where no slot of the tile wants an auxiliary draw. */
RR_FN void rr_finish_whole(const rr_tile *t, rr_uint32 from, rr_uint32 end, rr_scalar *out)
{
    for (rr_uint32 slot0 = from; slot0 < end; slot0 += RR_LANES)
        rr_store(out + slot0, RR_SAMPLER_FN(finish)(t, slot0, rr_load(out + slot0), rr_splat(RR_C(0))));
}

/* The sample of each lane's slot from its value; no slot of the tile wants an auxiliary draw. A finish looks at consecutive
 * slots: here those of a tile of RR_LANES slots, to which the parameters come. */
RR_FN rr_real rr_finish_any(const rr_tile *t, rr_word slot, rr_real value)
{
    rr_scalar param[RR_TILE_PARAMS][RR_LANES];
    rr_tile window;
    const rr_tile *own = t;
    if (t->varies) {
        window = *t;
        window.n = RR_LANES;
        for (rr_uint32 p = 0; t->varies >> p; ++p) {
            if (!(t->varies >> p & 1)) continue;
            rr_store(param[p], rr_slot_param(t, p, slot));
            window.param[p] = param[p];
        }
        own = &window;
    }
    return RR_SAMPLER_FN(finish)(own, 0, value, rr_splat(RR_C(0)));
}

#endif
