/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/mixture/law.h"

static const rr_law law = {
    .no_moments = "its components say where it is; tests/exact/bits/mixture.c",
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH, 4, 4, 4), RR_AT(RR_FOR_BENCH, 1000, 1000, 1000)),   /* component counts */
    .synonyms = RR_SYNONYMS(RR_MIXTURE_SYNONYMS, RR_SAME("mean", "means"), RR_SAME("mu", "means"),
                            RR_SAME("loc", "means"), RR_SAME("sd", "sds"), RR_SAME("sigma", "sds"), RR_SAME("scale", "sds")),
};

static const rr_stage stages[] = {
    {"categorical", RR_FAMILY_NORMAL_MIXTURE_COMPONENT, "the component"},
    {"normal", RR_FAMILY_NORMAL_MIXTURE_NORMAL, "its standard normal"},
    {0, 0, 0},
};

extern const rr_sampler rr_sampler_normal_mixture;
const rr_sampler rr_sampler_normal_mixture = {
    .name = "normal-mixture", .law = "normal-mixture", .method = "", .about = &law,
    .names = "mixture gaussian-mixture gmm mixturesamefamily",
    .help = "a finite mixture of normals: K weights, K means and K standard deviations, or one for all components",
    .source = RR_MIXTURE_SOURCE,
    .bits_version = 1, .family = RR_FAMILY_NORMAL_MIXTURE_COMPONENT, .dtypes = RR_REALS, .stages = stages,
    .params = 3,
    .param = {RR_MIXTURE_WEIGHTS, {"means", "means of the components", RR_REQUIRED, RR_FINITE, RR_N_ONCE},
              {"sds", "standard deviations, 0 for a point", RR_REQUIRED,
               {0, 3.40282346638528859812e38, 0, 0}, {0, 1.7976931348623157e308, 0, 0}, RR_N_ONCE}},
    .min_accept = 1, .cap = RR_CAP8, .words = {5, 5},
    .digest = 0x48051d47d227fde3,
};
