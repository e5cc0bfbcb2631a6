/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/gamma/draw/accept.h"

/* E X^k = scale E X^(k-1) / (shape - k); the first four exist for shape > 4. */
static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = m[k - 1] * p[1] / (p[0] - k);
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0.5, 1), RR_AT(RR_FOR_MOMENTS, 20, 3)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("a", "shape"), RR_SAME("alpha", "shape"), RR_SAME("beta", "scale"),
        RR_NOTE("rate", "inverse-gamma takes --scale, which is the rate of the gamma whose inverse it is")),
};

extern const rr_sampler rr_sampler_inverse_gamma;
const rr_sampler rr_sampler_inverse_gamma = {
    .name = "inverse-gamma", .law = "inverse-gamma", .method = "", .about = &law,
    .names = "invgamma",
    .help = "inverse gamma with the given shape and scale: scale divided by the gamma draw of the same shape and index",
    .source = "Marsaglia and Tsang, ACM TOMS 26 (2000) 363, inverted",
    .bits_version = 3, .family = RR_FAMILY_GAMMA, .dtypes = RR_REALS,
    .params = 2, .param = {{"shape", "shape", RR_REQUIRED, RR_SHAPE_RANGE}, {"scale", "scale", 1, RR_POSITIVE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {2, 3}, .accept = rr_gamma_accept, .slow = rr_gamma_slow,
    .aux = rr_gamma_aux,
    .digest = 0xc8a0dcc297fa31cc,
};
