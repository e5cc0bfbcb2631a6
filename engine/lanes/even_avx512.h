/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Even lanes (even.h) on AVX-512. */
#ifndef RR_LANES_EVEN_AVX512_H
#define RR_LANES_EVEN_AVX512_H

#define RR_HAS_EVEN 1
#define RR_EVEN_LANES 8
#define RR_EVEN_FLIGHT 8
#define RR_EVEN_WHOLE 0

typedef rr_uint64 rr_even __attribute__((vector_size(64)));
typedef rr_even rr_product;
typedef rr_uint64 rr_even_lane;

RR_FN rr_even rr_even_splat(rr_uint64 u) { return (rr_even)_mm512_set1_epi64((long long)u); }
RR_FN rr_even rr_even_mul(rr_even a, rr_even m) { return (rr_even)_mm512_maskz_mul_epu32(0xff, (__m512i)a, (__m512i)m); }

/* The shuffle runs on port 5, the shift on port 0. */
RR_FN rr_even rr_even_high(rr_even p, int k)
{
    return k ? p >> 32 : (rr_even)_mm512_maskz_shuffle_epi32(0xffff, (__m512i)p, 0xf5);
}

RR_FN rr_even rr_even_low(rr_product p) { return p; }
RR_FN rr_even rr_even_count(void) { return (rr_even){0, 1, 2, 3, 4, 5, 6, 7}; }
RR_FN rr_even rr_even_rows(void) { return (rr_even){0, 4, 1, 5, 2, 6, 3, 7}; }

RR_FN void rr_even_store_rows(rr_scalar *p, rr_even a, rr_even b)
{
    _mm512_storeu_si512(p, _mm512_maskz_unpacklo_epi64(0xff, (__m512i)a, (__m512i)b));
    _mm512_storeu_si512(p + RR_LANES, _mm512_maskz_unpackhi_epi64(0xff, (__m512i)a, (__m512i)b));
}

RR_FN void rr_even_store(rr_scalar *p, rr_even a) { _mm512_storeu_si512(p, (__m512i)a); }

#if RR_DTYPE == 32
RR_FN rr_even rr_even_words(rr_even p, rr_even c, rr_even k)
{
    const __m512i turned = _mm512_maskz_shuffle_epi32(0xffff, (__m512i)p, 0xb1);
    return (rr_even)_mm512_mask_ternarylogic_epi32(turned, 0x5555, (__m512i)c, (__m512i)k, 0x96);
}

RR_FN void rr_even_weave(rr_even p, rr_even c, rr_even q, rr_even d, rr_even k, rr_even *hi, rr_even *lo)
{
    const __m512i both = _mm512_mask_shuffle_epi32((__m512i)q, 0x5555, (__m512i)p, 0xf5);
    const __m512i back = _mm512_mask_shuffle_epi32((__m512i)c, 0xaaaa, (__m512i)d, 0xa0);
    *hi = (rr_even)_mm512_ternarylogic_epi32(both, back, (__m512i)k, 0x96);
    *lo = (rr_even)_mm512_mask_shuffle_epi32((__m512i)p, 0xaaaa, (__m512i)q, 0xa0);
}
#endif

#endif
