/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = m[k - 1] * p[2] * k / (1 - k * p[0]);
    rr_moments r = rr_central(m[1], m[2], m[3], m[4]);
    r.mean += p[1];
    return r;
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0.1, 0, 1), RR_AT(RR_FOR_MOMENTS, -0.3, 3, 2),
                            RR_AT(RR_FOR_MOMENTS, 0, 3, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("mu", "loc"), RR_SAME("location", "loc"), RR_SAME("xi", "c"), RR_SAME("shape", "c"),
        RR_SAME("sigma", "scale")),
};

extern const rr_sampler rr_sampler_genpareto;
const rr_sampler rr_sampler_genpareto = {
    .name = "genpareto", .law = "genpareto", .method = "", .about = &law,
    .names = "gpd generalized-pareto",
    .help = "generalized Pareto: loc + scale (e^(c E) - 1) / c, E the exponential draw of the same index",
    .source = "Pickands, Annals of Statistics 3 (1975) 119; inverse CDF",
    .bits_version = 2, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 3,
    .param = {{"c", "shape, xi", RR_REQUIRED, {-1e30, 1e30, 0, 0}, {-1e300, 1e300, 0, 0}},
              {"loc", "smallest value", 0, RR_FINITE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xe60cd675bd479c71,
};
