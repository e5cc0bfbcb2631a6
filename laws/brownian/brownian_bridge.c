/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"
#include "laws/brownian/steps.h"

static const rr_law law = {
    .no_moments = "a component's are those of its time t of T: mean start + (stop - start) t / T, variance "
                  "scale^2 t (T - t) / T",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0.25, 1, 3, 2)),
    .synonyms = RR_SYNONYMS(RR_STEP_NAMES, RR_SAME("sigma", "scale"), RR_SAME("volatility", "scale"), RR_SAME("x0", "start"),
                            RR_SAME("end", "stop")),
};

extern const rr_sampler rr_sampler_brownian_bridge;
const rr_sampler rr_sampler_brownian_bridge = {
    .name = "brownian-bridge", .law = "brownian-bridge", .method = "", .about = &law, .names = "wiener-bridge",
    .help = "rows of K values of a Brownian motion at the ends of K steps of time, the last of which is `stop`",
    .source = "Karatzas and Shreve, Brownian Motion and Stochastic Calculus (1991), 5.6.B",
    .bits_version = 2, .family = RR_FAMILY_BROWNIAN_BRIDGE, .shape = RR_ROW, RR_STEPS,
    .params = 4,
    .param = {RR_STEP,
              {"start", "value at time 0, one value or one per row", 0, RR_BETWEEN(-1e30, 1e30)},
              {"stop", "the last value, one value or one per row", 0, RR_BETWEEN(-1e30, 1e30)},
              {"scale", "standard deviation of a free motion after a unit of time, one value or one per row", 1,
               RR_BETWEEN(0, 1e30)}},
    .digest = 0x36e84d5b711ee6c1,
};
