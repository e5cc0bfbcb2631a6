/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lane functions that are not a single instruction of the target: composed of other functions, or one lane at a time through
 * memory. A target header defines RR_HAS_... to 1 for those that it implements itself, before it includes this file.
 * RR_HAS_WSHR: it has rr_wshr(w,n), a shift to the right by n < 32 per lane, which only this file uses. */
#ifndef RR_LANES_EACH_H
#define RR_LANES_EACH_H

#ifndef RR_HAS_GATHER
#define RR_HAS_GATHER 0
#endif
#ifndef RR_HAS_COMPRESS
#define RR_HAS_COMPRESS 0
#endif
#ifndef RR_HAS_INTERLEAVE
#define RR_HAS_INTERLEAVE 0
#endif
#ifndef RR_HAS_LOOKUP_ROW
#define RR_HAS_LOOKUP_ROW 0
#endif
#ifndef RR_HAS_LOOKUP2
#define RR_HAS_LOOKUP2 0
#endif
#ifndef RR_HAS_SCATTER
#define RR_HAS_SCATTER 0
#endif
#ifndef RR_HAS_PARTIAL
#define RR_HAS_PARTIAL 0
#endif
#ifndef RR_HAS_SHUFFLE
#define RR_HAS_SHUFFLE 0
#endif
#ifndef RR_HAS_WSHL
#define RR_HAS_WSHL 0
#endif
#ifndef RR_HAS_WSHR
#define RR_HAS_WSHR 0
#endif
#ifndef RR_HAS_POPCOUNT
#define RR_HAS_POPCOUNT 0
#endif

/* The widest warp, in lanes and in registers. */
#define RR_MAX_WARP 32
#define RR_MAX_REGS (RR_MAX_WARP / RR_LANES)

/* Lane l of a register that is stored in memory as an array; rr_word is 4 or 8 bytes wide. */
typedef rr_sbits rr_sword;

RR_FN void rr_spill(rr_sword *a, rr_word w)
{
    memcpy(a, &w, sizeof w);
}

RR_FN rr_word rr_unspill(const rr_sword *a)
{
    rr_word w;
    memcpy(&w, a, sizeof w);
    return w;
}

#if !RR_HAS_GATHER
RR_FN rr_real rr_gather(const rr_scalar *p, rr_word w)
{
    rr_sword at[RR_LANES];
    rr_scalar x[RR_LANES];
    rr_spill(at, w);
    for (int l = 0; l < RR_LANES; ++l) x[l] = p[at[l]];
    return rr_load(x);
}

RR_FN rr_word rr_wgather(const rr_uint32 *p, rr_word w)
{
    rr_sword at[RR_LANES];
    rr_spill(at, w);
    for (int l = 0; l < RR_LANES; ++l) at[l] = p[at[l]];
    return rr_unspill(at);
}
#endif

#if !RR_HAS_LOOKUP_ROW
RR_FN void rr_lookup_row(const rr_scalar *rows, const rr_scalar *columns, rr_word w, int n, rr_real *x)
{
    rr_sword at[RR_LANES];
    rr_scalar v[RR_LANES];
    (void)columns;
    rr_spill(at, w);
    for (int k = 0; k < n; ++k) {
        for (int l = 0; l < RR_LANES; ++l) v[l] = rows[at[l] * (rr_uint32)n + (rr_uint32)k];
        x[k] = rr_load(v);
    }
}
#endif

#if !RR_HAS_LOOKUP2
RR_FN void rr_lookup2(const rr_scalar *p, rr_word w, rr_real *a, rr_real *b)
{
    *a = rr_gather(p, w + w);
    *b = rr_gather(p + 1, w + w);
}
#endif

#if !RR_HAS_SCATTER
RR_FN void rr_scatter(rr_scalar *p, rr_word w, rr_real x, rr_mask m)
{
    rr_sword at[RR_LANES];
    rr_scalar v[RR_LANES];
    rr_spill(at, w);
    rr_store(v, x);
    for (rr_uint32 b = rr_mbits(m); b; b &= b - 1) {
        const int l = __builtin_ctz(b);
        p[at[l]] = v[l];
    }
}
#endif

