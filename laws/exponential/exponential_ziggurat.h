/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* exponential:ziggurat: scale * E, E exponential by a ziggurat of 256 layers (ziggurat.h). 98.90 % of the attempts are
 * accepted; 97.4 % (97.7 % in f64) by one word, a look-up and a multiplication alone.
 *
 * f = exp(-x). The tail has no memory: X = r + E', where E' is exponential by -log of another uniform (Marsaglia and Tsang,
 * 2000). It is accepted with probability p / (r (1 - p)), which differs from 1 only by the rounding of p, the rectangle's
 * fraction of the base layer. E' is exact at both ends: E <= r + 65 log 2 = 52.75 (f32), r + 129 log 2 = 97.11 (f64). */
#ifndef RR_SAMPLER_EXPONENTIAL_ZIGGURAT_H
#define RR_SAMPLER_EXPONENTIAL_ZIGGURAT_H

#include "engine/ziggurat/words.h"

#if RR_DTYPE == 32
#include "engine/ziggurat/exponential_32.h"
#else
#include "engine/ziggurat/exponential_64.h"
#endif

#define RR_GROUP_exponential_ziggurat RR_ZIGGURAT_GROUP
#define RR_AUX_exponential_ziggurat 0
#define RR_BLOCKS_exponential_ziggurat 1
#define RR_PAIRS_exponential_ziggurat RR_EXPONENTIAL_ZIGGURAT_LAYERS
#define RR_OPEN_OFTEN_exponential_ziggurat RR_ZIGGURAT_OPEN_OFTEN

/* The word without its layer, plus half of its last bit, times x_i. */
#if RR_DTYPE == 32
#define RR_EXPONENTIAL_ZIGGURAT_SCALE RR_C(0x1p24)

RR_FN rr_real rr_exponential_ziggurat_value(rr_zig_words w, rr_real scale)
{
    return rr_fma(rr_fromuint(w.w[0] >> 8), scale, scale * RR_C(0.5));
}
#else
#define RR_EXPONENTIAL_ZIGGURAT_SCALE RR_C(1)

RR_FN rr_real rr_exponential_ziggurat_value(rr_zig_words w, rr_real scale)
{
    const rr_real lo = rr_fromuint((w.w[1] & 0xffffff00u) | 0x80u) * RR_C(0x1p-64);
    return rr_fma(rr_fromuint(w.w[0]), rr_splat(RR_C(0x1p-32)), lo) * scale;
}
#endif

RR_FN rr_real rr_exponential_ziggurat_abscissa(rr_zig_words w, const rr_block *side) { return rr_zig_abscissa(w, side, 0); }

/* log f(x) - log f(width) */
RR_FN rr_real rr_exponential_ziggurat_rise(rr_real width, rr_real x) { return width - x; }

RR_FN rr_real rr_exponential_ziggurat_tail(rr_real e, rr_scalar r, rr_real *weight)
{
    *weight = rr_splat(RR_C(1));
    return e + r;
}

#define RR_ZIGGURAT exponential_ziggurat
#define RR_ZIGGURAT_LAYERS RR_EXPONENTIAL_ZIGGURAT_LAYERS
#define RR_ZIGGURAT_SCALE RR_EXPONENTIAL_ZIGGURAT_SCALE
#define RR_ZIGGURAT_R RR_EXPONENTIAL_ZIGGURAT_R
#define RR_ZIGGURAT_TAIL RR_EXPONENTIAL_ZIGGURAT_TAIL
#include "engine/draws/ziggurat.h"

RR_FN rr_real rr_exponential_ziggurat_finish(const rr_tile *t, rr_uint32 slot0, rr_real e, rr_real aux)
{
    (void)aux;
    return e * rr_run_param(t, 0, slot0);
}

#endif
