/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal: mean + sd * Z, Z standard normal by Box-Muller, pairs (draw/draw.h). Never rejects. */
#ifndef RR_SAMPLER_NORMAL_H
#define RR_SAMPLER_NORMAL_H

#include "laws/normal/draw/draw.h"

RR_FN void rr_normal_prepare(rr_tile *t) { (void)t; }

#define RR_NORMAL normal
#include "laws/normal/draw/location_scale.h"

#endif
