/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

/* Nanoseconds for the table of two shapes (one core of Zen 3): about 2300 (f32) or 4600 (f64) quantiles, with more terms of
 * their continued fraction where the shapes are large or very different. */
static double setup(const double *params, rr_type dtype)
{
    return (dtype == RR_F64 ? 2 : 1) * (14e6 + 1.2e6 * sqrt(fmax(params[0], params[1])));
}

/* A root is within 2.7 (f32) or 300 (f64) half ulps. A squaring doubles that and rounds once more. So does 1 - X where X is
 * just below 1/2 and yet computed from the other end (tests/law/tables/beta_table.c). */
static double error(const double *params, rr_type dtype)
{
    const double unit = dtype == RR_F64 ? 0x1p-53 : 0x1p-24, root = (dtype == RR_F64 ? 300 : 2.7) * unit;
    return 2 * (fmin(params[0], params[1]) < 0.6 ? 2 : 1) * (root + unit);
}

extern const rr_sampler rr_sampler_beta_table;
const rr_sampler rr_sampler_beta_table = {
    .name = "beta:table", RR_BETA_LAW, .method = "table",
    .help = "beta for many draws with one pair of shapes, by a table of the inverse CDF, which is built once per pair",
    .source = "piecewise polynomial inverse CDF; laws/beta/README.md, section Tables",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD,
    .param = {{"a", "shape of X, one for all draws", RR_REQUIRED, RR_BETWEEN(0.3, 1000)},
              {"b", "shape of 1 - X, one for all draws", RR_REQUIRED, RR_BETWEEN(0.3, 1000)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_tails_fraction, .fixed = 3u, .monotone = 1,
    .setup = setup, .table = {10432, 27968}, .error = error,
    .digest = 0x6d9dbe6065ccfbda,
};
