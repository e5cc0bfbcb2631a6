/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* f32 to f16 (IEEE 754 binary16) and bf16 (the upper half of an f32), rounded to nearest, ties to even; what is past the
 * largest number becomes infinity, NaN the one with nothing but the quiet bit. By integers alone: no machine's conversions
 * and no flush of denormals takes part, and compilers make vectors of it. */
#ifndef RR_HALF_H
#define RR_HALF_H

/* x without its lowest n digits, 1 <= n <= 25. */
RR_FN rr_uint32 rr_half_round(rr_uint32 x, rr_uint32 n)
{
    return (x + ((1u << (n - 1u)) - 1u) + (x >> n & 1u)) >> n;
}

/* a: the pattern of a number >= 0, or NaN. f16 has 10 digits of fraction, and exponents that are less by 112. Below 2^-14 it
 * has steps of 2^-24: there x = m 2^(e - 150) is m 2^(e - 126) steps, which at 25 digits less is none. */
RR_FN rr_uint32 rr_f16_of(rr_uint32 a)
{
    const rr_uint32 e = a >> 23, steps = rr_half_round((a & 0x7fffffu) | 0x800000u, e > 101u && e < 113u ? 126u - e : 25u);
    const rr_uint32 normal = rr_half_round(a - (112u << 23), 13u);
    const rr_uint32 finite = e < 113u ? steps : normal;
    return a > 0x7f800000u ? 0x7e00u : e > 142u ? 0x7c00u : finite;
}

RR_FN rr_uint32 rr_bf16_of(rr_uint32 a)
{
    return a > 0x7f800000u ? 0x7fc0u : rr_half_round(a, 16u);
}

/* From pattern to pattern. */
RR_FN rr_uint32 rr_half_of(rr_uint32 x, int bf16)
{
    const rr_uint32 a = x & 0x7fffffffu, size = bf16 ? rr_bf16_of(a) : rr_f16_of(a);
    return a > 0x7f800000u ? size : size | (x >> 16 & 0x8000u);
}

#endif
