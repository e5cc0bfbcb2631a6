/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "descriptor.h"

/* Nanoseconds that the table of a shape takes (one core of Zen 3): some 2300 (f32) or 8700 (f64) quantiles, and terms of
 * their series, of which there are some sqrt(shape). */
static double setup(const double *params, rr_type dtype)
{
    return (dtype == RR_F64 ? 4 : 1) * (11e6 + 2e4 * sqrt(params[0]));
}

static double tails(const double *params, rr_type dtype)
{
    (void)params;
    (void)dtype;
    return 0x1p-7;
}

extern const rr_sampler rr_sampler_gamma_table;
const rr_sampler rr_sampler_gamma_table = {
    .name = "gamma:table", .law = "gamma", .method = "table",
    .help = "gamma of one shape for very many draws, by a table of its inverse CDF that is built once a shape",
    .source = "piecewise polynomial inverse CDF; docs/gamma.md, section Tables",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_FLOATS,
    .params = 2, .param = {{"shape", "shape, one for all draws", RR_REQUIRED, RR_BETWEEN(0.1, 1e6)},
                           {"scale", "scale, 1 / rate", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = tails, .fixed = 1u << 0, .monotone = 1, .setup = setup,
};
