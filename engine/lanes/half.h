/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* f32 to f16 (IEEE 754 binary16) and bf16 (the upper half of an f32), rounded to nearest, ties to even, or toward
 * zero (cut). Numbers past the largest become infinity, toward zero the largest; NaN becomes the NaN whose only fraction bit
 * is the quiet bit. Integer operations alone: neither a processor's conversions nor a flush of denormals has an effect, and
 * compilers vectorize it. */
#ifndef RR_HALF_H
#define RR_HALF_H

/* x without its lowest n bits, 1 <= n <= 25. */
RR_FN rr_uint32 rr_half_round(rr_uint32 x, rr_uint32 n, int cut)
{
    return cut ? x >> n : (x + ((1u << (n - 1u)) - 1u) + (x >> n & 1u)) >> n;
}

/* a: the bits of a number >= 0, or NaN. f16 has 10 bits of fraction, and exponents that are smaller by 112. Below 2^-14 it
 * has steps of 2^-24: there x = m 2^(e - 150) is m 2^(e - 126) steps, which rounds to 0 where 25 bits are dropped. */
RR_FN rr_uint32 rr_f16_of(rr_uint32 a, int cut)
{
    const rr_uint32 e = a >> 23, dropped = e > 101u && e < 113u ? 126u - e : 25u;
    const rr_uint32 steps = rr_half_round((a & 0x7fffffu) | 0x800000u, dropped, cut);
    const rr_uint32 normal = rr_half_round(a - (112u << 23), 13u, cut);
    const rr_uint32 finite = e < 113u ? steps : normal, large = cut && e < 255u ? 0x7bffu : 0x7c00u;
    return a > 0x7f800000u ? 0x7e00u : e > 142u ? large : finite;
}

RR_FN rr_uint32 rr_bf16_of(rr_uint32 a, int cut)
{
    return a > 0x7f800000u ? 0x7fc0u : rr_half_round(a, 16u, cut);
}

/* From bits to bits. */
RR_FN rr_uint32 rr_half_of(rr_uint32 x, int bf16, int cut)
{
    const rr_uint32 a = x & 0x7fffffffu, size = bf16 ? rr_bf16_of(a, cut) : rr_f16_of(a, cut);
    return a > 0x7f800000u ? size : size | (x >> 16 & 0x8000u);
}

#endif
