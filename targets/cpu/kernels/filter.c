/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass of a count in f32 for one instruction set (engine/draws/integer.h), compiled with the flags of sampler.c.
 * Its table has only the set-up and that pass, for tiles with consecutive indices. */
#include "engine/lanes/lane.h"

#define RR_SAMPLER_FILE(module, x) RR_QUOTE(laws/module/x.h)
#include RR_SAMPLER_FILE(RR_MODULE, RR_SAMPLER)

#define RR_COUNTING 0
#include "engine/strategies/warp.h"

#include "names.h"
#include "words.h"

#include "engine/passes/first_pass.h"

#define RR_AGAIN RR_PASTE(RR_AGAIN_, RR_DRAW, )     /* it may reject: it has rr_NAME_retry (count_pair.h) */
#define RR_MASSES RR_PASTE(RR_MASSES_, RR_DRAW, )   /* maximal number of entries of rr_NAME_masses(t, memory) for t->table */

#if RR_AGAIN
#define AT_ONCE 2   /* registers whose attempts are interleaved */

/* Retries slots whose attempt 0 was rejected, in place in their queue, until none is left. A slot with an undecided attempt
 * goes to f64 as if rejected at attempt 0: retried from attempt 1 on, it gives the same sample. */
RR_FN void again_from(const rr_tile *t, rr_scalar *out, rr_leftovers *left)
{
    rr_uint32 n = left->rejects, lates = 0;
    rr_uint32 *const todo = left->rejected, *const late = left->open + left->opens;   /* each has capacity for all slots */
    for (rr_uint32 j = 1; n && j < t->cap; ++j) {
        rr_uint32 rejects = 0;
        for (rr_uint32 at = 0; at < n; at += AT_ONCE * RR_LANES) {
            rr_mask here[AT_ONCE];
            rr_word slot[AT_ONCE];
            rr_try v[AT_ONCE];
            RR_UNROLL
            for (int k = 0; k < AT_ONCE; ++k) {
                const rr_uint32 from = at + (rr_uint32)(k * RR_LANES);
                here[k] = rr_mfirst(from < n ? n - from : 0);
                slot[k] = rr_wselect(here[k], rr_wload(todo + (from < n ? from : at)), rr_wsplat(0));
            }
            RR_DRAW_FN(retry)(t, slot, here, rr_wsplat(j), v);
            RR_UNROLL
            for (int k = 0; k < AT_ONCE; ++k) {
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

/* The same, with a separate copy of the code for tiles in which all parameters vary. */
RR_SLOW_FN void again(const rr_tile *t, rr_scalar *out, rr_leftovers *left)
{
#if RR_VARYING
    if (!(RR_VARYING & ~t->varies)) {
        rr_tile varying;
        rr_tile_varying(t, &varying);
        again_from(&varying, out, left);
        return;
    }
#endif
    again_from(t, out, left);
}
#endif

/* The first pass. Counts have no finish: `on` in its place is 1 if rejected slots are retried here. */
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
