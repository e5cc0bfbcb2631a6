/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A sampler that is made of others, for one instruction set: compiled with what sampler.c is, in f64. Its table has what
 * stands between their draws (stages.h); it has no draw of its own. */
#include "engine/lanes/lane.h"

#define RR_SAMPLER_FILE(room, x) RR_QUOTE(laws/room/x.h)
#include RR_SAMPLER_FILE(RR_ROOM, RR_SAMPLER)

#define RR_COUNTING 0
#include "engine/strategies/warp.h"

#include "engine/passes/names.h"
#include "engine/passes/tile.h"
#include "names.h"

/* What `number` stages have made of slots from slot0 on. */
RR_FN void load_made(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_scalar *const *made, rr_real *m)
{
    for (rr_uint32 k = 0; k < RR_STAGES_MOST; ++k)
        m[k] = k < number ? rr_loadn(made[k] + slot0, t->n - slot0) : rr_splat(RR_C(0));
}

static void stage(const rr_tile *t, rr_uint32 number, rr_uint32 params, const rr_scalar *const *made, rr_scalar *const *param)
{
    for (rr_uint32 slot0 = 0; slot0 < t->n; slot0 += RR_LANES) {
        rr_real m[RR_STAGES_MOST], p[RR_TILE_PARAMS];
        load_made(t, slot0, number, made, m);
        RR_SAMPLER_FN(stage)(t, slot0, number, m, p);
        for (rr_uint32 k = 0; k < params; ++k) rr_storen(param[k] + slot0, p[k], t->n - slot0);
    }
}

static void join(const rr_tile *t, rr_uint32 stages, const rr_scalar *const *made, rr_scalar *out)
{
    for (rr_uint32 slot0 = 0; slot0 < t->n; slot0 += RR_LANES) {
        rr_real m[RR_STAGES_MOST];
        load_made(t, slot0, stages, made, m);
        rr_storen(out + slot0, RR_SAMPLER_FN(join)(t, slot0, m), t->n - slot0);
    }
}

#include "engine/passes/good.h"
#if RR_RELATES
#define RR_ALL_RELATED rr_all_related
#else
#define RR_ALL_RELATED NULL
#endif

#define RR_SAMPLER_TABLE RR_PASTE(RR_OBJECT, _, RR_SAMPLER)

extern const rr_ops RR_SAMPLER_TABLE;
const rr_ops RR_SAMPLER_TABLE = {.stage = stage, .join = join, .related = RR_ALL_RELATED};
