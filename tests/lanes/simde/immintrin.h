/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* AVX-512 emulated with AVX2, for tests on processors that lack it: SIMDe (package libsimde-dev), and here the intrinsics
 * that avx512.h uses and SIMDe 0.7 lacks, written from Intel's guide. Include it before everything else:
 *
 *   cc -std=gnu11 -O2 -ffp-contract=off -fno-math-errno -mavx2 -mfma -mbmi -mbmi2 -mpopcnt -Wno-psabi -DRR_TARGET_AVX512
 *      -DRR_DTYPE=32 -Itests/lanes/simde -include immintrin.h -I. tests/lanes/vocabulary.c -lcmocka -lm
 *
 * and use the same flags for targets/cpu/kernels/sampler.c and strategies.c, in place of FLAGS_avx512. */
#ifndef RR_TEST_IMMINTRIN_H
#define RR_TEST_IMMINTRIN_H

#include_next <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>
#include <simde/x86/fma.h>

/* avx512.h checks for these macros; compilers that target AVX-512 predefine them. */
#define RR_EMULATED 1
#define __AVX512F__ 1
#define __AVX512DQ__ 1
#define __AVX512VL__ 1

#define RR_SIM static inline __attribute__((unused))

/* Defines f(type a), which returns type r: r[i] = expression for each of n lanes. */
#define RR_SIM_MAP(R, name, A, r_type, a_type, n, expression)        \
    RR_SIM R name(A a_)                                             \
    {                                                               \
        a_type a[n];                                                \
        r_type r[n];                                                \
        R r_;                                                       \
        memcpy(a, &a_, sizeof a);                                   \
        for (int i = 0; i < n; ++i) r[i] = (r_type)(expression);    \
        memcpy(&r_, r, sizeof r_);                                  \
        return r_;                                                  \
    }
RR_SIM_MAP(__m512, rr_sim_cvtepi32_ps, __m512i, float, int32_t, 16, a[i])
RR_SIM_MAP(__m512, rr_sim_cvtepu32_ps, __m512i, float, uint32_t, 16, a[i])
RR_SIM_MAP(__m512d, rr_sim_cvtepu64_pd, __m512i, double, uint64_t, 8, a[i])
RR_SIM_MAP(__m512d, rr_sim_cvtepi64_pd, __m512i, double, int64_t, 8, a[i])
RR_SIM_MAP(__m512i, rr_sim_cvtepu32_epi64, __m256i, uint64_t, uint32_t, 8, a[i])
RR_SIM_MAP(__m256i, rr_sim_cvtepi64_epi32, __m512i, uint32_t, uint64_t, 8, a[i])
RR_SIM_MAP(__m512d, rr_sim_getexp_pd, __m512d, double, double, 8, logb(a[i]))
RR_SIM_MAP(__m512d, rr_sim_rsqrt14_pd, __m512d, double, double, 8, (1 + 0x1p-15) / sqrt(a[i]))   /* within 2^-14, as Intel's */

