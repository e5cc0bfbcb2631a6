/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What every typed call does. */
#ifndef RR_FILL_H
#define RR_FILL_H

#include "reroll_core.h"

/* The samples of a job, of which all but the stream is there: those that come next in *stream. */
rr_status rr_fill(const rr_device *device, rr_stream *stream, rr_job *job);

#endif
