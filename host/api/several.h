/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Combined devices: "cuda:all", "cpu+cuda:0". */
#ifndef RR_SEVERAL_H
#define RR_SEVERAL_H

#include "targets/target.h"

/* Opens one device, or reports why it fails. */
typedef rr_status rr_opener(const char *spec, rr_device **device, rr_result *result);

/* True if a string names several devices. The other opens them, each by `open`, as one device. */
int rr_several_named(const char *spec);
rr_status rr_several_open(const char *spec, rr_opener *open, rr_device **device, rr_result *result);

#endif
