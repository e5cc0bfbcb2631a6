#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Slurm without MPI and without a common file system: each task of an array draws a shard of FILE.
#
#     job=$(sbatch --parsable --array=0-99 shards.sh n.npy normal -n 1e12 --seed 7)
#     sbatch --dependency=afterok:$job join.sh n.npy
#
# Arguments: FILE, then those of reroll sample, without -o, --shard and --resume. Tasks are numbered 0 ... K - 1. Submit
# those that died again by number, with K in SHARDS: SHARDS=100 sbatch --array=3,77 shards.sh n.npy ... A task resumes from
# its last checkpoint, and a complete shard is not changed.
#
# If nodes have their own disks, FILE may be there (/scratch/n.npy): copy *.shard-* to one folder before the join. REROLL:
# the program, default reroll.
#SBATCH --job-name=reroll-shards
#SBATCH --cpus-per-task=8
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
[ $# -ge 2 ] || { echo "usage: sbatch --array=0-99 shards.sh FILE LAW [OPTION]..." >&2; exit 2; }
[ -n "${SLURM_ARRAY_TASK_ID:-}" ] ||
    { echo "shards.sh: not a task of an array: submit it with sbatch --array=0-99" >&2; exit 2; }
if [ -z "${SHARDS:-}" ]; then
    SHARDS=$SLURM_ARRAY_TASK_COUNT
    [ "$SLURM_ARRAY_TASK_MIN" = 0 ] && [ "$SLURM_ARRAY_TASK_MAX" = $((SHARDS - 1)) ] ||
        { echo "shards.sh: the array is not 0 to K - 1: set SHARDS=K, the number of all shards" >&2; exit 2; }
fi
file=$1
shift
exec "${REROLL:-reroll}" sample "$@" -o "$file" --shard "$SLURM_ARRAY_TASK_ID/$SHARDS" --resume --quiet \
    --threads "${SLURM_CPUS_PER_TASK:-1}"
