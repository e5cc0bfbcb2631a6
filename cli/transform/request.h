/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* From what was typed to points and a method. */
#ifndef TRANSFORM_REQUEST_H
#define TRANSFORM_REQUEST_H

#include "job.h"

/* Reads the command line; the points' file too. EXIT_DONE, or the status of a refusal that has been said; to be freed in any
 * case. --help, --list and --names leave the rest unread. */
exit_status transform_read(int argc, char **argv, transform_request *request);
void transform_free(transform_request *request);

#endif