/* The zero-masked forms are the unmasked ones followed by a move. */
#undef _mm512_maskz_cvtepi32_ps
#define _mm512_maskz_cvtepi32_ps(k, a) simde_mm512_maskz_mov_ps(k, rr_sim_cvtepi32_ps(a))
#undef _mm512_maskz_cvtepu32_ps
#define _mm512_maskz_cvtepu32_ps(k, a) simde_mm512_maskz_mov_ps(k, rr_sim_cvtepu32_ps(a))
#undef _mm512_maskz_cvtepu64_pd
#define _mm512_maskz_cvtepu64_pd(k, a) simde_mm512_maskz_mov_pd(k, rr_sim_cvtepu64_pd(a))
#undef _mm512_maskz_cvtepi64_pd
#define _mm512_maskz_cvtepi64_pd(k, a) simde_mm512_maskz_mov_pd(k, rr_sim_cvtepi64_pd(a))
#undef _mm512_maskz_cvtepu32_epi64
#define _mm512_maskz_cvtepu32_epi64(k, a) simde_mm512_maskz_mov_epi64(k, rr_sim_cvtepu32_epi64(a))
#undef _mm512_maskz_cvtepi64_epi32
#define _mm512_maskz_cvtepi64_epi32(k, a) simde_mm256_maskz_mov_epi32(k, rr_sim_cvtepi64_epi32(a))
#undef _mm512_maskz_getexp_pd
#define _mm512_maskz_getexp_pd(k, a) simde_mm512_maskz_mov_pd(k, rr_sim_getexp_pd(a))
#undef _mm512_maskz_rsqrt14_pd
#define _mm512_maskz_rsqrt14_pd(k, a) simde_mm512_maskz_mov_pd(k, rr_sim_rsqrt14_pd(a))
#undef _mm512_maskz_sqrt_ps
#define _mm512_maskz_sqrt_ps(k, a) simde_mm512_maskz_mov_ps(k, simde_mm512_sqrt_ps(a))
#undef _mm512_maskz_sqrt_pd
#define _mm512_maskz_sqrt_pd(k, a) simde_mm512_maskz_mov_pd(k, simde_mm512_sqrt_pd(a))
#undef _mm512_maskz_sllv_epi32
#define _mm512_maskz_sllv_epi32(k, a, b) simde_mm512_maskz_mov_epi32(k, simde_mm512_sllv_epi32(a, b))
#undef _mm512_maskz_sllv_epi64
#define _mm512_maskz_sllv_epi64(k, a, b) simde_mm512_maskz_mov_epi64(k, simde_mm512_sllv_epi64(a, b))
#undef _mm512_maskz_srlv_epi32
#define _mm512_maskz_srlv_epi32(k, a, b) simde_mm512_maskz_mov_epi32(k, simde_mm512_srlv_epi32(a, b))
#undef _mm512_maskz_srlv_epi64
#define _mm512_maskz_srlv_epi64(k, a, b) simde_mm512_maskz_mov_epi64(k, simde_mm512_srlv_epi64(a, b))
#undef _mm512_maskz_shuffle_f64x2
#define _mm512_maskz_shuffle_f64x2 simde_mm512_maskz_shuffle_f64x2

/* a 2^floor(b). */
#define RR_SIM_SCALEF(R, name, type, n, ldexp)                      \
    RR_SIM R name(R a_, R b_)                                       \
    {                                                               \
        type a[n], b[n];                                            \
        memcpy(a, &a_, sizeof a);                                   \
        memcpy(b, &b_, sizeof b);                                   \
        for (int i = 0; i < n; ++i) a[i] = ldexp(a[i], (int)floor(b[i])); \
        memcpy(&a_, a, sizeof a);                                   \
        return a_;                                                  \
    }
RR_SIM_SCALEF(__m512, rr_sim_scalef_ps, float, 16, ldexpf)
RR_SIM_SCALEF(__m512d, rr_sim_scalef_pd, double, 8, ldexp)
#undef _mm512_maskz_scalef_ps
#define _mm512_maskz_scalef_ps(k, a, b) simde_mm512_maskz_mov_ps(k, rr_sim_scalef_ps(a, b))
#undef _mm512_maskz_scalef_pd
#define _mm512_maskz_scalef_pd(k, a, b) simde_mm512_maskz_mov_pd(k, rr_sim_scalef_pd(a, b))

/* Comparisons of unsigned lanes. */
#define RR_SIM_BELOW(name, M, type, n)                              \
    RR_SIM M name(__m512i a_, __m512i b_)                           \
    {                                                               \
        type a[n], b[n];                                            \
        M m = 0;                                                    \
        memcpy(a, &a_, sizeof a);                                   \
        memcpy(b, &b_, sizeof b);                                   \
        for (int i = 0; i < n; ++i) m |= (M)((a[i] < b[i]) << i);   \
        return m;                                                   \
    }
