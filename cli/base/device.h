/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef DEVICE_H
#define DEVICE_H

#include "cli.h"

/* Opens the device of --device D (NULL: cpu) and --threads T (NULL: the number in D, otherwise all). EXIT_DONE; or, after
 * a message, EXIT_USAGE when the text is invalid and EXIT_DEVICE when the device is known but not usable here. */
exit_status device_open(const char *text, const char *threads, rr_device **device);

#endif
