/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads the command line of `reroll transform`. */
#ifndef TRANSFORM_REQUEST_H
#define TRANSFORM_REQUEST_H

#include "job.h"

/* Reads the command line and the points' file. EXIT_DONE, or an error status after a message; free the request in any case.
 * After --help, --list and --names the rest is not read. */
exit_status transform_read(int argc, char **argv, transform_request *request);
void transform_free(transform_request *request);

#endif
