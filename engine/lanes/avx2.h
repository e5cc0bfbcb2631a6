/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lanes on AVX2 with FMA: 8 floats or 4 doubles. A mask is a vector of 0 and -1. */
#ifndef RR_LANES_AVX2_H
#define RR_LANES_AVX2_H

#if !defined(__AVX2__) || !defined(__FMA__)
#error "avx2.h needs -mavx2 -mfma"
#endif

#include <immintrin.h>

#include "host.h"

#define RR_LANES (32 / (RR_DTYPE / 8))
#define RR_HAS_GATHER 1
#define RR_HAS_LOOKUP_ROW 1
#define RR_HAS_LOOKUP2 1
#define RR_HAS_COMPRESS 1
#define RR_HAS_INTERLEAVE 1
#define RR_HAS_WSHL 1
#define RR_HAS_WSHR 1

typedef rr_scalar rr_real __attribute__((vector_size(32)));
typedef rr_sbits rr_word __attribute__((vector_size(32)));
typedef rr_sbits rr_bits __attribute__((vector_size(32)));
typedef rr_sint rr_mask __attribute__((vector_size(32)));

/* For every pattern of 8 mask bits: the packed numbers of its set lanes; and the count of set lanes below each lane. A byte
 * per lane, from the lowest. */
struct rr_avx2_pack { uint64_t at[256], rank[256]; };
extern const struct rr_avx2_pack rr_avx2_pack;

RR_FN rr_bits rr_asbits(rr_real x) { return (rr_bits)x; }
RR_FN rr_real rr_asreal(rr_bits b) { return (rr_real)b; }
RR_FN rr_mask rr_lt(rr_real a, rr_real b) { return a < b; }
RR_FN rr_mask rr_le(rr_real a, rr_real b) { return a <= b; }
RR_FN rr_mask rr_weq(rr_word a, rr_word b) { return a == b; }
RR_FN rr_mask rr_mand(rr_mask a, rr_mask b) { return a & b; }
RR_FN rr_mask rr_mor(rr_mask a, rr_mask b) { return a | b; }
RR_FN rr_mask rr_mandnot(rr_mask a, rr_mask b) { return a & ~b; }
RR_FN rr_mask rr_mnot(rr_mask a) { return ~a; }
RR_FN rr_bits rr_tobits(rr_word w) { return w; }

#if RR_DTYPE == 32

