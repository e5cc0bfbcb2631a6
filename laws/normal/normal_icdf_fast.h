/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal:icdf-fast: mean + sd * Z, Z by Winitzki's closed form for the inverse CDF (math/normal_fast.h). The uniform is that
 * of sampler uniform; undecided where LOW words are needed at either end. v is its distance to the nearer end: Z is within
 * 0.0073 of the quantile for v >= 2^-32, and within 0.030 for all v that are drawn. */
#ifndef RR_SAMPLER_NORMAL_ICDF_FAST_H
#define RR_SAMPLER_NORMAL_ICDF_FAST_H

#include "engine/math/normal_fast.h"
#include "engine/draws/sides.h"

#define RR_GROUP_normal_icdf_fast RR_ONE_WORD_GROUP
#define RR_AUX_normal_icdf_fast 0
#define RR_BLOCKS_normal_icdf_fast 1
#define RR_IN_ORDER_normal_icdf_fast 1

RR_FN rr_real rr_normal_icdf_fast_centre(rr_real v, rr_real c) { return rr_normal_fast(v, c); }
RR_FN rr_real rr_normal_icdf_fast_any(rr_real v, rr_real c) { return rr_normal_fast(v, c); }

#define RR_ONE_WORD normal_icdf_fast
#define RR_ONE_WORD_SIDES RR_SIDES_LOW
#include "engine/draws/one_word.h"

#define RR_NORMAL normal_icdf_fast
#include "laws/normal/draw/location_scale.h"

#endif
