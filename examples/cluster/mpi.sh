#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Slurm with MPI and a common file system: all tasks write one FILE.
#
#     sbatch --nodes=16 mpi.sh /lustre/me/n.npy normal -n 1e12 --seed 7
#
# Arguments: FILE, then those of reroll-mpi sample, without -o and --resume. If a job has died, submit it again unchanged,
# with any number of nodes. The number of threads follows from the processors of a task. docs/scale.md explains how to
# stripe the folder. REROLL_MPI: the program, default reroll-mpi; SRUN: its launcher, default "srun" ("srun --mpi=pmix").
#SBATCH --job-name=reroll-mpi
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
[ $# -ge 2 ] || { echo "usage: sbatch --nodes=16 mpi.sh FILE LAW [OPTION]..." >&2; exit 2; }
file=$1
shift
# shellcheck disable=SC2086
exec ${SRUN:-srun} "${REROLL_MPI:-reroll-mpi}" sample "$@" -o "$file" --resume
