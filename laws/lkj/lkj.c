/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "an entry's depend on how many there are",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 2)),
    .synonyms = RR_SYNONYMS(RR_SAME("concentration", "eta"), RR_SAME("shape", "eta")),
};

static const rr_stage stages[] = {
    {"gamma", RR_FAMILY_LKJ_GAMMA, "half the square of a diagonal entry, K per sample"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_lkj;
const rr_sampler rr_sampler_lkj = {
    .name = "lkj", .law = "lkj", .method = "", .about = &law, .names = "lkj-cholesky lkj-corr-cholesky",
    .help = "D x D lower triangular Cholesky factors of correlation matrices, of density det^(eta - 1); eta = 1: uniform",
    .source = "Lewandowski, Kurowicka and Joe, Journal of Multivariate Analysis 100 (2009) 1989",
    .bits_version = 2, .family = RR_FAMILY_LKJ, .dtypes = RR_FLOATS, .shape = RR_SQUARE, .row_numbers = RR_DIM_D,
    .row_stages = stages,
    .params = 1,
    .param = {{"eta", "shape, one value or one per row", 1, RR_BETWEEN(1e-2, 1e6)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xb15bdb9a973fcc49,
};
