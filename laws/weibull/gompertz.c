/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

/* E X^k is the integral of k x^(k - 1) e^(-c (e^x - 1)) from 0 to log(1 + 750 / c), by Simpson's rule. */
static rr_moments moments(const double *p)
{
    enum { STEPS = 8000 };
    const double c = p[0], end = log1p(750 / c), h = end / STEPS;
    double m[4] = {0};
    for (int i = 0; i <= STEPS; ++i) {
        const double x = i * h, w = (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2) * h / 3 * exp(-c * expm1(x));
        for (int k = 0; k < 4; ++k) m[k] += w * (k + 1) * pow(x, k);
    }
    const rr_moments one = rr_central(m[0], m[1], m[2], m[3]);
    return (rr_moments){p[1] * one.mean, p[1] * p[1] * one.variance, pow(p[1], 4) * one.fourth};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0.1, 1), RR_AT(RR_FOR_MOMENTS, 0.01, 2), RR_AT(RR_FOR_MOMENTS, 3, 1)),
    .synonyms = RR_SYNONYMS(
        RR_SAME("eta", "c"), RR_SAME("concentration", "c"), RR_SAME("shape", "c"),
        RR_NOTE("rate", "with the hazard a e^(b x): --c is a / b, --scale is 1 / b"),
        RR_NOTE("a", "with the hazard a e^(b x): --c is a / b, --scale is 1 / b"),
        RR_NOTE("b", "with the hazard a e^(b x): --c is a / b, --scale is 1 / b")),
};

extern const rr_sampler rr_sampler_gompertz;
const rr_sampler rr_sampler_gompertz = {
    .name = "gompertz", .law = "gompertz", .method = "", .about = &law,
    .names = "rgompertz",
    .help = "Gompertz: scale log(1 + E / c), E the exponential draw of the same index: a hazard that grows as e^(x / scale)",
    .source = "Gompertz, Phil. Trans. R. Soc. 115 (1825) 513; inverse CDF",
    .bits_version = 1, .family = RR_FAMILY_ONE_WORD, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"c", "shape: the hazard at 0 times scale", RR_REQUIRED, {1e-30, 1e25, 0, 0}, {1e-300, 1e280, 0, 0}},
              {"scale", "scale", 1, RR_POSITIVE}},
    .monotone = 1, .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x6a4186fa2ce329de,
};
