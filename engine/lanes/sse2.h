/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lanes on SSE2, which every x86-64 has: 4 floats or 2 doubles. A mask is a vector of 0 and -1. There is no fma: f32 goes
 * through double with rounding to odd (fma_soft.h), in vectors; f64 one lane at a time. */
#ifndef RR_LANES_SSE2_H
#define RR_LANES_SSE2_H

#include <emmintrin.h>

#include "host.h"
#include "fma_soft.h"

#define RR_LANES (16 / (RR_DTYPE / 8))
#define RR_HAS_INTERLEAVE 1

typedef rr_scalar rr_real __attribute__((vector_size(16)));
typedef rr_sbits rr_word __attribute__((vector_size(16)));
typedef rr_sbits rr_bits __attribute__((vector_size(16)));
typedef rr_sint rr_mask __attribute__((vector_size(16)));

RR_FN rr_bits rr_asbits(rr_real x) { return (rr_bits)x; }
RR_FN rr_real rr_asreal(rr_bits b) { return (rr_real)b; }
RR_FN rr_mask rr_lt(rr_real a, rr_real b) { return a < b; }
RR_FN rr_mask rr_le(rr_real a, rr_real b) { return a <= b; }
RR_FN rr_mask rr_mand(rr_mask a, rr_mask b) { return a & b; }
RR_FN rr_mask rr_mor(rr_mask a, rr_mask b) { return a | b; }
RR_FN rr_mask rr_mandnot(rr_mask a, rr_mask b) { return a & ~b; }
RR_FN rr_mask rr_mnot(rr_mask a) { return ~a; }
RR_FN rr_bits rr_tobits(rr_word w) { return w; }
RR_FN rr_bits rr_bselect(rr_mask m, rr_bits a, rr_bits b) { return ((rr_bits)m & a) | (~(rr_bits)m & b); }
RR_FN rr_word rr_wselect(rr_mask m, rr_word a, rr_word b) { return rr_bselect(m, a, b); }
RR_FN rr_real rr_select(rr_mask m, rr_real a, rr_real b) { return (rr_real)rr_bselect(m, (rr_bits)a, (rr_bits)b); }

#if RR_DTYPE == 32

RR_FN rr_real rr_splat(rr_scalar s) { return _mm_set1_ps(s); }
RR_FN rr_word rr_wsplat(rr_uint32 u) { return (rr_word)_mm_set1_epi32((int)u); }
RR_FN rr_word rr_iota(void) { return (rr_word){0, 1, 2, 3}; }
RR_FN rr_mask rr_wlt(rr_word a, rr_word b) { return (rr_mask)(a ^ 0x80000000u) < (rr_mask)(b ^ 0x80000000u); }
RR_FN rr_mask rr_weq(rr_word a, rr_word b) { return a == b; }
RR_FN rr_uint32 rr_mbits(rr_mask m) { return (rr_uint32)_mm_movemask_ps((__m128)m); }
RR_FN rr_mask rr_mfrom(rr_uint32 bits)
{
    const rr_mask one = {1, 2, 4, 8};
    return ((rr_mask)rr_wsplat(bits) & one) == one;
}
RR_FN rr_mask rr_mfirst(rr_uint32 n) { return (rr_mask)rr_iota() < (rr_mask)rr_wsplat(n > 4 ? 4 : n); }
RR_FN rr_word rr_toword(rr_bits b) { return b; }
RR_FN rr_real rr_fromint(rr_word w) { return _mm_cvtepi32_ps((__m128i)w); }
RR_FN rr_real rr_fromuint(rr_word w) { return _mm_cvtepi32_ps((__m128i)w); }
RR_FN rr_real rr_sqrt(rr_real x) { return _mm_sqrt_ps(x); }
RR_FN rr_real rr_min(rr_real a, rr_real b) { return _mm_min_ps(a, b); }
RR_FN rr_real rr_max(rr_real a, rr_real b) { return _mm_max_ps(a, b); }
RR_FN rr_real rr_load(const rr_scalar *p) { return _mm_loadu_ps(p); }
RR_FN void rr_store(rr_scalar *p, rr_real x) { _mm_storeu_ps(p, x); }
RR_FN rr_word rr_wload(const rr_uint32 *p) { return (rr_word)_mm_loadu_si128((const __m128i *)p); }
RR_FN void rr_wstore(rr_uint32 *p, rr_word w) { _mm_storeu_si128((__m128i *)p, (__m128i)w); }

