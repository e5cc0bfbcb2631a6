/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Chooses which lanes of a warp continue, and how far: those at one instruction together, until they diverge, meet others or
 * must wait.
 *
 * Every lane has its own program counter. At an instruction that ends in .sync it waits until every live lane of its mask is
 * there, at the same instruction: PTX promises no more than that, whatever current hardware does. If no lane can run, that
 * is a deadlock. */
#include "machine.h"

#define FAR (1 << 30)

static u32 lanes_at(const warp *w, u32 of, int pc)
{
    u32 found = 0;
    for (u32 l = of; l; l &= l - 1)
        if (w->pc[__builtin_ctz(l)] == pc) found |= l & -l;
    return found;
}

static void put(warp *w, u32 lanes, int pc)
{
    for (u32 l = lanes; l; l &= l - 1) w->pc[__builtin_ctz(l)] = pc;
}

static int choose(const warp *w, u32 can)
{
    int pc = -1;
    if (w->launch->schedule >= RANDOM) {
        for (u32 k = ptx_random() % (u32)__builtin_popcount(can); k; --k) can &= can - 1;
        return w->pc[__builtin_ctz(can)];
    }
    for (u32 l = can; l; l &= l - 1) {
        const int p = w->pc[__builtin_ctz(l)];
        if (pc < 0 || (w->launch->schedule == LOWEST ? p < pc : p > pc)) pc = p;
    }
    return pc;
}

/* Chooses lanes; 0: none can run. */
static int pick(warp *w)
{
    const u32 can = w->live & ~w->waiting;
    if (!can) return 0;
    w->at = choose(w, can);
    w->active = lanes_at(w, can, w->at);
    if (w->launch->schedule == INTERLEAVED && ptx_random() % 4 == 0) {   /* some of them run ahead of the others */
        const u32 some = w->active & ptx_random();
        if (some) w->active = some;
    }
    return 1;
}

static void deadlock(warp *w)
{
    const int lane = __builtin_ctz(w->live), pc = w->pc[lane];
    const u32 here = lanes_at(w, w->live, pc), others = w->live & ~here;
    const instruction *elsewhere = others ? &w->launch->program->code[w->pc[__builtin_ctz(others)]] : NULL;
    if (!elsewhere) ptx_fail(w, &w->launch->program->code[pc], lane, BROKEN, "deadlock: lanes 0x%08x wait for ever", here);
    else
        ptx_fail(w, &w->launch->program->code[pc], lane, BROKEN, "deadlock: lanes 0x%08x wait here, lanes 0x%08x elsewhere, "
                 "lane %d at PTX line %d", here, others, __builtin_ctz(others), elsewhere->line);
}

/* The mask that a lane names at a .sync that the lanes of `here` have reached; *same: those of them that name it too. Masks
 * that differ have no lane in common. 0: it is wrong. */
static u32 mask_of(warp *w, const instruction *i, int lane, u32 here, u32 *same)
{
    const int reg = i->from[i->froms - 1];
    const u32 *masks = ptx_file(w, reg), mask = masks[lane];
    *same = 0;
    for (u32 l = here; l; l &= l - 1) {
        const u32 other = masks[__builtin_ctz(l)];
        if (other == mask) *same |= l & -l;
        else if (other & mask) ptx_fail(w, i, lane, BROKEN, "lanes name different masks, 0x%08x and 0x%08x", mask, other);
    }
    if (*same & ~mask)
        ptx_fail(w, i, __builtin_ctz(*same & ~mask), BROKEN, "the lane is not in its own mask 0x%08x", mask);
    if (mask & ~w->live)
        ptx_fail(w, i, lane, BROKEN, "the mask 0x%08x names lanes that are not there: 0x%08x", mask, mask & ~w->live);
    return w->launch->code ? 0 : mask;
}

