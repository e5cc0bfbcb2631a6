/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

static const char *relate(const double *p)
{
    return p[0] == floor(p[0]) ? NULL : "shape of gamma:erlang must be an integer; gamma takes any shape";
}

/* Blocks of uniforms: four per block in f32, two in f64. */
static double work(const double *params, rr_type dtype)
{
    return ceil(params[0] / (dtype == RR_F64 ? 2 : 4));
}

extern const rr_sampler rr_sampler_gamma_erlang;
const rr_sampler rr_sampler_gamma_erlang = {
    .name = "gamma:erlang", RR_GAMMA_LAW, .method = "erlang",
    .names = "erlang",
    .help = "gamma with an integer shape of at most 4096, by a product of uniforms: no rejection; time is proportional "
            "to the shape",
    .source = "-log of a product of uniforms: the sum of exponentials (Erlang)",
    .bits_version = 1, .family = RR_FAMILY_ERLANG,
    .param = {{"shape", "shape, an integer", RR_REQUIRED, RR_BETWEEN(1, 4096)}, RR_GAMMA_SCALE},
    .min_accept = 1, .cap = RR_CAP8, .words = {4, 4}, .work = work, .relate = relate,
    .digest = 0xcf2172a01824d98b,
};
