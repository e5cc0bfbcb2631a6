/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass of a count in f32 for one instruction set (engine/draws/integer.h): compiled with what sampler.c is. Its table has
 * no more than that pass, of tiles whose slots have neighbours, and the set-up. */
#include "engine/lanes/lane.h"

#define RR_SAMPLER_FILE(room, x) RR_QUOTE(laws/room/x.h)
#include RR_SAMPLER_FILE(RR_ROOM, RR_SAMPLER)

#define RR_COUNTING 0
#include "engine/strategies/warp.h"

#include "names.h"
#include "words.h"

#include "engine/passes/first.h"

static int first(const rr_tile *t, rr_scalar *out, int finish, rr_leftovers *left)
{
    rr_leftovers own = *left;
    (void)finish;
    rr_first_whole(t, out, 0, &own);
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
