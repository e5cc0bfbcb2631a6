/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The common part of the loops of a first pass (first_pass.h, regimes.h): the length of a piece, how attempt 0 is stored and
 * its rejected and undecided slots are queued, and the tile in which all parameters vary. */
#ifndef RR_QUEUE_H
#define RR_QUEUE_H

#include "sampler.h"
#include "words.h"

/* Registers per piece, of samples or of groups: so few that words and results stay in the nearest cache. A longer piece
 * takes fewer instructions, since the setup of the words stage is done once. */
#define RR_PIECE_BYTES 8192
#define RR_PIECE_SAMPLES (RR_PIECE_BYTES / (RR_LANES * RR_DTYPE / 8))
#if RR_REGIMES
#define RR_PIECE_GROUPS 16
#else
#define RR_PIECE_GROUPS (RR_PIECE_BYTES / (RR_WORDS_RUN * RR_DTYPE / 8) / (RR_BLOCKS > 1 ? 2 : 1))
#endif

/* Rejected and undecided slots are queued. The branch on whether there are any is mispredicted too often where a register
 * has many lanes and the draw leaves more than one in twenty of them undecided or rejected: such a draw defines
 * RR_OPEN_OFTEN_name, RR_REJECTS_OFTEN_name or both. */
#if RR_OPEN_OFTEN && RR_LANES >= 8
#define RR_ANY_OPEN(m) 1
#else
#define RR_ANY_OPEN(m) rr_vote(m)
#endif
#if RR_REJECTS_OFTEN && RR_LANES >= 8
#define RR_ANY_REJECTED(m) 1
#else
#define RR_ANY_REJECTED(m) rr_vote(m)
#endif

RR_FN void rr_first_queue(rr_word slot, const rr_try *v, rr_mask here, rr_leftovers *left)
{
    const rr_mask undecided = rr_mand(here, v->open), no = rr_mandnot(here, rr_mor(v->accept, v->open));
    if (RR_ANY_OPEN(undecided)) left->opens += rr_compress(left->open + left->opens, slot, undecided);
    if (RR_ANY_REJECTED(no)) left->rejects += rr_compress(left->rejected + left->rejects, slot, no);
}

/* The same for n registers, with one branch for all of them. */
RR_FN void rr_first_queue_some(const rr_word *slot, const rr_try *v, int n, rr_mask here, rr_leftovers *left)
{
    rr_mask undecided = rr_mfrom(0), no = rr_mfrom(0);
    RR_UNROLL
    for (int k = 0; k < n; ++k) {
        undecided = rr_mor(undecided, rr_mand(here, v[k].open));
        no = rr_mor(no, rr_mandnot(here, rr_mor(v[k].accept, v[k].open)));
    }
    if (RR_ANY_OPEN(undecided)) {
        RR_UNROLL
        for (int k = 0; k < n; ++k)
            left->opens += rr_compress(left->open + left->opens, slot[k], rr_mand(here, v[k].open));
    }
    if (RR_ANY_REJECTED(no)) {
        RR_UNROLL
        for (int k = 0; k < n; ++k)
            left->rejects += rr_compress(left->rejected + left->rejects, slot[k],
                                         rr_mandnot(here, rr_mor(v[k].accept, v[k].open)));
    }
}

#if !RR_IN_ORDER
/* Parts of groups are not consecutive slots: they are finished before they are stored only if the finish is the same for
 * every slot. */
#define RR_FINISH_PARTS(t) (!(t)->varies)

RR_FN void rr_first_parts(const rr_tile *t, const rr_try *v, int finish, rr_scalar *out)
{
    rr_real value[RR_GROUP];
    RR_UNROLL
    for (int k = 0; k < RR_GROUP; ++k)
        value[k] = finish ? RR_SAMPLER_FN(finish)(t, 0, v[k].value, rr_splat(RR_C(0))) : v[k].value;
    rr_store_parts(out, value, RR_GROUP);
}
#endif

#if RR_VARYING
/* A copy of the tile in which all parameters that the draw reads vary, as the compiler then knows. */
RR_FN void rr_tile_varying(const rr_tile *t, rr_tile *varying)
{
    *varying = *t;
    varying->varies |= RR_VARYING;
}
#endif

#endif
