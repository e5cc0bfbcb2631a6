/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lanes on NEON of AArch64: 4 floats or 2 doubles. A mask is a vector of 0 and -1. */
#ifndef RR_LANES_NEON_H
#define RR_LANES_NEON_H

#if !defined(__aarch64__)
#error "neon.h needs AArch64"
#endif

#include <arm_neon.h>

#include "host.h"

#define RR_LANES (16 / (RR_DTYPE / 8))
#define RR_HAS_INTERLEAVE 1
#define RR_HAS_LOOKUP2 (RR_DTYPE == 64)
#define RR_HAS_WSHL 1
#define RR_HAS_WSHR 1
#define RR_HAS_POPCOUNT 1

typedef rr_scalar rr_real __attribute__((vector_size(16)));
typedef rr_sbits rr_word __attribute__((vector_size(16)));
typedef rr_sbits rr_bits __attribute__((vector_size(16)));
typedef rr_sint rr_mask __attribute__((vector_size(16)));

RR_FN rr_bits rr_asbits(rr_real x) { return (rr_bits)x; }
RR_FN rr_real rr_asreal(rr_bits b) { return (rr_real)b; }
RR_FN rr_mask rr_lt(rr_real a, rr_real b) { return (rr_mask)(a < b); }
RR_FN rr_mask rr_le(rr_real a, rr_real b) { return (rr_mask)(a <= b); }
RR_FN rr_mask rr_wlt(rr_word a, rr_word b) { return (rr_mask)(a < b); }
RR_FN rr_mask rr_weq(rr_word a, rr_word b) { return (rr_mask)(a == b); }
RR_FN rr_mask rr_mand(rr_mask a, rr_mask b) { return a & b; }
RR_FN rr_mask rr_mor(rr_mask a, rr_mask b) { return a | b; }
RR_FN rr_mask rr_mandnot(rr_mask a, rr_mask b) { return a & ~b; }
RR_FN rr_mask rr_mnot(rr_mask a) { return ~a; }
RR_FN rr_bits rr_tobits(rr_word w) { return w; }

#if RR_DTYPE == 32

RR_FN rr_real rr_splat(rr_scalar s) { return (rr_real)vdupq_n_f32(s); }
RR_FN rr_word rr_wsplat(rr_uint32 u) { return (rr_word)vdupq_n_u32(u); }
RR_FN rr_word rr_iota(void) { return (rr_word){0, 1, 2, 3}; }
RR_FN rr_real rr_select(rr_mask m, rr_real a, rr_real b)
{
    return (rr_real)vbslq_f32((uint32x4_t)m, (float32x4_t)a, (float32x4_t)b);
}
RR_FN rr_uint32 rr_mbits(rr_mask m)
{
    const rr_word one = {1, 2, 4, 8};
    return vaddvq_u32((uint32x4_t)((rr_word)m & one));
}
RR_FN rr_mask rr_mfrom(rr_uint32 bits)
{
    const rr_word one = {1, 2, 4, 8};
    return (rr_mask)vtstq_u32((uint32x4_t)rr_wsplat(bits), (uint32x4_t)one);
}
RR_FN rr_word rr_toword(rr_bits b) { return b; }
RR_FN rr_real rr_fromint(rr_word w) { return (rr_real)vcvtq_f32_s32((int32x4_t)w); }
RR_FN rr_real rr_fromuint(rr_word w) { return (rr_real)vcvtq_f32_u32((uint32x4_t)w); }
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c)
{
    return (rr_real)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}
RR_FN rr_real rr_sqrt(rr_real x) { return (rr_real)vsqrtq_f32((float32x4_t)x); }
RR_FN rr_real rr_load(const rr_scalar *p) { return (rr_real)vld1q_f32(p); }
RR_FN void rr_store(rr_scalar *p, rr_real x) { vst1q_f32(p, (float32x4_t)x); }
RR_FN rr_word rr_wload(const rr_uint32 *p) { return (rr_word)vld1q_u32(p); }
RR_FN void rr_wstore(rr_uint32 *p, rr_word w) { vst1q_u32(p, (uint32x4_t)w); }
RR_FN rr_word rr_wshl(rr_word w, rr_word n) { return (rr_word)vshlq_u32((uint32x4_t)w, (int32x4_t)n); }
RR_FN rr_word rr_wshr(rr_word w, rr_word n) { return (rr_word)vshlq_u32((uint32x4_t)w, -(int32x4_t)n); }
RR_FN rr_word rr_popcount(rr_word w) { return (rr_word)vpaddlq_u16(vpaddlq_u8(vcntq_u8((uint8x16_t)w))); }

