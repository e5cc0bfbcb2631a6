/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The resources of a rank: its number of threads, and its GPU. */
#ifndef MPI_RANK_RESOURCES_H
#define MPI_RANK_RESOURCES_H

/* The rank's index among those on its machine, and its number of threads: the processors of its affinity mask, divided
 * among the ranks there with the same mask (launchers that bind give each rank its own). Collective. */
typedef struct resources {
    int local, threads;
} resources;

resources resources_find(void);

/* "cuda:auto,tile=512" becomes "cuda:1,tile=512" for the second rank of a machine with two GPUs; the third rank gets cuda:0
 * again. opencl:auto works alike. Other specs are unchanged. To be freed; NULL for NULL. */
char *resources_device(const char *spec, int local);

#endif
