/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "draw/accept.h"
#include "law.h"

static rr_moments moments(const double *p)
{
    return rr_kurtic(p[0] * p[1], p[0] * p[1] * p[1], 3 + 6 / p[0]);
}

const rr_law rr_law_gamma = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_STRATEGIES | RR_FOR_REPORT, 2, 1),
                            RR_OVER(RR_FOR_BENCH | RR_FOR_REPORT, (1, 1), (11, 1)),
                            RR_AT(RR_FOR_BENCH | RR_FOR_STRATEGIES | RR_FOR_REPORT, 0.3, 1),
                            RR_OVER(RR_FOR_BENCH, (0.2, 1), (4, 1)),
                            RR_AT(RR_FOR_MOMENTS, 0.04, 1), RR_AT(RR_FOR_MOMENTS, 0.3, 2), RR_AT(RR_FOR_MOMENTS, 2, 0.5),
                            RR_AT(RR_FOR_MOMENTS, 300, 1),
                            RR_AT(RR_FOR_PLAN, 0.45, 1), RR_AT(RR_FOR_PLAN | RR_FOR_QUICK_PLAN, 1.6, 1),
                            RR_AT(RR_FOR_PLAN, 6, 1), RR_OVER(RR_FOR_PLAN | RR_FOR_QUICK_PLAN, (1.2, 1), (9, 1))),
    .synonyms = RR_SYNONYMS(
        RR_SAME("k", "shape"), RR_SAME("a", "shape"), RR_SAME("alpha", "shape"), RR_SAME("theta", "scale"),
        RR_NOTE("rate", "gamma takes --scale, which is 1 / rate"),
        RR_NOTE("beta", "gamma takes --scale, which is 1 / beta")),
};

extern const rr_sampler rr_sampler_gamma;
const rr_sampler rr_sampler_gamma = {
    .name = "gamma", RR_GAMMA_LAW, .method = "",
    .names = "rgamma standard-gamma",
    .help = "gamma with any shape and scale, by the method of Marsaglia and Tsang",
    .source = "Marsaglia and Tsang, ACM TOMS 26 (2000) 363",
    .bits_version = 3, .family = RR_FAMILY_GAMMA,
    .param = {{"shape", "shape", RR_REQUIRED, RR_SHAPE_RANGE}, RR_GAMMA_SCALE},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {2, 3}, .accept = rr_gamma_accept, .slow = rr_gamma_slow,
    .aux = rr_gamma_aux,
    .digest = 0xb346ce980015a289,
};
