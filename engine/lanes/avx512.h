/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lanes on AVX-512 (F, DQ, BW, VL): 16 floats or 8 doubles. A mask is a mask register. */
#ifndef RR_LANES_AVX512_H
#define RR_LANES_AVX512_H

#if !defined(__AVX512F__) || !defined(__AVX512DQ__) || !defined(__AVX512VL__)
#error "avx512.h needs -mavx512f -mavx512dq -mavx512bw -mavx512vl"
#endif

#include <immintrin.h>

#include "host.h"

#define RR_LANES (64 / (RR_DTYPE / 8))
#define RR_HAS_GATHER 1
#define RR_HAS_LOOKUP_ROW 1
#define RR_HAS_LOOKUP2 (RR_DTYPE == 32)
#define RR_HAS_SCATTER 1
#define RR_HAS_COMPRESS 1
#define RR_HAS_INTERLEAVE 1
#define RR_HAS_PARTIAL 1
#define RR_HAS_SHUFFLE 1
#define RR_HAS_WSHL 1
#define RR_HAS_WSHR 1
#define RR_SCALES_ANY 1

typedef rr_scalar rr_real __attribute__((vector_size(64)));
typedef rr_sbits rr_word __attribute__((vector_size(64)));
typedef rr_sbits rr_bits __attribute__((vector_size(64)));
#if RR_DTYPE == 32
typedef __mmask16 rr_mask;
typedef rr_uint64 rr_avx512_pairs __attribute__((vector_size(64)));
#define RR_AVX512_ALL ((rr_mask)0xffff)
#else
typedef __mmask8 rr_mask;
#define RR_AVX512_ALL ((rr_mask)0xff)
#endif

RR_FN rr_bits rr_asbits(rr_real x) { return (rr_bits)x; }
RR_FN rr_real rr_asreal(rr_bits b) { return (rr_real)b; }
RR_FN rr_mask rr_mand(rr_mask a, rr_mask b) { return (rr_mask)(a & b); }
RR_FN rr_mask rr_mor(rr_mask a, rr_mask b) { return (rr_mask)(a | b); }
RR_FN rr_mask rr_mandnot(rr_mask a, rr_mask b) { return (rr_mask)(a & ~b); }
RR_FN rr_mask rr_mnot(rr_mask a) { return (rr_mask)~a; }
RR_FN rr_uint32 rr_mbits(rr_mask m) { return m; }
RR_FN rr_mask rr_mfrom(rr_uint32 bits) { return (rr_mask)bits; }
RR_FN rr_mask rr_mfirst(rr_uint32 n) { return n < RR_LANES ? (rr_mask)((1u << n) - 1u) : RR_AVX512_ALL; }
RR_FN int rr_some(rr_mask m) { return m != 0; }
RR_FN int rr_vote(rr_mask m) { return m != 0; }
RR_FN rr_bits rr_tobits(rr_word w) { return w; }

/* Some functions are the zeroing forms with a full mask: the same instruction, but gcc 12 warns of the default form, whose
 * header reads an undefined register. */
#if RR_DTYPE == 32

