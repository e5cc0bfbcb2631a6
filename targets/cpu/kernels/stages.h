/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What stands between the draws of a sampler's stages (targets/cpu/stages.h), for its table, in f64.
 *
 * Loops know the number of the stage, so that no parameter goes by memory on its way. */
#ifndef RR_CPU_KERNEL_STAGES_H
#define RR_CPU_KERNEL_STAGES_H

/* What `number` stages have made of slots from slot0 on. */
RR_FN void load_made(rr_uint32 slot0, rr_uint32 n, rr_uint32 number, const rr_scalar *const *made, rr_real *m)
{
    RR_UNROLL
    for (rr_uint32 k = 0; k < RR_STAGES_MOST; ++k) m[k] = k < number ? rr_loadn(made[k] + slot0, n) : rr_splat(RR_C(0));
}

RR_FN void stage_number(const rr_tile *t, rr_uint32 number, rr_uint32 params, const rr_scalar *const *made,
                        rr_scalar *const *param)
{
    for (rr_uint32 slot0 = 0; slot0 < t->n; slot0 += RR_LANES) {
        rr_real m[RR_STAGES_MOST], p[RR_TILE_PARAMS];
        load_made(slot0, t->n - slot0, number, made, m);
        RR_UNROLL
        for (rr_uint32 k = 0; k < RR_TILE_PARAMS; ++k) p[k] = rr_splat(RR_C(0));
        RR_SAMPLER_FN(stage)(t, slot0, number, m, p);
        RR_UNROLL
        for (rr_uint32 k = 0; k < RR_TILE_PARAMS; ++k)
            if (k < params) rr_storen(param[k] + slot0, p[k], t->n - slot0);
    }
}

static void stage(const rr_tile *t, rr_uint32 number, rr_uint32 params, const rr_scalar *const *made,
                  rr_scalar *const *param)
{
    switch (number) {
    case 0: stage_number(t, 0, params, made, param); break;
    case 1: stage_number(t, 1, params, made, param); break;
    default: stage_number(t, 2, params, made, param); break;
    }
}

static void join(const rr_tile *t, rr_uint32 stages, const rr_scalar *const *made, rr_scalar *out)
{
    for (rr_uint32 slot0 = 0; slot0 < t->n; slot0 += RR_LANES) {
        rr_real m[RR_STAGES_MOST];
        load_made(slot0, t->n - slot0, stages, made, m);
        rr_storen(out + slot0, RR_SAMPLER_FN(join)(t, slot0, m), t->n - slot0);
    }
}

#endif
