/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal:ziggurat: mean + sd * Z, Z standard normal by a ziggurat of 256 layers (ziggurat.h). 99.33 % of the attempts are
 * accepted; 98.1 % (98.5 % in f64) at once, by one word, a look-up and a multiplication.
 *
 * f = exp(-x^2 / 2) is the density of |Z| up to a factor; a separate bit gives the sign. Beyond r the hat is K x f(x), of
 * area K f(r) = v (1 - p), with p the fraction of the base that is its rectangle: the distribution of X = sqrt(r^2 + 2 E), E
 * exponential (Marsaglia, Technometrics 6 (1964) 101), accepted with probability 1 / (K X), K = r (1 - p) / p. The tables' p
 * gives K r >= 1, so the hat is above f. E reaches 65 log 2 (129): |Z| <= 10.17 (f32), 13.86 (f64). */
#ifndef RR_SAMPLER_NORMAL_ZIGGURAT_H
#define RR_SAMPLER_NORMAL_ZIGGURAT_H

#include "engine/ziggurat/words.h"

#if RR_DTYPE == 32
#include "engine/ziggurat/normal_32.h"
#else
#include "engine/ziggurat/normal_64.h"
#endif

#define RR_GROUP_normal_ziggurat RR_ZIGGURAT_GROUP
#define RR_AUX_normal_ziggurat 0
#define RR_BLOCKS_normal_ziggurat 1
#define RR_PAIRS_normal_ziggurat RR_NORMAL_ZIGGURAT_LAYERS
#define RR_OPEN_OFTEN_normal_ziggurat RR_ZIGGURAT_OPEN_OFTEN

/* The word without its layer, as a signed number, plus half of its last bit: times x_i. */
#if RR_DTYPE == 32
#define RR_NORMAL_ZIGGURAT_SCALE RR_C(0x1p31)

RR_FN rr_real rr_normal_ziggurat_value(rr_zig_words w, rr_real scale)
{
    return rr_fma(rr_fromint(w.w[0] & 0xffffff00u), scale, scale * RR_C(0x1p7));
}
#else
#define RR_NORMAL_ZIGGURAT_SCALE RR_C(1)

RR_FN rr_real rr_normal_ziggurat_value(rr_zig_words w, rr_real scale)
{
    const rr_real lo = rr_fromuint((w.w[1] & 0xffffff00u) | 0x80u) * RR_C(0x1p-63);
    return rr_fma(rr_fromint(w.w[0]), rr_splat(RR_C(0x1p-31)), lo) * scale;
}
#endif

RR_FN rr_real rr_normal_ziggurat_abscissa(rr_zig_words w, const rr_block *side)
{
    const rr_word flip = rr_zig_flip(w);
    for (int k = 0; k < RR_UNIT_WORDS; ++k) w.w[k] = w.w[k] ^ flip;
    return rr_zig_abscissa(w, side, 1);
}

/* log f(x) - log f(width) */
RR_FN rr_real rr_normal_ziggurat_rise(rr_real width, rr_real x) { return (width - x) * ((width + x) * RR_C(0.5)); }

RR_FN rr_real rr_normal_ziggurat_tail(rr_real e, rr_scalar r, rr_real *weight)
{
    return *weight = rr_sqrt(rr_fma(e, rr_splat(RR_C(2)), rr_splat(r * r)));
}

#define RR_ZIGGURAT normal_ziggurat
#define RR_ZIGGURAT_LAYERS RR_NORMAL_ZIGGURAT_LAYERS
#define RR_ZIGGURAT_SCALE RR_NORMAL_ZIGGURAT_SCALE
#define RR_ZIGGURAT_R RR_NORMAL_ZIGGURAT_R
#define RR_ZIGGURAT_TAIL RR_NORMAL_ZIGGURAT_TAIL
#include "engine/draws/ziggurat.h"

RR_FN rr_real rr_normal_ziggurat_finish(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    (void)aux;
    return rr_fma(rr_run_param(t, 1, slot0), z, rr_run_param(t, 0, slot0));
}

#endif
