/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the library draws for itself: points, by a transform of the list that takes none of the caller's; a job in a family
 * of its own. */
#ifndef RR_DRAW_H
#define RR_DRAW_H

#include "targets/target.h"

/* transform.c: n points to out, on the host; checked by the caller. */
void rr_transform_draw(const rr_device *device, enum rr_transform_number which, rr_type dtype, rr_stream s, uint64_t n,
                       void *out);

/* run.c: rr_run with the words of another family, type bit 0. */
rr_status rr_run_family(const rr_device *device, const rr_job *job, uint32_t family, rr_result *result);

#endif
