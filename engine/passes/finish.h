/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The finish on a CPU: drawn values become samples, in consecutive slots or any others. Compiled together with its sampler.
 * RR_AUX_PASS names the pass of the auxiliary draw (auxiliary.h): the draw of a derived distribution is another object's. */
#ifndef RR_FINISH_H
#define RR_FINISH_H

#include "sampler.h"

#if RR_CONSTANT_FINISH
/* Registers that are finished together, to hide latencies; one for a finish that is long anyway, which its sampler marks by
 * RR_LONG_name. */
#if RR_LONG || RR_LANES == 1
#define RR_CONSTANT_INTERLEAVED 1
#else
#define RR_CONSTANT_INTERLEAVED (2 * RR_FLIGHT)
#endif
#define RR_CONSTANT_SLOTS (RR_CONSTANT_INTERLEAVED * RR_LANES)

RR_FN void rr_finish_interleaved(const rr_tile *t, rr_scalar *out)
{
    rr_real v[RR_CONSTANT_INTERLEAVED];
    RR_UNROLL
    for (rr_uint32 r = 0; r < RR_CONSTANT_INTERLEAVED; ++r)
        v[r] = RR_SAMPLER_FN(finish)(t, r * RR_LANES, rr_load(out + r * RR_LANES), rr_splat(RR_C(0)));
    RR_UNROLL
    for (rr_uint32 r = 0; r < RR_CONSTANT_INTERLEAVED; ++r) rr_store(out + r * RR_LANES, v[r]);
}

/* For constant parameters, RR_CONSTANT_FINISH of them, in copies that no store can alias: expressions of them alone are
 * computed once. Returns the start of the next register. */
RR_FN rr_uint32 rr_finish_constant(const rr_tile *t, rr_uint32 from, rr_uint32 end, rr_scalar *out)
{
    rr_scalar param[RR_CONSTANT_FINISH];
    rr_tile constant = *t;
    constant.varies = 0;
    RR_UNROLL
    for (int p = 0; p < RR_CONSTANT_FINISH; ++p) {
        param[p] = ((const rr_scalar *)t->param[p])[0];
        constant.param[p] = param + p;
    }
    for (; end - from >= RR_CONSTANT_SLOTS; from += RR_CONSTANT_SLOTS) rr_finish_interleaved(&constant, out + from);
    return from;
}

/* The same for a mixture of constant and per-sample parameters, without a branch on which is which. */
RR_FN rr_uint32 rr_finish_varying(const rr_tile *t, rr_uint32 from, rr_uint32 end, rr_scalar *out)
{
    rr_scalar same[RR_CONSTANT_FINISH][RR_CONSTANT_SLOTS];
    rr_tile varying = *t;
    varying.varies = (1u << RR_CONSTANT_FINISH) - 1;
    for (int p = 0; p < RR_CONSTANT_FINISH; ++p)
        for (rr_uint32 k = 0; k < RR_CONSTANT_SLOTS; ++k) same[p][k] = ((const rr_scalar *)t->param[p])[0];
    for (; end - from >= RR_CONSTANT_SLOTS; from += RR_CONSTANT_SLOTS) {
        RR_UNROLL
        for (int p = 0; p < RR_CONSTANT_FINISH; ++p)
            varying.param[p] = t->varies >> p & 1 ? (const rr_scalar *)t->param[p] + from : same[p];
        rr_finish_interleaved(&varying, out + from);
    }
    return from;
}
#endif

/* From accepted values to samples: out[slot] = finish(out[slot]) for slots from ... end - 1, with the auxiliary draw where
 * it is needed. */
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
#if RR_CONSTANT_FINISH
    if (!t->varies) from = rr_finish_constant(t, from, end, out);
    else if (RR_CONSTANT_INTERLEAVED > 1) from = rr_finish_varying(t, from, end, out);
#endif
    for (rr_uint32 slot0 = from; slot0 < end; slot0 += RR_LANES) {
        const rr_real v = rr_loadn(out + slot0, end - slot0);
        rr_storen(out + slot0, RR_SAMPLER_FN(finish)(t, slot0, v, rr_splat(RR_C(0))), end - slot0);
    }
#endif
}

/* The same for whole registers, where no slot of the tile needs an auxiliary draw. */
RR_FN void rr_finish_whole(const rr_tile *t, rr_uint32 from, rr_uint32 end, rr_scalar *out)
{
    for (rr_uint32 slot0 = from; slot0 < end; slot0 += RR_LANES)
        rr_store(out + slot0, RR_SAMPLER_FN(finish)(t, slot0, rr_load(out + slot0), rr_splat(RR_C(0))));
}

/* The sample of each lane's slot from its value; no slot of the tile needs an auxiliary draw. A finish reads consecutive
 * slots, so the parameters are first gathered into a tile of RR_LANES slots. */
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
