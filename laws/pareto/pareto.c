/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = m[k - 1] * p[1] * k / (p[0] - k);
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 3, 1), RR_AT(RR_FOR_MOMENTS, 20, 3)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("alpha", "a"), RR_SAME("shape", "a"),
        RR_NOTE("b", "pareto is NumPy's, from 0 on, with --a; SciPy's pareto is scale more")),
};

extern const rr_sampler rr_sampler_pareto;
const rr_sampler rr_sampler_pareto = {
    .name = "pareto", .law = "pareto", .method = "", .about = &law,
    .names = "lomax pareto2",
    .help = "Pareto II, or Lomax, on [0, inf): scale (e^(E / a) - 1), E the exponential draw of the same index",
    .source = "Lomax, Journal of the American Statistical Association 49 (1954) 847; inverse CDF",
    .bits_version = 2, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"a", "shape", RR_REQUIRED, {1e-30, 1e30, 0, 0}, {1e-300, 1e300, 0, 0}},
              {"scale", "scale", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xd1e5efd88dcfb364,
};
