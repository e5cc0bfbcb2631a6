/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lanes that draw for each other inside a user's kernel. The set of active lanes is known at run time only; inactive lanes
 * are neither dealt a sample nor read.
 *
 * The K active lanes have ranks 0 ... K-1, in lane order. A group is `size` consecutive ranks; the last group may be
 * smaller. A group works on r of its unfinished samples: all (regroup), or the lowest (grouped). The lane of rank l in its
 * group makes an attempt of sample l mod r, l div r attempts beyond that sample's next one. So ranks q, q + r, q + 2 r, ...
 * make the attempts of sample q in order: the lowest of these ranks that accepts has the lowest accepted attempt.
 *
 * K is 1 where a target has no cross-lane functions, or where they may be missing. */
#ifndef RR_INSIDE_DEAL_H
#define RR_INSIDE_DEAL_H

#if defined(RR_TARGET_CUDA)
#define RR_HERE_MAX 32
typedef rr_uint32 rr_here;   /* bit l: lane l */
RR_FN rr_here rr_here_all(void) { return __activemask(); }
RR_FN rr_here rr_here_which(rr_here here, rr_mask m) { return __ballot_sync(here, m); }
RR_FN rr_word rr_here_word(rr_here here, rr_word w, rr_word lane) { return __shfl_sync(here, w, (int)lane); }
RR_FN void rr_here_sync(rr_here here) { __syncwarp(here); }
RR_FN rr_word rr_here_lane(void)
{
    rr_word lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
RR_FN rr_word rr_here_count(rr_here b) { return (rr_word)__popc(b); }
RR_FN rr_word rr_here_lowest(rr_here b) { return (rr_word)__ffs((int)b) - 1u; }
#elif defined(cl_khr_subgroup_ballot) && defined(cl_khr_subgroup_shuffle)
#define RR_HERE_MAX 64
typedef ulong rr_here;
RR_FN rr_here rr_here_which(rr_here here, rr_mask m)
{
    const uint4 b = sub_group_ballot(m);
    (void)here;
    return (rr_here)b.y << 32 | b.x;
}
RR_FN rr_here rr_here_all(void) { return rr_here_which(0, 1); }
RR_FN rr_word rr_here_word(rr_here here, rr_word w, rr_word lane) { (void)here; return sub_group_shuffle(w, lane); }
RR_FN void rr_here_sync(rr_here here) { (void)here; sub_group_barrier(CLK_LOCAL_MEM_FENCE); }
RR_FN rr_word rr_here_lane(void) { return get_sub_group_local_id(); }
RR_FN rr_word rr_here_count(rr_here b) { return (rr_word)popcount(b); }
RR_FN rr_word rr_here_lowest(rr_here b) { return 63u - (rr_word)clz(b & (0ul - b)); }
#else
#define RR_HERE_MAX 2
typedef rr_uint32 rr_here;
RR_FN rr_here rr_here_all(void) { return 1u; }
RR_FN rr_here rr_here_which(rr_here here, rr_mask m) { return here & m; }
RR_FN rr_word rr_here_word(rr_here here, rr_word w, rr_word lane) { (void)here; (void)lane; return w; }
RR_FN void rr_here_sync(rr_here here) { (void)here; }
RR_FN rr_word rr_here_lane(void) { return 0; }
RR_FN rr_word rr_here_count(rr_here b) { return b; }
RR_FN rr_word rr_here_lowest(rr_here b) { (void)b; return 0; }
#endif

/* Numbers of another lane. */
RR_FN rr_uint64 rr_here_number(rr_here here, rr_uint64 n, rr_word lane)
{
    const rr_uint64 high = rr_here_word(here, (rr_word)(n >> 32), lane);
    return high << 32 | rr_here_word(here, (rr_word)n, lane);
}

RR_FN rr_real rr_here_real(rr_here here, rr_real x, rr_word lane)
{
#if RR_DTYPE == 32
    return rr_asreal(rr_here_word(here, rr_asbits(x), lane));
#else
    return rr_asreal(rr_here_number(here, rr_asbits(x), lane));
#endif
}

/* The lowest n bits; n is at most the number of bits. */
RR_FN rr_here rr_here_first(rr_word n)
{
    return n < RR_HERE_MAX ? ((rr_here)1 << n) - 1u : ~(rr_here)0;
}

/* The position of the q-th set bit, by bisection: no loop has a length that differs between lanes. */
RR_FN rr_word rr_here_nth(rr_here b, rr_word q)
{
    rr_word at = 0;
    RR_UNROLL
    for (rr_word half_width = RR_HERE_MAX / 2; half_width; half_width /= 2) {
        const rr_word below = rr_here_count((b >> at) & rr_here_first(half_width));
        const rr_mask upper = q >= below;
        at += upper ? half_width : 0u;
        q -= upper ? below : 0u;
    }
    return at;
}

typedef struct rr_deal {
    rr_here here;
    rr_mask whole;             /* ranks are lane numbers: no inactive lane is below an active one */
    rr_word first, rank;       /* the first rank of this lane's group; this lane's rank in the group */
    rr_here group;             /* bit l: rank l of a group of this size */
    rr_mask all;               /* work on all unfinished samples of a group */
    rr_here open;              /* ranks of the group that have no sample yet */
    rr_word r;                 /* number of samples in work */
    rr_word lane, offset;      /* this lane's attempt: whose sample, and how far beyond its next attempt */
    rr_mask busy;              /* it makes one */
} rr_deal;

/* size: lanes per group; 0: all lanes are one group, which works on all its samples. */
RR_FN rr_deal rr_deal_begin(rr_here here, rr_word size)
{
    rr_deal d;
    const rr_word lanes = rr_here_count(here), mine = rr_here_count(here & rr_here_first(rr_here_lane()));
    d.here = here;
    d.whole = (here & (here + 1u)) == 0;
    d.all = size == 0;
    if (size) size = rr_here_word(here, size, rr_here_lowest(here));   /* lanes may differ in their iteration of a loop */
    size = size == 0 || size > lanes ? lanes : size;
    d.first = mine - mine % size;
    d.rank = mine - d.first;
    d.group = rr_here_first(lanes - d.first < size ? lanes - d.first : size);
    d.open = 0;
    d.r = d.lane = d.offset = 0;
    d.busy = 0;
    return d;
}

/* The ranks of the group for which m is true. Collective. */
RR_FN rr_here rr_deal_ballot(rr_deal d, rr_mask m)
{
    rr_here b = rr_here_which(d.here, m), ranks = 0, bit = 1;
    if (!d.whole) {
        for (rr_here left = d.here; left; left &= left - 1u, bit <<= 1) ranks |= b & left & (0u - left) ? bit : 0u;
        b = ranks;
    }
    return (b >> d.first) & d.group;
}

RR_FN rr_word rr_deal_lane(rr_deal d, rr_word rank)
{
    return d.whole ? d.first + rank : rr_here_nth(d.here, d.first + rank);
}

/* ceil(2^16 / r): l times this is 2^16 l / r plus less than 2^16 / r, for l and r up to 64. */
RR_TABLE unsigned short rr_deal_reciprocal[65] = {
    0, 65535, 32768, 21846, 16384, 13108, 10923, 9363, 8192, 7282, 6554, 5958, 5462, 5042, 4682, 4370, 4096, 3856, 3641,
    3450, 3277, 3121, 2979, 2850, 2731, 2622, 2521, 2428, 2341, 2260, 2185, 2115, 2048, 1986, 1928, 1873, 1821, 1772,
    1725, 1681, 1639, 1599, 1561, 1525, 1490, 1457, 1425, 1395, 1366, 1338, 1311, 1286, 1261, 1237, 1214, 1192, 1171,
    1150, 1130, 1111, 1093, 1075, 1058, 1041, 1024,
};

/* Deals the attempts; 0 when no lane of any group has an unfinished sample. Collective. */
RR_FN rr_mask rr_deal_next(rr_deal *d, rr_mask open)
{
    if (rr_here_which(d->here, open) == 0) return 0;
    d->open = rr_deal_ballot(*d, open);
    d->r = d->all ? rr_here_count(d->open) : d->open != 0;
    d->busy = d->r != 0;
    d->offset = d->r == 1u ? d->rank : d->rank * rr_deal_reciprocal[d->r] >> 16;
    d->lane = d->busy ? rr_deal_lane(*d, rr_here_nth(d->open, d->rank - d->offset * d->r)) : rr_here_lane();
    return 1;
}

/* For the sample that a lane owns: the number of attempts made, and the lane with the lowest accepted one, if there is
 * one. */
typedef struct rr_dealt {
    rr_word tries, lane;
    rr_mask found;
} rr_dealt;

/* The results of the attempts. Collective. */
RR_FN rr_dealt rr_deal_end(rr_deal d, rr_mask accept)
{
    rr_dealt own;
    const rr_here accepts = rr_deal_ballot(d, accept), below = rr_here_first(d.rank);
    const rr_word number = rr_here_count(d.open & below);
    rr_here tried = (rr_here)(d.r != 0);
    for (rr_word s = d.r; s && s < RR_HERE_MAX; s *= 2) tried |= tried << s;
    tried = (d.open >> d.rank & 1u) && number < d.r ? (tried << number) & d.group : 0;
    own.tries = rr_here_count(tried);
    own.found = (tried & accepts) != 0;
    own.lane = own.found ? rr_deal_lane(d, rr_here_lowest(tried & accepts)) : rr_here_lane();
    return own;
}

#endif