#if !RR_HAS_COMPRESS
RR_FN rr_uint32 rr_compress(rr_uint32 *p, rr_word w, rr_mask m)
{
    rr_sword v[RR_LANES];
    rr_uint32 n = 0;
    rr_spill(v, w);
    for (rr_uint32 b = rr_mbits(m); b; b &= b - 1) p[n++] = (rr_uint32)v[__builtin_ctz(b)];
    return n;
}

RR_FN rr_word rr_rank(rr_mask m)
{
    rr_sword v[RR_LANES];
    const rr_uint32 b = rr_mbits(m);
    for (int l = 0; l < RR_LANES; ++l) v[l] = (rr_sword)__builtin_popcount(b & ((1u << l) - 1u));
    return rr_unspill(v);
}
#endif

#if !RR_HAS_WSHL
RR_FN rr_word rr_wshl(rr_word w, rr_word n)
{
    rr_sword v[RR_LANES], k[RR_LANES];
    rr_spill(v, w);
    rr_spill(k, n);
    for (int l = 0; l < RR_LANES; ++l) v[l] = (rr_uint32)v[l] << k[l];
    return rr_unspill(v);
}
#endif

/* w m / 2^32 with m = floor((2^32 - 1) / d) is less than 1 below w / d: its floor is the quotient or one less. */
RR_FN rr_word rr_wdiv(rr_word w, rr_uint32 d)
{
    rr_word q, unused;
    rr_mulhilo(w, 0xffffffffu / d, &q);
    const rr_word rest = w - (rr_mulhilo(q, d, &unused) & 0xffffffffu);
    return q + rr_wselect(rr_wlt(rest, rr_wsplat(d)), rr_wsplat(0), rr_wsplat(1));
}

RR_FN rr_uint32 rr_ballot(const rr_mask *m, rr_uint32 regs)
{
    rr_uint32 b = 0;
    for (rr_uint32 r = 0; r < regs; ++r) b |= rr_mbits(m[r]) << (r * RR_LANES);
    return b;
}

#if !RR_HAS_SHUFFLE
RR_FN void rr_shuffle(rr_real *dst, const rr_real *src, const rr_word *lane, rr_uint32 regs)
{
    rr_scalar a[RR_MAX_WARP];
    for (rr_uint32 r = 0; r < regs; ++r) rr_store(a + r * RR_LANES, src[r]);
    for (rr_uint32 r = 0; r < regs; ++r) dst[r] = rr_gather(a, lane[r]);
}

RR_FN void rr_wshuffle(rr_word *dst, const rr_word *src, const rr_word *lane, rr_uint32 regs)
{
    rr_uint32 a[RR_MAX_WARP];
    for (rr_uint32 r = 0; r < regs; ++r) rr_wstore(a + r * RR_LANES, src[r]);
    for (rr_uint32 r = 0; r < regs; ++r) dst[r] = rr_wgather(a, lane[r]);
}
#endif

/* Set bits of every 2, 4 and 8 bits of w. */
RR_FN rr_word rr_count2(rr_word w) { return w - ((w >> 1) & 0x55555555u); }
RR_FN rr_word rr_count4(rr_word c2) { return (c2 & 0x33333333u) + ((c2 >> 2) & 0x33333333u); }
RR_FN rr_word rr_count8(rr_word c4) { return (c4 + (c4 >> 4)) & 0x0f0f0f0fu; }

#if !RR_HAS_POPCOUNT
RR_FN rr_word rr_popcount(rr_word w)
{
    const rr_word c8 = rr_count8(rr_count4(rr_count2(w))), c16 = c8 + (c8 >> 8);
    return (c16 + (c16 >> 16)) & 0x3fu;
}
#endif

RR_FN rr_word rr_lowest(rr_word w)
{
    const rr_word some = w | 0x80000000u;
    return rr_popcount((some - 1u) & ~some);
}