RR_FN rr_real rr_splat(rr_scalar s) { return _mm512_set1_ps(s); }
RR_FN rr_word rr_wsplat(rr_uint32 u) { return (rr_word)_mm512_set1_epi32((int)u); }
RR_FN rr_word rr_iota(void) { return (rr_word){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; }
RR_FN rr_mask rr_lt(rr_real a, rr_real b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
RR_FN rr_mask rr_le(rr_real a, rr_real b) { return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ); }
RR_FN rr_mask rr_wlt(rr_word a, rr_word b) { return _mm512_cmplt_epu32_mask((__m512i)a, (__m512i)b); }
RR_FN rr_mask rr_weq(rr_word a, rr_word b) { return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b); }
RR_FN rr_real rr_select(rr_mask m, rr_real a, rr_real b) { return _mm512_mask_blend_ps(m, b, a); }
RR_FN rr_word rr_wselect(rr_mask m, rr_word a, rr_word b)
{
    return (rr_word)_mm512_mask_blend_epi32(m, (__m512i)b, (__m512i)a);
}
RR_FN rr_word rr_toword(rr_bits b) { return b; }
RR_FN rr_real rr_fromint(rr_word w) { return _mm512_maskz_cvtepi32_ps(RR_AVX512_ALL, (__m512i)w); }
RR_FN rr_real rr_fromuint(rr_word w) { return _mm512_maskz_cvtepu32_ps(RR_AVX512_ALL, (__m512i)w); }
/* The half in the fraction of 2^23, whose ulp is 1. */
#define RR_OWN_HALVES
RR_FN rr_real rr_lower16(rr_word w, rr_scalar s, rr_scalar c)
{
    const __m512i half = _mm512_set1_epi32(0xffff), exponent = _mm512_set1_epi32(0x4b000000);
    const rr_real x = (rr_real)_mm512_ternarylogic_epi32((__m512i)w, half, exponent, 0xea);   /* w & half | exponent */
    return _mm512_fmadd_ps(x, _mm512_set1_ps(s), _mm512_set1_ps(c - 0x1p23f * s));
}
RR_FN rr_real rr_upper16(rr_word w) { return rr_fromuint(w >> 16); }
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c) { return _mm512_fmadd_ps(a, b, c); }
RR_FN rr_real rr_sqrt(rr_real x) { return _mm512_maskz_sqrt_ps(RR_AVX512_ALL, x); }
RR_FN rr_real rr_min(rr_real a, rr_real b) { return _mm512_maskz_min_ps(RR_AVX512_ALL, a, b); }
RR_FN rr_real rr_max(rr_real a, rr_real b) { return _mm512_maskz_max_ps(RR_AVX512_ALL, a, b); }
RR_FN rr_real rr_scale(rr_real x, rr_real k) { return _mm512_maskz_scalef_ps(RR_AVX512_ALL, x, k); }
RR_FN rr_real rr_load(const rr_scalar *p) { return _mm512_loadu_ps(p); }
RR_FN void rr_store(rr_scalar *p, rr_real x) { _mm512_storeu_ps(p, x); }
RR_FN rr_real rr_loadn(const rr_scalar *p, rr_uint32 n)
{
    return _mm512_mask_loadu_ps(_mm512_set1_ps(*p), rr_mfirst(n), p);
}
RR_FN void rr_storen(rr_scalar *p, rr_real x, rr_uint32 n) { _mm512_mask_storeu_ps(p, rr_mfirst(n), x); }
RR_FN rr_word rr_wload(const rr_uint32 *p) { return (rr_word)_mm512_loadu_si512(p); }
RR_FN void rr_wstore(rr_uint32 *p, rr_word w) { _mm512_storeu_si512(p, (__m512i)w); }
RR_FN rr_real rr_gather(const rr_scalar *p, rr_word w)
{
    return _mm512_mask_i32gather_ps(_mm512_setzero_ps(), RR_AVX512_ALL, (__m512i)w, p, 4);
}
RR_FN rr_word rr_wgather(const rr_uint32 *p, rr_word w)
{
    return (rr_word)_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), RR_AVX512_ALL, (__m512i)w, p, 4);
}
RR_FN void rr_lookup_row(const rr_scalar *rows, const rr_scalar *columns, rr_word w, int n, rr_real *x)
{
    (void)rows;
    RR_UNROLL
    for (int k = 0; k < n; ++k)
        x[k] = _mm512_permutex2var_ps(_mm512_loadu_ps(columns + 32 * k), (__m512i)w, _mm512_loadu_ps(columns + 32 * k + 16));
}
/* A pair is gathered as one double. */
RR_FN void rr_lookup2(const rr_scalar *p, rr_word w, rr_real *a, rr_real *b)
{
    const __m256i low = _mm512_castsi512_si256((__m512i)w), high = _mm512_extracti64x4_epi64((__m512i)w, 1);
    const __m512d zero = _mm512_setzero_pd();
    const __m512 x = (__m512)_mm512_mask_i32gather_pd(zero, 0xff, low, p, 8);
    const __m512 y = (__m512)_mm512_mask_i32gather_pd(zero, 0xff, high, p, 8);
    const __m512i first = (__m512i)(rr_iota() * 2u);
    *a = _mm512_permutex2var_ps(x, first, y);
    *b = _mm512_permutex2var_ps(x, (__m512i)((rr_word)first + 1u), y);
}
RR_FN void rr_scatter(rr_scalar *p, rr_word w, rr_real x, rr_mask m) { _mm512_mask_i32scatter_ps(p, m, (__m512i)w, x, 4); }

