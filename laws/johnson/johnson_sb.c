/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "they have no closed form",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 1, 0, 1)),
    .synonyms = RR_SYNONYMS(RR_SAME("gamma", "a"), RR_SAME("delta", "b"), RR_SAME("xi", "loc"), RR_SAME("lambda", "scale")),
};

extern const rr_sampler rr_sampler_johnson_sb;
const rr_sampler rr_sampler_johnson_sb = {
    .name = "johnson-sb", .law = "johnson-sb", .method = "", .about = &law,
    .names = "johnsonsb logit-normal",
    .help = "Johnson SB: loc + scale / (1 + e^(-(Z - a) / b)), Z the standard normal draw of the same index",
    .source = "Johnson, Biometrika 36 (1949) 149",
    .bits_version = 1, .family = RR_FAMILY_NORMAL, .dtypes = RR_REALS,
    .params = 4,
    .param = {{"a", "shift of the normal", 0, RR_BETWEEN(-1e6, 1e6)},
              {"b", "its divisor", RR_REQUIRED, RR_BETWEEN(1e-3, 1e6)},
              {"loc", "left end", 0, RR_FINITE},
              {"scale", "width", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x75ec4b140b511f38,
};
