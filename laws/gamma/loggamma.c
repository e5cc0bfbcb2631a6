/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws/gamma/draw/accept.h"

extern const rr_sampler rr_sampler_loggamma;
const rr_sampler rr_sampler_loggamma = {
    .name = "loggamma", .law = "loggamma", .method = "",
    .help = "logarithm of the gamma draw of the same shape and index, without its underflow",
    .source = "Marsaglia and Tsang, ACM TOMS 26 (2000) 363, in logarithms",
    .bits_version = 1, .family = RR_FAMILY_GAMMA, .dtypes = RR_FLOATS,
    .params = 1, .param = {{"shape", "shape", RR_REQUIRED, RR_SHAPE_RANGE}},
    .rejects = 1, .min_accept = 0.951, .cap = RR_CAP8, .words = {2, 3}, .accept = rr_gamma_accept, .slow = rr_gamma_slow,
    .aux = rr_gamma_aux,
};
