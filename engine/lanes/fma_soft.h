/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fused multiply-add where the machine has none, correctly rounded (to nearest, ties to even) for every input.
 *
 * f32: the product of two floats is exact in double (48 bits). Its sum with c is not, and rounding it twice, to double and
 * then to float, is wrong about once in 3e9: for 0x1.000002p-12 * 0x1.fffffcp-13 + 0x1.000002p0, for example. So the sum is
 * rounded to odd (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", IEEE TC 57, 2008): an inexact sum gets
 * its last bit set, which keeps the information that the second rounding needs. Double has 53 >= 24 + 2 bits, so the result
 * is correct, also where it is denormal.
 *
 * f64: there is no wider type, so the product and the sum are computed exactly in integers and rounded once. */
#ifndef RR_FMA_SOFT_H
#define RR_FMA_SOFT_H

RR_FN double rr_fmas_odd(double p, double c)
{
    /* TwoSum gives the error of s = p + c; a non-zero error moves an even s one ulp towards the exact sum. */
    const double s = p + c, b = s - p, e = (p - (s - b)) + (c - b);
    union { double d; rr_uint64 u; } v = {s};
    const union { double d; rr_uint64 u; } w = {e};
    if (e != 0 && e == e && !(v.u & 1) && (v.u & 0x7ff0000000000000u) != 0x7ff0000000000000u)
        v.u += ((v.u ^ w.u) >> 63) ? (rr_uint64)-1 : 1;
    return v.d;
}

RR_FN float rr_fma_soft_f32(float a, float b, float c)
{
    return (float)rr_fmas_odd((double)a * (double)b, (double)c);
}

/* m 2^e rounded to the nearest double; m has up to 128 bits, with the sticky bit already in bit 0. */
RR_SLOW_FN double rr_fmas_pack(int negative, unsigned __int128 m, int e)
{
    union { double d; rr_uint64 u; } v = {0};
    if (m) {
        const rr_uint64 high = (rr_uint64)(m >> 64);
        const int top = high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((rr_uint64)m);
        int drop = top - 52;                      /* leave 53 bits ... */
        if (e + drop < -1074) drop = -1074 - e;   /* ... fewer in the denormals */
        rr_uint64 q;
        if (drop > 127) {
            q = 0;
        } else if (drop > 0) {
            const unsigned __int128 rest = m & (((unsigned __int128)1 << drop) - 1),
                                    half = (unsigned __int128)1 << (drop - 1);
            q = (rr_uint64)(m >> drop);
            q += rest > half || (rest == half && (q & 1));
        } else {
            q = (rr_uint64)m << -drop;
        }
        e += drop;
        if (q >> 53) {
            q >>= 1;
            ++e;
        }
        if (e > 971) v.u = 0x7ff0000000000000u;
        else if (q >> 52) v.u = ((rr_uint64)(e + 1075) << 52) | (q & 0xfffffffffffffu);
        else v.u = q;
    }
    v.u |= (rr_uint64)negative << 63;
    return v.d;
}

/* A finite double as sign, integer and exponent. */
RR_FN rr_uint64 rr_fmas_unpack(double x, int *negative, int *e)
{
    const union { double d; rr_uint64 u; } v = {x};
    const int b = (int)(v.u >> 52 & 0x7ff);
    *negative = (int)(v.u >> 63);
    *e = (b ? b : 1) - 1075;
    return (v.u & 0xfffffffffffffu) | (b ? 0x10000000000000u : 0);
}

RR_SLOW_FN double rr_fma_soft_f64(double a, double b, double c)
{
    const double plain = a * b + c;
    int sa, sb, sc, ea, eb, ec;
    if (a - a != 0 || b - b != 0) return plain;   /* NaN and infinite operands */
    if (c - c != 0) return c + c;                 /* not `plain`: the product of finite a and b may have overflowed */
    const rr_uint64 ma = rr_fmas_unpack(a, &sa, &ea), mb = rr_fmas_unpack(b, &sb, &eb), mc = rr_fmas_unpack(c, &sc, &ec);
    unsigned __int128 p = (unsigned __int128)ma * mb, q = mc;
    int sp = sa ^ sb, ep = ea + eb;
    if (!p || !q) return p ? rr_fmas_pack(sp, p, ep) : plain;
    /* Align on a common exponent, with the larger one shifted up as far as 126 bits allow. Bits that are shifted out below
     * become a sticky bit, which suffices since it is far below the 53 bits that are kept. */
    unsigned __int128 *big = &p, *small = &q;
    int ebig = ep, esmall = ec;
    const int tp = 127 - ((rr_uint64)(p >> 64) ? __builtin_clzll((rr_uint64)(p >> 64)) : 64 + __builtin_clzll((rr_uint64)p));
    const int tq = 63 - __builtin_clzll(mc);
    const int pbig = ep + tp >= ec + tq;
    if (!pbig) {
        big = &q;
        small = &p;
        ebig = ec;
        esmall = ep;
    }
    const int up = 124 - (pbig ? tp : tq);
    *big <<= up;
    ebig -= up;
    const int shift = ebig - esmall;
    if (shift <= 0) {
        *small <<= -shift;
    } else if (shift > 127) {
        *small = 1;
    } else {
        const int lost = (*small & (((unsigned __int128)1 << shift) - 1)) != 0;
        *small = (*small >> shift) | (unsigned __int128)lost;
    }
    if (sp == sc) return rr_fmas_pack(sp, *big + *small, ebig);
    if (*big == *small) return plain;
    const int flip = *small > *big;
    return rr_fmas_pack((pbig ? sp : sc) ^ flip, flip ? *small - *big : *big - *small, ebig);
}

#endif
