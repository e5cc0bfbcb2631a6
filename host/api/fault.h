/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How a call ends. */
#ifndef RR_FAULT_H
#define RR_FAULT_H

#include "targets/target.h"

/* What was found of a call, whose elements the part numbers, as status, message and the other fields of the result. */
rr_status rr_call_end(const rr_part *part, rr_result *result);

#endif
