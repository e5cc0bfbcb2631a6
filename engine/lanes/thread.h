/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The common part of GPU targets: a lane is a thread, a register is its warp, and cross-lane functions are built from five
 * primitives of the target:
 *
 *   rr_lane_number()          the number of this thread in its warp
 *   rr_lane_ballot(b, m)      bit l: m of lane l. Collective, as are the next three
 *   rr_lane_from(b, x, lane)  x of another lane, for rr_real; rr_lane_word_from(b, w, lane) for words
 *   rr_lane_sync()            memory that lanes of the warp wrote before it is visible to all of them after it
 *   rr_ucount(u), rr_lane_lowest(u), rr_asbits, rr_asreal, rr_lt, rr_le
 *
 * b, an rr_board, is RR_BOARD_WORDS words of shared memory for this warp alone: on devices without votes or shuffles lanes
 * write there for each other to read. Elsewhere it has no words, and b is unused. Kernels declare the memory, which in
 * OpenCL no other function may do, and pass it on.
 *
 * Collective functions must be reached by the whole warp: strategies branch on votes around them, never on rr_some. So the
 * functions of lane.h that vote, pack or shuffle are not here: use rr_lane_vote(b, m) and strategies/warp.h. Lanes exchange
 * data through queues (engine/strategies/gpu/queue.h), which sync, and through samples: the kernel syncs before it reads
 * those.
 *
 * A draw that looks up pairs in each attempt (RR_PAIRS of engine/passes/names.h) finds them in memory of the thread block if
 * the kernel copies them (RR_BRINGS_PAIRS) and warps have several lanes: a gather from device memory takes one cache access
 * per line that its lanes read, and a pair two gathers. rr_block_sync() is collective for the thread block. */
#ifndef RR_LANES_THREAD_H
#define RR_LANES_THREAD_H

/* The hardware's warp is the only warp, in one register. */
#define RR_MAX_WARP RR_LANES
#define RR_MAX_REGS 1

/* No function pointers: strategies are compiled with their sampler. No buffers: each lane has its own copy of a local array,
 * which other lanes cannot read. */
#define RR_HAS_POINTERS 0
#define RR_HAS_BUFFERS 0

/* The functions of laws for whole rows: in kernels of these steps only. */
#if defined(RR_STEP_stage)
#define RR_HAS_ROWS 1
#elif defined(RR_STEP_join)
#define RR_HAS_ROWS 1
#else
#define RR_HAS_ROWS 0
#endif

#ifndef RR_MARK
#define RR_MARK(number) do { } while (0)
#endif

/* Other warps hide latency: one Philox block at a time. */
#define RR_FLIGHT 1

RR_FN rr_word rr_wsplat(rr_uint32 u) { return u; }
RR_FN rr_word rr_iota(void) { return rr_lane_number(); }

RR_FN rr_mask rr_wlt(rr_word a, rr_word b) { return a < b; }
RR_FN rr_mask rr_weq(rr_word a, rr_word b) { return a == b; }
RR_FN rr_real rr_select(rr_mask m, rr_real a, rr_real b) { return m ? a : b; }
RR_FN rr_word rr_wselect(rr_mask m, rr_word a, rr_word b) { return m ? a : b; }
RR_FN rr_bits rr_bselect(rr_mask m, rr_bits a, rr_bits b) { return m ? a : b; }
RR_FN rr_mask rr_mand(rr_mask a, rr_mask b) { return a && b; }
RR_FN rr_mask rr_mor(rr_mask a, rr_mask b) { return a || b; }
RR_FN rr_mask rr_mandnot(rr_mask a, rr_mask b) { return a && !b; }
RR_FN rr_mask rr_mnot(rr_mask a) { return !a; }
RR_FN rr_mask rr_mfirst(rr_uint32 n) { return rr_lane_number() < n; }
RR_FN rr_mask rr_mfrom(rr_uint32 bits) { return (bits >> rr_lane_number()) & 1u; }
RR_FN int rr_some(rr_mask m) { return m; }
#ifndef RR_OWN_VOTE
RR_FN int rr_lane_vote(rr_board b, rr_mask m) { return rr_lane_ballot(b, m) != 0; }
#endif

RR_FN rr_real rr_min(rr_real a, rr_real b) { return rr_lt(a, b) ? a : b; }
RR_FN rr_real rr_max(rr_real a, rr_real b) { return rr_lt(b, a) ? a : b; }
#ifndef RR_OWN_ABS
RR_FN rr_real rr_abs(rr_real x) { return rr_asreal(rr_asbits(x) & (~(rr_bits)0 >> 1)); }
#endif
RR_FN rr_bits rr_tobits(rr_word w) { return w; }
RR_FN rr_word rr_toword(rr_bits b) { return (rr_word)b; }

RR_FN rr_real rr_load(RR_GLOBAL const rr_scalar *p) { return rr_splat(p[rr_lane_number()]); }
RR_FN void rr_store(RR_GLOBAL rr_scalar *p, rr_real x) { p[rr_lane_number()] = rr_own(x); }
RR_FN rr_word rr_wload(RR_GLOBAL const rr_uint32 *p) { return p[rr_lane_number()]; }
RR_FN void rr_wstore(RR_GLOBAL rr_uint32 *p, rr_word w) { p[rr_lane_number()] = w; }
RR_FN rr_real rr_gather(RR_GLOBAL const rr_scalar *p, rr_word w)
{
    RR_MARK(10);
    return rr_splat(p[w]);
}