#if RR_HAS_WSHR
/* The q-th set bit of w is in the upper half of these bits if the lower half has at most q set: from 32 bits to 1. */
RR_FN void rr_nth_step(rr_word count, rr_uint32 field, rr_uint32 half, rr_word *q, rr_word *at)
{
    const rr_word lower = rr_wshr(count, *at) & field;
    const rr_mask in = rr_wlt(*q, lower);
    *q = rr_wselect(in, *q, *q - lower);
    *at = rr_wselect(in, *at, *at + half);
}

RR_FN rr_word rr_nth(rr_word w, rr_word q)
{
    const rr_word c2 = rr_count2(w), c4 = rr_count4(c2), c8 = rr_count8(c4);
    rr_word at = rr_wsplat(0);
    rr_nth_step(c8 + (c8 >> 8), 0x1fu, 16, &q, &at);
    rr_nth_step(c8, 0xfu, 8, &q, &at);
    rr_nth_step(c4, 7u, 4, &q, &at);
    rr_nth_step(c2, 3u, 2, &q, &at);
    rr_nth_step(w, 1u, 1, &q, &at);
    return at;
}
#else
RR_FN rr_word rr_nth(rr_word w, rr_word q)
{
    rr_sword v[RR_LANES], n[RR_LANES];
    rr_spill(v, w);
    rr_spill(n, q);
    for (int l = 0; l < RR_LANES; ++l) {
        rr_uint32 b = (rr_uint32)v[l];
        for (rr_sword k = n[l]; k; --k) b &= b - 1;
        v[l] = (rr_sword)__builtin_ctz(b | 0x80000000u);
    }
    return rr_unspill(v);
}
#endif

#if !RR_HAS_PARTIAL
RR_FN rr_real rr_loadn(const rr_scalar *p, rr_uint32 n)
{
    rr_scalar x[RR_LANES];
    if (n >= RR_LANES) return rr_load(p);
    for (rr_uint32 l = 0; l < RR_LANES; ++l) x[l] = p[l < n ? l : 0];
    return rr_load(x);
}

RR_FN void rr_storen(rr_scalar *p, rr_real x, rr_uint32 n)
{
    rr_scalar v[RR_LANES];
    if (n >= RR_LANES) {
        rr_store(p, x);
        return;
    }
    rr_store(v, x);
    for (rr_uint32 l = 0; l < n; ++l) p[l] = v[l];
}
#endif

#if !RR_HAS_INTERLEAVE
RR_FN void rr_store2(rr_scalar *p, rr_real a, rr_real b)
{
    rr_scalar x[RR_LANES], y[RR_LANES];
    rr_store(x, a);
    rr_store(y, b);
    for (int l = 0; l < RR_LANES; ++l) {
        p[2 * l] = x[l];
        p[2 * l + 1] = y[l];
    }
}

RR_FN void rr_store4(rr_scalar *p, rr_real a, rr_real b, rr_real c, rr_real d)
{
    rr_scalar x[4][RR_LANES];
    rr_store(x[0], a);
    rr_store(x[1], b);
    rr_store(x[2], c);
    rr_store(x[3], d);
    for (int l = 0; l < RR_LANES; ++l)
        for (int k = 0; k < 4; ++k) p[4 * l + k] = x[k][l];
}

RR_FN void rr_load2(const rr_scalar *p, rr_real *a, rr_real *b)
{
    rr_scalar x[RR_LANES], y[RR_LANES];
    for (int l = 0; l < RR_LANES; ++l) {
        x[l] = p[2 * l];
        y[l] = p[2 * l + 1];
    }
    *a = rr_load(x);
    *b = rr_load(y);
}

RR_FN void rr_load4(const rr_scalar *p, rr_real *a, rr_real *b, rr_real *c, rr_real *d)
{
    rr_scalar x[4][RR_LANES];
    for (int l = 0; l < RR_LANES; ++l)
        for (int k = 0; k < 4; ++k) x[k][l] = p[4 * l + k];
    *a = rr_load(x[0]);
    *b = rr_load(x[1]);
    *c = rr_load(x[2]);
    *d = rr_load(x[3]);
}
#endif

#endif
