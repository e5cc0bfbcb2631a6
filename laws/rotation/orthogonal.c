/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "an entry's depend on how many there are: mean 0, variance 1 / D",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0)),
};

static const rr_stage stages[] = {{0, 0, 0}};

extern const rr_sampler rr_sampler_orthogonal;
const rr_sampler rr_sampler_orthogonal = {
    .name = "orthogonal", .law = "orthogonal", .method = "", .about = &law,
    .names = "ortho-group haar-orthogonal random-orthogonal",
    .help = "D x D orthogonal matrices of both determinants, row by row, with the Haar distribution, by reflections",
    .source = "Stewart, SIAM Journal on Numerical Analysis 17 (1980) 403",
    .bits_version = 1, .family = RR_FAMILY_ORTHOGONAL, .dtypes = RR_FLOATS, .shape = RR_SQUARE, .row_numbers = RR_DIM_D,
    .row_stages = stages,
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x298562d0a01cf539,
};
