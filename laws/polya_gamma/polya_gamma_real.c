/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static rr_moments moments(const double *p) { return rr_polya_moments(p[0], p[1]); }

/* The number of terms. */
static double work(const double *p, rr_type dtype)
{
    (void)dtype;
    return ceil(p[0]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 2.5, 1), RR_AT(RR_FOR_MOMENTS, 0.3, 0),
                            RR_AT(RR_FOR_MOMENTS, 7, -3), RR_OVER(RR_FOR_BENCH, (0.5, -3), (4, 3))),
    .synonyms = RR_SYNONYMS(RR_POLYA_TILTS, RR_SAME("h", "b"), RR_SAME("n", "b"), RR_SAME("r", "b"), RR_SAME("shape", "b")),
};

static const rr_stage stages[] = {
    {"polya-gamma-sum", RR_FAMILY_POLYA_GAMMA_REAL_SUM, "of the integer below b"},
    {"polya-gamma-part", RR_FAMILY_POLYA_GAMMA_REAL_PART, "of the rest"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_polya_gamma_real;
const rr_sampler rr_sampler_polya_gamma_real = {
    .name = "polya-gamma-real", .law = "polya-gamma-real", .method = "", .about = &law, .names = "pypolyagamma rpg-gamma",
    .help = "Polya-Gamma PG(b, z) with any b up to 2^20, the mixing distribution of negative binomial regression",
    .source = "Polson, Scott and Windle, JASA 108 (2013) 1339; the draws are polya-gamma-sum's and polya-gamma-part's",
    .bits_version = 2, .family = RR_FAMILY_POLYA_GAMMA_REAL_SUM, .dtypes = RR_REALS, .stages = stages,
    .params = 2, .param = {{"b", "shape", RR_REQUIRED, RR_BETWEEN(1e-30, 0x1p20)}, RR_POLYA_TILT},
    .rejects = 1, .min_accept = 0.73, .cap = RR_CAP8, .words = {7, 7}, .work = work,
    .digest = 0x02440885a8461428,
};
