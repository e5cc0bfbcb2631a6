/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The auxiliary draw of consecutive slots on a CPU, compiled together with the draw. */
#ifndef RR_AUXILIARY_H
#define RR_AUXILIARY_H

#include "sampler.h"

#if RR_AUX
/* The auxiliary draw of slots slot0 ... slot0 + m - 1, m at most RR_AUX_CHUNK, to aux, which holds RR_AUX_CHUNK numbers.
 * Where slots have neighbours it uses numbers in order (words.h). */
RR_SLOW_FN void rr_aux_pass(const rr_tile *t, rr_uint32 slot0, rr_uint32 m, rr_scalar *aux)
{
    const rr_uint64 base = rr_tile_base(t) + slot0;
    if (t->index_lo || m <= RR_LANES) {
        for (rr_uint32 k = 0; k < m; k += RR_LANES) {
            const rr_word slot = rr_wselect(rr_mfirst(m - k), rr_iota() + (slot0 + k), rr_wsplat(slot0));
            rr_store(aux + k, RR_DRAW_FN(aux_index)(t, rr_slot_index(t, slot)));
        }
        return;
    }
    RR_WORDS(in_order)(&t->key, RR_AUX_PURPOSE, base, m, aux);
    for (rr_uint32 k = 0; k < m; k += RR_LANES)
        rr_store(aux + k, RR_DRAW_FN(aux_number)(t, base + k, rr_asbits(rr_loadn(aux + k, m - k))));
}
#endif

#endif
