/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "an entry's depend on how many there are: mean 0, variance of each part 1 / (2 D)",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 0)),
};

static const rr_stage stages[] = {{0, 0, 0}};

extern const rr_sampler rr_sampler_unitary;
const rr_sampler rr_sampler_unitary = {
    .name = "unitary", .law = "unitary", .method = "", .about = &law,
    .names = "unitary-group haar-unitary random-unitary cue",
    .help = "D x D unitary matrices with the Haar distribution, row by row, each entry as its real and imaginary part",
    .source = "Mezzadri, Notices of the AMS 54 (2007) 592; Stewart, SIAM Journal on Numerical Analysis 17 (1980) 403",
    .bits_version = 1, .family = RR_FAMILY_UNITARY, .dtypes = RR_FLOATS, .shape = RR_SQUARE_COMPLEX, .row_numbers = RR_DIM_D,
    .row_stages = stages,
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0x82043866f5510b95,
};
