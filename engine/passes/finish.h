/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What makes samples of what was drawn, of consecutive slots or of any, on a CPU. Compiled together with the sampler whose
 * finish it is. RR_AUX_PASS names the pass of the auxiliary draw (auxiliary.h): a view's draw is another object's. */
#ifndef RR_FINISH_H
#define RR_FINISH_H

#include "sampler.h"

#if RR_STEADY
/* Registers that are finished together: as many as hide what each waits for; one of a finish that is long anyway, as its
 * sampler says by RR_LONG_name. */
#if RR_LONG || RR_LANES == 1
#define RR_STEADY_ABREAST 1
#else
#define RR_STEADY_ABREAST (2 * RR_FLIGHT)
#endif
#define RR_STEADY_SLOTS (RR_STEADY_ABREAST * RR_LANES)

RR_FN void rr_finish_abreast(const rr_tile *t, rr_scalar *out)
{
    rr_real v[RR_STEADY_ABREAST];
    RR_UNROLL
    for (rr_uint32 r = 0; r < RR_STEADY_ABREAST; ++r)
        v[r] = RR_SAMPLER_FN(finish)(t, r * RR_LANES, rr_load(out + r * RR_LANES), rr_splat(RR_C(0)));
    RR_UNROLL
    for (rr_uint32 r = 0; r < RR_STEADY_ABREAST; ++r) rr_store(out + r * RR_LANES, v[r]);
}

/* Of parameters that don't vary, RR_STEADY of them, in copies that no sample is written over: what is made of them alone is
 * made once. Returns where the next register begins. */
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
    for (; end - from >= RR_STEADY_SLOTS; from += RR_STEADY_SLOTS) rr_finish_abreast(&still, out + from);
    return from;
}

/* The same of parameters some of which vary: none of these asks which. */
RR_FN rr_uint32 rr_finish_moving(const rr_tile *t, rr_uint32 from, rr_uint32 end, rr_scalar *out)
{
    rr_scalar same[RR_STEADY][RR_STEADY_SLOTS];
    rr_tile moves = *t;
    moves.varies = (1u << RR_STEADY) - 1;
    for (int p = 0; p < RR_STEADY; ++p)
        for (rr_uint32 k = 0; k < RR_STEADY_SLOTS; ++k) same[p][k] = ((const rr_scalar *)t->param[p])[0];
    for (; end - from >= RR_STEADY_SLOTS; from += RR_STEADY_SLOTS) {
        RR_UNROLL
        for (int p = 0; p < RR_STEADY; ++p)
            moves.param[p] = t->varies >> p & 1 ? (const rr_scalar *)t->param[p] + from : same[p];
        rr_finish_abreast(&moves, out + from);
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
    else if (RR_STEADY_ABREAST > 1) from = rr_finish_moving(t, from, end, out);
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
