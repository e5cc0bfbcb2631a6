/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/gamma/draw/accept.h"

static const rr_law law = {
    .no_moments = "a component's depend on how many there are",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0.5)),
    .synonyms = RR_SYNONYMS(RR_SAME("concentration", "alpha")),
};

extern const rr_sampler rr_sampler_dirichlet;
const rr_sampler rr_sampler_dirichlet = {
    .name = "dirichlet", .law = "dirichlet", .method = "", .about = &law,
    .help = "Dirichlet with any shapes alpha: rows of K gammas divided by their sum",
    .source = "gammas by Marsaglia and Tsang, ACM TOMS 26 (2000) 363, normalized in logarithms",
    .bits_version = 3, .family = RR_FAMILY_DIRICHLET, .dtypes = RR_FLOATS, .shape = RR_ROW,
    /* For larger shapes the logarithm's ulp would be visible in the components: their relative spread is alpha^(-1/2). */
    .params = 1, .param = {{"alpha", "shapes, K of them or a row of K for each sample", RR_REQUIRED, {1e-30, 1e7, 0, 0},
                            {1e-300, 1e15, 0, 0}, RR_K}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {2, 3}, .accept = rr_gamma_accept, .slow = rr_gamma_slow,
    .aux = rr_gamma_aux,
    .digest = 0xf52de41cd4398c89,
};