RR_SIM_BELOW(rr_sim_cmplt_epu32, __mmask16, uint32_t, 16)
RR_SIM_BELOW(rr_sim_cmplt_epu64, __mmask8, uint64_t, 8)
#undef _mm512_cmplt_epu32_mask
#define _mm512_cmplt_epu32_mask rr_sim_cmplt_epu32
#undef _mm512_cmplt_epu64_mask
#define _mm512_cmplt_epu64_mask rr_sim_cmplt_epu64

/* In each group of 4 lanes, lane i of the result is the lane given by bits 2 i and 2 i + 1 of the constant. */
RR_SIM __m512i rr_sim_shuffle_epi32(__m512i src, __mmask16 k, __m512i a_, int imm)
{
    uint32_t a[16], r[16];
    memcpy(a, &a_, sizeof a);
    memcpy(r, &src, sizeof r);
    for (int i = 0; i < 16; ++i)
        if (k >> i & 1) r[i] = a[(i & 12) + (imm >> (2 * (i & 3)) & 3)];
    memcpy(&src, r, sizeof r);
    return src;
}
#undef _mm512_mask_shuffle_epi32
#define _mm512_mask_shuffle_epi32 rr_sim_shuffle_epi32
#undef _mm512_maskz_shuffle_epi32
#define _mm512_maskz_shuffle_epi32(k, a, imm) rr_sim_shuffle_epi32(_mm512_setzero_si512(), k, a, imm)

/* Expand: the lowest lanes of a to the lanes of the mask, in order. */
#define RR_SIM_EXPAND(name, M, type, n)                             \
    RR_SIM __m512i name(__m512i src, M k, __m512i a_)               \
    {                                                               \
        type a[n], r[n];                                            \
        int from = 0;                                               \
        memcpy(a, &a_, sizeof a);                                   \
        memcpy(r, &src, sizeof r);                                  \
        for (int i = 0; i < n; ++i)                                 \
            if (k >> i & 1) r[i] = a[from++];                       \
        memcpy(&src, r, sizeof r);                                  \
        return src;                                                 \
    }
RR_SIM_EXPAND(rr_sim_expand_epi32, __mmask16, uint32_t, 16)
RR_SIM_EXPAND(rr_sim_expand_epi64, __mmask8, uint64_t, 8)
#undef _mm512_mask_expand_epi32
#define _mm512_mask_expand_epi32 rr_sim_expand_epi32
#undef _mm512_mask_expand_epi64
#define _mm512_mask_expand_epi64 rr_sim_expand_epi64
#undef _mm512_maskz_expand_epi32
#define _mm512_maskz_expand_epi32(k, a) rr_sim_expand_epi32(_mm512_setzero_si512(), k, a)
#undef _mm512_maskz_expand_epi64
#define _mm512_maskz_expand_epi64(k, a) rr_sim_expand_epi64(_mm512_setzero_si512(), k, a)

/* Loads and stores of the lanes in the mask; memory of other lanes is not touched. */
#define RR_SIM_MEMORY(R, M, suffix, type, n)                        \
    RR_SIM R rr_sim_loadu_##suffix(R src, M k, const void *p)       \
    {                                                               \
        type r[n];                                                  \
        memcpy(r, &src, sizeof r);                                  \
        for (int i = 0; i < n; ++i)                                 \
            if (k >> i & 1) r[i] = ((const type *)p)[i];            \
        memcpy(&src, r, sizeof r);                                  \
        return src;                                                 \
    }                                                               \
    RR_SIM void rr_sim_storeu_##suffix(void *p, M k, R a_)          \
    {                                                               \
        type a[n];                                                  \
        memcpy(a, &a_, sizeof a);                                   \
        for (int i = 0; i < n; ++i)                                 \
            if (k >> i & 1) ((type *)p)[i] = a[i];                  \
    }
