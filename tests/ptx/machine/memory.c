/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Loads, stores and atomics, lane by lane.
 *
 * Two lanes of a warp may use a word one after the other, one of them writing it, only if a bar.warp.sync is between them.
 * Threads of different warps may not share a word that is written in the launch, except across a barrier of the block or by
 * atomics, which are not checked. Words of global memory smaller than 4 bytes are not checked either: two lanes may write
 * their halves. */
#include <string.h>

#include "machine.h"

static int knows(const warp *w, int lane, int other, u32 clock)
{
    return w->clock[lane][other] >= clock;
}

static void race(warp *w, const instruction *i, int lane, const char *where, int with_warp, int with_lane, int wrote)
{
    ptx_fail(w, i, lane, BROKEN, "a race in %s memory with warp %d lane %d, which has %s the word", where, with_warp,
             with_lane, wrote ? "written" : "read");
}

/* True if it is defined. */
static int touch_global(warp *w, const instruction *i, int lane, global_word *word)
{
    const launch *l = w->launch;
    const u32 thread = (u32)(w->number * LANES + lane);
    if (i->size < 4) {
        if (i->kind == STORE) word->written = 1;
        return word->written != 0;
    }
    if (word->launch == l->number && word->thread != thread) {
        const int warp = (int)(word->thread / LANES), other = (int)(word->thread % LANES);
        if (warp != w->number || !knows(w, lane, other, word->clock)) race(w, i, lane, "global", warp, other, 1);
    }
    if (i->kind == STORE) *word = (global_word){l->number, thread, w->clock[lane][lane], 1};
    return word->written != 0;
}

static int touch_shared(warp *w, const instruction *i, int lane, shared_word *word)
{
    const u32 now = w->clock[lane][lane];
    if (word->written == 1 && word->warp != w->number) race(w, i, lane, "shared", word->warp, word->lane, 1);
    else if (word->written == 1 && word->lane != lane && !knows(w, lane, word->lane, word->clock))
        race(w, i, lane, "shared", word->warp, word->lane, 1);
    if (i->kind == LOAD) {
        if (!word->readers) word->reader = w->number, word->many = 0;
        word->many |= word->reader != w->number;
        word->readers |= 1u << lane;
        word->read[lane] = now;
        return word->written != 0;
    }
    if (word->readers && (word->many || word->reader != w->number))
        race(w, i, lane, "shared", word->reader, __builtin_ctz(word->readers), 0);
    for (u32 r = word->readers & ~(1u << lane); r; r &= r - 1) {
        const int other = __builtin_ctz(r);
        if (!knows(w, lane, other, word->read[other])) race(w, i, lane, "shared", w->number, other, 0);
    }
    word->written = 1;
    word->warp = w->number;
    word->lane = lane;
    word->clock = now;
    word->readers = 0;
    return 1;
}

static int touch_local(const instruction *i, u8 *defined, size_t size)
{
    if (i->kind == STORE) memset(defined, 1, size);
    return !memchr(defined, 0, size);
}

static char *outside(warp *w, const instruction *i, int lane, const char *where, u64 at)
{
    ptx_fail(w, i, lane, BAD_ADDRESS, "%s address 0x%llx is out of bounds", where, (unsigned long long)at);
    return NULL;
}

static char *global(warp *w, const instruction *i, int lane, u64 at, size_t size, int *defined)
{
    global_word *word = ptx_global(at, size);
    if (!word) return outside(w, i, lane, "global", at);
    for (size_t k = 0; i->kind != ATOMIC && k < (size + 3) / 4; ++k) *defined &= touch_global(w, i, lane, word + k);
    if (i->kind == ATOMIC) word->written = 1;
    return (char *)(uintptr_t)at;
}

static char *shared(warp *w, const instruction *i, int lane, u64 at, size_t size, int *defined)
{
    if (at + size > (u64)w->launch->program->shared) return outside(w, i, lane, "shared", at);
    for (size_t k = 0; i->kind != ATOMIC && k < (size + 3) / 4; ++k)
        *defined &= touch_shared(w, i, lane, w->shadow + at / 4 + k);
    return w->shared + at;
}

