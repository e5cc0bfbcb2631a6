/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double c = p[0], s = p[2], by = s / c;
    if (fabs(c) < 1e-3) return rr_kurtic(p[1] + 0.57721566490153286 * s, s * s * RR_PI * RR_PI / 6, 5.4);
    const rr_moments m = rr_central(tgamma(1 + c), tgamma(1 + 2 * c), tgamma(1 + 3 * c), tgamma(1 + 4 * c));
    return (rr_moments){p[1] + by * (1 - m.mean), by * by * m.variance, by * by * by * by * m.fourth};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0.1, 0, 1), RR_AT(RR_FOR_MOMENTS, 0.25, 3, 2),
                            RR_AT(RR_FOR_MOMENTS, 0, 3, 2)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("mu", "loc"), RR_SAME("location", "loc"), RR_SAME("sigma", "scale"),
        RR_NOTE("xi", "genextreme takes --c, SciPy's shape, which is -xi")),
};

extern const rr_sampler rr_sampler_genextreme;
const rr_sampler rr_sampler_genextreme = {
    .name = "genextreme", .law = "genextreme", .method = "", .about = &law,
    .names = "gev generalized-extreme-value",
    .help = "generalized extreme value: loc + scale (1 - E^c) / c, E exponential; c = 0 is gumbel",
    .source = "Jenkinson, Quarterly Journal of the Royal Meteorological Society 81 (1955) 158",
    .bits_version = 2, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 3,
    .param = {{"c", "shape, -xi", RR_REQUIRED, {-1e30, 1e30, 0, 0}, {-1e300, 1e300, 0, 0}},
              {"loc", "location", 0, RR_FINITE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_ends_fraction,
    .digest = 0x2025124df868e7df,
};
