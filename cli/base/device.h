/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef DEVICE_H
#define DEVICE_H

#include "cli.h"

/* Opens the device of --device D (NULL: cpu) and --threads T (NULL: what D says, else all). EXIT_DONE, EXIT_USAGE where
 * the text makes no sense, EXIT_DEVICE where the device is known but not usable here, after saying so. */
exit_status device_open(const char *text, const char *threads, rr_device **device);

#endif
