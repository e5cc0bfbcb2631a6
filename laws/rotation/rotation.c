/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "an entry's depend on how many there are: mean 0, variance 1 / D",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0)),
};

static const rr_stage stages[] = {{0, 0, 0}};

extern const rr_sampler rr_sampler_rotation;
const rr_sampler rr_sampler_rotation = {
    .name = "rotation", .law = "rotation", .method = "", .about = &law,
    .names = "special-ortho-group haar random-rotation",
    .help = "D x D rotation matrices, row by row, with the Haar distribution, as products of Householder reflections",
    .source = "Stewart, SIAM Journal on Numerical Analysis 17 (1980) 403",
    .bits_version = 2, .family = RR_FAMILY_ROTATION, .dtypes = RR_FLOATS, .shape = RR_SQUARE, .row_numbers = RR_DIM_D,
    .row_stages = stages,
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x7f7592d0a8086112,
};
