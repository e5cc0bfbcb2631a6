/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* categorical-logit: the categorical of weights w_c = e^(x_c - m), m the largest of the logits x: softmax(x). The weights
 * are computed once per call, or once per row of logits, by the host (rr_weigh_fn, targets/cpu/kernels/choice.c), with an
 * error of 1 ulp after the difference, which is rounded once: a relative 2^-52 + |x_c - m| 2^-53, at most 2^-43. A weight
 * below 2^-1075 is 0, and so is that of a logit of -inf. A sample equals the categorical of these weights at the same
 * index. */
#ifndef RR_SAMPLER_CATEGORICAL_LOGIT_H
#define RR_SAMPLER_CATEGORICAL_LOGIT_H

#include "laws/categorical/categorical.h"

RR_FN void rr_categorical_logit_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN categorical_logit
#include "engine/draws/as_drawn.h"

#endif