RR_FN rr_word rr_wgather(RR_GLOBAL const rr_uint32 *p, rr_word w) { return p[w]; }

RR_FN void rr_lookup_row(RR_GLOBAL const rr_scalar *rows, RR_GLOBAL const rr_scalar *columns, rr_word w, int n, rr_real *x)
{
    (void)columns;
    for (int k = 0; k < n; ++k) x[k] = rr_splat(rows[w * (rr_uint32)n + (rr_uint32)k]);
}

RR_FN void rr_lookup2(RR_CONSTANT rr_scalar *p, rr_word w, rr_real *a, rr_real *b)
{
    *a = rr_splat(p[2u * w]);
    *b = rr_splat(p[2u * w + 1u]);
}

/* A pair, read at once. */
typedef struct __attribute__((aligned(2 * sizeof(rr_scalar)))) rr_scalar_pair {
    rr_scalar v[2];
} rr_scalar_pair;

#if defined(RR_BRINGS_PAIRS) && RR_LANES > 1
#define RR_HAS_PAIRS 1
RR_FN void rr_pair_at(RR_SHARED const rr_scalar_pair *p, rr_word w, rr_real *a, rr_real *b)
{
    const rr_scalar_pair two = p[w];
    *a = rr_splat(two.v[0]);
    *b = rr_splat(two.v[1]);
}
#endif

RR_FN rr_real rr_loadn(RR_GLOBAL const rr_scalar *p, rr_uint32 n)
{
    return rr_splat(p[rr_mfirst(n) ? rr_lane_number() : 0u]);
}

RR_FN void rr_storen(RR_GLOBAL rr_scalar *p, rr_real x, rr_uint32 n)
{
    if (rr_mfirst(n)) rr_store(p, x);
}

RR_FN void rr_scatter(RR_GLOBAL rr_scalar *p, rr_word w, rr_real x, rr_mask m)
{
    if (m) p[w] = rr_own(x);
}

/* The n = 1, 2 or 4 neighbours of a lane, from its address p; wide: rr_aligned(p, n) is true, so one access may hold all. */
#ifndef RR_OWN_NEIGHBOURS
/* No alignment is declared to OpenCL compilers: a tile may begin anywhere. */
RR_FN int rr_aligned(RR_GLOBAL const rr_scalar *p, rr_uint32 n)
{
    (void)p;
    (void)n;
    return 1;
}

RR_FN void rr_store_own(RR_GLOBAL rr_scalar *p, const rr_real *x, rr_uint32 n, int wide)
{
    (void)wide;
    RR_UNROLL
    for (rr_uint32 k = 0; k < n; ++k) p[k] = rr_own(x[k]);
}

RR_FN void rr_load_own(RR_GLOBAL const rr_scalar *p, rr_real *x, rr_uint32 n, int wide)
{
    (void)wide;
    RR_UNROLL
    for (rr_uint32 k = 0; k < n; ++k) x[k] = rr_splat(p[k]);
}
#endif

RR_FN void rr_store2(RR_GLOBAL rr_scalar *p, rr_real a, rr_real b)
{
    const rr_real x[2] = {a, b};
    p += 2u * rr_lane_number();
    rr_store_own(p, x, 2, rr_aligned(p, 2));
}

RR_FN void rr_store4(RR_GLOBAL rr_scalar *p, rr_real a, rr_real b, rr_real c, rr_real d)
{
    const rr_real x[4] = {a, b, c, d};
    p += 4u * rr_lane_number();
    rr_store_own(p, x, 4, rr_aligned(p, 4));
}

RR_FN void rr_load2(RR_GLOBAL const rr_scalar *p, rr_real *a, rr_real *b)
{
    rr_real x[2];
    RR_MARK(7);
    p += 2u * rr_lane_number();
    rr_load_own(p, x, 2, rr_aligned(p, 2));
    *a = x[0];
    *b = x[1];
}

RR_FN void rr_load4(RR_GLOBAL const rr_scalar *p, rr_real *a, rr_real *b, rr_real *c, rr_real *d)
{
    rr_real x[4];
    RR_MARK(7);
    p += 4u * rr_lane_number();
    rr_load_own(p, x, 4, rr_aligned(p, 4));
    *a = x[0];
    *b = x[1];
    *c = x[2];
    *d = x[3];
}

RR_FN rr_word rr_wshl(rr_word w, rr_word n) { return w << n; }
RR_FN rr_word rr_wdiv(rr_word w, rr_uint32 d) { return w / d; }

RR_FN rr_word rr_popcount(rr_word w) { return rr_ucount(w); }
RR_FN rr_word rr_lowest(rr_word w) { return rr_lane_lowest(w | 0x80000000u); }

/* The q-th set bit by bisection: no loop has a length that differs between lanes. */
RR_FN rr_word rr_nth(rr_word w, rr_word q)
{
    rr_word at = 0;
    RR_UNROLL
    for (rr_uint32 half_width = 16; half_width; half_width /= 2) {
        const rr_word below = rr_ucount((w >> at) & ((1u << half_width) - 1u));
        const rr_mask upper = q >= below;
        at += upper ? half_width : 0u;
        q -= upper ? below : 0u;
    }
    return at;
}

#endif
