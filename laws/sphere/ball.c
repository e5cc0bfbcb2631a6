/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "a component's depend on how many there are",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0, 1)),
    .synonyms = RR_SYNONYMS(RR_SAME("centre", "center"), RR_SAME("loc", "center"), RR_SAME("scale", "radius"),
                            RR_SAME("r", "radius")),
};

static const rr_stage stages[] = {{"exponential", RR_FAMILY_BALL_RADIUS, "K times the logarithm of the radius"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_ball;
const rr_sampler rr_sampler_ball = {
    .name = "ball", .law = "ball", .method = "", .about = &law,
    .help = "rows of K components, uniform in the ball with the given center and radius: points of a sphere times U^(1/K)",
    .source = "Muller, Communications of the ACM 2 (1959) 19",
    .bits_version = 2, .family = RR_FAMILY_BALL, .dtypes = RR_FLOATS, .shape = RR_ROW, .row_stages = stages,
    .params = 2,
    .param = {{"center", "center, K numbers or a row of K for each sample; one value for all in C", 0, RR_FINITE, RR_K},
              {"radius", "radius, one value or one per row", 1, RR_POSITIVE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xd0b1c23c3f09ffad,
};
