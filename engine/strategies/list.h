/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of strategies: RR_STRATEGY(kind, name, form, help, example number). kind names kind.h and
 * its function rr_kind; auto, the first, has none. The forms are read by host/api/strategy.c. */
RR_STRATEGY(auto, "auto", "auto", "what the planner thinks fastest", 0)
RR_STRATEGY(loop, "loop", "loop", "every lane retries until the whole warp has a sample", 0)
RR_STRATEGY(cached, "cached", "cached", "a lane that is done works ahead on its next sample", 0)
RR_STRATEGY(grouped, "grouped", "grouped:G", "G lanes try G attempts of one sample; the lowest accepted wins", 4)
RR_STRATEGY(fixed, "fixed", "fixed:M or fixed:M+",
            "M attempts of every sample, then a reduction; + goes on where all failed", 32)
RR_STRATEGY(regroup, "regroup", "regroup", "lanes are dealt out again over the open samples at every iteration", 0)
RR_STRATEGY(regroup_ahead, "regroup:ahead", "regroup:ahead", "regroup whose surplus lanes try the next row", 0)
RR_STRATEGY(refill, "refill", "refill", "a lane that is done takes the next index at once", 0)
RR_STRATEGY(compact, "compact", "compact",
            "a first pass in straight lines; what is left over is compacted and tried again", 0)
