/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Opens the device or the devices that a string names. */
#include <stdio.h>

#include "device.h"
#include "several.h"

static rr_status open_any(const char *spec, rr_device **device, rr_result *result)
{
    if (!device) return RR_ERR_ARGUMENT;
    *device = NULL;
    if (!spec || !*spec) spec = "cpu";
    return rr_several_named(spec) ? rr_several_open(spec, device, result) : rr_device_open_one(spec, device, result);
}

rr_status rr_device_open(const char *spec, rr_device **device)
{
    return open_any(spec, device, NULL);
}

void rr_device_why(const char *spec, char why[160])
{
    rr_device *device;
    rr_result result = RR_RESULT_INIT;
    const rr_status status = open_any(spec, &device, &result);
    rr_device_close(&device);
    snprintf(why, 160, "%s", status == RR_OK ? "" : result.message[0] ? result.message : rr_status_text(status));
}
