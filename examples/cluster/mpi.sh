#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Slurm, with MPI and a file system in common: all tasks write one FILE.
#
#     sbatch --nodes=16 mpi.sh /lustre/me/n.npy normal -n 1e12 --seed 7
#
# Arguments: FILE, then those of reroll-mpi sample, without -o and --resume. A job that died is sent again as it was, with
# any number of nodes. Threads follow the processors that Slurm gives a task. docs/scale.md says how the folder should be
# striped. REROLL_MPI: the program, reroll-mpi by default; SRUN: what starts it, "srun" by default ("srun --mpi=pmix").
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
