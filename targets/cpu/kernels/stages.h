/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What stands between the draws of a sampler's stages (targets/cpu/stages.h), for its table, in f64. */
#ifndef RR_CPU_KERNEL_STAGES_H
#define RR_CPU_KERNEL_STAGES_H

/* What `number` stages have made of slots from slot0 on. */
RR_FN void load_made(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_scalar *const *made, rr_real *m)
{
    for (rr_uint32 k = 0; k < RR_STAGES_MOST; ++k)
        m[k] = k < number ? rr_loadn(made[k] + slot0, t->n - slot0) : rr_splat(RR_C(0));
}

static void stage(const rr_tile *t, rr_uint32 number, rr_uint32 params, const rr_scalar *const *made,
                  rr_scalar *const *param)
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

#endif
