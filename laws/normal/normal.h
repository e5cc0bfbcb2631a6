/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* normal: mean + sd * Z, Z standard normal by Box-Muller, pairs (normal_view.h). Never rejects. */
#ifndef RR_SAMPLER_NORMAL_H
#define RR_SAMPLER_NORMAL_H

#define RR_NORMAL_VIEW normal
#include "laws/normal/draw/view.h"

#define RR_GROUP_normal RR_NORMAL_GROUP
#define RR_AUX_normal 0
#define RR_BLOCKS_normal 1

#define RR_NORMAL normal
#include "laws/normal/draw/location_scale.h"

#endif
