/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Draws of the library itself: points, by a transform of the list that takes no points; a job in its own family. */
#ifndef RR_DRAW_H
#define RR_DRAW_H

#include "targets/target.h"

/* transform.c: writes n points to out, on the host; the caller has checked them. */
void rr_transform_draw(const rr_device *device, enum rr_transform_number which, rr_type dtype, rr_stream s, uint64_t n,
                       void *out);

/* run.c: rr_run with the random words of another family, type bit 0. */
rr_status rr_run_family(const rr_device *device, const rr_job *job, uint32_t family, rr_result *result);

#endif
