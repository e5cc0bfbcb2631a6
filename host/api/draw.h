/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points that the library draws itself, by a transform of the list that takes none of the caller's. */
#ifndef RR_DRAW_H
#define RR_DRAW_H

#include "targets/target.h"

/* transform.c: n points to out, on the host; checked by the caller. */
void rr_transform_draw(const rr_device *device, enum rr_transform_number which, rr_type dtype, rr_stream s, uint64_t n,
                       void *out);

#endif