RR_FN rr_real rr_splat(rr_scalar s) { return _mm256_set1_ps(s); }
RR_FN rr_word rr_wsplat(rr_uint32 u) { return (rr_word)_mm256_set1_epi32((int)u); }
RR_FN rr_word rr_iota(void) { return (rr_word){0, 1, 2, 3, 4, 5, 6, 7}; }
RR_FN rr_mask rr_wlt(rr_word a, rr_word b) { return (rr_mask)(a ^ 0x80000000u) < (rr_mask)(b ^ 0x80000000u); }
RR_FN rr_real rr_select(rr_mask m, rr_real a, rr_real b) { return _mm256_blendv_ps(b, a, (__m256)m); }
RR_FN rr_uint32 rr_mbits(rr_mask m) { return (rr_uint32)_mm256_movemask_ps((__m256)m); }
RR_FN rr_mask rr_mfrom(rr_uint32 bits)
{
    const rr_mask one = {1, 2, 4, 8, 16, 32, 64, 128};
    return ((rr_mask)rr_wsplat(bits) & one) == one;
}
RR_FN rr_mask rr_mfirst(rr_uint32 n) { return (rr_mask)rr_iota() < (rr_mask)rr_wsplat(n > 8 ? 8 : n); }
RR_FN rr_word rr_toword(rr_bits b) { return b; }
RR_FN rr_real rr_fromint(rr_word w) { return _mm256_cvtepi32_ps((__m256i)w); }
RR_FN rr_real rr_fromuint(rr_word w) { return _mm256_cvtepi32_ps((__m256i)w); }
/* The half in the fraction of 2^23, whose ulp is 1. */
#define RR_OWN_HALVES
RR_FN rr_real rr_lower16(rr_word w, rr_scalar s, rr_scalar c)
{
    const rr_real x = (rr_real)_mm256_blend_epi16((__m256i)w, _mm256_set1_epi32(0x4b000000), 0xaa);
    return _mm256_fmadd_ps(x, _mm256_set1_ps(s), _mm256_set1_ps(c - 0x1p23f * s));
}
RR_FN rr_real rr_upper16(rr_word w) { return rr_fromuint(w >> 16); }
/* Comparisons of words are signed: w < n 2^16 would take two operations more. */
#define RR_OWN_UPPER_LT
RR_FN rr_mask rr_upper_lt(rr_word w, rr_real upper, rr_uint32 n)
{
    (void)w;
    return rr_lt(upper, _mm256_set1_ps((float)n));
}
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c) { return _mm256_fmadd_ps(a, b, c); }
RR_FN rr_real rr_sqrt(rr_real x) { return _mm256_sqrt_ps(x); }
RR_FN rr_real rr_min(rr_real a, rr_real b) { return _mm256_min_ps(a, b); }
RR_FN rr_real rr_max(rr_real a, rr_real b) { return _mm256_max_ps(a, b); }
RR_FN rr_real rr_load(const rr_scalar *p) { return _mm256_loadu_ps(p); }
RR_FN void rr_store(rr_scalar *p, rr_real x) { _mm256_storeu_ps(p, x); }
RR_FN rr_word rr_wload(const rr_uint32 *p) { return (rr_word)_mm256_loadu_si256((const __m256i *)p); }
RR_FN void rr_wstore(rr_uint32 *p, rr_word w) { _mm256_storeu_si256((__m256i *)p, (__m256i)w); }
RR_FN rr_real rr_gather(const rr_scalar *p, rr_word w) { return _mm256_i32gather_ps(p, (__m256i)w, 4); }
RR_FN rr_word rr_wgather(const rr_uint32 *p, rr_word w)
{
    return (rr_word)_mm256_i32gather_epi32((const int *)p, (__m256i)w, 4);
}

/* Four numbers of rows l and l + 4, l = 0 ... 3, transposed. Gathers took 2.2 ns per sample more; permutes and blends of a
 * table in registers took as long for half the table (Zen 3, gamma:table). */
RR_FN void rr_avx2_columns(const rr_scalar *p, const rr_uint32 *at, rr_real *x)
{
    __m256 r[4];
    RR_UNROLL
    for (int l = 0; l < 4; ++l)
        r[l] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p + 8 * at[l])), _mm_loadu_ps(p + 8 * at[l + 4]), 1);
    const __m256d a = (__m256d)_mm256_unpacklo_ps(r[0], r[1]), b = (__m256d)_mm256_unpackhi_ps(r[0], r[1]);
    const __m256d c = (__m256d)_mm256_unpacklo_ps(r[2], r[3]), d = (__m256d)_mm256_unpackhi_ps(r[2], r[3]);
    x[0] = (rr_real)_mm256_unpacklo_pd(a, c);
    x[1] = (rr_real)_mm256_unpackhi_pd(a, c);
    x[2] = (rr_real)_mm256_unpacklo_pd(b, d);
    x[3] = (rr_real)_mm256_unpackhi_pd(b, d);
}

RR_FN void rr_lookup_row(const rr_scalar *rows, const rr_scalar *columns, rr_word w, int n, rr_real *x)
{
    rr_uint32 at[RR_LANES];
    (void)columns;
    rr_wstore(at, w);
    RR_UNROLL
    for (int k = 0; k < n; k += 4) rr_avx2_columns(rows + k, at, x + k);
}

/* The pairs of two lanes, whose indices come in one word. */
RR_FN __m128 rr_avx2_pairs(const rr_scalar *p, rr_uint64 at)
{
    const __m128i first = _mm_loadl_epi64((const __m128i *)(const void *)(p + 2 * (rr_uint64)(rr_uint32)at));
    return _mm_loadh_pi(_mm_castsi128_ps(first), (const __m64 *)(const void *)(p + 2 * (at >> 32)));
}

