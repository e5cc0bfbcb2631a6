/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Even lanes (even.h) on AVX2. */
#ifndef RR_LANES_EVEN_AVX2_H
#define RR_LANES_EVEN_AVX2_H

#define RR_HAS_EVEN 1
#define RR_EVEN_LANES 4
#define RR_EVEN_FLIGHT 4
#define RR_EVEN_WHOLE 0

typedef rr_uint64 rr_even __attribute__((vector_size(32)));
typedef rr_even rr_product;
typedef rr_uint64 rr_even_lane;

RR_FN rr_even rr_even_splat(rr_uint64 u) { return (rr_even)_mm256_set1_epi64x((long long)u); }
RR_FN rr_even rr_even_mul(rr_even a, rr_even m) { return (rr_even)_mm256_mul_epu32((__m256i)a, (__m256i)m); }

/* The shuffle runs on port 5, the shift on port 0 (or 1). */
RR_FN rr_even rr_even_high(rr_even p, int k)
{
    return k ? p >> 32 : (rr_even)_mm256_shuffle_epi32((__m256i)p, 0xf5);
}

RR_FN rr_even rr_even_low(rr_product p) { return p; }
RR_FN rr_even rr_even_count(void) { return (rr_even){0, 1, 2, 3}; }
RR_FN rr_even rr_even_rows(void) { return (rr_even){0, 2, 1, 3}; }

RR_FN void rr_even_store_rows(rr_scalar *p, rr_even a, rr_even b)
{
    _mm256_storeu_si256((__m256i *)(void *)p, _mm256_unpacklo_epi64((__m256i)a, (__m256i)b));
    _mm256_storeu_si256((__m256i *)(void *)(p + RR_LANES), _mm256_unpackhi_epi64((__m256i)a, (__m256i)b));
}

RR_FN void rr_even_store(rr_scalar *p, rr_even a) { _mm256_storeu_si256((__m256i *)(void *)p, (__m256i)a); }

#if RR_DTYPE == 32
RR_FN rr_even rr_even_words(rr_even p, rr_even c, rr_even k)
{
    const __m256i first = _mm256_blend_epi32(_mm256_setzero_si256(), (__m256i)(c ^ k), 0x55);
    return (rr_even)_mm256_xor_si256(_mm256_shuffle_epi32((__m256i)p, 0xb1), first);
}

RR_FN void rr_even_weave(rr_even p, rr_even c, rr_even q, rr_even d, rr_even k, rr_even *hi, rr_even *lo)
{
    const __m256i both = _mm256_blend_epi32((__m256i)(p >> 32), (__m256i)q, 0xaa);
    const __m256i back = _mm256_blend_epi32((__m256i)c, (__m256i)(d << 32), 0xaa);
    *hi = (rr_even)both ^ (rr_even)back ^ k;
    *lo = (rr_even)_mm256_blend_epi32((__m256i)p, (__m256i)(q << 32), 0xaa);
}
#endif

#endif
