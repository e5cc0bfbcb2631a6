/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The pass of a CPU that makes the auxiliary draw of consecutive slots, compiled together with the draw. */
#ifndef RR_AUXILIARY_H
#define RR_AUXILIARY_H

#include "sampler.h"

#if RR_AUX
/* The auxiliary draw of slots slot0 ... slot0 + m - 1, m at most RR_AUX_CHUNK, to aux, which has room for RR_AUX_SPACE;
 * returns where in it they begin. */
RR_SLOW_FN const rr_scalar *rr_aux_pass(const rr_tile *t, rr_uint32 slot0, rr_uint32 m, rr_scalar *aux)
{
    if (t->index_lo || m <= RR_LANES) {
        for (rr_uint32 k = 0; k < m; k += RR_LANES) {
            const rr_word slot = rr_wselect(rr_mfirst(m - k), rr_iota() + (slot0 + k), rr_wsplat(slot0));
            rr_store(aux + k, RR_DRAW_FN(aux_index)(t, rr_slot_index(t, slot)));
        }
        return aux;
    }
    const rr_uint64 base = rr_tile_base(t) + slot0;
    const rr_uint32 before = (rr_uint32)(base & (RR_AUX - 1));
    rr_uint64 group = base / RR_AUX;
    for (rr_uint32 k = 0; k < before + m; k += RR_AUX_RUN, group += RR_FLIGHT * RR_LANES) {
        rr_index q[RR_FLIGHT];
        rr_real e[RR_FLIGHT * RR_AUX];
        RR_UNROLL
        for (int r = 0; r < RR_FLIGHT; ++r) q[r] = rr_lanes_from(group + (rr_uint32)(r * RR_LANES));
        RR_DRAW_FN(aux_groups)(t, q, RR_FLIGHT, e);
        RR_UNROLL
        for (int r = 0; r < RR_FLIGHT; ++r) rr_store_parts(aux + k + r * RR_AUX * RR_LANES, e + r * RR_AUX, RR_AUX);
    }
    return aux + before;
}
#endif

#endif
