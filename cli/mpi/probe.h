/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whether ranks draw the same bits: the digest of the job's first numbers, on each. */
#ifndef PROBE_H
#define PROBE_H

#include "cli/job/job.h"

/* How many numbers this rank draws in some milliseconds: a tile at most, whole rows. */
uint64_t probe_size(const job *job, const rr_device *device);

/* The SHA-256 of so many. EXIT_DONE, or the status of a failure that has been said. */
exit_status probe_digest(const job *job, const rr_device *device, uint64_t count, char digest[RR_SHA256_TEXT]);

#endif