RR_SIM_MEMORY(__m512, __mmask16, ps, float, 16)
RR_SIM_MEMORY(__m512d, __mmask8, pd, double, 8)
#undef _mm512_mask_loadu_ps
#define _mm512_mask_loadu_ps rr_sim_loadu_ps
#undef _mm512_mask_loadu_pd
#define _mm512_mask_loadu_pd rr_sim_loadu_pd
#undef _mm512_mask_storeu_ps
#define _mm512_mask_storeu_ps rr_sim_storeu_ps
#undef _mm512_mask_storeu_pd
#define _mm512_mask_storeu_pd rr_sim_storeu_pd

/* Gathers and scatters: indices are signed; a scatter stores lane 0 first. */
#define RR_SIM_GATHER(name, R, M, type, index, n)                                               \
    RR_SIM R name(R src, M k, __m512i w_, const void *p, int scale)                             \
    {                                                                                           \
        type r[n];                                                                              \
        index w[n];                                                                             \
        memcpy(r, &src, sizeof r);                                                              \
        memcpy(w, &w_, sizeof w);                                                               \
        for (int i = 0; i < n; ++i)                                                             \
            if (k >> i & 1) memcpy(&r[i], (const char *)p + (int64_t)w[i] * scale, sizeof r[i]); \
        memcpy(&src, r, sizeof r);                                                              \
        return src;                                                                             \
    }
RR_SIM_GATHER(rr_sim_i32gather_ps, __m512, __mmask16, float, int32_t, 16)
RR_SIM_GATHER(rr_sim_i32gather_epi32, __m512i, __mmask16, uint32_t, int32_t, 16)
RR_SIM_GATHER(rr_sim_i32gather_pd, __m512d, __mmask8, double, int32_t, 8)
RR_SIM_GATHER(rr_sim_i64gather_pd, __m512d, __mmask8, double, int64_t, 8)
RR_SIM_GATHER(rr_sim_i64gather_epi32, __m256i, __mmask8, uint32_t, int64_t, 8)
#undef _mm512_mask_i32gather_ps
#define _mm512_mask_i32gather_ps rr_sim_i32gather_ps
#undef _mm512_mask_i32gather_epi32
#define _mm512_mask_i32gather_epi32 rr_sim_i32gather_epi32
#undef _mm512_mask_i32gather_pd
#define _mm512_mask_i32gather_pd(src, k, w, p, scale) rr_sim_i32gather_pd(src, k, _mm512_castsi256_si512(w), p, scale)
#undef _mm512_mask_i64gather_pd
#define _mm512_mask_i64gather_pd rr_sim_i64gather_pd
#undef _mm512_mask_i64gather_epi32
#define _mm512_mask_i64gather_epi32 rr_sim_i64gather_epi32

#define RR_SIM_SCATTER(name, A, M, type, index, n)                                              \
    RR_SIM void name(void *p, M k, __m512i w_, A a_, int scale)                                 \
    {                                                                                           \
        type a[n];                                                                              \
        index w[n];                                                                             \
        memcpy(a, &a_, sizeof a);                                                               \
        memcpy(w, &w_, sizeof w);                                                               \
        for (int i = 0; i < n; ++i)                                                             \
            if (k >> i & 1) memcpy((char *)p + (int64_t)w[i] * scale, &a[i], sizeof a[i]);      \
    }
RR_SIM_SCATTER(rr_sim_i32scatter_ps, __m512, __mmask16, float, int32_t, 16)
RR_SIM_SCATTER(rr_sim_i64scatter_pd, __m512d, __mmask8, double, int64_t, 8)
#undef _mm512_mask_i32scatter_ps
#define _mm512_mask_i32scatter_ps rr_sim_i32scatter_ps
#undef _mm512_mask_i64scatter_pd
#define _mm512_mask_i64scatter_pd rr_sim_i64scatter_pd

#endif
