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

/* E X^k = E X^(k-1) (df2 / df1) (df1 / 2 + k - 1) / (df2 / 2 - k); the first four exist for df2 > 8. */
static rr_moments moments(const double *p)
{
    double m[5] = {1};
    for (int k = 1; k < 5; ++k) m[k] = m[k - 1] * (p[1] / p[0]) * (p[0] / 2 + k - 1) / (p[1] / 2 - k);
    return rr_central(m[1], m[2], m[3], m[4]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 3, 7), RR_AT(RR_FOR_MOMENTS, 5, 40)),
    .synonyms = RR_SYNONYMS(RR_SAME("dfnum", "df1"), RR_SAME("dfden", "df2"), RR_SAME("dfn", "df1"),
                            RR_SAME("dfd", "df2")),
};

extern const rr_sampler rr_sampler_f;
const rr_sampler rr_sampler_f = {
    .name = "f", .law = "f", .method = "", .about = &law,
    .names = "fisher fisher-f snedecor",
    .help = "F with df1 and df2 degrees of freedom: X / (1 - X) df2 / df1, X the beta(df1 / 2, df2 / 2) draw of the same "
            "index",
    .source = "Cheng, CACM 21 (1978) 317, in cumulant form",
    .bits_version = 4, .family = RR_FAMILY_BETA, .dtypes = RR_REALS,
    .params = 2, .param = {{"df1", "degrees of freedom of the numerator", RR_REQUIRED, RR_BETA_RANGE},
                           {"df2", "degrees of freedom of the denominator", RR_REQUIRED, RR_BETA_RANGE}},
    .rejects = 1, .min_accept = 0.249, .cap = RR_CAP8, .words = {2, 3}, .accept = accept, .slow = slow,
    .digest = 0x2648f74608e7d8c6,
};
