/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lane words that no vector instruction of the target does: one lane at a time through memory.
 * A target header defines RR_HAS_... to 1 for those that it brings itself, before it includes this file. */
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

/* The widest warp, in lanes and in registers. */
#define RR_MAX_WARP 32
#define RR_MAX_REGS (RR_MAX_WARP / RR_LANES)

/* Lane l of a register that lies in memory as an array; rr_word is 4 or 8 bytes wide. */
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

RR_FN rr_word rr_wshl(rr_word w, rr_word n)
{
    rr_sword v[RR_LANES], k[RR_LANES];
    rr_spill(v, w);
    rr_spill(k, n);
    for (int l = 0; l < RR_LANES; ++l) v[l] = (rr_uint32)v[l] << k[l];
    return rr_unspill(v);
}

RR_FN rr_word rr_wdiv(rr_word w, rr_uint32 d)
{
    rr_sword v[RR_LANES];
    rr_spill(v, w);
    for (int l = 0; l < RR_LANES; ++l) v[l] = (rr_uint32)v[l] / d;
    return rr_unspill(v);
}

RR_FN rr_uint32 rr_ballot(const rr_mask *m, rr_uint32 regs)
{
    rr_uint32 b = 0;
    for (rr_uint32 r = 0; r < regs; ++r) b |= rr_mbits(m[r]) << (r * RR_LANES);
    return b;
}

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

RR_FN rr_word rr_popcount(rr_word w)
{
    rr_sword v[RR_LANES];
    rr_spill(v, w);
    for (int l = 0; l < RR_LANES; ++l) v[l] = (rr_sword)__builtin_popcount((rr_uint32)v[l]);
    return rr_unspill(v);
}

RR_FN rr_word rr_lowest(rr_word w)
{
    rr_sword v[RR_LANES];
    rr_spill(v, w);
    for (int l = 0; l < RR_LANES; ++l) v[l] = (rr_sword)__builtin_ctz((rr_uint32)v[l] | 0x80000000u);
    return rr_unspill(v);
}

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
