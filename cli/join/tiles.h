/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Pieces of a file, remade and compared. */
#ifndef JOIN_TILES_H
#define JOIN_TILES_H

#include "cli/job/job.h"

enum { TILES = 64 };

/* Draws TILES pieces of the job's file again, at places that the system takes at random, and compares them with the open
 * file, which messages call `name`; the header of an .npy file too. A file of few samples is compared as a whole. EXIT_DONE,
 * or the status of a refusal that has been said. */
exit_status tiles_check(const job *job, int fd, const char *name);

#endif
