/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The common part of typed calls. */
#ifndef RR_FILL_H
#define RR_FILL_H

#include "reroll.h"

/* Draws a job that is complete except for its stream: the next samples of *stream. */
rr_status rr_fill(const rr_device *device, rr_stream *stream, rr_job *job);

/* The same for a typed call: param has the sampler's parameters, the rest is as in a job. */
rr_status rr_fill_call(const rr_device *device, rr_stream *stream, const rr_sampler *sampler, rr_type dtype,
                       const rr_param *param, size_t rows, size_t cols, const rr_dims *dims, void *out);

#endif
