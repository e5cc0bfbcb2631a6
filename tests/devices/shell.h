/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The smallest kernel around a sampler and every strategy: warp w draws tile w of the launch and finishes it. One
 * translation unit has one sampler and one dtype, as on the CPU: RR_SAMPLER, RR_DTYPE, RR_TARGET_... are defined outside,
 * and device/ is on the include path.
 *
 * The host fills tiles but for their pointers, which it need not know: tile w draws elements w * room ... of the launch;
 * indexed says whether low and high hold the index of every element. A warp's scratch is 4 queues of room + 32 words.
 * With RR_TRANSFORM in place of RR_SAMPLER it is the kernel of transform_shell.h. */
#ifdef RR_TRANSFORM
#include "transform_shell.h"
#else
#include "lanes/lane.h"

#define RR_QUOTE2(x) #x
#define RR_QUOTE(x) RR_QUOTE2(x)
#define RR_SAMPLER_FILE2(x) RR_QUOTE(samplers/x.h)
#define RR_SAMPLER_FILE(x) RR_SAMPLER_FILE2(x)
#include RR_SAMPLER_FILE(RR_SAMPLER)
#include "first.h"

#define RR_COUNTING 0
#define RR_FIRST(x, open, opens, rejected, rejects) rr_first_pass((x)->tile, (x)->out, open, opens, rejected, rejects)
#include "strategies/all.h"

RR_FN RR_GLOBAL const rr_scalar *rr_shell_param(const rr_tile *t, rr_uint32 p, RR_GLOBAL const rr_scalar *values, rr_uint32 at)
{
    return t->varies >> p & 1 ? values + at : values;
}

/* What warp w has to do; every lane writes the same pointers. */
RR_FN rr_work rr_shell_start(rr_tile *tiles, rr_uint32 room, rr_uint32 indexed, rr_uint32 number, rr_uint32 more,
                             RR_GLOBAL const rr_scalar *p0, RR_GLOBAL const rr_scalar *p1, RR_GLOBAL const rr_scalar *p2,
                             RR_GLOBAL const rr_scalar *p3, RR_GLOBAL const rr_uint32 *low, RR_GLOBAL const rr_uint32 *high, RR_GLOBAL rr_scalar *out, RR_GLOBAL rr_uint32 *scratch)
{
    const rr_uint32 w = rr_warp_number(), at = w * room;
    rr_tile *t = tiles + w;
    rr_work x;
    t->param[0] = rr_shell_param(t, 0, p0, at);
    t->param[1] = rr_shell_param(t, 1, p1, at);
    t->param[2] = rr_shell_param(t, 2, p2, at);
    t->param[3] = rr_shell_param(t, 3, p3, at);
    t->index_lo = indexed ? low + at : 0;
    t->index_hi = indexed ? high + at : 0;
    rr_lane_sync();
    RR_SAMPLER_FN(prepare)(t);
    rr_lane_sync();
    x.tile = t;
    x.ops = 0;
    x.tally = 0;
    x.out = out + at;
    x.lanes = RR_LANES;
    x.regs = 1;
    x.number = number;
    x.more = more;
    for (int q = 0; q < 3; ++q) x.queue[q] = scratch + (4 * w + q) * (room + 32);
    x.lost = scratch + (4 * w + 3) * (room + 32);
    x.losts = 0;
    return x;
}

RR_FN void rr_shell_end(rr_work *x, RR_GLOBAL rr_uint32 *losts)
{
    losts[rr_warp_number()] = x->losts;
    rr_lane_sync();
    rr_finish_pass(x->tile, x->out);
}

/* The list begins with auto, which no device runs. RR_SHELL_FEW: only the strategies that between them call every function of
 * a sampler. */
RR_FN void rr_auto(rr_work *x) { (void)x; }

#define RR_SHELL_KERNEL(kind) \
    RR_KERNEL void rr_kernel_##kind(rr_tile *tiles, rr_uint32 room, rr_uint32 indexed, rr_uint32 number, rr_uint32 more, \
                                    RR_GLOBAL const rr_scalar *p0, RR_GLOBAL const rr_scalar *p1, RR_GLOBAL const rr_scalar *p2, \
                                    RR_GLOBAL const rr_scalar *p3, RR_GLOBAL const rr_uint32 *low, RR_GLOBAL const rr_uint32 *high, RR_GLOBAL rr_scalar *out, RR_GLOBAL rr_uint32 *scratch, \
                                    RR_GLOBAL rr_uint32 *losts) \
    { \
        rr_work x = rr_shell_start(tiles, room, indexed, number, more, p0, p1, p2, p3, low, high, out, scratch); \
        rr_##kind(&x); \
        rr_shell_end(&x, losts); \
    }
#ifdef RR_SHELL_FEW
RR_SHELL_KERNEL(cached)
RR_SHELL_KERNEL(compact)
#else
#define RR_STRATEGY(kind, name, form, help, example) RR_SHELL_KERNEL(kind)
#include "../src/strategies.h"
#undef RR_STRATEGY
#endif
#endif
