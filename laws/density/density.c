/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* For exp(-x^4/4): E X^2 = 2 Gamma(3/4) / Gamma(1/4), E X^4 = 1. */
static rr_moments moments(const double *params)
{
    const double square = params[1] * params[1];
    return (rr_moments){params[0], square * 0.67597823406748503, square * square};
}

static const rr_law rr_law_density = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_MOMENTS | RR_FOR_BENCH, 0, 1), RR_AT(RR_FOR_MOMENTS, 2, 0.5)),
};

extern const rr_sampler rr_sampler_density;
const rr_sampler rr_sampler_density = {
    .name = "density", .law = "density", .method = "", .about = &rr_law_density,
    .help = "a distribution given by its density, density:EXPRESSION (default exp(-x^4/4)), by a table of the inverse CDF",
    .source = "numerical inversion as of Derflinger, Hoermann and Leydold, ACM TOMS 20 (2010)",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS, .params = 2,
    .param = {{"loc", "added to the variate", 0, RR_FINITE}, {"scale", "factor of the variate", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_tails_fraction, .monotone = 1, .inverse = 1,
    .digest = 0x472067800bd4d3cd,
};
