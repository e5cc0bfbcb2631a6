/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The shards of a file: found by name, and checked to be complete and of one job before anything is written. */
#ifndef JOIN_SHARDS_H
#define JOIN_SHARDS_H

#include "cli/job/job.h"

typedef struct shard_set {
    const char *file;      /* FILE, as typed */
    uint64_t of;           /* the number of shards */
    job job;               /* the whole job, without its parameters' data */
    job_state *state;      /* one per shard */
} shard_set;

/* EXIT_DONE, or an error status after a message. The caller frees the set in any case. */
exit_status shards_look(const char *file, shard_set *set);

void shards_free(shard_set *set);

#endif
