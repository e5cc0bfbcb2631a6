/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/beta/draw/accept.h"

static double accept(const double *params)
{
    return rr_beta_accept_of(params[0], params[1]);
}

static double slow(const double *params, rr_type dtype)
{
    return rr_beta_slow_of(params[0], params[1], dtype);
}

extern const rr_sampler rr_sampler_beta;
const rr_sampler rr_sampler_beta = {
    .name = "beta", .law = "beta", .method = "",
    .help = "beta with the shapes a and b, any shapes, by Cheng's BB and BC",
    .source = "Cheng, CACM 21 (1978) 317, in cumulant form",
    .bits_version = 1, .family = RR_FAMILY_BETA, .dtypes = RR_FLOATS,
    .params = 2, .param = {{"a", "shape of X", RR_REQUIRED, RR_BETA_RANGE},
                           {"b", "shape of 1 - X", RR_REQUIRED, RR_BETA_RANGE}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = slow,
};
