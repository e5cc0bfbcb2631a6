/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The manual of reroll-mpi. It does not use MPI, so that the man pages can be built without it. */
#include "mpi_manual.h"

static const option_row rows[] = {
    {0, "timeout", "S", false, "end the job after S seconds of silence of a rank, 1 to 86400 (default 60)"},
    {'d', "device", "DEVICE", false,
     "as of reroll sample; cuda:auto and opencl:auto give each rank of a machine a GPU, in turn"},
    {'t', "threads", "T", false,
     "the number of threads per rank (default: the processors of its affinity mask, divided among the ranks that share it)"},
    {'h', "help", NULL, false, "print this help; after sample, the options of reroll sample"},
};

static const manual_section sections[] = {
    {"SYNOPSIS", .lines = "mpirun -n RANKS reroll-mpi sample LAW [--PARAMETER V]... -n N -o FILE [OPTION]..."},
    {"DESCRIPTION",
     .text = "Writes FILE, .npy or .raw, and FILE.job.json as reroll sample does, byte for byte. Each command can resume "
             "what the other has left (--resume), with any number of ranks. FILE must be in a folder that all ranks "
             "share.\n\n"
             "All options of reroll sample but --counts and --shard are accepted; reroll sample --help lists them."},
    {"OPTIONS", NULL, NULL, NULL},
    {"EXAMPLES", .lines = "mpirun -n 4 reroll-mpi sample gamma --shape 0.7 -n 1e10 -o gamma.npy\n"
                          "srun reroll-mpi sample normal -n 1e12 --seed 7 -o normal.npy --resume"},
    {"EXIT STATUS",
     .text = "as of reroll sample, for every rank; 1 also where a rank has been silent"},
    {NULL, NULL, NULL, NULL},
};

const manual manual_mpi = {
    .name = "mpi",
    .summary = "reroll sample with the ranks of an MPI job, into one file",
    .sections = sections, .rows = rows, .count = sizeof rows / sizeof rows[0],
};
