/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shards of a job: each part has its own file and job file, so that machines need no common file system. FILE is the
 * concatenation of FILE.shard-0-of-K, FILE.shard-1-of-K, ...: only the first has the header of an .npy or CSV file, and
 * parts end at the ends of rows. */
#ifndef SHARD_H
#define SHARD_H

#include "job.h"

enum { SHARDS_MAX = 1000000 };

/* Turns a whole job into its shard k of K: rows floor(k R / K) to floor((k + 1) R / K) of its R rows, or of its samples if
 * it has no rows. Unless k < K <= SHARDS_MAX it returns false and changes nothing. */
bool shard_cut(job *job, uint64_t k, uint64_t of);

/* Turns a shard back into the whole job. A job that is not a shard is unchanged. */
void shard_join(job *job);

/* shard_cut with "k/K". EXIT_DONE, or EXIT_USAGE after a message. */
exit_status shard_typed(const char *text, job *job);

/* The name of a shard's file, to be freed. */
char *shard_path(const char *file, uint64_t k, uint64_t of);

/* The number of numbers per line of text: a row's, or 1 in a slice, which has no rows unless the sampler draws rows. */
uint64_t shard_line(const job *job);

/* The size of an .npy file's header, and of the file with its first `count` numbers; for text and CSV a lower bound. */
uint64_t shard_header_bytes(const job *job);
uint64_t shard_bytes(const job *job, uint64_t count);

/* The header of the job's file, to be freed, and its length; NULL if it has none. */
char *shard_header(const job *job, size_t *length);

#endif
