/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of strategies: RR_STRATEGY(kind, name, form, help, number, takes, model, role, compared).
 *
 *   kind            names kind.h and its function rr_kind; auto, the first, has none
 *   form, number    the syntax of its text, and the number of an example
 *   takes           NOTHING, GROUP (of 1 to 32 lanes, a power of two, or 0: chosen by group_list.h) or PROPOSALS (1 to
 *                   65536, and a + that continues)
 *   model           its formula in the analytic model (rr_model_strategy); NONE: the planner ignores it
 *   role            in the planner: ROWS gives one row of samples per call, and so works in a user's kernel; TILES gives a
 *                   tile; SHOWN is in plans but never the choice
 *   compared        the numbers that the planner compares, in words
 *
 * The host's part of it is host/lists/strategy.c. */
RR_STRATEGY(auto, "auto", "auto", "the default: compact", 0, NOTHING, NONE, ROWS, "")
RR_STRATEGY(loop, "loop", "loop", "every lane retries until the whole warp has a sample", 0, NOTHING, LOOP, ROWS, "")
RR_STRATEGY(cached, "cached", "cached", "a lane that has its sample works on its next one", 0, NOTHING, CACHED, ROWS, "")
RR_STRATEGY(grouped, "grouped", "grouped or grouped:G",
            "G lanes (1, 2, 4, 8, 16 or 32) try G attempts of one sample; the lowest accepted one counts. Without G: the "
            "best group", 4, GROUP, GROUPED, ROWS, "2 4 8 16 32")
RR_STRATEGY(fixed, "fixed", "fixed:M or fixed:M+",
            "M attempts (1 to 65536) per sample, then a reduction; with +, failed samples are retried", 32, PROPOSALS, FIXED,
            SHOWN, "4+ 8+")
RR_STRATEGY(regroup, "regroup", "regroup", "in every iteration lanes are assigned to unfinished samples", 0, NOTHING,
            REGROUP, ROWS, "")
RR_STRATEGY(regroup_ahead, "regroup:ahead", "regroup:ahead", "regroup; surplus lanes work on the next row", 0, NOTHING,
            REGROUP_AHEAD, TILES, "")
RR_STRATEGY(refill, "refill", "refill", "a lane that has its sample takes the next index", 0, NOTHING, REFILL,
            TILES, "")
RR_STRATEGY(compact, "compact", "compact",
            "branch-free first attempt; rejected indices are compacted and retried", 0, NOTHING, COMPACT, TILES, "")
