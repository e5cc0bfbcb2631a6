/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "draw/accept.h"
#include "law.h"

static rr_moments moments(const double *p)
{
    return rr_gamma_root_moments(p[0], p[1] / p[0]);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0.5, 1), RR_AT(RR_FOR_MOMENTS, 0.3, 2), RR_AT(RR_FOR_MOMENTS, 5, 1)),
    .synonyms = RR_SYNONYMS(RR_SAME("m", "shape"), RR_SAME("omega", "spread")),
};

extern const rr_sampler rr_sampler_nakagami;
const rr_sampler rr_sampler_nakagami = {
    .name = "nakagami", .law = "nakagami", .method = "", .about = &law,
    .help = "Nakagami with the given shape and spread (mean square): the root of spread / shape times the gamma draw of the "
            "same index",
    .source = "Nakagami, in Hoffman (ed.), Statistical Methods in Radio Wave Propagation (1960) 3; Marsaglia and Tsang 2000",
    .bits_version = 3, .family = RR_FAMILY_GAMMA, .dtypes = RR_REALS,
    .params = 2, .param = {{"shape", "shape m", RR_REQUIRED, RR_SHAPE_RANGE},
                           {"spread", "mean square, omega", 1, RR_POSITIVE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {2, 3}, .accept = rr_gamma_accept, .slow = rr_gamma_slow,
    .aux = rr_gamma_aux,
    .digest = 0x65c9b6eed28c283d,
};
