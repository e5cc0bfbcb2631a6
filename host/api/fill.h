/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What every typed call does. */
#ifndef RR_FILL_H
#define RR_FILL_H

#include "reroll.h"

/* The samples of a job, of which all but the stream is there: those that come next in *stream. */
rr_status rr_fill(const rr_device *device, rr_stream *stream, rr_job *job);

/* The same of a typed call: param has the sampler's parameters, shape and all else is as in a job. */
rr_status rr_fill_call(const rr_device *device, rr_stream *stream, const rr_sampler *sampler, rr_type dtype,
                       const rr_param *param, size_t rows, size_t cols, const rr_dims *dims, void *out);

#endif
