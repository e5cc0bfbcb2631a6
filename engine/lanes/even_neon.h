/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Even lanes (even.h) on NEON, which has no multiplication of every other lane: a register is four words, in f64 too, where
 * 64-bit lanes would be narrowed for each product. */
#ifndef RR_LANES_EVEN_NEON_H
#define RR_LANES_EVEN_NEON_H

#define RR_HAS_EVEN 1
#define RR_EVEN_LANES 4
#define RR_EVEN_FLIGHT 4
#define RR_EVEN_WHOLE 1

typedef rr_uint32 rr_even __attribute__((vector_size(16)));
typedef rr_uint32 rr_even_lane;
typedef struct rr_product { uint32x4_t lower, upper; } rr_product;   /* of lanes 0 and 1, of lanes 2 and 3 */

RR_FN rr_even rr_even_splat(rr_uint64 u) { return (rr_even)vdupq_n_u32((rr_uint32)u); }

RR_FN rr_product rr_even_mul(rr_even a, rr_even m)
{
    rr_product p;
    p.lower = (uint32x4_t)vmull_u32(vget_low_u32((uint32x4_t)a), vget_low_u32((uint32x4_t)m));
    p.upper = (uint32x4_t)vmull_high_u32((uint32x4_t)a, (uint32x4_t)m);
    return p;
}

RR_FN rr_even rr_even_high(rr_product p, int k)
{
    (void)k;
    return (rr_even)vuzp2q_u32(p.lower, p.upper);
}

RR_FN rr_even rr_even_low(rr_product p) { return (rr_even)vuzp1q_u32(p.lower, p.upper); }
RR_FN rr_even rr_even_count(void) { return (rr_even){0, 1, 2, 3}; }
RR_FN rr_even rr_even_rows(void) { return rr_even_count(); }

/* The lower word of a 64-bit number comes first in memory. */
RR_FN void rr_even_store_rows(rr_scalar *p, const rr_even *w)
{
    const int upper = RR_DTYPE == 32 ? 0 : 1, lower = 1 - upper;
    const uint32x4x4_t v = {{(uint32x4_t)w[upper], (uint32x4_t)w[lower],
                             (uint32x4_t)w[2 + upper], (uint32x4_t)w[2 + lower]}};
    vst4q_u32((rr_uint32 *)(void *)p, v);
}

RR_FN void rr_even_store_blocks(rr_scalar *p, const rr_even *w)
{
    rr_uint32 *const out = (rr_uint32 *)(void *)p;
#if RR_DTYPE == 32
    for (int i = 0; i < 4; ++i) vst1q_u32(out + 4 * i, (uint32x4_t)w[i]);
#else
    for (int i = 0; i < 2; ++i) {
        const uint32x4_t upper = (uint32x4_t)w[2 * i], lower = (uint32x4_t)w[2 * i + 1];
        vst1q_u32(out + 4 * i, vzip1q_u32(lower, upper));
        vst1q_u32(out + 8 + 4 * i, vzip2q_u32(lower, upper));
    }
#endif
}

#endif
