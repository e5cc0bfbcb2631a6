/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal:icdf-giles: mean + sd * Z, Z the inverse CDF by Giles's polynomials (math/normal_giles.h), single or double. The
 * uniform is that of sampler uniform. Undecided where LOW words are needed at either end. All others use the central
 * polynomial, w < 5 where v >= 2^-8, w < 6.25 where v >= 2^-11. */
#ifndef RR_SAMPLER_NORMAL_ICDF_GILES_H
#define RR_SAMPLER_NORMAL_ICDF_GILES_H

#include "engine/math/normal_giles.h"
#include "engine/draws/sides.h"

#define RR_GROUP_normal_icdf_giles RR_ONE_WORD_GROUP
#define RR_AUX_normal_icdf_giles 0
#define RR_BLOCKS_normal_icdf_giles 1
#define RR_IN_ORDER_normal_icdf_giles 1

RR_FN rr_real rr_normal_icdf_giles_centre(rr_real v, rr_real c) { return rr_giles_first(v, c); }
RR_FN rr_real rr_normal_icdf_giles_any(rr_real v, rr_real c) { return rr_normal_giles(v, c); }

#define RR_ONE_WORD normal_icdf_giles
#define RR_ONE_WORD_SIDES RR_SIDES_LOW
#include "engine/draws/one_word.h"

#define RR_NORMAL normal_icdf_giles
#include "laws/normal/draw/location_scale.h"

#endif
