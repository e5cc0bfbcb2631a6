/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The ten pumps (examples/pumps) with their chains divided among the ranks of an MPI job. A chain's draws have the same
 * indices as in one process: in a sweep over N chains, chain c has the indices c K ... c K + K - 1 of the rates and c of
 * beta. So any number of ranks draws the same chains. Floating-point sums depend on their order: each batch of 1024 chains
 * is summed by one rank, and rank 0 adds the batches in order, so that any number of ranks also prints the same digest.
 *
 *     mpirun -n 4 build/examples/pumps_ranks [BLOCKS [SWEEPS [SEED]]]      default 64 blocks, 200 sweeps, seed 1987 */
#include "examples/pumps/chains.h"
#include "reroll_mpi.h"

#include <inttypes.h>
#include <stdlib.h>

#define BLOCK 1024
#define BURN 100

/* A rank's part of all chains, in batches. */
struct part {
    uint64_t blocks, first, count;
};

/* Runs the sweeps of this rank's chains. Between sweeps the streams skip the indices of the other ranks' chains. */
static rr_status run(struct chains *chains, struct tally *tally, const struct part *part, uint64_t sweeps, uint64_t seed)
{
    const uint64_t pumps = chains->model->pumps, others = (part->blocks - part->count) * BLOCK;
    rr_status status = RR_OK;
    chains_start(chains, seed, (rr_strategy){0, 0});
    chains->rate_stream.next = part->first * BLOCK * pumps;
    chains->beta_stream.next = part->first * BLOCK;
    for (uint64_t sweep = 0; sweep < BURN + sweeps && status == RR_OK; ++sweep) {
        status = chains_sweep(chains, 0, NULL);
        chains->rate_stream.next += others * pumps;
        chains->beta_stream.next += others;
        if (sweep >= BURN) tally_add(tally, chains);
    }
    return status;
}

/* Gathers the batches of all ranks, in order, on rank 0. */
static void gather(const double *own, double *all, const struct part *part, size_t variables)
{
    int ranks, count = (int)(part->count * variables);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int *counts = malloc(2 * (size_t)ranks * sizeof *counts), *places = counts + ranks;
    MPI_Gather(&count, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    places[0] = 0;
    for (int r = 1; r < ranks; ++r) places[r] = places[r - 1] + counts[r - 1];
    MPI_Gatherv(own, count, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(counts);
}

static void print_posterior(const struct tally *all, const struct chains *whole)
{
    const size_t numbers = all->batches * all->variables * sizeof *all->sum;
    uint64_t digest = rr_rank_hash(UINT64_C(0xcbf29ce484222325), all->sum, numbers);
    printf("pump   posterior mean            sd\n");
    for (size_t v = 0; v < all->variables; ++v) {
        const struct estimate e = tally_estimate(all, whole, v);
        char name[24];
        snprintf(name, sizeof name, "%zu", v + 1);
        printf("%-4s     %12.8f  %12.8f\n", v + 1 < all->variables ? name : "beta", e.value.mean, e.value.sd);
        digest = rr_rank_hash(digest, &e, sizeof e);
    }
    printf("digest: %016" PRIx64 "\n", rr_rank_hash(digest, all->squares, numbers));
}

static int run_part(const struct model *model, const rr_device *device, const struct part *part, uint64_t sweeps,
                    uint64_t seed)
{
    struct chains chains = {0}, whole = {.model = model, .count = part->blocks * BLOCK};
    struct tally own = {0}, all = {0};
    int rank, status = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (chains_make(&chains, model, device, part->count * BLOCK) || tally_make(&own, &chains, part->count) ||
        tally_make(&all, &(struct chains){.model = model, .count = rank ? BLOCK : whole.count}, rank ? 1 : part->blocks) ||
        run(&chains, &own, part, sweeps, seed) != RR_OK) {
        fprintf(stderr, "pumps_ranks: %s\n", chains.result.message[0] ? chains.result.message : "no memory");
        MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
        gather(own.sum, all.sum, part, own.variables);
        gather(own.squares, all.squares, part, own.variables);
        all.sweeps = own.sweeps;
        if (!rank) print_posterior(&all, &whole);
        status = 0;
    }
    tally_free(&own);
    tally_free(&all);
    chains_free(&chains);
    return status;
}

static uint64_t argument(int argc, char **argv, int i, uint64_t otherwise)
{
    return i < argc ? strtoull(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    struct model model = {.alpha = 1.802, .prior_shape = 0.1, .prior_rate = 1};
    struct part part;
    rr_device *device = NULL;
    char why[160];
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const uint64_t sweeps = argument(argc, argv, 2, 200), seed = argument(argc, argv, 3, 1987);
    const rr_stream root = rr_stream_make(seed, 0);
    part.blocks = argument(argc, argv, 1, 64);
    int status = part.blocks < (uint64_t)ranks || part.blocks > 4096 || !sweeps;
    if (status && !rank)
        fprintf(stderr, "pumps_ranks [BLOCKS [SWEEPS [SEED]]]: at least one block per rank, at most 4096, and a sweep\n");
    if (!status) status = model_read(&model, "examples/pumps/pumps.csv", stderr) || rr_device_open("cpu", &device);
    if (!status && rr_ranks_agree(MPI_COMM_WORLD, device, &root, why)) {
        status = 1;
        if (!rank) fprintf(stderr, "pumps_ranks: %s\n", why);
    }
    rr_rank_slice(part.blocks, MPI_COMM_WORLD, &part.first, &part.count);
    if (!status) status = run_part(&model, device, &part, sweeps, seed);
    rr_device_close(&device);
    MPI_Finalize();
    return status;
}
