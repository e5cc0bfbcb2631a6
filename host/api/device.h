/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Single devices. */
#ifndef RR_SINGLE_DEVICE_H
#define RR_SINGLE_DEVICE_H

#include "targets/target.h"

/* Opens the device that a string names, without + or :all, or reports why it fails. result may be NULL. */
rr_status rr_device_open_one(const char *spec, rr_device **device, rr_result *result);

#endif
