/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Combined devices: "cuda:all", "cpu+cuda:0". */
#ifndef RR_SEVERAL_H
#define RR_SEVERAL_H

#include "targets/target.h"

/* True if a string names several devices. The other opens them as one device, or reports why it fails. */
int rr_several_named(const char *spec);
rr_status rr_several_open(const char *spec, rr_device **device, rr_result *result);

#endif
