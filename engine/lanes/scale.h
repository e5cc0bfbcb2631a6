/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* x 2^k, rounded once, for targets without an instruction for it: x in [1/2, 4), any integer k. Two powers of two are
 * multiplied: the first keeps x in the normal range, exactly; the second rounds once, if the result is denormal or
 * overflows. */
#ifndef RR_SCALE_H
#define RR_SCALE_H

#if RR_DTYPE == 32
#define RR_SCALE_K RR_C(250)               /* beyond, the result is 0 or infinity */
#define RR_SCALE_SHIFT RR_C(0x1.0002p23)   /* adding it leaves k + 256 in the low bits */
#define RR_SCALE_BITS 0x3ffu
#define RR_SCALE_FRACTION 23
#else
#define RR_SCALE_K RR_C(2000)
#define RR_SCALE_SHIFT RR_C(0x1.00000000008p52)   /* k + 2048 */
#define RR_SCALE_BITS 0xfffu
#define RR_SCALE_FRACTION 52
#endif

RR_FN rr_real rr_scale(rr_real x, rr_real k)
{
    const rr_real z = rr_min(rr_max(k, rr_splat(-RR_SCALE_K)), rr_splat(RR_SCALE_K));
    /* Half of z, rounded down, and the rest, as exponents. */
    const rr_bits b = rr_asbits(z + RR_SCALE_SHIFT) & RR_SCALE_BITS, h = b >> 1;
    return x * rr_asreal((h - 1u) << RR_SCALE_FRACTION) * rr_asreal((b - h - 1u) << RR_SCALE_FRACTION);
}

/* z + SHIFT is rounded to an integer: floor(k) is the integer nearest to k - 15/32. */
RR_FN rr_real rr_scale_floor(rr_real x, rr_real k) { return rr_scale(x, k - RR_C(0.46875)); }

#endif
