/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass of counts over a piece in which some samples want a rejection and others an inversion (RR_REGIMES_name,
 * draws/count_pair.h): each goes to the queue of its regime, so that no register pays for both. What queues hold of a sample
 * is moved there; gathered again it would take longer. A part of first.h, which includes it. */
#ifndef RR_REGIMES_H
#define RR_REGIMES_H

#include "names.h"
#include "tile.h"
#include "words.h"

#define RR_SORT_ABREAST 2   /* registers that are drawn together */
#define RR_SORT_MOST (RR_PIECE_GROUPS * RR_RUN + RR_SORT_ABREAST * RR_LANES)

typedef struct rr_sorted {
    rr_uint32 n, slot[RR_SORT_MOST], wu[RR_SORT_MOST], wv[RR_SORT_MOST], param[RR_REGIMES][RR_SORT_MOST];
} rr_sorted;

/* Are there both kinds among the groups, regs registers of them, from slot0 on? */
RR_FN int rr_sort_mixed(const rr_tile *t, rr_uint32 slot0, rr_uint32 regs)
{
    rr_mask some = rr_mfrom(0), all = rr_mfirst(RR_LANES);
    for (rr_uint32 r = 0; r < regs; ++r) {
        rr_real v[2][RR_REGIMES];
        RR_DRAW_FN(params)(t, slot0 + r * RR_RUN, v);
        RR_UNROLL
        for (int k = 0; k < 2; ++k) {
            const rr_mask high = RR_DRAW_FN(rejects)(t, v[k]);
            some = rr_mor(some, high);
            all = rr_mand(all, high);
        }
        if (rr_vote(some) && rr_vote(rr_mnot(all))) return 1;
    }
    return 0;
}

RR_FN void rr_sort_add(rr_sorted *s, rr_word slot, rr_word wu, rr_word wv, const rr_real *v, rr_mask m)
{
    const rr_uint32 n = s->n;
    rr_compress(s->wu + n, wu, m);
    rr_compress(s->wv + n, wv, m);
    RR_UNROLL
    for (int p = 0; p < RR_REGIMES; ++p) rr_compress(s->param[p] + n, rr_toword(rr_asbits(v[p])), m);
    s->n = n + rr_compress(s->slot + n, slot, m);
}

/* The last registers are filled with what the queue begins with: that is drawn again, as it was. */
RR_FN void rr_sort_end(rr_sorted *s)
{
    for (rr_uint32 k = 0; k < RR_SORT_ABREAST * RR_LANES; ++k) {
        const rr_uint32 at = s->n + k;
        s->slot[at] = s->slot[0];
        s->wu[at] = s->wu[0];
        s->wv[at] = s->wv[0];
        for (int p = 0; p < RR_REGIMES; ++p) s->param[p][at] = s->param[p][0];
    }
}

RR_FN void rr_sort_draw(const rr_tile *t, rr_sorted *s, int high, rr_scalar *out, rr_leftovers *left)
{
    if (!s->n) return;
    rr_sort_end(s);
    for (rr_uint32 from = 0; from < s->n; from += RR_SORT_ABREAST * RR_LANES) {
        rr_real v[RR_SORT_ABREAST][RR_REGIMES];
        rr_word wu[RR_SORT_ABREAST], wv[RR_SORT_ABREAST];
        rr_try made[RR_SORT_ABREAST];
        RR_UNROLL
        for (int k = 0; k < RR_SORT_ABREAST; ++k) {
            const rr_uint32 at = from + (rr_uint32)(k * RR_LANES);
            wu[k] = rr_wload(s->wu + at);
            wv[k] = rr_wload(s->wv + at);
            RR_UNROLL
            for (int p = 0; p < RR_REGIMES; ++p) v[k][p] = rr_asreal(rr_tobits(rr_wload(s->param[p] + at)));
        }
        RR_DRAW_FN(regime)(t, high, v, wu, wv, made);
        RR_UNROLL
        for (int k = 0; k < RR_SORT_ABREAST; ++k) {
            const rr_uint32 at = from + (rr_uint32)(k * RR_LANES);
            rr_scalar value[RR_LANES];
            rr_store(value, made[k].value);
            RR_UNROLL
            for (int l = 0; l < RR_LANES; ++l) out[s->slot[at + (rr_uint32)l]] = value[l];
            rr_first_queue(rr_wload(s->slot + at), &made[k], rr_mfirst(at < s->n ? s->n - at : 0), left);
        }
    }
}

RR_FN void rr_sort_piece(const rr_tile *t, const rr_scalar *words, rr_uint32 slot0, rr_uint32 regs, rr_scalar *out,
                         rr_leftovers *left)
{
    rr_sorted high, low;
    high.n = low.n = 0;
    for (rr_uint32 r = 0; r < regs; ++r) {
        const rr_block b = rr_words_block(words + r * RR_WORDS_RUN);
        rr_real v[2][RR_REGIMES];
        RR_DRAW_FN(params)(t, slot0 + r * RR_RUN, v);
        RR_UNROLL
        for (int k = 0; k < 2; ++k) {
            const rr_mask rejects = RR_DRAW_FN(rejects)(t, v[k]);
            const rr_word slot = rr_part_slots(slot0 + r * RR_RUN, k);
            rr_sort_add(&high, slot, b.w[k], b.w[2 + k], v[k], rejects);
            rr_sort_add(&low, slot, b.w[k], b.w[2 + k], v[k], rr_mnot(rejects));
        }
    }
    rr_sort_draw(t, &high, 1, out, left);
    rr_sort_draw(t, &low, 0, out, left);
}

#endif