/* One load per lane. Two gathers took 0.2 to 0.4 ns per sample more (Zen 3, normal:ziggurat), indices via memory 0.05 ns. */
RR_FN void rr_lookup2(const rr_scalar *p, rr_word w, rr_real *a, rr_real *b)
{
    const __m128i l = _mm256_castsi256_si128((__m256i)w), h = _mm256_extracti128_si256((__m256i)w, 1);
    const __m256 x = _mm256_insertf128_ps(_mm256_castps128_ps256(rr_avx2_pairs(p, (rr_uint64)_mm_cvtsi128_si64(l))),
                                          rr_avx2_pairs(p, (rr_uint64)_mm_cvtsi128_si64(h)), 1);
    const __m256 y = _mm256_insertf128_ps(_mm256_castps128_ps256(rr_avx2_pairs(p, (rr_uint64)_mm_extract_epi64(l, 1))),
                                          rr_avx2_pairs(p, (rr_uint64)_mm_extract_epi64(h, 1)), 1);
    *a = _mm256_shuffle_ps(x, y, 0x88);
    *b = _mm256_shuffle_ps(x, y, 0xdd);
}

RR_FN rr_word rr_avx2_bytes(const uint64_t *p)
{
    return (rr_word)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)p));
}

RR_FN rr_uint32 rr_compress(rr_uint32 *p, rr_word w, rr_mask m)
{
    const rr_uint32 b = rr_mbits(m);
    rr_wstore(p, (rr_word)_mm256_permutevar8x32_epi32((__m256i)w, (__m256i)rr_avx2_bytes(&rr_avx2_pack.at[b])));
    return (rr_uint32)_mm_popcnt_u32(b);
}

RR_FN rr_word rr_rank(rr_mask m) { return rr_avx2_bytes(&rr_avx2_pack.rank[rr_mbits(m)]); }

RR_FN rr_word rr_wshl(rr_word w, rr_word n) { return (rr_word)_mm256_sllv_epi32((__m256i)w, (__m256i)n); }
RR_FN rr_word rr_wshr(rr_word w, rr_word n) { return (rr_word)_mm256_srlv_epi32((__m256i)w, (__m256i)n); }

/* The products of the even and of the odd lanes, blended back. */
RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    const __m256i mm = _mm256_set1_epi32((int)m);
    const __m256i e = _mm256_mul_epu32((__m256i)a, mm), o = _mm256_mul_epu32(_mm256_srli_epi64((__m256i)a, 32), mm);
    *hi = (rr_word)_mm256_blend_epi32(_mm256_srli_epi64(e, 32), o, 0xaa);
    return (rr_word)_mm256_blend_epi32(e, _mm256_slli_epi64(o, 32), 0xaa);
}

RR_FN void rr_store2(rr_scalar *p, rr_real a, rr_real b)
{
    const __m256 lo = _mm256_unpacklo_ps(a, b), hi = _mm256_unpackhi_ps(a, b);
    _mm256_storeu_ps(p, _mm256_permute2f128_ps(lo, hi, 0x20));
    _mm256_storeu_ps(p + 8, _mm256_permute2f128_ps(lo, hi, 0x31));
}

RR_FN void rr_store4(rr_scalar *p, rr_real a, rr_real b, rr_real c, rr_real d)
{
    const __m256d ab0 = (__m256d)_mm256_unpacklo_ps(a, b), ab1 = (__m256d)_mm256_unpackhi_ps(a, b);
    const __m256d cd0 = (__m256d)_mm256_unpacklo_ps(c, d), cd1 = (__m256d)_mm256_unpackhi_ps(c, d);
    const __m256 l0 = (__m256)_mm256_unpacklo_pd(ab0, cd0), l1 = (__m256)_mm256_unpackhi_pd(ab0, cd0);
    const __m256 l2 = (__m256)_mm256_unpacklo_pd(ab1, cd1), l3 = (__m256)_mm256_unpackhi_pd(ab1, cd1);
    _mm256_storeu_ps(p, _mm256_permute2f128_ps(l0, l1, 0x20));
    _mm256_storeu_ps(p + 8, _mm256_permute2f128_ps(l2, l3, 0x20));
    _mm256_storeu_ps(p + 16, _mm256_permute2f128_ps(l0, l1, 0x31));
    _mm256_storeu_ps(p + 24, _mm256_permute2f128_ps(l2, l3, 0x31));
}