/* Compressed in a register and then stored: the compressing store is slow on some processors. */
RR_FN rr_uint32 rr_compress(rr_uint32 *p, rr_word w, rr_mask m)
{
    rr_wstore(p, (rr_word)_mm512_maskz_compress_epi32(m, (__m512i)w));
    return rr_ucount(m);
}

/* Set lanes and others are numbered from 0: the former's number is the rank; the latter's is subtracted from the lane's. */
RR_FN rr_word rr_rank(rr_mask m)
{
    const __m512i i = (__m512i)rr_iota(), others = _mm512_maskz_expand_epi32((rr_mask)~m, i);
    return (rr_word)_mm512_mask_expand_epi32(_mm512_sub_epi32(i, others), m, i);
}

RR_FN rr_word rr_wshl(rr_word w, rr_word n)
{
    return (rr_word)_mm512_maskz_sllv_epi32(RR_AVX512_ALL, (__m512i)w, (__m512i)n);
}
RR_FN rr_word rr_wshr(rr_word w, rr_word n)
{
    return (rr_word)_mm512_maskz_srlv_epi32(RR_AVX512_ALL, (__m512i)w, (__m512i)n);
}

/* The products of the even and of the odd lanes; a copy of the halves of one is blended into the other. */
RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    const rr_mask odd = 0xaaaa, even = 0x5555;
    const __m512i mm = _mm512_set1_epi32((int)m), up = (__m512i)((rr_avx512_pairs)a >> 32);
    const __m512i e = _mm512_maskz_mul_epu32(0xff, (__m512i)a, mm), o = _mm512_maskz_mul_epu32(0xff, up, mm);
    *hi = (rr_word)_mm512_mask_shuffle_epi32(o, even, e, 0xf5);
    return (rr_word)_mm512_mask_shuffle_epi32(e, odd, o, 0xa0);
}

/* A warp is one register or two. */
RR_FN void rr_shuffle(rr_real *dst, const rr_real *src, const rr_word *lane, rr_uint32 regs)
{
    const __m512 a = src[0], b = src[regs > 1 ? 1 : 0];
    for (rr_uint32 r = 0; r < regs; ++r) dst[r] = _mm512_permutex2var_ps(a, (__m512i)lane[r], b);
}

RR_FN void rr_wshuffle(rr_word *dst, const rr_word *src, const rr_word *lane, rr_uint32 regs)
{
    const __m512i a = (__m512i)src[0], b = (__m512i)src[regs > 1 ? 1 : 0];
    for (rr_uint32 r = 0; r < regs; ++r) dst[r] = (rr_word)_mm512_permutex2var_epi32(a, (__m512i)lane[r], b);
}

/* A permutation of a pair of registers, by lane numbers i; the same with pairs of lanes. */
#define RR_AVX512_MIX(a, i, b) _mm512_permutex2var_ps(a, (__m512i)(i), b)
#define RR_AVX512_MIX2(a, i, b) ((__m512)_mm512_permutex2var_pd((__m512d)(a), (__m512i)(i), (__m512d)(b)))

RR_FN void rr_store2(rr_scalar *p, rr_real a, rr_real b)
{
    const rr_word l = {0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23};
    _mm512_storeu_ps(p, RR_AVX512_MIX(a, l, b));
    _mm512_storeu_ps(p + 16, RR_AVX512_MIX(a, l + 8u, b));
}

RR_FN void rr_store4(rr_scalar *p, rr_real a, rr_real b, rr_real c, rr_real d)
{
    const rr_word l = {0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23}, h = l + 8u;
    const __m512 ab0 = RR_AVX512_MIX(a, l, b), ab1 = RR_AVX512_MIX(a, h, b);
    const __m512 cd0 = RR_AVX512_MIX(c, l, d), cd1 = RR_AVX512_MIX(c, h, d);
    const rr_avx512_pairs l2 = {0, 8, 1, 9, 2, 10, 3, 11}, h2 = l2 + 4u;
    _mm512_storeu_ps(p, RR_AVX512_MIX2(ab0, l2, cd0));
    _mm512_storeu_ps(p + 16, RR_AVX512_MIX2(ab0, h2, cd0));
    _mm512_storeu_ps(p + 32, RR_AVX512_MIX2(ab1, l2, cd1));
    _mm512_storeu_ps(p + 48, RR_AVX512_MIX2(ab1, h2, cd1));
}

