/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef RR_GPU_STAGES_MADE_H
#define RR_GPU_STAGES_MADE_H

/* The draws of the first `stages` stages for a slot; returns whether one has failed, which is replaced by 0. */
RR_FN int rr_stages_made(const rr_launch *l, RR_GLOBAL const rr_uint64 *space, rr_uint32 slot, rr_uint32 stages,
                         rr_real *made)
{
    int failed = 0;
    RR_UNROLL
    for (rr_uint32 k = 0; k < RR_STAGES_MAX; ++k) {
        const rr_uint64 bits = k < stages ? space[(rr_uint64)k * l->capacity + slot] : 0;
        const int failed_bits = bits == (l->cap >> k & 1 ? RR_GPU_NO_COUNT : RR_GPU_NO_REAL);
        made[k] = rr_asreal((rr_bits)(failed_bits ? 0 : bits));
        failed |= failed_bits;
    }
    return failed;
}

#endif