RR_FN void rr_load2(const rr_scalar *p, rr_real *a, rr_real *b)
{
    const __m256 x = _mm256_loadu_ps(p), y = _mm256_loadu_ps(p + 8);
    const __m256 l = _mm256_permute2f128_ps(x, y, 0x20), h = _mm256_permute2f128_ps(x, y, 0x31);
    *a = _mm256_shuffle_ps(l, h, 0x88);
    *b = _mm256_shuffle_ps(l, h, 0xdd);
}

RR_FN void rr_load4(const rr_scalar *p, rr_real *a, rr_real *b, rr_real *c, rr_real *d)
{
    rr_real e0, o0, e1, o1;   /* parts 0 and 2, parts 1 and 3, of the lower and the upper half of the lanes */
    rr_load2(p, &e0, &o0);
    rr_load2(p + 16, &e1, &o1);
    rr_scalar t[32];
    rr_store(t, e0);
    rr_store(t + 8, e1);
    rr_store(t + 16, o0);
    rr_store(t + 24, o1);
    rr_load2(t, a, c);
    rr_load2(t + 16, b, d);
}

#else

RR_FN rr_real rr_splat(rr_scalar s) { return _mm256_set1_pd(s); }
RR_FN rr_word rr_wsplat(rr_uint32 u) { return (rr_word)_mm256_set1_epi64x((long long)u); }
RR_FN rr_word rr_iota(void) { return (rr_word){0, 1, 2, 3}; }
RR_FN rr_mask rr_wlt(rr_word a, rr_word b) { return (rr_mask)a < (rr_mask)b; }
RR_FN rr_real rr_select(rr_mask m, rr_real a, rr_real b) { return _mm256_blendv_pd(b, a, (__m256d)m); }
RR_FN rr_uint32 rr_mbits(rr_mask m) { return (rr_uint32)_mm256_movemask_pd((__m256d)m); }
RR_FN rr_mask rr_mfrom(rr_uint32 bits)
{
    const rr_mask one = {1, 2, 4, 8};
    return ((rr_mask)rr_wsplat(bits) & one) == one;
}
RR_FN rr_mask rr_mfirst(rr_uint32 n) { return (rr_mask)rr_iota() < (rr_mask)rr_wsplat(n); }
RR_FN rr_word rr_toword(rr_bits b) { return b & 0xffffffffu; }
/* The integer becomes the fraction of 2^52, whose ulp is 1. */
RR_FN rr_real rr_fromuint(rr_word w) { return (rr_real)(w | 0x4330000000000000u) - 0x1p52; }
RR_FN rr_real rr_fromint(rr_word w) { return (rr_real)(w ^ 0x4330000080000000u) - 0x1.000008p52; }
#define RR_OWN_WIDE_LOW
RR_FN rr_real rr_wide_low(rr_bits x)
{
    return (rr_real)_mm256_blend_epi32((__m256i)x, (__m256i)rr_splat(0x1p-12), 0xaa);
}
/* For a power of two the bits from it upwards are tested: gcc inverts and negates a comparison with a constant. */
#define RR_OWN_WIDE_BELOW
RR_FN rr_mask rr_wide_below(rr_bits x, rr_uint32 u)
{
    return !u || u & (u - 1) ? rr_wlt(x >> 32, rr_wsplat(u)) : (rr_mask)(x >> (32 + __builtin_ctz(u))) == 0;
}
#define RR_OWN_WIDE_BIT
RR_FN rr_mask rr_wide_bit(rr_bits x, int n) { return (rr_mask)(x << (63 - n)) < 0; }
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c) { return _mm256_fmadd_pd(a, b, c); }
RR_FN rr_real rr_sqrt(rr_real x) { return _mm256_sqrt_pd(x); }
RR_FN rr_real rr_min(rr_real a, rr_real b) { return _mm256_min_pd(a, b); }
RR_FN rr_real rr_max(rr_real a, rr_real b) { return _mm256_max_pd(a, b); }
RR_FN rr_real rr_load(const rr_scalar *p) { return _mm256_loadu_pd(p); }
RR_FN void rr_store(rr_scalar *p, rr_real x) { _mm256_storeu_pd(p, x); }
RR_FN rr_word rr_wload(const rr_uint32 *p)
{
    return (rr_word)_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)p));
}
RR_FN __m128i rr_avx2_narrow(rr_word w)
{
    return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32((__m256i)w, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6)));
}
RR_FN void rr_wstore(rr_uint32 *p, rr_word w) { _mm_storeu_si128((__m128i *)p, rr_avx2_narrow(w)); }
RR_FN rr_real rr_gather(const rr_scalar *p, rr_word w) { return _mm256_i64gather_pd(p, (__m256i)w, 8); }
RR_FN rr_word rr_wgather(const rr_uint32 *p, rr_word w)
{
    return (rr_word)_mm256_cvtepu32_epi64(_mm256_i64gather_epi32((const int *)p, (__m256i)w, 4));
}

