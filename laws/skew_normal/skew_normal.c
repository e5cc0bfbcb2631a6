/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double d2 = p[2] * p[2] / (1 + p[2] * p[2]), m2 = 2 * d2 / RR_PI, v = p[1] * p[1] * (1 - m2);
    const double m = p[1] * copysign(sqrt(m2), p[2]);
    return rr_kurtic(p[0] + m, v, 3 + 2 * (RR_PI - 3) * m2 * m2 / ((1 - m2) * (1 - m2)));
}

#define NOT_MEAN_AND_SD "skew-normal takes --location and --scale, which are not its mean and standard deviation"

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 1, 3), RR_AT(RR_FOR_MOMENTS, 3, 2, -4),
                            RR_AT(RR_FOR_MOMENTS, 0, 1, 0.5)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("loc", "location"), RR_SAME("xi", "location"), RR_SAME("omega", "scale"), RR_SAME("alpha", "shape"),
        RR_NOTE("mean", NOT_MEAN_AND_SD), RR_NOTE("sd", NOT_MEAN_AND_SD), RR_NOTE("std", NOT_MEAN_AND_SD)),
};

extern const rr_sampler rr_sampler_skew_normal;
const rr_sampler rr_sampler_skew_normal = {
    .name = "skew-normal", .law = "skew-normal", .method = "", .about = &law,
    .names = "skewnorm",
    .help = "skew normal of Azzalini with the given location, scale and shape alpha; a shape of inf "
            "(-inf) is the half normal",
    .source = "Azzalini, Scandinavian Journal of Statistics 12 (1985) 171; Henze, ibid. 13 (1986) 271",
    .bits_version = 2, .family = RR_FAMILY_SKEW_NORMAL, .dtypes = RR_REALS,
    .params = 3, .param = {{"location", "location", 0, RR_FINITE}, {"scale", "scale", 1, RR_POSITIVE},
                           {"shape", "alpha; 0 is the normal", RR_REQUIRED, RR_BETWEEN(-INFINITY, INFINITY)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {2, 4}, .slow = rr_log_fraction,
    .digest = 0x51e4a5402d65cfd9,
};
