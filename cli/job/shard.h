/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shards of a job: a file of its own for each part, with a job file of its own, so that machines need no file system in
 * common. The bytes of FILE.shard-0-of-K, FILE.shard-1-of-K, ... one after the other are those of FILE: the header of an
 * .npy file is the first one's, and parts end where rows do. */
#ifndef SHARD_H
#define SHARD_H

#include "job.h"

enum { SHARDS_MOST = 1000000 };

/* Makes a whole job its shard number k of K: rows floor(k R / K) to floor((k + 1) R / K) of its R rows, of samples where it
 * has no rows. False, and nothing is changed, where k and K are not k < K <= SHARDS_MOST. */
bool shard_cut(job *job, uint64_t k, uint64_t of);

/* Makes a shard the whole job that it is a part of. A job that is none stays what it is. */
void shard_join(job *job);

/* The same of "k/K". EXIT_DONE, or EXIT_USAGE after saying what is accepted. */
exit_status shard_typed(const char *text, job *job);

/* The name of a shard's file, to be freed. */
char *shard_path(const char *file, uint64_t k, uint64_t of);

/* Numbers of a line of text, those of a row; of a slice, which has no rows unless they are the sampler's, 1. */
uint64_t shard_line(const job *job);

/* The bytes of the file before its numbers, and of it with its first `count` numbers; of text at least so many. */
uint64_t shard_header_bytes(const job *job);
uint64_t shard_bytes(const job *job, uint64_t count);

/* The header of the whole .npy file. */
void shard_header(const job *job, char header[NPY_HEADER]);

#endif
