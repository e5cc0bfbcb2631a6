/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "draw/accept.h"
#include "law.h"

static rr_moments moments(const double *p)
{
    return rr_gamma_root_moments(p[0] / 2, 2);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 0.5), RR_AT(RR_FOR_MOMENTS, 5)),
    .synonyms = RR_SYNONYMS(RR_SAME("nu", "df"), RR_SAME("k", "df")),
};

extern const rr_sampler rr_sampler_chi;
const rr_sampler rr_sampler_chi = {
    .name = "chi", .law = "chi", .method = "", .about = &law,
    .help = "chi with the given degrees of freedom: the root of the chi2 draw of the same index",
    .source = "Marsaglia and Tsang, ACM TOMS 26 (2000) 363, the root of twice it",
    .bits_version = 2, .family = RR_FAMILY_GAMMA, .dtypes = RR_REALS,
    .params = 1, .param = {{"df", "degrees of freedom", RR_REQUIRED, RR_SHAPE_RANGE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {2, 3}, .accept = rr_gamma_accept_half,
    .slow = rr_gamma_slow_half, .aux = rr_gamma_aux_half,
    .digest = 0xdab4ae2dba09f086,
};
