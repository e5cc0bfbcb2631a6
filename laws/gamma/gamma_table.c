/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

/* Nanoseconds for the table of a shape (one core of Zen 3): about 2300 (f32) or 4600 (f64) quantiles, each with about
 * sqrt(shape) terms of its series. */
static double setup(const double *params, rr_type dtype)
{
    return (dtype == RR_F64 ? 2 : 1) * (11e6 + 2e4 * sqrt(params[0]));
}

/* A root is within 2.7 (f32) or 230 (f64) half ulps; each squaring doubles that and rounds once more
 * (laws/gamma/README.md). */
static double error(const double *params, rr_type dtype)
{
    const double root = dtype == RR_F64 ? 230 * 0x1p-53 : 2.7 * 0x1p-24, rounding = dtype == RR_F64 ? 0x1p-53 : 0x1p-24;
    const double power = params[0] < 0.15 ? 8 : params[0] < 0.3 ? 4 : params[0] < 0.6 ? 2 : 1;
    return power * root + (power - 1) * rounding;
}

extern const rr_sampler rr_sampler_gamma_table;
const rr_sampler rr_sampler_gamma_table = {
    .name = "gamma:table", RR_GAMMA_LAW, .method = "table",
    .help = "gamma for many draws with one shape, by a table of the inverse CDF, which is built once per shape",
    .source = "piecewise polynomial inverse CDF; laws/gamma/README.md, section Tables",
    .bits_version = 3, .family = RR_FAMILY_ONE_WORD,
    .param = {{"shape", "shape, one for all draws", RR_REQUIRED, RR_BETWEEN(0.1, 1e6)}, RR_GAMMA_SCALE},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_tails_fraction, .fixed = 1u << 0, .monotone = 1,
    .setup = setup, .table = {10432, 27968}, .error = error,
    .digest = 0x15878582b52d5818,
};
