/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One sampler for one instruction set and dtype: compiled with RR_TARGET_..., RR_DTYPE, RR_MODULE, RR_SAMPLER, RR_DRAW,
 * RR_ISA and the flags of the instruction set. It defines one table. A sampler with its own draw (RR_OWN_DRAW is 1) exports
 * that draw as well. A derived distribution has only a finish; its table points to the draw in the other sampler's
 * object. */
#include "engine/lanes/lane.h"

#define RR_SAMPLER_FILE(module, x) RR_QUOTE(laws/module/x.h)
#include RR_SAMPLER_FILE(RR_MODULE, RR_SAMPLER)

#define RR_COUNTING 0
#include "engine/strategies/warp.h"

#include "names.h"
#include "words.h"

/* Registers are passed by address, so that no calling convention depends on the instruction set. */
int RR_DRAWN(first)(const rr_tile *t, rr_scalar *out, int finish, rr_leftovers *left);
void RR_DRAWN(attempt)(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v);
void RR_DRAWN(decide)(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v);
void RR_DRAWN(aux)(const rr_tile *t, rr_uint32 slot0, rr_uint32 m, rr_scalar *aux);

#define RR_AUX_PASS RR_DRAWN(aux)
#define RR_ATTEMPT RR_DRAWN(attempt)
#include "engine/passes/finish.h"

#if RR_OWN_DRAW
#include "engine/passes/auxiliary.h"
#include "engine/passes/first_pass.h"

int RR_DRAWN(first)(const rr_tile *t, rr_scalar *out, int finish, rr_leftovers *left)
{
    return rr_first_pass(t, out, finish, left);
}

__attribute__((noinline)) void RR_DRAWN(attempt)(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v)
{
    *v = RR_DRAW_FN(attempt)(t, *slot, *j);
}

void RR_DRAWN(decide)(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v)
{
    *v = RR_DRAW_FN(decide)(t, *slot, *j);
}

static void call_finish_any(const rr_tile *t, const rr_word *slot, rr_real *value)
{
    *value = rr_finish_any(t, *slot, *value);
}

#if RR_AUX
void RR_DRAWN(aux)(const rr_tile *t, rr_uint32 slot0, rr_uint32 m, rr_scalar *aux)
{
    rr_aux_pass(t, slot0, m, aux);
}
#endif
#else
#define call_finish_any NULL
#endif

static void call_finish(const rr_tile *t, rr_scalar *out)
{
    rr_finish_slots(t, 0, t->n, out);
}

static void call_prepare(rr_tile *t)
{
    RR_SAMPLER_FN(prepare)(t);
}

#if RR_ROWS
#define RR_MAKE_ROWS RR_SAMPLER_FN(rows)
#else
#define RR_MAKE_ROWS NULL
#endif

#include "engine/passes/good.h"
#if RR_RELATES
#define RR_ALL_RELATED rr_all_related
#else
#define RR_ALL_RELATED NULL
#endif

#if RR_SUITS
#define RR_ALL_SUIT rr_all_suit
#else
#define RR_ALL_SUIT NULL
#endif

/* The number that multiplies a row is f64 for every dtype. */
#if RR_DTYPE == 64 && RR_SCALES
#include "stages.h"
#define RR_STAGE stage
#define RR_JOIN join
#else
#define RR_STAGE NULL
#define RR_JOIN NULL
#endif

#if RR_DTYPE == 64 && RR_WHOLE
#define RR_MAKE_WHOLE RR_SAMPLER_FN(whole)
#else
#define RR_MAKE_WHOLE NULL
#endif

#define RR_SAMPLER_TABLE RR_PASTE(RR_OBJECT, _, RR_SAMPLER)

extern const rr_ops RR_SAMPLER_TABLE;
const rr_ops RR_SAMPLER_TABLE = {
    .first = RR_DRAWN(first), .attempt = RR_DRAWN(attempt), .decide = RR_DRAWN(decide), .prepare = call_prepare,
    .finish = call_finish, .finish_any = call_finish_any, .rows = RR_MAKE_ROWS, .related = RR_ALL_RELATED,
    .suits = RR_ALL_SUIT, .stage = RR_STAGE, .join = RR_JOIN, .whole = RR_MAKE_WHOLE, .words = RR_WORDS_LINK,
};
