/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "shard.h"
#include "cli/base/numbers.h"
#include "cli/files/columns.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* floor(k R / K) without the product, which may exceed 2^64. */
static uint64_t boundary(uint64_t k, uint64_t rows, uint64_t of)
{
    return k * (rows / of) + k * (rows % of) / of;
}

bool shard_cut(job *job, uint64_t k, uint64_t of)
{
    if (k >= of || of > SHARDS_MAX) return false;
    const uint64_t line = shard_line(job), rows = job->count / line;
    const uint64_t from = boundary(k, rows, of), to = boundary(k + 1, rows, of);
    job->shard = (job_shard){k, of, job->start, job->count};
    job->start += from * line;
    job->count = (to - from) * line;
    return true;
}

void shard_join(job *job)
{
    if (!job->shard.of) return;
    job->start = job->shard.start;
    job->count = job->shard.count;
    memset(&job->shard, 0, sizeof job->shard);
}

exit_status shard_typed(const char *text, job *job)
{
    uint64_t number[2];
    const char *slash = strchr(text, '/');
    char *first = get_text("%.*s", slash ? (int)(slash - text) : 0, text);
    const bool ok = slash && parse_digits(first, &number[0]) && parse_digits(slash + 1, &number[1]) &&
                    shard_cut(job, number[0], number[1]);
    free(first);
    if (ok) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--shard %s is not accepted; use k/K, shard k of K, k from 0 to K - 1, K at most %d", text,
                  SHARDS_MAX);
}

char *shard_path(const char *file, uint64_t k, uint64_t of)
{
    return get_text("%s.shard-%" PRIu64 "-of-%" PRIu64, file, k, of);
}

static uint64_t whole_count(const job *job) { return job->shard.of ? job->shard.count : job->count; }

static bool is_slice(const job *job) { return whole_count(job) != job_total(job); }

uint64_t shard_line(const job *job)
{
    const bool rows = job->dims == 2 && (sampler_is_row(job->sampler) || !is_slice(job));
    return rows && job->shape[1] ? job->shape[1] : 1;
}

uint64_t shard_header_bytes(const job *job)
{
    return job->format == FORMAT_NPY && !job->shard.number ? NPY_HEADER : 0;
}

uint64_t shard_bytes(const job *job, uint64_t count)
{
    if (format_is_text(job->format)) return format_bytes(job->format, job->dtype, count);
    return shard_header_bytes(job) + count * dtype_size(job->dtype);
}

static char *npy_part(const job *job, size_t *length)
{
    const uint64_t count[2] = {whole_count(job), 0};
    const bool slice = is_slice(job);
    char *header = get_memory(*length = NPY_HEADER);
    npy_header(job->dtype, slice ? 1 : job->dims, slice ? count : job->shape, header);
    return header;
}

/* The columns of a matrix that the sampler draws, otherwise 0. */
static uint64_t matrix_width(const job *job)
{
    switch (job->sampler->shape.side[1]) {
    case RR_DIM_C: return job->sizes.c;
    case RR_DIM_D: return job->sizes.d;
    default: return 0;
    }
}

char *shard_header(const job *job, size_t *length)
{
    *length = 0;
    if (job->shard.number || (job->format != FORMAT_NPY && job->format != FORMAT_CSV)) return NULL;
    if (job->format == FORMAT_NPY) return npy_part(job, length);
    return columns_header(job->sampler->distribution, shard_line(job), matrix_width(job), length);
}
