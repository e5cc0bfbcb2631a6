/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/gamma/draw/accept.h"

extern const rr_sampler rr_sampler_chi2;
const rr_sampler rr_sampler_chi2 = {
    .name = "chi2", .law = "chi2", .method = "",
    .help = "chi-squared with the given degrees of freedom: twice the gamma draw of shape df / 2 and the same index",
    .source = "Marsaglia and Tsang, ACM TOMS 26 (2000) 363, doubled",
    .bits_version = 1, .family = RR_FAMILY_GAMMA, .dtypes = RR_FLOATS,
    .params = 1, .param = {{"df", "degrees of freedom", RR_REQUIRED, RR_SHAPE_RANGE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {2, 3}, .accept = rr_gamma_accept_half,
    .slow = rr_gamma_slow_half, .aux = rr_gamma_aux_half,
};
