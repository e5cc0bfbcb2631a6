/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"
#include "laws/brownian/steps.h"

static const rr_law law = {
    .no_moments = "a component's are those of its time: mean start + drift t, variance scale^2 t",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0.25, 0.5, 2, 1)),
    .synonyms = RR_SYNONYMS(RR_STEP_NAMES, RR_SAME("mu", "drift"), RR_SAME("sigma", "scale"), RR_SAME("volatility", "scale"),
                            RR_SAME("x0", "start")),
};

extern const rr_sampler rr_sampler_brownian;
const rr_sampler rr_sampler_brownian = {
    .name = "brownian", .law = "brownian", .method = "", .about = &law, .names = "brownian-motion wiener wiener-process",
    .help = "rows of K values of a Brownian motion at the ends of K steps of time, with a drift: sums of normals",
    .source = "Karatzas and Shreve, Brownian Motion and Stochastic Calculus (1991), 2.1",
    .bits_version = 2, .family = RR_FAMILY_BROWNIAN, .shape = RR_ROW, RR_STEPS,
    .params = 4,
    .param = {RR_STEP,
              {"drift", "drift per unit of time, one value or one per row", 0, RR_BETWEEN(-1e30, 1e30)},
              {"scale", "standard deviation after a unit of time, one value or one per row", 1, RR_BETWEEN(0, 1e30)},
              {"start", "value at time 0, one value or one per row", 0, RR_BETWEEN(-1e30, 1e30)}},
    .digest = 0xe235000935701ca9,
};
