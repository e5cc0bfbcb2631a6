/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"
#include "laws/brownian/steps.h"

static const rr_law law = {
    .no_moments = "a component's are those of its time: variance sigma^2 (1 - e^(-2 theta t)) / (2 theta) about the mean",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 1, 0.25, 0.5, 2)),
    .synonyms = RR_SYNONYMS(RR_STEP_NAMES, RR_SAME("mu", "mean"), RR_SAME("loc", "mean"), RR_SAME("kappa", "theta"),
                            RR_SAME("rate", "theta"), RR_SAME("volatility", "sigma"), RR_SAME("scale", "sigma"),
                            RR_NOTE("start", "the process starts at its mean; to start at x0, give --mean "
                                             "mean + (x0 - mean) e^(-theta t) for the times t"),
                            RR_NOTE("x0", "the process starts at its mean; to start at x0, give --mean "
                                          "mean + (x0 - mean) e^(-theta t) for the times t")),
};

extern const rr_sampler rr_sampler_ornstein_uhlenbeck;
const rr_sampler rr_sampler_ornstein_uhlenbeck = {
    .name = "ornstein-uhlenbeck", .law = "ornstein-uhlenbeck", .method = "", .about = &law, .names = "ou vasicek",
    .help = "rows of K values of an Ornstein-Uhlenbeck process at the ends of K steps of time, from the exact transition "
            "of each step",
    .source = "Uhlenbeck and Ornstein, Physical Review 36 (1930) 823; Gillespie, Physical Review E 54 (1996) 2084",
    .bits_version = 2, .family = RR_FAMILY_ORNSTEIN_UHLENBECK, .shape = RR_ROW, RR_STEPS,
    .params = 4,
    .param = {{"mean", "mean, which is also the value at time 0: one value, K of them, or a row of K for each sample", 0,
               RR_BETWEEN(-1e30, 1e30), RR_K},
              RR_STEP,
              {"theta", "rate of return to the mean, one value or one per row", 1, RR_BETWEEN(0, 1e30)},
              {"sigma", "standard deviation of the noise per unit of time, one value or one per row", 1,
               RR_BETWEEN(0, 1e30)}},
    .digest = 0xcf2fa0d9670d4ea5,
};
