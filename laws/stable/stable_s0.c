/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static const rr_stage stages[] = RR_STABLE_STAGES(RR_FAMILY_STABLE_S0);

extern const rr_sampler rr_sampler_stable_s0;
const rr_sampler rr_sampler_stable_s0 = {
    .name = "stable-s0", .law = "stable-s0", RR_STABLE,
    .names = "stable0 nolan-stable",
    .help = "stable distribution of index alpha and skewness beta, in Nolan's parametrization 0, continuous in alpha",
    .bits_version = 2, .family = RR_FAMILY_STABLE_S0_ANGLE,
    .digest = 0xcc0e5db303bf2bd8,
};