RR_FN void rr_load2(const rr_scalar *p, rr_real *a, rr_real *b)
{
    const rr_word even = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
    const __m512 x = _mm512_loadu_ps(p), y = _mm512_loadu_ps(p + 16);
    *a = RR_AVX512_MIX(x, even, y);
    *b = RR_AVX512_MIX(x, even + 1u, y);
}

RR_FN void rr_load4(const rr_scalar *p, rr_real *a, rr_real *b, rr_real *c, rr_real *d)
{
    const rr_word ab = {0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29}, cd = ab + 2u;
    const __m512 w = _mm512_loadu_ps(p), x = _mm512_loadu_ps(p + 16);
    const __m512 y = _mm512_loadu_ps(p + 32), z = _mm512_loadu_ps(p + 48);
    const __m512d ab0 = (__m512d)RR_AVX512_MIX(w, ab, x), ab1 = (__m512d)RR_AVX512_MIX(y, ab, z);
    const __m512d cd0 = (__m512d)RR_AVX512_MIX(w, cd, x), cd1 = (__m512d)RR_AVX512_MIX(y, cd, z);
    *a = (__m512)_mm512_maskz_shuffle_f64x2(0xff, ab0, ab1, 0x44);
    *b = (__m512)_mm512_maskz_shuffle_f64x2(0xff, ab0, ab1, 0xee);
    *c = (__m512)_mm512_maskz_shuffle_f64x2(0xff, cd0, cd1, 0x44);
    *d = (__m512)_mm512_maskz_shuffle_f64x2(0xff, cd0, cd1, 0xee);
}

#else

RR_FN rr_real rr_splat(rr_scalar s) { return _mm512_set1_pd(s); }
RR_FN rr_word rr_wsplat(rr_uint32 u) { return (rr_word)_mm512_set1_epi64((long long)u); }
RR_FN rr_word rr_iota(void) { return (rr_word){0, 1, 2, 3, 4, 5, 6, 7}; }
RR_FN rr_mask rr_lt(rr_real a, rr_real b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
RR_FN rr_mask rr_le(rr_real a, rr_real b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
RR_FN rr_mask rr_wlt(rr_word a, rr_word b) { return _mm512_cmplt_epu64_mask((__m512i)a, (__m512i)b); }
RR_FN rr_mask rr_weq(rr_word a, rr_word b) { return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b); }
RR_FN rr_real rr_select(rr_mask m, rr_real a, rr_real b) { return _mm512_mask_blend_pd(m, b, a); }
RR_FN rr_word rr_wselect(rr_mask m, rr_word a, rr_word b)
{
    return (rr_word)_mm512_mask_blend_epi64(m, (__m512i)b, (__m512i)a);
}
RR_FN rr_word rr_toword(rr_bits b) { return b & 0xffffffffu; }
RR_FN rr_real rr_fromuint(rr_word w) { return _mm512_maskz_cvtepu64_pd(RR_AVX512_ALL, (__m512i)w); }
/* The integer becomes the fraction of 2^52, whose ulp is 1. */
RR_FN rr_real rr_fromint(rr_word w) { return (rr_real)(w ^ 0x4330000080000000u) - 0x1.000008p52; }
#define RR_OWN_WIDE_UNIT
RR_FN rr_real rr_wide_unit(rr_bits x) { return _mm512_maskz_cvtepu64_pd(RR_AVX512_ALL, (__m512i)x) * 0x1p-64; }
RR_FN rr_real rr_wide_signed(rr_bits x) { return _mm512_maskz_cvtepi64_pd(RR_AVX512_ALL, (__m512i)x) * 0x1p-64; }
RR_FN rr_real rr_wide_unit_less(rr_bits x) { return rr_wide_signed(x); }
#define RR_OWN_WIDE_BELOW
RR_FN rr_mask rr_wide_below(rr_bits x, rr_uint32 u)
{
    return _mm512_cmplt_epu64_mask((__m512i)x, _mm512_set1_epi64((long long)((rr_uint64)u << 32)));
}
#define RR_OWN_WIDE_BIT
RR_FN rr_mask rr_wide_bit(rr_bits x, int n)
{
    return _mm512_test_epi64_mask((__m512i)x, _mm512_set1_epi64((long long)((rr_uint64)1 << n)));
}
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c) { return _mm512_fmadd_pd(a, b, c); }
RR_FN rr_real rr_sqrt(rr_real x) { return _mm512_maskz_sqrt_pd(RR_AVX512_ALL, x); }
/* y is 1/sqrt(x) within e = 2^-14 relatively, on every processor. A step reduces the relative errors of s, the root, and of
 * h, half of its inverse, to 1.5 e^2 and a few roundings: s ends below 2^-51, h below 2^-27. With d = x - s^2, rounded,
 * sqrt(x) = s + d / (s + sqrt(x)) is between s + d h (1 - 2^-24) and s + d h (1 + 2^-24). If both round to the same number,
 * so does the root, as rounding is monotone; otherwise, for 2^-21 of the lanes, the instruction computes it. */
