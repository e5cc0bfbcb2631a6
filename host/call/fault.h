/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The end of a call. */
#ifndef RR_FAULT_H
#define RR_FAULT_H

#include "targets/target.h"

/* Reports what a part has found of a call's elements, as status, message and the other fields of the result. remote: what
 * was in GPU memory (rr_call.remote) when they were drawn. */
rr_status rr_call_end(const rr_call *call, uint32_t remote, const rr_part *part, rr_result *result);

#endif
