/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    const double v = p[1] * p[1], m = exp(p[0] + v / 2), e = exp(v);
    return (rr_moments){m, m * m * (e - 1), m * m * m * m * (e - 1) * (e - 1) * (((e + 2) * e + 3) * e * e - 3)};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 1), RR_AT(RR_FOR_MOMENTS, -1, 0.5)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("meanlog", "mu"), RR_SAME("sdlog", "sigma"),
        RR_NOTE("mean", "lognormal takes --mu, the mean of the logarithm"),
        RR_NOTE("sd", "lognormal takes --sigma, the standard deviation of the logarithm"),
        RR_NOTE("std", "lognormal takes --sigma, the standard deviation of the logarithm"),
        RR_NOTE("scale", "lognormal takes --mu, the logarithm of SciPy's scale")),
};

extern const rr_sampler rr_sampler_lognormal;
const rr_sampler rr_sampler_lognormal = {
    .name = "lognormal", .law = "lognormal", .method = "", .about = &law,
    .names = "lognorm log-normal",
    .help = "lognormal: exp(mu + sigma Z), Z the standard normal draw of the same index",
    .source = "Box and Muller, Annals of Mathematical Statistics 29 (1958) 610",
    .bits_version = 3, .family = RR_FAMILY_NORMAL, .dtypes = RR_REALS,
    .params = 2, .param = {{"mu", "mean of the logarithm", 0, RR_FINITE},
                           {"sigma", "standard deviation of the logarithm", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xa8d93cd795a345e9,
};
