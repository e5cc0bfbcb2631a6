/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _GNU_SOURCE  /* sched_getaffinity */
#include "rank_resources.h"
#include "reroll_core.h"
#include "cli/base/cli.h"

#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

resources resources_find(void)
{
    MPI_Comm machine;
    cpu_set_t own;
    int ranks, alike = 0;
    resources at;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &at.local);
    MPI_Comm_size(machine, &ranks);
    CPU_ZERO(&own);
    if (sched_getaffinity(0, sizeof own, &own)) CPU_SET(0, &own);
    cpu_set_t *all = get_memory((size_t)ranks * sizeof *all);
    MPI_Allgather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, machine);
    for (int r = 0; r < ranks; ++r) alike += CPU_EQUAL(&own, &all[r]) != 0;
    free(all);
    MPI_Comm_free(&machine);
    at.threads = CPU_COUNT(&own) / alike;
    if (at.threads < 1) at.threads = 1;
    return at;
}

/* The number of usable devices of that kind. */
static int devices_of(const char *kind, size_t length)
{
    rr_device_info info;
    int count = 0;
    for (size_t i = 0; rr_device_list(i, &info); ++i)
        count += info.available && !strncmp(info.name, kind, length) && info.name[length] == ':';
    return count;
}

char *resources_device(const char *spec, int local)
{
    if (!spec) return NULL;
    const char *colon = strchr(spec, ':');
    if (!colon || strncmp(colon, ":auto", 5) || !strchr(",", colon[5])) return get_copy(spec);
    const size_t length = (size_t)(colon - spec);
    const int count = devices_of(spec, length);
    return get_text("%.*s:%d%s", (int)length, spec, count ? local % count : 0, colon + 5);
}