/* The products of the lower and of the upper lanes; their lower and their upper halves. */
RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    const uint32x4_t mm = vdupq_n_u32(m);
    const uint32x4_t l = (uint32x4_t)vmull_u32(vget_low_u32((uint32x4_t)a), vget_low_u32(mm));
    const uint32x4_t h = (uint32x4_t)vmull_high_u32((uint32x4_t)a, mm);
    *hi = (rr_word)vuzp2q_u32(l, h);
    return (rr_word)vuzp1q_u32(l, h);
}

RR_FN void rr_store2(rr_scalar *p, rr_real a, rr_real b)
{
    const float32x4x2_t v = {{(float32x4_t)a, (float32x4_t)b}};
    vst2q_f32(p, v);
}

RR_FN void rr_store4(rr_scalar *p, rr_real a, rr_real b, rr_real c, rr_real d)
{
    const float32x4x4_t v = {{(float32x4_t)a, (float32x4_t)b, (float32x4_t)c, (float32x4_t)d}};
    vst4q_f32(p, v);
}

RR_FN void rr_load2(const rr_scalar *p, rr_real *a, rr_real *b)
{
    const float32x4x2_t v = vld2q_f32(p);
    *a = (rr_real)v.val[0];
    *b = (rr_real)v.val[1];
}

RR_FN void rr_load4(const rr_scalar *p, rr_real *a, rr_real *b, rr_real *c, rr_real *d)
{
    const float32x4x4_t v = vld4q_f32(p);
    *a = (rr_real)v.val[0];
    *b = (rr_real)v.val[1];
    *c = (rr_real)v.val[2];
    *d = (rr_real)v.val[3];
}

#else

RR_FN rr_real rr_splat(rr_scalar s) { return (rr_real)vdupq_n_f64(s); }
RR_FN rr_word rr_wsplat(rr_uint32 u) { return (rr_word)vdupq_n_u64(u); }
RR_FN rr_word rr_iota(void) { return (rr_word){0, 1}; }
RR_FN rr_real rr_select(rr_mask m, rr_real a, rr_real b)
{
    return (rr_real)vbslq_f64((uint64x2_t)m, (float64x2_t)a, (float64x2_t)b);
}
RR_FN rr_uint32 rr_mbits(rr_mask m)
{
    const rr_word one = {1, 2};
    return (rr_uint32)vaddvq_u64((uint64x2_t)((rr_word)m & one));
}
RR_FN rr_mask rr_mfrom(rr_uint32 bits)
{
    const rr_word one = {1, 2};
    return (rr_mask)vtstq_u64((uint64x2_t)rr_wsplat(bits), (uint64x2_t)one);
}
RR_FN rr_word rr_toword(rr_bits b) { return b & 0xffffffffu; }
/* The word, as the upper half of the lane, is an integer with 32 fraction bits. */
RR_FN rr_real rr_fromint(rr_word w) { return (rr_real)vcvtq_n_f64_s64((int64x2_t)(w << 32), 32); }
RR_FN rr_real rr_fromuint(rr_word w) { return (rr_real)vcvtq_f64_u64((uint64x2_t)w); }
/* Numbers with 64 fraction bits. */
#define RR_OWN_WIDE_UNIT
RR_FN rr_real rr_wide_unit(rr_bits x) { return (rr_real)vcvtq_n_f64_u64((uint64x2_t)x, 64); }
RR_FN rr_real rr_wide_signed(rr_bits x) { return (rr_real)vcvtq_n_f64_s64((int64x2_t)x, 64); }
RR_FN rr_real rr_wide_unit_less(rr_bits x) { return rr_wide_signed(x); }
#define RR_OWN_WIDE_BIT
RR_FN rr_mask rr_wide_bit(rr_bits x, int n) { return (rr_mask)vtstq_u64((uint64x2_t)x, vdupq_n_u64(UINT64_C(1) << n)); }
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c)
{
    return (rr_real)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
}
RR_FN rr_real rr_sqrt(rr_real x) { return (rr_real)vsqrtq_f64((float64x2_t)x); }
RR_FN rr_real rr_load(const rr_scalar *p) { return (rr_real)vld1q_f64(p); }
RR_FN void rr_store(rr_scalar *p, rr_real x) { vst1q_f64(p, (float64x2_t)x); }
RR_FN rr_word rr_wload(const rr_uint32 *p) { return (rr_word)vmovl_u32(vld1_u32(p)); }
RR_FN void rr_wstore(rr_uint32 *p, rr_word w) { vst1_u32(p, vmovn_u64((uint64x2_t)w)); }
RR_FN rr_word rr_wshl(rr_word w, rr_word n) { return (rr_word)vshlq_u64((uint64x2_t)w, (int64x2_t)n) & 0xffffffffu; }
RR_FN rr_word rr_wshr(rr_word w, rr_word n) { return (rr_word)vshlq_u64((uint64x2_t)w, -(int64x2_t)n); }
RR_FN void rr_lookup2(const rr_scalar *p, rr_word w, rr_real *a, rr_real *b)
{
    const float64x2_t x = vld1q_f64(p + 2 * vgetq_lane_u64((uint64x2_t)w, 0));
    const float64x2_t y = vld1q_f64(p + 2 * vgetq_lane_u64((uint64x2_t)w, 1));
    *a = (rr_real)vzip1q_f64(x, y);
    *b = (rr_real)vzip2q_f64(x, y);
}
RR_FN rr_word rr_popcount(rr_word w)
{
    return (rr_word)vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8((uint8x16_t)w))));
}

