/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SHA-256 by processor instructions, for targets/base/sha256.c: in C it takes longer for a file of parameters than the draw
 * does. rr_sha256_can returns 1 if these are available. rr_sha256_blocks takes whole blocks of 64 bytes; k has the 64
 * constants. (FIPS 180-4, 6.2.2; Intel SDM, SHA256RNDS2, SHA256MSG1, SHA256MSG2.) */
#ifndef RR_LANES_SHA256_H
#define RR_LANES_SHA256_H

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

static inline int rr_sha256_can(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSE4_1)) return 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

/* The instructions take the state as a, b, e, f and c, d, g, h, with the first word most significant. */
__attribute__((target("sha,sse4.1"))) static inline void rr_sha256_blocks(uint32_t state[8], const unsigned char *data,
                                                                          size_t blocks, const uint32_t k[64])
{
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);   /* first byte of a word highest */
    const __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
    const __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8), cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);
    for (; blocks; --blocks, data += 64) {
        const __m128i abef0 = abef, cdgh0 = cdgh;
        __m128i w[4];
        for (int i = 0; i < 4; ++i) w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(data + 16 * i)), order);
#pragma GCC unroll 16
        for (int i = 0; i < 64; i += 4) {
            const __m128i now = w[0], kw = _mm_add_epi32(now, _mm_loadu_si128((const __m128i *)(k + i)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, kw);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(kw, 0x0e));
            const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(now, w[1]), _mm_alignr_epi8(w[3], w[2], 4));
            w[0] = w[1];
            w[1] = w[2];
            w[2] = w[3];
            w[3] = _mm_sha256msg2_epu32(sum, w[3]);   /* words i + 16 ...; the last 16 are unused */
        }
        abef = _mm_add_epi32(abef, abef0);
        cdgh = _mm_add_epi32(cdgh, cdgh0);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}
#else
static inline int rr_sha256_can(void) { return 0; }

static inline void rr_sha256_blocks(uint32_t state[8], const unsigned char *data, size_t blocks, const uint32_t k[64])
{
    (void)state, (void)data, (void)blocks, (void)k;
}
#endif

#endif
