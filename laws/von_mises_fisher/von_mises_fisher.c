/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/descriptor.h"

static const rr_law law = {
    .no_moments = "they are of points: the mean is the direction times 1 less the mean of vmf-versine",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 1, 4)),
    .synonyms = RR_SYNONYMS(RR_SAME("mu", "mean"), RR_SAME("direction", "mean"), RR_SAME("loc", "mean"),
                            RR_SAME("concentration", "kappa")),
};

static const rr_stage stages[] = {
    {"truncated-exponential", RR_FAMILY_VON_MISES_FISHER_HEIGHT, "1 less the cosine of the angle to the mean"}, {0, 0, 0}};
static const rr_stage other_stages[] = {
    {"vmf-versine", RR_FAMILY_VON_MISES_FISHER_VERSINE, "the same, of K other than 3"}, {0, 0, 0}};

extern const rr_sampler rr_sampler_von_mises_fisher;
const rr_sampler rr_sampler_von_mises_fisher = {
    .name = "von-mises-fisher", .law = "von-mises-fisher", .method = "", .about = &law,
    .names = "vmf fisher-sphere vonmises-fisher rvmf langevin",
    .help = "points on the unit sphere in K dimensions (default 3) about a mean direction, with density e^(kappa cos "
            "angle)",
    .source = "Fisher, Proceedings of the Royal Society A 217 (1953) 295; Ulrich, Applied Statistics 33 (1984) 158; Wood, "
              "Communications in Statistics, Simulation 23 (1994) 157",
    .bits_version = 2, .family = RR_FAMILY_VON_MISES_FISHER, .dtypes = RR_FLOATS, .shape = RR_ROW,
    .row_stages = stages, .stages_k = 3, .other_row_stages = other_stages, .default_k = 3,
    .params = 2,
    .param = {{"mean", "mean direction, K numbers of any length, not all 0, or a row of K for each sample", RR_REQUIRED,
               RR_FINITE, RR_K_DIRECTION},
              {"kappa", "concentration, one value or one per row; 0: uniform", RR_REQUIRED, RR_BETWEEN(0, 1e30)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction,
    .digest = 0xa279e929a86c5b76,
};