/* Two numbers of rows 0 and 2 and of rows 1 and 3, transposed. */
RR_FN void rr_lookup_row(const rr_scalar *rows, const rr_scalar *columns, rr_word w, int n, rr_real *x)
{
    rr_uint32 at[RR_LANES];
    (void)columns;
    rr_wstore(at, w);
    RR_UNROLL
    for (int k = 0; k < n; k += 2) {
        const rr_scalar *p = rows + k;
        const __m256d a = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p + 12 * at[0])),
                                               _mm_loadu_pd(p + 12 * at[2]), 1);
        const __m256d b = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p + 12 * at[1])),
                                               _mm_loadu_pd(p + 12 * at[3]), 1);
        x[k] = _mm256_unpacklo_pd(a, b);
        x[k + 1] = _mm256_unpackhi_pd(a, b);
    }
}

/* Four pairs of numbers, transposed; `at` holds their offsets in bytes. */
RR_FN void rr_avx2_pairs(const rr_scalar *p, __m256i at, rr_real *a, rr_real *b)
{
    const char *const bytes = (const char *)p;
    const __m128i l = _mm256_castsi256_si128(at), h = _mm256_extracti128_si256(at, 1);
    const __m128d x0 = _mm_loadu_pd((const double *)(const void *)(bytes + _mm_cvtsi128_si64(l)));
    const __m128d y0 = _mm_loadu_pd((const double *)(const void *)(bytes + _mm_extract_epi64(l, 1)));
    const __m128d x1 = _mm_loadu_pd((const double *)(const void *)(bytes + _mm_cvtsi128_si64(h)));
    const __m128d y1 = _mm_loadu_pd((const double *)(const void *)(bytes + _mm_extract_epi64(h, 1)));
    const __m256d x = _mm256_insertf128_pd(_mm256_castpd128_pd256(x0), x1, 1);
    const __m256d y = _mm256_insertf128_pd(_mm256_castpd128_pd256(y0), y1, 1);
    *a = _mm256_unpacklo_pd(x, y);
    *b = _mm256_unpackhi_pd(x, y);
}

RR_FN void rr_lookup2(const rr_scalar *p, rr_word w, rr_real *a, rr_real *b) { rr_avx2_pairs(p, (__m256i)(w << 4), a, b); }

#define RR_OWN_LOOKUP16
RR_FN void rr_lookup16(const rr_scalar *rows, const rr_scalar *columns, rr_bits b, rr_real *x, rr_real *y)
{
    (void)columns;
    rr_avx2_pairs(rows, (__m256i)((b << 4) & 0xf0u), x, y);
}

RR_FN rr_uint32 rr_compress(rr_uint32 *p, rr_word w, rr_mask m)
{
    const rr_uint32 b = rr_mbits(m);
    const __m256i at = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)&rr_avx2_pack.at[b]));
    const __m256i v = _mm256_castsi128_si256(rr_avx2_narrow(w));
    _mm_storeu_si128((__m128i *)p, _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(v, at)));
    return (rr_uint32)_mm_popcnt_u32(b);
}

RR_FN rr_word rr_rank(rr_mask m)
{
    return (rr_word)_mm256_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)&rr_avx2_pack.rank[rr_mbits(m)]));
}

