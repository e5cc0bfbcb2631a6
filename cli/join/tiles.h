/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks a file by drawing pieces of it again. */
#ifndef JOIN_TILES_H
#define JOIN_TILES_H

#include "cli/job/job.h"

/* Draws 64 pieces of the job's file again, at positions from the system's entropy, and compares them, and the header of an
 * .npy file, with the open file, which messages call `name`. A short file is compared as a whole: in one piece, or in none
 * if it has no samples. Sets *pieces to their number. EXIT_DONE, or an error status after a message. */
exit_status tiles_check(const job *job, int fd, const char *name, int *pieces);

#endif
