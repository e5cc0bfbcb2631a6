/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll in an MPI program: inline functions over the public calls, compiled with your program. The library itself does not
 * depend on MPI.
 *
 *     uint64_t first, count;
 *     rr_rank_slice(n, MPI_COMM_WORLD, &first, &count);      the samples of this rank
 *     s.next += first;                                       a sample is a function of its index: ranks exchange nothing
 *     rr_fill_gamma_f64(cpu, &s, count, out, 2.0, 1.0);
 *
 * examples/mpi/pumps_ranks.c is a complete program. Thread safety is that of MPI. */
#ifndef REROLL_MPI_H
#define REROLL_MPI_H

#include "reroll_sampler.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

/* Computes the slice of 0 ... n - 1 that belongs to this rank: *count numbers from *first on. Slices are in the order of
 * ranks, and their lengths differ by at most 1. Calls only MPI_Comm_rank and MPI_Comm_size. */
static inline void rr_rank_slice(uint64_t n, MPI_Comm comm, uint64_t *first, uint64_t *count)
{
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const uint64_t r = (uint64_t)rank, all = (uint64_t)ranks, each = n / all, rest = n % all;   /* floor(n r / all) */
    *first = each * r + rest * r / all;
    *count = each * (r + 1) + rest * (r + 1) / all - *first;
}

static inline uint64_t rr_rank_hash(uint64_t hash, const void *data, size_t bytes)   /* FNV-1a */
{
    const unsigned char *at = (const unsigned char *)data;
    for (size_t i = 0; i < bytes; ++i) hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Checks that all ranks would draw the same samples. It compares the seed and stream (not next) of s, the library's
 * version, the bits versions of all samplers, and 256 normals from the device. Returns the same status on all ranks: RR_OK,
 * or RR_ERR_ARGUMENT with the same message in `why`. The call is collective: every rank of comm must make it. */
static inline rr_status rr_ranks_agree(MPI_Comm comm, const rr_device *device, const rr_stream *s, char why[160])
{
    static const char *const what[3] = {"seeds or streams", "versions of Reroll", "bits"};
    const uint64_t start = UINT64_C(0xcbf29ce484222325);
    uint64_t own[6] = {start, start, start, 0, 0, 0}, max[6];
    double normal[256], zero = 0, one = 1;
    rr_job job = RR_JOB_INIT;
    const rr_sampler *sampler;
    memset(normal, 0, sizeof normal);
    job.sampler = rr_sampler_find("normal");
    job.dtype = RR_F64;
    job.stream = rr_stream_make(1, 0);
    job.rows = 256;
    job.cols = 1;
    job.out = normal;
    job.param[0].data = &zero;
    job.param[1].data = &one;
    job.param[0].type = job.param[1].type = RR_F64;
    const rr_status drawn = rr_run(device, &job, NULL);
    own[0] = rr_rank_hash(rr_rank_hash(own[0], &s->seed, sizeof s->seed), &s->stream, sizeof s->stream);
    own[1] = rr_rank_hash(own[1], rr_version(), strlen(rr_version()));
    own[2] = rr_rank_hash(rr_rank_hash(own[2], normal, sizeof normal), &drawn, sizeof drawn);
    for (size_t i = 0; (sampler = rr_sampler_list(i)) != NULL; ++i)
        own[2] = rr_rank_hash(own[2], &rr_sampler_about(sampler)->bits_version, sizeof(uint32_t));
    for (int i = 0; i < 3; ++i) own[i + 3] = ~own[i];   /* the largest of these is the smallest of those */
    MPI_Allreduce(own, max, 6, MPI_UINT64_T, MPI_MAX, comm);
    why[0] = '\0';
    for (int i = 0; i < 3; ++i) {
        if (max[i] == ~max[i + 3]) continue;
        snprintf(why, 160, "ranks have different %s", what[i]);
        return RR_ERR_ARGUMENT;
    }
    return RR_OK;
}

#endif
