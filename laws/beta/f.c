/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/beta/draw/accept.h"

static double accept(const double *params)
{
    return rr_beta_accept_of(params[0] / 2, params[1] / 2);
}

static double slow(const double *params, rr_type dtype)
{
    return rr_beta_slow_of(params[0] / 2, params[1] / 2, dtype);
}

extern const rr_sampler rr_sampler_f;
const rr_sampler rr_sampler_f = {
    .name = "f", .law = "f", .method = "",
    .help = "F with df1 and df2 degrees of freedom: the odds of the beta draw of half of them, times df2 / df1",
    .source = "Cheng, CACM 21 (1978) 317, in cumulant form",
    .bits_version = 1, .family = RR_FAMILY_BETA, .dtypes = RR_FLOATS,
    .params = 2, .param = {{"df1", "degrees of freedom of the numerator", RR_REQUIRED, RR_BETA_RANGE},
                           {"df2", "degrees of freedom of the denominator", RR_REQUIRED, RR_BETA_RANGE}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = slow,
};