/* Lanes reach a .sync; 1: they continue in step. */
static int meet(warp *w, const instruction *i, u32 lanes)
{
    const int of_a_block = i->kind == BARRIER && i->which == OF_A_BLOCK;
    const u32 here = lanes | lanes_at(w, w->waiting, w->at);
    u32 gone = 0, same = here;
    if (!of_a_block) ptx_need(w, i, i->from[i->froms - 1], lanes, "mask");
    put(w, w->active & ~lanes, w->at + 1);   /* whose guard is false */
    put(w, lanes, w->at);
    w->waiting |= lanes;
    for (u32 l = lanes; l && !w->launch->code; l &= ~same) {
        const u32 mask = of_a_block ? w->live : mask_of(w, i, __builtin_ctz(l), here, &same);
        if (!mask || mask & ~same) continue;
        ptx_together(w, i, same);
        put(w, same, w->at + 1);
        gone |= same;
    }
    w->waiting &= ~gone;
    w->stands = of_a_block && gone;
    if (gone != w->active || gone != w->live || w->stands) return 0;
    ++w->at;
    return 1;
}

static int branch(warp *w, const instruction *i, u32 lanes, int stop)
{
    const int is_back = i->target <= w->at, is_alone = w->active == w->live;
    if (lanes == w->active) w->at = i->target;
    else if (!lanes) ++w->at;
    else put(w, lanes, i->target), put(w, w->active & ~lanes, w->at + 1);
    if (lanes && lanes != w->active) return 0;
    put(w, w->active, w->at);
    return is_alone || (w->launch->schedule == LOWEST && !is_back && w->at <= stop);
}

static int leave(warp *w, u32 lanes)
{
    w->live &= ~lanes;
    put(w, w->active & ~lanes, w->at + 1);
    return 0;
}

/* Runs one instruction of the active lanes; 0: lanes are to be chosen again, and all program counters are right. */
static int step(warp *w, int stop)
{
    const instruction *i = &w->launch->program->code[w->at];
    u32 lanes = w->active;
    if (i->guard >= 0) {
        const u32 p = *(const u32 *)ptx_file(w, i->guard);
        ptx_need(w, i, i->guard, lanes, "predicate");
        lanes &= i->guard_not ? ~p : p;
    }
    if (w->launch->tallies) {
        tally *t = &w->launch->tallies[w->at];
        ++t->warps;
        t->lanes += (u64)__builtin_popcount(lanes);
    }
    switch (i->kind) {
    case ARITHMETIC: ptx_arithmetic(w, i, lanes); break;
    case PACK: case UNPACK: ptx_pack(w, i, lanes); break;
    case LOAD: case STORE: ptx_memory(w, i, lanes); break;
    case ATOMIC: ptx_atomic(w, i, lanes); break;
    case ACTIVE: ptx_active(w, i, lanes); break;
    case BRANCH: return branch(w, i, lanes, stop);
    case RETURN: return lanes ? leave(w, lanes) : (++w->at, 1);
    case NOTHING: break;
    default: return lanes ? meet(w, i, lanes) : (++w->at, 1);
    }
    ++w->at;
    return 1;
}

/* The position of the next other lane that the lowest schedule waits for. */
static int next_of_others(const warp *w)
{
    int stop = FAR;
    if (w->launch->schedule != LOWEST) return FAR;
    for (u32 l = w->live & ~w->waiting & ~w->active; l; l &= l - 1)
        if (w->pc[__builtin_ctz(l)] < stop) stop = w->pc[__builtin_ctz(l)];
    return stop;
}

int ptx_run(warp *w, long max)
{
    launch *l = w->launch;
    while (w->live && max > 0 && !l->code && !w->stands) {
        if (!pick(w)) {
            deadlock(w);
            return 0;
        }
        const int stop = next_of_others(w);
        long left = l->schedule >= RANDOM ? (long)(ptx_random() % 64) + 1 : max, done = 0;
        const u64 lanes = (u64)__builtin_popcount(w->active);
        int in_step = 1;
        if (left > max) left = max;
        if (left > 1 << 16) left = 1 << 16;   /* before the limit is checked */
        while (in_step && w->at != stop && done < left && !l->code) {
            ++done;
            in_step = step(w, stop);
        }
        if (in_step) put(w, w->active, w->at);
        max -= done;
        l->executed += (u64)done;
        l->lanes += (u64)done * lanes;
        if (l->executed > l->limit && w->live)
            ptx_fail(w, &l->program->code[w->pc[__builtin_ctz(w->live)]], __builtin_ctz(w->live), TOO_LONG,
                     "more than %llu instructions: it does not end", (unsigned long long)l->limit);
    }
    return w->live && !l->code;
}
