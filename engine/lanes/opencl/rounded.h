/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Correctly rounded f32 division and square root from approximations, for devices that guarantee no more than OpenCL C's 2.5
 * and 3 ulp. The target defines
 *
 *   RR_QUOTIENT(a, b)   a / b within 4 ulp, for a in [1/2, 4) and b in [1, 2)
 *   RR_ROOT(x)          the square root within 4 ulp, for x in [1, 4)
 *
 * and has rr_fma, rr_asbits, rr_asreal, denormals and RN. The device's own operations get operands in those intervals only:
 * exponents are removed before and restored afterwards in integers, so nothing overflows or loses bits in between.
 *
 * Division. Q = m / d with 1 <= d < 2 and d <= m < 2d, so 1 <= Q < 2; ulp = 2^-23. The approximation q0 is within 2^-21 of
 * Q. q1 = RN(q0 + (m - q0 d) y), with y = 1/d within 2^-21 relatively and the residual rounded once (2^-24): before the last
 * rounding it is within 2^-21 (2^-21 + 2^-24) < 2^-41 of Q, so |q1 - Q| <= ulp/2 + 2^-41. The residual r = m - q1 d is then
 * a multiple of 2^-46 below 2^-22: fma gives it exactly. Q is nearer to q1 + ulp where r > d ulp/2, nearer to q1 - ulp where
 * r < -d ulp/2. There are no ties: a quotient of 24-bit numbers never ends in the 25th bit (an odd 25-bit number times d has
 * more than 24 bits). If q1 is 2, which Q < 2 - 2^-24 never rounds to, the same test yields 2 - ulp; q1 is never below 1.
 * A denormal result has fewer bits: q1 as an integer is cut to them. If the bits cut off are exactly half a unit, the sign
 * of the residual decides on which side of the half Q is. Otherwise they are at least an ulp away from the half, and Q is at
 * most ulp/2 away from q1.
 *
 * Square root. S^2 = m, 1 <= m < 4, so 1 <= S < 2. s1 = RN(s0 + (m - s0^2) h), h = 1/(2 s0): the step itself errs by (s0 -
 * S)^2 / (2 s0) <= 2^-43, its roundings as above, so |s1 - S| <= ulp/2 + 2^-41. r = m - s1^2 is a multiple of 2^-46 of at
 * most (1 + 2^-17) 2^-22; fma gives it exactly up to 2^-22, and a larger r, once rounded, is still beyond s1 ulp, which is
 * smaller. S > s1 + ulp/2 means r > s1 ulp + ulp^2/4, and as both are multiples of ulp^2, r > s1 ulp; S < s1 - ulp/2 means r
 * < -s1 ulp + ulp^2/4, that is r <= -s1 ulp. No root is denormal or overflows. */
#ifndef RR_ROUNDED_H
#define RR_ROUNDED_H

/* Zero, infinite or NaN, whatever the sign. */
RR_FN int rr_rounded_special(rr_bits b) { return (b & 0x7fffffffu) - 1u >= 0x7f7fffffu; }

/* |x| = m 2^e with 1 <= m < 2; x is finite and not 0. */
RR_FN rr_real rr_rounded_split(rr_real x, int *e)
{
    rr_bits b = rr_asbits(x) & 0x7fffffffu;
    *e = -127;
    if (b < 0x00800000u) {   /* made normal: exact */
        b = rr_asbits(rr_asreal(b) * 0x1p24f);
        *e -= 24;
    }
    *e += (int)(b >> 23);
    return rr_asreal((b & 0x007fffffu) | 0x3f800000u);
}

/* q 2^e, 1 <= q < 2, rounded, without its sign; the exact value is above q (rest > 0), below it (rest < 0) or q. */
RR_FN rr_bits rr_rounded_join(rr_real q, int e, rr_real rest)
{
    if (e > 127) return 0x7f800000u;
    if (e >= -126) return rr_asbits(q) + (rr_bits)e * 0x00800000u;
    const rr_bits whole = (rr_asbits(q) & 0x007fffffu) | 0x00800000u;
    const int cut = -126 - e;
    if (cut > 24) return 0;   /* below half of the smallest */
    const rr_bits kept = whole >> cut, lost = whole & ((1u << cut) - 1u), middle = 1u << (cut - 1);
    return kept + (lost > middle || (lost == middle && (rest > 0 || (rest == 0 && (kept & 1u)))));
}

RR_FN rr_real rr_rounded_divide(rr_real a, rr_real b)
{
    const rr_bits sign = (rr_asbits(a) ^ rr_asbits(b)) & 0x80000000u;
    int ea, eb;
    if (rr_rounded_special(rr_asbits(a)) || rr_rounded_special(rr_asbits(b))) return a / b;
    const rr_real d = rr_rounded_split(b, &eb);
    rr_real m = rr_rounded_split(a, &ea);
    ea -= eb;
    if (m < d) {
        m = m + m;
        --ea;
    }
    rr_real q = RR_QUOTIENT(m, d);
    q = rr_fma(rr_fma(-q, d, m), RR_QUOTIENT(1.0f, d), q);
    const rr_real r = rr_fma(-q, d, m), edge = d * 0x1p-24f;
    q = r > edge ? q + 0x1p-23f : r < -edge ? q - 0x1p-23f : q;
    return rr_asreal(rr_rounded_join(q, ea, rr_fma(-q, d, m)) | sign);
}

RR_FN rr_real rr_rounded_sqrt(rr_real x)
{
    const rr_bits b = rr_asbits(x);
    int e;
    if (b == 0x7f800000u || !(b << 1)) return x;
    if (b > 0x7f800000u) return rr_asreal(0x7fc00000u);
    rr_real m = rr_rounded_split(x, &e);
    if (e & 1) {
        m = m + m;
        --e;
    }
    rr_real s = RR_ROOT(m);
    s = rr_fma(rr_fma(-s, s, m), RR_QUOTIENT(0.5f, s), s);
    const rr_real r = rr_fma(-s, s, m), edge = s * 0x1p-23f;
    s = r > edge ? s + 0x1p-23f : r <= -edge ? s - 0x1p-23f : s;
    return rr_asreal(rr_asbits(s) + (rr_bits)(e / 2) * 0x00800000u);
}

#endif
