/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Deals lanes to unfinished samples, for regroup and regroup:ahead.
 *
 * r samples are unfinished. Lane l makes an attempt of number l mod r among them (in lane order of their owners), at offset
 * l div r from that sample's next attempt. So the attempts of sample q are made in order by lanes q, q + r, q + 2 r, ... of
 * the warp: the lowest such lane that accepts has the lowest accepted attempt. */

#ifndef RR_DEAL_H
#define RR_DEAL_H

/* All lanes of a warp, as ballot bits. */
RR_FN rr_uint32 rr_deal_all(rr_uint32 lanes)
{
    return lanes < 32 ? (1u << (lanes & 31u)) - 1u : 0xffffffffu;
}

/* Bits 0, r, 2 r, ... below `lanes`, at most 32; each step doubles their number, where a loop over the bits would take a
 * GPU's warp up to 32 iterations. */
RR_FN rr_uint32 rr_deal_comb(rr_uint32 r, rr_uint32 lanes)
{
    rr_uint32 comb = 1;
    RR_UNROLL
    for (int k = 0; k < 5; ++k, r *= 2) comb |= r < 32 ? comb << (r & 31u) : 0u;
    return comb & rr_deal_all(lanes);
}

/* A lane's number div r. On a GPU the bits of the comb up to the lane are counted, without a division. */
RR_FN rr_word rr_deal_round(rr_word lane, rr_uint32 r)
{
#if RR_HAS_POINTERS
    return rr_wdiv(lane, r);
#else
    return rr_ucount(rr_deal_comb(r, 32) & ((2u << lane) - 1u)) - 1u;
#endif
}

/* The result for the owner of a sample: the lanes that tried it (comb shifted by its number), and those that accepted. */
typedef struct rr_dealt {
    rr_word tried, accepted;
} rr_dealt;

RR_FN rr_dealt rr_deal_result(rr_word number, rr_uint32 comb, rr_uint32 all, rr_uint32 accepts)
{
    rr_dealt d;
    d.tried = rr_wshl(rr_wsplat(comb), number & 31u) & all;
    d.accepted = d.tried & accepts;
    return d;
}

#endif
