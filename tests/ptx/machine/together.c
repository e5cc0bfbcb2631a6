/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations of the lanes of a mask: bar.warp.sync, vote.sync and shfl.sync. All of the lanes have arrived. */
#include <string.h>

#include "machine.h"

/* All lanes get the knowledge of each; each begins a new clock. */
static void barrier(warp *w, u32 lanes)
{
    clocks all = {0};
    for (u32 l = lanes; l; l &= l - 1)
        for (int k = 0, lane = __builtin_ctz(l); k < LANES; ++k)
            if (w->clock[lane][k] > all[k]) all[k] = w->clock[lane][k];
    for (u32 l = lanes; l; l &= l - 1) {
        const int lane = __builtin_ctz(l);
        memcpy(w->clock[lane], all, sizeof all);
        ++w->clock[lane][lane];
    }
}

static void vote(warp *w, const instruction *i, u32 lanes)
{
    const u32 p = *(const u32 *)ptx_file(w, i->from[0]), yes = (i->negated ? ~p : p) & lanes;
    u32 *to = ptx_file(w, i->to[0]);
    ptx_need(w, i, i->from[0], lanes, "vote");
    if (w->launch->tallies)
        w->launch->tallies[i - w->launch->program->code].splits += yes && (yes != lanes || i->which == VOTE_BALLOT);
    if (i->which == VOTE_BALLOT) {
        for (u32 l = lanes; l; l &= l - 1) to[__builtin_ctz(l)] = yes;
    } else {
        const int result = i->which == VOTE_ANY ? yes != 0 : i->which == VOTE_ALL ? yes == lanes : !yes || yes == lanes;
        *to = (*to & ~lanes) | (result ? lanes : 0);
    }
    w->defined[i->to[0]] |= lanes;
}

/* The lane that a lane reads, by the formulas of the manual; is_in: it is within the segment. */
static u32 source_lane(int which, u32 lane, u32 b, u32 c, int *is_in)
{
    const u32 segment = c >> 8 & 31, max = (lane & segment) | (c & 31 & ~segment), min = lane & segment;
    u32 j;
    b &= 31;
    switch (which) {
    case SHUFFLE_IDX: j = min | (b & ~segment); break;
    case SHUFFLE_BFLY: j = lane ^ b; break;
    case SHUFFLE_UP: j = lane - b; break;
    default: j = lane + b; break;
    }
    *is_in = which == SHUFFLE_UP ? (s32)j >= (s32)max : j <= max;
    return *is_in ? j : lane;
}

static void shuffle(warp *w, const instruction *i, u32 lanes)
{
    const u32 *a = ptx_file(w, i->from[0]), *b = ptx_file(w, i->from[1]), *c = ptx_file(w, i->from[2]);
    u32 made[LANES], inside = 0, good = 0, *to = ptx_file(w, i->to[0]);
    ptx_need(w, i, i->from[1], lanes, "lane of a shuffle");
    for (u32 l = lanes; l; l &= l - 1) {
        const u32 lane = (u32)__builtin_ctz(l);
        int is_in;
        const u32 j = source_lane(i->which, lane, b[lane], c[lane], &is_in);
        if (!(lanes >> j & 1)) {
            ptx_fail(w, i, (int)lane, BROKEN, "a shuffle from lane %u, which takes no part", j);
            return;
        }
        made[lane] = a[j];
        inside |= (u32)is_in << lane;
        good |= (w->defined[i->from[0]] >> j & 1) << lane;
    }
    for (u32 l = lanes; l; l &= l - 1) to[__builtin_ctz(l)] = made[__builtin_ctz(l)];
    w->defined[i->to[0]] = (w->defined[i->to[0]] & ~lanes) | good;
    if (i->tos > 1) {
        u32 *p = ptx_file(w, i->to[1]);
        *p = (*p & ~lanes) | inside;
        w->defined[i->to[1]] |= lanes;
    }
}

void ptx_active(warp *w, const instruction *i, u32 lanes)
{
    u32 *to = ptx_file(w, i->to[0]);
    for (u32 l = lanes; l; l &= l - 1) to[__builtin_ctz(l)] = lanes;
    w->defined[i->to[0]] |= lanes;
}

void ptx_together(warp *w, const instruction *i, u32 lanes)
{
    if (i->kind == BARRIER) barrier(w, lanes);
    else if (i->kind == VOTE) vote(w, i, lanes);
    else shuffle(w, i, lanes);
}