#define RR_OWN_WIDE_TIMES
RR_FN rr_bits rr_wide_times(rr_word a, rr_word b)
{
    return (rr_bits)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
}

RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    const rr_word p = (rr_word)vmull_u32(vmovn_u64((uint64x2_t)a), vdup_n_u32(m));
    *hi = p >> 32;
    return p;
}

RR_FN void rr_store2(rr_scalar *p, rr_real a, rr_real b)
{
    const float64x2x2_t v = {{(float64x2_t)a, (float64x2_t)b}};
    vst2q_f64(p, v);
}

RR_FN void rr_store4(rr_scalar *p, rr_real a, rr_real b, rr_real c, rr_real d)
{
    const float64x2x4_t v = {{(float64x2_t)a, (float64x2_t)b, (float64x2_t)c, (float64x2_t)d}};
    vst4q_f64(p, v);
}

RR_FN void rr_load2(const rr_scalar *p, rr_real *a, rr_real *b)
{
    const float64x2x2_t v = vld2q_f64(p);
    *a = (rr_real)v.val[0];
    *b = (rr_real)v.val[1];
}

RR_FN void rr_load4(const rr_scalar *p, rr_real *a, rr_real *b, rr_real *c, rr_real *d)
{
    const float64x2x4_t v = vld4q_f64(p);
    *a = (rr_real)v.val[0];
    *b = (rr_real)v.val[1];
    *c = (rr_real)v.val[2];
    *d = (rr_real)v.val[3];
}

#endif

/* Not vminq and vmaxq, which order the zeros; the other targets return b where a and b are equal. */
RR_FN rr_real rr_min(rr_real a, rr_real b) { return rr_select(rr_lt(a, b), a, b); }
RR_FN rr_real rr_max(rr_real a, rr_real b) { return rr_select(rr_lt(b, a), a, b); }
RR_FN rr_real rr_abs(rr_real x) { return (rr_real)((rr_bits)x & (~(rr_bits){0} >> 1)); }
RR_FN rr_word rr_wselect(rr_mask m, rr_word a, rr_word b) { return (rr_word)rr_select(m, (rr_real)a, (rr_real)b); }
RR_FN rr_bits rr_bselect(rr_mask m, rr_bits a, rr_bits b) { return (rr_bits)rr_select(m, (rr_real)a, (rr_real)b); }
RR_FN rr_mask rr_mfirst(rr_uint32 n) { return rr_wlt(rr_iota(), rr_wsplat(n)); }
RR_FN int rr_some(rr_mask m) { return vmaxvq_u32((uint32x4_t)m) != 0; }
RR_FN int rr_vote(rr_mask m) { return vmaxvq_u32((uint32x4_t)m) != 0; }

#include "each.h"

#endif
