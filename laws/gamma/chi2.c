/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/gamma/draw/accept.h"

/* Twice a gamma of shape df / 2. */
static rr_moments moments(const double *p)
{
    return rr_kurtic(p[0], 2 * p[0], 3 + 12 / p[0]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 3), RR_AT(RR_FOR_MOMENTS, 0.5), RR_AT(RR_FOR_MOMENTS, 5)),
    .synonyms = RR_SYNONYMS(RR_SAME("nu", "df"), RR_SAME("k", "df")),
};

extern const rr_sampler rr_sampler_chi2;
const rr_sampler rr_sampler_chi2 = {
    .name = "chi2", .law = "chi2", .method = "", .about = &law,
    .names = "chisquare chi-square chi-squared chisq",
    .help = "chi-squared with the given degrees of freedom: twice the gamma draw of shape df / 2 and the same index",
    .source = "Marsaglia and Tsang, ACM TOMS 26 (2000) 363, doubled",
    .bits_version = 2, .family = RR_FAMILY_GAMMA, .dtypes = RR_REALS,
    .params = 1, .param = {{"df", "degrees of freedom", RR_REQUIRED, RR_SHAPE_RANGE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {2, 3}, .accept = rr_gamma_accept_half,
    .slow = rr_gamma_slow_half, .aux = rr_gamma_aux_half,
    .digest = 0x7ab3b1479b942adb,
};
