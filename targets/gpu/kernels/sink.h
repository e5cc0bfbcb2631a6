/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples that go to a caller's functions and not to memory (RR_SINK 1, or 2 if samples are words; engine/lanes/sink.h
 * defines their language): rr_taker_begin and rr_taker_end once per thread, rr_taker_take for each sample, on the thread
 * that has it.
 *
 * The otherwise unused pointers of a kernel are the caller's memory. Parameters in device memory are checked when their
 * sample is drawn; a sample with a bad parameter is dropped. Included by kernel.h. */
#ifndef RR_GPU_SINK_H
#define RR_GPU_SINK_H

/* The state of a thread, with the facts that it needs about the current tile. */
struct rr_gpu_sink {
    rr_taker own;
    rr_sink_memory memory;
    const rr_launch *launch;
    rr_uint64 element;     /* element of slot 0 in the job */
    rr_word lowest_bad;    /* of the tile's slots; all ones: none */
};

/* True if the parameters of a slot are valid. Notes the slot if not. */
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

/* A sample may be missing because its parameters are bad. */
RR_FN void rr_warp_miss(rr_work *x, rr_word slot) { (void)rr_sink_good(x, slot); }

#endif
