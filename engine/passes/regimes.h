/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass of counts over a piece in which some samples need a rejection and others an inversion (RR_REGIMES_name,
 * draws/count_pair.h). If all but few lanes of a group are in one regime, that regime is drawn in place, in all lanes. The
 * lanes of the other regime, and groups with many of both, go to a queue per regime, so that no register computes both. The
 * words and parameters of queued samples are copied: gathering them again would take longer. */
#ifndef RR_REGIMES_H
#define RR_REGIMES_H

#include "queue.h"

#if RR_REGIMES
/* Few: up to a quarter of a group's 2 RR_LANES samples, since queueing a sample takes half the time of a rejection. */
#define RR_SORT_FEW (RR_LANES / 2)
#define RR_SORT_MAX (RR_PIECE_GROUPS * RR_RUN + 2 * RR_LANES)

typedef struct rr_sorted {
    rr_uint32 n, slot[RR_SORT_MAX], wu[RR_SORT_MAX], wv[RR_SORT_MAX], param[RR_REGIMES][RR_SORT_MAX];
} rr_sorted;

/* The lanes of a group that are in a regime, and their number. */
typedef struct rr_regime {
    rr_mask m[2];
    rr_uint32 n;
} rr_regime;

RR_FN rr_regime rr_regime_of(const rr_tile *t, rr_real v[2][RR_REGIMES], int high)
{
    rr_regime r;
    RR_UNROLL
    for (int k = 0; k < 2; ++k) {
        const rr_mask rejects = RR_DRAW_FN(rejects)(t, v[k]);
        r.m[k] = high ? rejects : rr_mnot(rejects);
    }
    r.n = rr_ucount(rr_ballot(r.m, 2));
    return r;
}

/* True if the groups from slot0 on, regs registers of them, contain both regimes. */
RR_FN int rr_sort_mixed(const rr_tile *t, rr_uint32 slot0, rr_uint32 regs)
{
    rr_uint32 high = 0;
    for (rr_uint32 r = 0; r < regs; ++r) {
        rr_real v[2][RR_REGIMES];
        RR_DRAW_FN(params)(t, slot0 + r * RR_RUN, v);
        high += rr_regime_of(t, v, 1).n;
        if (high && high < (r + 1) * RR_RUN) return 1;
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

RR_FN void rr_sort_fill(rr_uint32 *p, rr_uint32 n)
{
    rr_wstore(p + n, rr_wsplat(p[0]));
    rr_wstore(p + n + RR_LANES, rr_wsplat(p[0]));
}

/* The last registers are filled with the queue's first entry, which is drawn again with the same result. */
RR_FN void rr_sort_end(rr_sorted *s)
{
    rr_sort_fill(s->slot, s->n);
    rr_sort_fill(s->wu, s->n);
    rr_sort_fill(s->wv, s->n);
    RR_UNROLL
    for (int p = 0; p < RR_REGIMES; ++p) rr_sort_fill(s->param[p], s->n);
}

RR_SLOW_FN void rr_sort_draw(const rr_tile *t, rr_sorted *s, int high, rr_scalar *out, rr_leftovers *left)
{
    const rr_mask all[2] = {rr_mfirst(RR_LANES), rr_mfirst(RR_LANES)};
    rr_tile varying;
    if (!s->n) return;
    rr_tile_varying(t, &varying);   /* the queue has a value of each parameter for each slot */
    rr_sort_end(s);
    for (rr_uint32 from = 0; from < s->n; from += 2 * RR_LANES) {
        rr_real v[2][RR_REGIMES];
        rr_word wu[2], wv[2];
        rr_try made[2];
        RR_UNROLL
        for (int k = 0; k < 2; ++k) {
            const rr_uint32 at = from + (rr_uint32)(k * RR_LANES);
            wu[k] = rr_wload(s->wu + at);
            wv[k] = rr_wload(s->wv + at);
            RR_UNROLL
            for (int p = 0; p < RR_REGIMES; ++p) v[k][p] = rr_asreal(rr_tobits(rr_wload(s->param[p] + at)));
        }
        RR_DRAW_FN(regime)(&varying, high, v, wu, wv, all, made);
        RR_UNROLL
        for (int k = 0; k < 2; ++k) {
            const rr_uint32 at = from + (rr_uint32)(k * RR_LANES);
            rr_scalar value[RR_LANES];
            rr_store(value, made[k].value);
            RR_UNROLL
            for (int l = 0; l < RR_LANES; ++l) out[s->slot[at + (rr_uint32)l]] = value[l];
            rr_first_queue(rr_wload(s->slot + at), &made[k], rr_mfirst(at < s->n ? s->n - at : 0), left);
        }
    }
}

/* A register of groups; sorted: the queues of inversions and of rejections. */
RR_FN void rr_sort_group(const rr_tile *t, const rr_scalar *words, rr_uint32 slot0, rr_sorted *sorted, rr_scalar *out,
                         rr_leftovers *left)
{
    const rr_block b = rr_words_block(words);
    rr_real v[2][RR_REGIMES];
    RR_DRAW_FN(params)(t, slot0, v);
    RR_UNROLL
    for (int high = 0; high < 2; ++high) {
        const rr_regime r = rr_regime_of(t, v, high);
        if (r.n >= RR_RUN - RR_SORT_FEW) {
            rr_try made[2];
            RR_DRAW_FN(regime)(t, high, v, b.w, b.w + 2, r.m, made);
            rr_first_parts(t, made, 0, out + slot0);
            RR_UNROLL
            for (int k = 0; k < 2; ++k) rr_first_queue(rr_part_slots(slot0, k), &made[k], r.m[k], left);
        } else if (r.n) {
            RR_UNROLL
            for (int k = 0; k < 2; ++k)
                rr_sort_add(&sorted[high], rr_part_slots(slot0, k), b.w[k], b.w[2 + k], v[k], r.m[k]);
        }
    }
}

RR_FN void rr_sort_groups(const rr_tile *t, const rr_scalar *words, rr_uint32 slot0, rr_uint32 regs, rr_scalar *out,
                          rr_leftovers *left)
{
    rr_sorted sorted[2];
    sorted[0].n = sorted[1].n = 0;
    for (rr_uint32 r = 0; r < regs; ++r)
        rr_sort_group(t, words + r * RR_WORDS_RUN, slot0 + r * RR_RUN, sorted, out, left);
    rr_sort_draw(t, &sorted[0], 0, out, left);
    rr_sort_draw(t, &sorted[1], 1, out, left);
}

/* The same; the compiler knows where all parameters vary. */
RR_SLOW_FN void rr_sort_piece(const rr_tile *t, const rr_scalar *words, rr_uint32 slot0, rr_uint32 regs, rr_scalar *out,
                              rr_leftovers *left)
{
    if (RR_VARYING & ~t->varies) {
        rr_sort_groups(t, words, slot0, regs, out, left);
    } else {
        rr_tile varying;
        rr_tile_varying(t, &varying);
        rr_sort_groups(&varying, words, slot0, regs, out, left);
    }
}
#endif

#endif
