/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "it has none",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 1)),
    .synonyms = RR_SYNONYMS(RR_SAME("c", "scale"), RR_SAME("mu", "loc")),
};

extern const rr_sampler rr_sampler_levy;
const rr_sampler rr_sampler_levy = {
    .name = "levy", .law = "levy", .method = "", .about = &law,
    .help = "Levy: loc + scale / Z^2, Z the standard normal draw of the same index",
    .source = "Devroye, Non-Uniform Random Variate Generation (1986), IX.6",
    .bits_version = 1, .family = RR_FAMILY_NORMAL, .dtypes = RR_REALS,
    .params = 2,
    .param = {{"loc", "left end", 0, RR_FINITE},
              {"scale", "scale", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x0693f050efb3d2a4,
};
