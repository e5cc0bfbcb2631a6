/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The question that the uniforms' parameters must pass: is low not above high? */
#ifndef RR_UNIFORM_ENDS_H
#define RR_UNIFORM_ENDS_H

#include "engine/lanes/lane.h"

RR_FN rr_mask rr_uniform_ends(const rr_real *v) { return rr_le(v[0], v[1]); }

#endif
