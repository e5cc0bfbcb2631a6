/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

extern const rr_sampler rr_sampler_categorical_alias;
const rr_sampler rr_sampler_categorical_alias = {
    .name = "categorical:alias", RR_CATEGORICAL_LAW, .method = "alias",
    .help = "a number from 0 to K - 1 with probabilities proportional to K weights, one vector for all samples, by an alias "
            "table",
    .source = "Walker, ACM Transactions on Mathematical Software 3 (1977) 253, in integers",
    .bits_version = 1, .family = RR_FAMILY_CATEGORICAL_ALIAS, .fixed = 1,
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 1},
    .digest = 0x4e878ce0c0bf876e,
};
