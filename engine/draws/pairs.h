/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The draw that normals and gammas share: indices 2p and 2p + 1 share one Box-Muller pair, the cosine and the sine.
 *
 * Layout (draw 0, purpose MAIN): the radius is in the first half of the words, the angle in the second:
 *   f64: a block holds one pair, words 0,1 | 2,3;
 *   f32: the caller passes the two words, since normals have two pairs per block and gammas one. */
#ifndef RR_PAIRS_H
#define RR_PAIRS_H

#include "boxmuller.h"

typedef struct rr_pair {
    rr_real z0, z1;
    rr_mask open;
} rr_pair;

RR_FN rr_pair rr_pair_of(rr_unit u, rr_turn a)
{
    rr_pair p;
    const rr_real r = rr_radius(u);
    p.z0 = r * a.cos;
    p.z1 = r * a.sin;
    p.open = u.open;
    return p;
}

#if RR_DTYPE == 32
RR_FN rr_pair rr_pair_words(rr_word u, rr_word v)
{
    return rr_pair_of(rr_unit_first(u), rr_turn_words(v));
}

RR_FN rr_pair rr_pair_words_full(rr_word u, rr_word v, rr_word low)
{
    return rr_pair_of(rr_unit_full(u, low), rr_turn_words(v));
}
#else
RR_FN rr_pair rr_pair_words(rr_block b)
{
    return rr_pair_of(rr_unit_first(b.w[0], b.w[1]), rr_turn_words(b.w[2], b.w[3]));
}

RR_FN rr_pair rr_pair_words_full(rr_block b, rr_block low)
{
    return rr_pair_of(rr_unit_full(b.w[0], b.w[1], low.w[0], low.w[1]), rr_turn_words(b.w[2], b.w[3]));
}
#endif

/* The value of the pair for an index. */
RR_FN rr_real rr_pair_member(rr_pair p, rr_index i)
{
    return rr_select(rr_weq(i.lo & 1u, rr_wsplat(1)), p.z1, p.z0);
}

#endif
