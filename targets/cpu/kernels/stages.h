/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The computations between the draws of a sampler's stages (targets/cpu/stages.h), for its table, in f64.
 *
 * Loops branch on the stage's number for every register: one loop per stage is three times as large and not faster. Only
 * stage 1 has its own loop for constant parameters, so that expressions of them alone are computed once. */
#ifndef RR_CPU_KERNEL_STAGES_H
#define RR_CPU_KERNEL_STAGES_H

/* Loads the draws of `number` stages for slots from slot0 on: a whole register, or n slots. */
RR_FN void load_made(rr_uint32 slot0, rr_uint32 n, rr_uint32 number, const rr_scalar *const *made, rr_real *m)
{
    RR_UNROLL
    for (rr_uint32 k = 0; k < RR_STAGES_MAX; ++k) {
        if (k >= number) m[k] = rr_splat(RR_C(0));
        else m[k] = n == RR_LANES ? rr_load(made[k] + slot0) : rr_loadn(made[k] + slot0, n);
    }
}

RR_FN void put(rr_scalar *to, rr_real x, rr_uint32 n)
{
    if (n == RR_LANES) rr_store(to, x);
    else rr_storen(to, x, n);
}

RR_FN void stage_slots(const rr_tile *t, rr_uint32 slot0, rr_uint32 n, rr_uint32 number, rr_uint32 params,
                       const rr_scalar *const *made, rr_scalar *const *param)
{
    rr_real m[RR_STAGES_MAX], p[RR_TILE_PARAMS];
    load_made(slot0, n, number, made, m);
    RR_UNROLL
    for (rr_uint32 k = 0; k < RR_TILE_PARAMS; ++k) p[k] = rr_splat(RR_C(0));
    RR_SAMPLER_FN(stage)(t, slot0, number, m, p);
    RR_UNROLL
    for (rr_uint32 k = 0; k < RR_TILE_PARAMS; ++k)
        if (k < params) put(param[k] + slot0, p[k], n);
}

RR_FN void stage_number(const rr_tile *t, rr_uint32 number, rr_uint32 params, const rr_scalar *const *made,
                        rr_scalar *const *param)
{
    rr_uint32 slot = 0;
    for (; t->n - slot >= RR_LANES; slot += RR_LANES) stage_slots(t, slot, RR_LANES, number, params, made, param);
    if (slot < t->n) stage_slots(t, slot, t->n - slot, number, params, made, param);
}

static void stage(const rr_tile *t, rr_uint32 number, rr_uint32 params, const rr_scalar *const *made,
                  rr_scalar *const *param)
{
    rr_tile constant = *t;
    constant.varies = 0;
    if (t->varies) stage_number(t, number, params, made, param);
    else if (number == 1) stage_number(&constant, 1, params, made, param);
    else stage_number(&constant, number, params, made, param);
}

RR_FN void join_slots(const rr_tile *t, rr_uint32 slot0, rr_uint32 n, rr_uint32 stages, const rr_scalar *const *made,
                      rr_scalar *out)
{
    rr_real m[RR_STAGES_MAX];
    load_made(slot0, n, stages, made, m);
    put(out + slot0, RR_SAMPLER_FN(join)(t, slot0, m), n);
}

static void join(const rr_tile *t, rr_uint32 stages, const rr_scalar *const *made, rr_scalar *out)
{
    rr_uint32 slot = 0;
    for (; t->n - slot >= RR_LANES; slot += RR_LANES) join_slots(t, slot, RR_LANES, stages, made, out);
    if (slot < t->n) join_slots(t, slot, t->n - slot, stages, made, out);
}

#endif
