/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where a rank draws: its share of the processors, and its GPU. */
#ifndef MPI_RANK_RESOURCES_H
#define MPI_RANK_RESOURCES_H

#include <stddef.h>

/* The rank's number among those of its machine, and threads for it: the processors of its affinity mask, shared out
 * among the ranks there that have the same mask (a launcher that binds gives each its own). Collective. */
typedef struct resources {
    int local, threads;
} resources;

resources resources_find(void);

enum { RESOURCES_SPEC = 256 };

/* "cuda:auto,tile=512" becomes "cuda:1,tile=512" for the second rank of a machine with two GPUs, and the third has the
 * first one again; opencl:auto likewise. All else is as it was; NULL stays so. */
const char *resources_device(const char *spec, int local, char text[RESOURCES_SPEC]);

#endif