#define RR_OWN_SQRT_STEPS
RR_FN rr_real rr_sqrt_steps(rr_real x)
{
    const rr_real y = _mm512_maskz_rsqrt14_pd(RR_AVX512_ALL, x), half = rr_splat(0.5);
    rr_real s = x * y, h = y * 0.5;
    const rr_real r = rr_fma(-s, h, half);
    s = rr_fma(s, r, s);
    h = rr_fma(h, r, h);
    s = rr_fma(s, rr_fma(-s, h, half), s);
    const rr_real d = rr_fma(-s, s, x), low = rr_fma(d, h * (1 - 0x1p-24), s), high = rr_fma(d, h * (1 + 0x1p-24), s);
    return rr_some(_mm512_cmp_pd_mask(low, high, _CMP_NEQ_OQ)) ? rr_sqrt(x) : low;
}
#define RR_OWN_OCTAVE
RR_FN rr_real rr_octave(rr_real x) { return -1.0 - _mm512_maskz_getexp_pd(RR_AVX512_ALL, x); }
RR_FN rr_real rr_min(rr_real a, rr_real b) { return _mm512_maskz_min_pd(RR_AVX512_ALL, a, b); }
RR_FN rr_real rr_max(rr_real a, rr_real b) { return _mm512_maskz_max_pd(RR_AVX512_ALL, a, b); }
RR_FN rr_real rr_scale(rr_real x, rr_real k) { return _mm512_maskz_scalef_pd(RR_AVX512_ALL, x, k); }
RR_FN rr_real rr_load(const rr_scalar *p) { return _mm512_loadu_pd(p); }
RR_FN void rr_store(rr_scalar *p, rr_real x) { _mm512_storeu_pd(p, x); }
RR_FN rr_real rr_loadn(const rr_scalar *p, rr_uint32 n)
{
    return _mm512_mask_loadu_pd(_mm512_set1_pd(*p), rr_mfirst(n), p);
}
RR_FN void rr_storen(rr_scalar *p, rr_real x, rr_uint32 n) { _mm512_mask_storeu_pd(p, rr_mfirst(n), x); }
RR_FN rr_word rr_wload(const rr_uint32 *p)
{
    return (rr_word)_mm512_maskz_cvtepu32_epi64(RR_AVX512_ALL, _mm256_loadu_si256((const __m256i *)p));
}
RR_FN __m256i rr_avx512_narrow(rr_word w) { return _mm512_maskz_cvtepi64_epi32(RR_AVX512_ALL, (__m512i)w); }
RR_FN void rr_wstore(rr_uint32 *p, rr_word w) { _mm256_storeu_si256((__m256i *)p, rr_avx512_narrow(w)); }
RR_FN rr_real rr_gather(const rr_scalar *p, rr_word w)
{
    return _mm512_mask_i64gather_pd(_mm512_setzero_pd(), RR_AVX512_ALL, (__m512i)w, p, 8);
}
RR_FN rr_word rr_wgather(const rr_uint32 *p, rr_word w)
{
    const __m256i v = _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), RR_AVX512_ALL, (__m512i)w, p, 4);
    return (rr_word)_mm512_maskz_cvtepu32_epi64(RR_AVX512_ALL, v);
}
RR_FN void rr_lookup_row(const rr_scalar *rows, const rr_scalar *columns, rr_word w, int n, rr_real *x)
{
    (void)rows;
    RR_UNROLL
    for (int k = 0; k < n; ++k)
        x[k] = _mm512_permutex2var_pd(_mm512_loadu_pd(columns + 16 * k), (__m512i)w, _mm512_loadu_pd(columns + 16 * k + 8));
}
#define RR_OWN_LOOKUP16
RR_FN void rr_lookup16(const rr_scalar *rows, const rr_scalar *columns, rr_bits b, rr_real *x, rr_real *y)
{
    const __m512i at = (__m512i)b;
    (void)rows;
    *x = _mm512_permutex2var_pd(_mm512_loadu_pd(columns), at, _mm512_loadu_pd(columns + 8));
    *y = _mm512_permutex2var_pd(_mm512_loadu_pd(columns + 16), at, _mm512_loadu_pd(columns + 24));
}
RR_FN void rr_scatter(rr_scalar *p, rr_word w, rr_real x, rr_mask m) { _mm512_mask_i64scatter_pd(p, m, (__m512i)w, x, 8); }