/* rr_fmas_odd on two doubles. A sum that is infinite or NaN has an error that is NaN, and is left alone. */
RR_FN __m128d rr_sse2_fma_half(__m128d a, __m128d b, __m128d c)
{
    typedef long long v2 __attribute__((vector_size(16)));
    const __m128d p = a * b, s = p + c, t = s - p, e = (p - (s - t)) + (c - t);
    const v2 inexact = (v2)_mm_and_pd(_mm_cmpneq_pd(e, _mm_setzero_pd()), _mm_cmpord_pd(e, e));
    /* -1 where the error points towards 0, +1 where it points away; only even sums move. */
    const v2 away = ((v2)s ^ (v2)e) < 0, even = ((v2)s & 1) - 1;
    return (__m128d)((v2)s + (inexact & even & (1 + 2 * away)));
}

RR_SLOW_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c)
{
    const __m128 ah = _mm_movehl_ps(a, a), bh = _mm_movehl_ps(b, b), ch = _mm_movehl_ps(c, c);
    const __m128d lo = rr_sse2_fma_half(_mm_cvtps_pd(a), _mm_cvtps_pd(b), _mm_cvtps_pd(c));
    const __m128d hi = rr_sse2_fma_half(_mm_cvtps_pd(ah), _mm_cvtps_pd(bh), _mm_cvtps_pd(ch));
    return _mm_movelh_ps(_mm_cvtpd_ps(lo), _mm_cvtpd_ps(hi));
}

RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    const __m128i mm = _mm_set1_epi32((int)m), low = _mm_set1_epi64x(0xffffffff);
    const __m128i e = _mm_mul_epu32((__m128i)a, mm), o = _mm_mul_epu32(_mm_srli_epi64((__m128i)a, 32), mm);
    *hi = (rr_word)_mm_or_si128(_mm_srli_epi64(e, 32), _mm_andnot_si128(low, o));
    return (rr_word)_mm_or_si128(_mm_and_si128(low, e), _mm_slli_epi64(o, 32));
}

RR_FN void rr_store2(rr_scalar *p, rr_real a, rr_real b)
{
    _mm_storeu_ps(p, _mm_unpacklo_ps(a, b));
    _mm_storeu_ps(p + 4, _mm_unpackhi_ps(a, b));
}

RR_FN void rr_store4(rr_scalar *p, rr_real a, rr_real b, rr_real c, rr_real d)
{
    __m128 r0 = a, r1 = b, r2 = c, r3 = d;
    _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
    _mm_storeu_ps(p, r0);
    _mm_storeu_ps(p + 4, r1);
    _mm_storeu_ps(p + 8, r2);
    _mm_storeu_ps(p + 12, r3);
}

RR_FN void rr_load2(const rr_scalar *p, rr_real *a, rr_real *b)
{
    const __m128 x = _mm_loadu_ps(p), y = _mm_loadu_ps(p + 4);
    *a = _mm_shuffle_ps(x, y, 0x88);
    *b = _mm_shuffle_ps(x, y, 0xdd);
}

RR_FN void rr_load4(const rr_scalar *p, rr_real *a, rr_real *b, rr_real *c, rr_real *d)
{
    __m128 r0 = _mm_loadu_ps(p), r1 = _mm_loadu_ps(p + 4), r2 = _mm_loadu_ps(p + 8), r3 = _mm_loadu_ps(p + 12);
    _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
    *a = r0;
    *b = r1;
    *c = r2;
    *d = r3;
}

#else

