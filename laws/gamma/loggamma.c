/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/gamma/draw/accept.h"

/* Derivatives 0, 1 and 3 of digamma: recurrence up to x >= 20, then the asymptotic series, accurate to 1e-14. */
static void polygamma(double x, double psi[3])
{
    psi[0] = psi[1] = psi[2] = 0;
    for (; x < 20; ++x) {
        psi[0] -= 1 / x;
        psi[1] += 1 / (x * x);
        psi[2] += 6 / (x * x * x * x);
    }
    const double y = 1 / (x * x);
    psi[0] += log(x) - 0.5 / x - y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y / 240)));
    psi[1] += 1 / x + y / 2 + y / x * (1.0 / 6 - y * (1.0 / 30 - y * (1.0 / 42 - y / 30)));
    psi[2] += y / x * (2 + 3 / x + y * (2 - y * (1 - y * (4.0 / 3 - 3 * y))));
}

/* The cumulants are those derivatives. */
static rr_moments moments(const double *p)
{
    double psi[3];
    polygamma(p[0], psi);
    return (rr_moments){psi[0], psi[1], psi[2] + 3 * psi[1] * psi[1]};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_STRATEGIES | RR_FOR_MOMENTS, 2), RR_AT(RR_FOR_MOMENTS, 0.04),
                            RR_AT(RR_FOR_MOMENTS, 0.3), RR_AT(RR_FOR_PLAN, 0.2), RR_AT(RR_FOR_PLAN, 3)),
    .synonyms = RR_SYNONYMS(RR_SAME("k", "shape"), RR_SAME("alpha", "shape")),
};

extern const rr_sampler rr_sampler_loggamma;
const rr_sampler rr_sampler_loggamma = {
    .name = "loggamma", .law = "loggamma", .method = "", .about = &law,
    .names = "log-gamma",
    .help = "logarithm of the gamma draw of the same shape and index; it does not underflow",
    .source = "Marsaglia and Tsang, ACM TOMS 26 (2000) 363, in logarithms",
    .bits_version = 2, .family = RR_FAMILY_GAMMA, .dtypes = RR_REALS,
    .params = 1, .param = {{"shape", "shape", RR_REQUIRED, RR_SHAPE_RANGE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {2, 3}, .accept = rr_gamma_accept, .slow = rr_gamma_slow,
    .aux = rr_gamma_aux,
    .digest = 0x94305d2811573df3,
};