/* Compressed in a register and then stored: the compressing store is slow on some processors. */
RR_FN rr_uint32 rr_compress(rr_uint32 *p, rr_word w, rr_mask m)
{
    _mm256_storeu_si256((__m256i *)p, _mm256_maskz_compress_epi32(m, rr_avx512_narrow(w)));
    return rr_ucount(m);
}

/* Set lanes and others are numbered from 0: the former's number is the rank; the latter's is subtracted from the lane's. */
RR_FN rr_word rr_rank(rr_mask m)
{
    const __m512i i = (__m512i)rr_iota(), others = _mm512_maskz_expand_epi64((rr_mask)~m, i);
    return (rr_word)_mm512_mask_expand_epi64(_mm512_sub_epi64(i, others), m, i);
}

RR_FN rr_word rr_wshl(rr_word w, rr_word n)
{
    return (rr_word)_mm512_maskz_sllv_epi64(RR_AVX512_ALL, (__m512i)w, (__m512i)n) & 0xffffffffu;
}
RR_FN rr_word rr_wshr(rr_word w, rr_word n)
{
    return (rr_word)_mm512_maskz_srlv_epi64(RR_AVX512_ALL, (__m512i)w, (__m512i)n);
}

#define RR_OWN_WIDE_TIMES
RR_FN rr_bits rr_wide_times(rr_word a, rr_word b)
{
    return (rr_bits)_mm512_maskz_mul_epu32(RR_AVX512_ALL, (__m512i)a, (__m512i)b);
}

RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    const rr_word p = (rr_word)_mm512_maskz_mul_epu32(RR_AVX512_ALL, (__m512i)a, _mm512_set1_epi64((long long)m));
    *hi = p >> 32;
    return p;
}

/* A warp is one to four registers: two pairs, selected by bit 4 of the lane's number. */
RR_FN rr_word rr_avx512_pick(const rr_word *a, rr_word lane)
{
    const __m512i i = (__m512i)lane;
    const __m512i l = _mm512_permutex2var_epi64((__m512i)a[0], i, (__m512i)a[1]);
    const __m512i h = _mm512_permutex2var_epi64((__m512i)a[2], i, (__m512i)a[3]);
    return (rr_word)_mm512_mask_blend_epi64(_mm512_test_epi64_mask(i, _mm512_set1_epi64(16)), l, h);
}

RR_FN void rr_wshuffle(rr_word *dst, const rr_word *src, const rr_word *lane, rr_uint32 regs)
{
    const rr_word a[4] = {src[0], src[regs > 1 ? 1 : 0], src[regs > 2 ? 2 : 0], src[regs > 3 ? 3 : 0]};
    for (rr_uint32 r = 0; r < regs; ++r) dst[r] = rr_avx512_pick(a, lane[r]);
}

