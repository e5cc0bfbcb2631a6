/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The shards of a file: found by their names, and seen to be finished and of one job before anything is written. */
#ifndef JOIN_SHARDS_H
#define JOIN_SHARDS_H

#include "cli/job/job.h"

typedef struct shard_set {
    const char *file;      /* FILE, as it was typed */
    uint64_t of;           /* how many shards */
    job job;               /* the whole job; its parameters' files have not been read */
    job_state *state;      /* of each shard */
} shard_set;

/* EXIT_DONE, or the status of a refusal that has been said; the set is to be freed in any case. */
exit_status shards_look(const char *file, shard_set *set);

void shards_free(shard_set *set);

#endif
