/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks that all ranks draw the same bits, by the digest of the job's first numbers on each. */
#ifndef PROBE_H
#define PROBE_H

#include "cli/job/job.h"

/* How many numbers this rank draws in some milliseconds: whole rows, at most a tile. */
uint64_t probe_size(const job *job, const rr_device *device);

/* The SHA-256 of the first `count` numbers. EXIT_DONE, or an error status after a message. */
exit_status probe_digest(const job *job, const rr_device *device, uint64_t count, char digest[RR_SHA256_TEXT]);

#endif