RR_FN void rr_shuffle(rr_real *dst, const rr_real *src, const rr_word *lane, rr_uint32 regs)
{
    const rr_word a[4] = {(rr_word)src[0], (rr_word)src[regs > 1 ? 1 : 0], (rr_word)src[regs > 2 ? 2 : 0],
                          (rr_word)src[regs > 3 ? 3 : 0]};
    for (rr_uint32 r = 0; r < regs; ++r) dst[r] = (rr_real)rr_avx512_pick(a, lane[r]);
}

/* A permutation of a pair of registers, by lane numbers i. */
#define RR_AVX512_MIX(a, i, b) _mm512_permutex2var_pd(a, (__m512i)(i), b)

RR_FN void rr_store2(rr_scalar *p, rr_real a, rr_real b)
{
    const rr_word l = {0, 8, 1, 9, 2, 10, 3, 11};
    _mm512_storeu_pd(p, RR_AVX512_MIX(a, l, b));
    _mm512_storeu_pd(p + 8, RR_AVX512_MIX(a, l + 4u, b));
}

RR_FN void rr_store4(rr_scalar *p, rr_real a, rr_real b, rr_real c, rr_real d)
{
    const rr_word l = {0, 8, 1, 9, 2, 10, 3, 11}, h = l + 4u, l2 = {0, 1, 8, 9, 2, 3, 10, 11}, h2 = l2 + 4u;
    const __m512d ab0 = RR_AVX512_MIX(a, l, b), ab1 = RR_AVX512_MIX(a, h, b);
    const __m512d cd0 = RR_AVX512_MIX(c, l, d), cd1 = RR_AVX512_MIX(c, h, d);
    _mm512_storeu_pd(p, RR_AVX512_MIX(ab0, l2, cd0));
    _mm512_storeu_pd(p + 8, RR_AVX512_MIX(ab0, h2, cd0));
    _mm512_storeu_pd(p + 16, RR_AVX512_MIX(ab1, l2, cd1));
    _mm512_storeu_pd(p + 24, RR_AVX512_MIX(ab1, h2, cd1));
}

RR_FN void rr_load2(const rr_scalar *p, rr_real *a, rr_real *b)
{
    const rr_word even = {0, 2, 4, 6, 8, 10, 12, 14};
    const __m512d x = _mm512_loadu_pd(p), y = _mm512_loadu_pd(p + 8);
    *a = RR_AVX512_MIX(x, even, y);
    *b = RR_AVX512_MIX(x, even + 1u, y);
}

RR_FN void rr_load4(const rr_scalar *p, rr_real *a, rr_real *b, rr_real *c, rr_real *d)
{
    const rr_word ab = {0, 4, 8, 12, 1, 5, 9, 13}, cd = ab + 2u;
    const __m512d w = _mm512_loadu_pd(p), x = _mm512_loadu_pd(p + 8), y = _mm512_loadu_pd(p + 16),
                  z = _mm512_loadu_pd(p + 24);
    const __m512d ab0 = RR_AVX512_MIX(w, ab, x), ab1 = RR_AVX512_MIX(y, ab, z);
    const __m512d cd0 = RR_AVX512_MIX(w, cd, x), cd1 = RR_AVX512_MIX(y, cd, z);
    *a = _mm512_maskz_shuffle_f64x2(RR_AVX512_ALL, ab0, ab1, 0x44);
    *b = _mm512_maskz_shuffle_f64x2(RR_AVX512_ALL, ab0, ab1, 0xee);
    *c = _mm512_maskz_shuffle_f64x2(RR_AVX512_ALL, cd0, cd1, 0x44);
    *d = _mm512_maskz_shuffle_f64x2(RR_AVX512_ALL, cd0, cd1, 0xee);
}

#endif

RR_FN rr_bits rr_bselect(rr_mask m, rr_bits a, rr_bits b) { return rr_wselect(m, a, b); }
RR_FN rr_real rr_abs(rr_real x) { return (rr_real)((rr_bits)x & (~(rr_bits){0} >> 1)); }

/* The instruction rounds k down. */
RR_FN rr_real rr_scale_floor(rr_real x, rr_real k) { return rr_scale(x, k); }

#include "each.h"

#endif
