/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static rr_moments moments(const double *p) { return rr_polya_moments(p[0], p[1]); }

static const char *relate(const double *p)
{
    return p[0] == floor(p[0]) ? NULL : "b must be an integer, the number of PG(1, z) added: polya-gamma-real takes any b";
}

/* The number of terms. */
static double work(const double *p, rr_type dtype)
{
    (void)dtype;
    return p[0];
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_PLAN, 4, 1), RR_AT(RR_FOR_MOMENTS, 1, 0),
                            RR_AT(RR_FOR_MOMENTS, 30, -3), RR_OVER(RR_FOR_BENCH, (4, -3), (4, 3))),
    .synonyms = RR_SYNONYMS(RR_POLYA_TILTS, RR_SAME("n", "b"), RR_SAME("h", "b"), RR_SAME("trials", "b")),
};

extern const rr_sampler rr_sampler_polya_gamma_sum;
const rr_sampler rr_sampler_polya_gamma_sum = {
    .name = "polya-gamma-sum", .law = "polya-gamma-sum", .method = "", .about = &law,
    .names = "polya-gamma-b rpg.devroye rpg-devroye",
    .help = "Polya-Gamma PG(b, z) with an integer b up to 2^20, the mixing distribution of binomial regression, as a sum "
            "of b variates of PG(1, z)",
    .source = "Polson, Scott and Windle, JASA 108 (2013) 1339; each term is drawn as in polya-gamma",
    .bits_version = 1, .family = RR_FAMILY_POLYA_GAMMA_SUM, .dtypes = RR_REALS,
    .params = 2, .param = {{"b", "number of terms, an integer", RR_REQUIRED, RR_BETWEEN(1, 0x1p20)}, RR_POLYA_TILT},
    .min_accept = 1, .cap = RR_CAP8, .words = {4, 4}, .work = work, .relate = relate,
    .digest = 0x9ad485427454f0eb,
};
