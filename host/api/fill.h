/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What every typed call does. */
#ifndef RR_FILL_H
#define RR_FILL_H

#include "reroll_core.h"

/* n samples of type `dtype` to out; params: the sampler's, with strides for n rows of one column. */
rr_status rr_fill(const rr_device *device, rr_stream *stream, size_t n, void *out, const rr_sampler *sampler, rr_type dtype,
                  const rr_param *params);

#endif
