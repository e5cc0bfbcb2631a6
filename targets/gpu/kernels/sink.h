/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples that go to a caller's functions (RR_SINK 1, or 2 where samples are words; engine/lanes/sink.h is what their text
 * is written in) and not to memory: rr_taker_begin and rr_taker_end once a thread, rr_taker_take for each sample, on
 * whichever thread has it.
 *
 * The pointers of a kernel that have nothing else to do here are the caller's memory. Parameters that no host has seen are
 * looked at when their sample is there, which is then not given away if they are bad. Included by kernel.h. */
#ifndef RR_GPU_SINK_H
#define RR_GPU_SINK_H

/* A thread's, and what it must know of the tile in work. */
struct rr_gpu_sink {
    rr_taker own;
    rr_sink_memory memory;
    const rr_launch *launch;
    rr_uint64 element;     /* number of slot 0 in the job */
    rr_word lowest_bad;    /* of the tile's slots; all ones: none */
};

/* Are the parameters of a slot good? Notes it if not. */
RR_FN int rr_sink_good(const rr_work *x, rr_word slot)
{
    if (RR_PLAIN || !x->sink->launch->checks || rr_gpu_good(x->sink->launch, x->tile, slot)) return 1;
    x->sink->lowest_bad = slot < x->sink->lowest_bad ? slot : x->sink->lowest_bad;
    return 0;
}

#if RR_SINK == 2
#define RR_SINK_SAMPLE(x) rr_toword(rr_asbits(x))
#else
#define RR_SINK_SAMPLE(x) rr_own(x)
#endif

RR_FN void rr_warp_give(rr_work *x, rr_word slot, rr_real sample)
{
    if (rr_sink_good(x, slot))
        rr_taker_take(&x->sink->own, &x->sink->memory, x->sink->element + slot, RR_SINK_SAMPLE(sample));
}

/* Bad parameters may be why there is no sample. */
RR_FN void rr_warp_miss(rr_work *x, rr_word slot) { (void)rr_sink_good(x, slot); }

#endif