RR_FN rr_real rr_splat(rr_scalar s) { return _mm_set1_pd(s); }
RR_FN rr_word rr_wsplat(rr_uint32 u) { return (rr_word)_mm_set1_epi64x((long long)u); }
RR_FN rr_word rr_iota(void) { return (rr_word){0, 1}; }
/* Words are below 2^32, so that a difference of 64 bits has the sign of the comparison. */
RR_FN rr_mask rr_wlt(rr_word a, rr_word b) { return (rr_mask)_mm_shuffle_epi32(_mm_srai_epi32((__m128i)(a - b), 31), 0xf5); }
RR_FN rr_mask rr_weq(rr_word a, rr_word b)
{
    return (rr_mask)_mm_shuffle_epi32(_mm_cmpeq_epi32((__m128i)a, (__m128i)b), 0xa0);
}
RR_FN rr_uint32 rr_mbits(rr_mask m) { return (rr_uint32)_mm_movemask_pd((__m128d)m); }
RR_FN rr_mask rr_mfrom(rr_uint32 bits) { return (rr_mask){-(long long)(bits & 1), -(long long)(bits >> 1 & 1)}; }
RR_FN rr_mask rr_mfirst(rr_uint32 n) { return rr_mfrom(n == 0 ? 0 : n == 1 ? 1 : 3); }
RR_FN rr_word rr_toword(rr_bits b) { return b & 0xffffffffu; }
/* The integer is put in the fraction of 2^52, whose ulp is 1. */
RR_FN rr_real rr_fromuint(rr_word w) { return (rr_real)(w | 0x4330000000000000u) - 0x1p52; }
RR_FN rr_real rr_fromint(rr_word w) { return (rr_real)((w ^ 0x80000000u) | 0x4330000000000000u) - 0x1.000008p52; }
RR_FN rr_real rr_sqrt(rr_real x) { return _mm_sqrt_pd(x); }
RR_FN rr_real rr_min(rr_real a, rr_real b) { return _mm_min_pd(a, b); }
RR_FN rr_real rr_max(rr_real a, rr_real b) { return _mm_max_pd(a, b); }
RR_FN rr_real rr_load(const rr_scalar *p) { return _mm_loadu_pd(p); }
RR_FN void rr_store(rr_scalar *p, rr_real x) { _mm_storeu_pd(p, x); }
RR_FN rr_word rr_wload(const rr_uint32 *p) { return (rr_word){p[0], p[1]}; }
RR_FN void rr_wstore(rr_uint32 *p, rr_word w)
{
    p[0] = (rr_uint32)w[0];
    p[1] = (rr_uint32)w[1];
}

/* Not inline: it is called everywhere, and each copy is a hundred bytes of calls and moves. */
RR_SLOW_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c)
{
    return (rr_real){rr_fma_soft_f64(a[0], b[0], c[0]), rr_fma_soft_f64(a[1], b[1], c[1])};
}

RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    const rr_word p = (rr_word)_mm_mul_epu32((__m128i)a, _mm_set1_epi64x((long long)m));
    *hi = p >> 32;
    return p;
}

RR_FN void rr_store2(rr_scalar *p, rr_real a, rr_real b)
{
    _mm_storeu_pd(p, _mm_unpacklo_pd(a, b));
    _mm_storeu_pd(p + 2, _mm_unpackhi_pd(a, b));
}

RR_FN void rr_store4(rr_scalar *p, rr_real a, rr_real b, rr_real c, rr_real d)
{
    _mm_storeu_pd(p, _mm_unpacklo_pd(a, b));
    _mm_storeu_pd(p + 2, _mm_unpacklo_pd(c, d));
    _mm_storeu_pd(p + 4, _mm_unpackhi_pd(a, b));
    _mm_storeu_pd(p + 6, _mm_unpackhi_pd(c, d));
}

RR_FN void rr_load2(const rr_scalar *p, rr_real *a, rr_real *b)
{
    const __m128d x = _mm_loadu_pd(p), y = _mm_loadu_pd(p + 2);
    *a = _mm_unpacklo_pd(x, y);
    *b = _mm_unpackhi_pd(x, y);
}

RR_FN void rr_load4(const rr_scalar *p, rr_real *a, rr_real *b, rr_real *c, rr_real *d)
{
    const __m128d w = _mm_loadu_pd(p), x = _mm_loadu_pd(p + 2), y = _mm_loadu_pd(p + 4), z = _mm_loadu_pd(p + 6);
    *a = _mm_unpacklo_pd(w, y);
    *b = _mm_unpackhi_pd(w, y);
    *c = _mm_unpacklo_pd(x, z);
    *d = _mm_unpackhi_pd(x, z);
}

#endif

RR_FN rr_real rr_abs(rr_real x) { return (rr_real)((rr_bits)x & (~(rr_bits){0} >> 1)); }
RR_FN int rr_some(rr_mask m) { return rr_mbits(m) != 0; }
RR_FN int rr_vote(rr_mask m) { return rr_mbits(m) != 0; }

#include "each.h"

#endif
