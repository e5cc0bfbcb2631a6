/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass of a count in f32 for one instruction set (engine/draws/integer.h): compiled with what sampler.c is. Its
 * table has no more than that pass, of tiles whose slots have neighbours, and the set-up. */
#include "engine/lanes/lane.h"

#define RR_SAMPLER_FILE(room, x) RR_QUOTE(laws/room/x.h)
#include RR_SAMPLER_FILE(RR_ROOM, RR_SAMPLER)

#define RR_COUNTING 0
#include "engine/strategies/warp.h"

#include "names.h"
#include "words.h"

#include "engine/passes/first_pass.h"

#define RR_AGAIN RR_PASTE(RR_AGAIN_, RR_DRAW, )     /* it may reject: it has rr_NAME_retry (count_pair.h) */
#define RR_MASSES RR_PASTE(RR_MASSES_, RR_DRAW, )   /* so many numbers rr_NAME_masses(t, memory) may make for t->table */

#if RR_AGAIN
#define ABREAST 2   /* registers that are tried together, in one block of instructions */

/* Slots whose attempt 0 was rejected are tried again, in place in their queue, until none is left. One that comes to be
 * undecided goes to f64 as one that was rejected at attempt 0: tried from attempt 1 on, it finds the same. */
RR_FN void again_from(const rr_tile *t, rr_scalar *out, rr_leftovers *left)
{
    rr_uint32 n = left->rejects, lates = 0;
    rr_uint32 *const todo = left->rejected, *const late = left->open + left->opens;   /* all have room for all slots */
    for (rr_uint32 j = 1; n && j < t->cap; ++j) {
        rr_uint32 rejects = 0;
        for (rr_uint32 at = 0; at < n; at += ABREAST * RR_LANES) {
            rr_mask here[ABREAST];
            rr_word slot[ABREAST];
            rr_try v[ABREAST];
            RR_UNROLL
            for (int k = 0; k < ABREAST; ++k) {
                const rr_uint32 from = at + (rr_uint32)(k * RR_LANES);
                here[k] = rr_mfirst(from < n ? n - from : 0);
                slot[k] = rr_wselect(here[k], rr_wload(todo + (from < n ? from : at)), rr_wsplat(0));
            }
            RR_DRAW_FN(retry)(t, slot, here, rr_wsplat(j), v);
            RR_UNROLL
            for (int k = 0; k < ABREAST; ++k) {
                rr_scatter(out, slot[k], v[k].value, rr_mand(here[k], v[k].accept));
                lates += rr_compress(late + lates, slot[k], rr_mand(here[k], v[k].open));
                rejects += rr_compress(todo + rejects, slot[k], rr_mandnot(here[k], rr_mor(v[k].accept, v[k].open)));
            }
        }
        n = rejects;
    }
    memcpy(todo + n, late, lates * sizeof *late);
    left->rejects = n + lates;
}

/* The same; where all parameters vary the compiler knows it. */
RR_SLOW_FN void again(const rr_tile *t, rr_scalar *out, rr_leftovers *left)
{
#if RR_MOVES
    if (!(RR_MOVES & ~t->varies)) {
        rr_tile moves;
        rr_tile_moving(t, &moves);
        again_from(&moves, out, left);
        return;
    }
#endif
    again_from(t, out, left);
}
#endif

/* In place of `finish`, which a count has none of: are what is rejected to be tried again? */
static int first(const rr_tile *t, rr_scalar *out, int on, rr_leftovers *left)
{
    rr_leftovers own = *left;
    rr_tile tile = *t;
#if RR_MASSES
    rr_scalar table[RR_MASSES];
    tile.table = RR_DRAW_FN(masses)(t, table) ? table : NULL;
#endif
    rr_first_whole(&tile, out, 0, &own);
#if RR_AGAIN
    if (on) again(&tile, out, &own);
#else
    (void)on;
#endif
    *left = own;
    return 0;
}

static void prepare(rr_tile *t) { RR_SAMPLER_FN(prepare)(t); }

#define RR_SAMPLER_TABLE RR_PASTE(RR_OBJECT, _, RR_SAMPLER)

#if RR_SPLIT
#define RR_SPLITS 1
#else
#define RR_SPLITS 0
#endif

extern const rr_ops RR_SAMPLER_TABLE;
const rr_ops RR_SAMPLER_TABLE = {.first = first, .prepare = prepare, .splits = RR_SPLITS};