/* The address of a lane's bytes; NULL where they may not be accessed. */
static char *resolve(warp *w, const instruction *i, int lane, int *defined)
{
    const program *p = w->launch->program;
    const int base = i->from[0];
    const void *file = ptx_file(w, base);
    const u64 at = (p->regs[base].width == 4 ? ((const u32 *)file)[lane] : ((const u64 *)file)[lane]) + (u64)i->offset;
    const size_t size = (size_t)(i->size * i->parts);
    *defined = 1;
    if (at % size) {
        ptx_fail(w, i, lane, MISALIGNED, "address 0x%llx is not a multiple of %zu", (unsigned long long)at, size);
        return NULL;
    }
    switch (i->space) {
    case GLOBAL: return global(w, i, lane, at, size, defined);
    case SHARED: return shared(w, i, lane, at & 0xffffffffu, size, defined);
    case PARAM:
        if (i->kind != LOAD || at + size > (u64)p->params) return outside(w, i, lane, "parameter", at);
        return (char *)(uintptr_t)(w->launch->params + at);
    default:
        if (at + size > (u64)p->local) return outside(w, i, lane, "local", at);
        *defined = touch_local(i, w->local_defined + lane * p->local + at, size);
        return w->local + (size_t)lane * (size_t)p->local + at;
    }
}

static void load(const warp *w, const instruction *i, int lane, const char *memory)
{
    for (int k = 0; k < i->parts; ++k) {
        const int width = w->launch->program->regs[i->to[k]].width, spare = 64 - 8 * i->size;
        u64 value = 0;
        memcpy(&value, memory + k * i->size, (size_t)i->size);
        if (i->is_signed) value = (u64)((s64)(value << spare) >> spare);
        memcpy((char *)ptx_file(w, i->to[k]) + lane * width, &value, (size_t)width);
    }
}

static void store(const warp *w, const instruction *i, int lane, char *memory)
{
    for (int k = 0; k < i->parts; ++k) {
        const int width = w->launch->program->regs[i->from[1 + k]].width;
        memcpy(memory + k * i->size, (const char *)ptx_file(w, i->from[1 + k]) + lane * width, (size_t)i->size);
    }
}

void ptx_memory(warp *w, const instruction *i, u32 lanes)
{
    u32 good = lanes;
    ptx_need(w, i, i->from[0], lanes, "address");
    for (int k = 1; k < i->froms; ++k) ptx_need(w, i, i->from[k], lanes, "stored value");
    for (u32 l = lanes; l && !w->launch->code; l &= l - 1) {
        const int lane = __builtin_ctz(l);
        int defined;
        char *memory = resolve(w, i, lane, &defined);
        if (!memory) return;
        if (!defined) good &= ~(1u << lane);
        if (i->kind == LOAD) load(w, i, lane, memory);
        else store(w, i, lane, memory);
    }
    for (int k = 0; k < i->tos; ++k) w->defined[i->to[k]] = (w->defined[i->to[k]] & ~lanes) | good;
}

static u64 changed(const instruction *i, u64 old, u64 a, u64 b)
{
    const int spare = 64 - 8 * i->size;
    const s64 so = (s64)(old << spare), sa = (s64)(a << spare);
    const int is_less = i->is_signed ? so < sa : old < a;
    switch (i->which) {
    case ATOMIC_EXCH: return a;
    case ATOMIC_OR: return old | a;
    case ATOMIC_AND: return old & a;
    case ATOMIC_XOR: return old ^ a;
    case ATOMIC_ADD: return old + a;
    case ATOMIC_MIN: return is_less ? old : a;
    case ATOMIC_MAX: return is_less ? a : old;
    default: return old == a ? b : old;
    }
}

void ptx_atomic(warp *w, const instruction *i, u32 lanes)
{
    instruction one = *i;
    const size_t size = (size_t)i->size;
    one.parts = 1;
    for (int k = 0; k < i->froms; ++k) ptx_need(w, i, i->from[k], lanes, k ? "value of an atomic" : "address");
    for (u32 l = lanes; l && !w->launch->code; l &= l - 1) {
        const size_t lane = (size_t)__builtin_ctz(l);
        int defined;
        char *memory = resolve(w, &one, (int)lane, &defined);
        if (!memory) return;
        u64 old = 0, a = 0, b = 0;
        memcpy(&old, memory, size);
        memcpy(&a, (char *)ptx_file(w, i->from[1]) + size * lane, size);
        if (i->froms > 2) memcpy(&b, (char *)ptx_file(w, i->from[2]) + size * lane, size);
        const u64 new = changed(i, old, a, b);
        memcpy(memory, &new, size);
        if (i->tos) memcpy((char *)ptx_file(w, i->to[0]) + size * lane, &old, size);
    }
    if (i->tos) w->defined[i->to[0]] |= lanes;
}
