/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal:icdf: mean + sd * Z, Z the normal's quantile of a uniform (math/normal_quantile.h), accurate at both ends and in
 * the middle. The uniform is that of sampler uniform. A sample is rr_normal_quantile(v, c) of its two distances (sides.h),
 * with the sign. The centre, v >= 2^-8, is decided at once; the tails (2^-7) are decided later, with LOW words. */
#ifndef RR_SAMPLER_NORMAL_ICDF_H
#define RR_SAMPLER_NORMAL_ICDF_H

#include "engine/math/normal_quantile.h"
#include "engine/draws/sides.h"

#define RR_GROUP_normal_icdf RR_ONE_WORD_GROUP
#define RR_AUX_normal_icdf 0
#define RR_BLOCKS_normal_icdf 1
#define RR_IN_ORDER_normal_icdf 1

RR_FN rr_real rr_normal_icdf_centre(rr_real v, rr_real c) { return rr_quantile_centre(v, c); }
RR_FN rr_real rr_normal_icdf_any(rr_real v, rr_real c) { return rr_normal_quantile(v, c); }

#define RR_ONE_WORD normal_icdf
#define RR_ONE_WORD_SIDES RR_QUANTILE_CENTRE
#include "engine/draws/one_word.h"

#define RR_NORMAL normal_icdf
#include "laws/normal/draw/location_scale.h"

#endif