RR_FN rr_word rr_wshl(rr_word w, rr_word n)
{
    return (rr_word)_mm256_sllv_epi64((__m256i)w, (__m256i)n) & 0xffffffffu;
}
RR_FN rr_word rr_wshr(rr_word w, rr_word n) { return (rr_word)_mm256_srlv_epi64((__m256i)w, (__m256i)n); }

#define RR_OWN_WIDE_TIMES
RR_FN rr_bits rr_wide_times(rr_word a, rr_word b) { return (rr_bits)_mm256_mul_epu32((__m256i)a, (__m256i)b); }

RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    const rr_word p = (rr_word)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi64x((long long)m));
    *hi = p >> 32;
    return p;
}

RR_FN void rr_store2(rr_scalar *p, rr_real a, rr_real b)
{
    const __m256d lo = _mm256_unpacklo_pd(a, b), hi = _mm256_unpackhi_pd(a, b);
    _mm256_storeu_pd(p, _mm256_permute2f128_pd(lo, hi, 0x20));
    _mm256_storeu_pd(p + 4, _mm256_permute2f128_pd(lo, hi, 0x31));
}

RR_FN void rr_store4(rr_scalar *p, rr_real a, rr_real b, rr_real c, rr_real d)
{
    const __m256d ab0 = _mm256_unpacklo_pd(a, b), ab1 = _mm256_unpackhi_pd(a, b);
    const __m256d cd0 = _mm256_unpacklo_pd(c, d), cd1 = _mm256_unpackhi_pd(c, d);
    _mm256_storeu_pd(p, _mm256_permute2f128_pd(ab0, cd0, 0x20));
    _mm256_storeu_pd(p + 4, _mm256_permute2f128_pd(ab1, cd1, 0x20));
    _mm256_storeu_pd(p + 8, _mm256_permute2f128_pd(ab0, cd0, 0x31));
    _mm256_storeu_pd(p + 12, _mm256_permute2f128_pd(ab1, cd1, 0x31));
}

RR_FN void rr_load2(const rr_scalar *p, rr_real *a, rr_real *b)
{
    const __m256d x = _mm256_loadu_pd(p), y = _mm256_loadu_pd(p + 4);
    const __m256d l = _mm256_permute2f128_pd(x, y, 0x20), h = _mm256_permute2f128_pd(x, y, 0x31);
    *a = _mm256_unpacklo_pd(l, h);
    *b = _mm256_unpackhi_pd(l, h);
}

RR_FN void rr_load4(const rr_scalar *p, rr_real *a, rr_real *b, rr_real *c, rr_real *d)
{
    const __m256d w = _mm256_loadu_pd(p), x = _mm256_loadu_pd(p + 4), y = _mm256_loadu_pd(p + 8),
                  z = _mm256_loadu_pd(p + 12);
    const __m256d l0 = _mm256_permute2f128_pd(w, y, 0x20), h0 = _mm256_permute2f128_pd(w, y, 0x31);
    const __m256d l1 = _mm256_permute2f128_pd(x, z, 0x20), h1 = _mm256_permute2f128_pd(x, z, 0x31);
    *a = _mm256_unpacklo_pd(l0, l1);
    *b = _mm256_unpackhi_pd(l0, l1);
    *c = _mm256_unpacklo_pd(h0, h1);
    *d = _mm256_unpackhi_pd(h0, h1);
}

#endif

RR_FN rr_real rr_abs(rr_real x) { return (rr_real)((rr_bits)x & (~(rr_bits){0} >> 1)); }
RR_FN rr_word rr_wselect(rr_mask m, rr_word a, rr_word b) { return (rr_word)rr_select(m, (rr_real)a, (rr_real)b); }
RR_FN rr_bits rr_bselect(rr_mask m, rr_bits a, rr_bits b) { return (rr_bits)rr_select(m, (rr_real)a, (rr_real)b); }
RR_FN int rr_some(rr_mask m) { return rr_mbits(m) != 0; }
RR_FN int rr_vote(rr_mask m) { return rr_mbits(m) != 0; }

#include "each.h"

#endif
