#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Slurm: joins the shards that shards.sh has drawn, and draws 64 pieces again. Argument: FILE. REROLL: the program.
#SBATCH --job-name=reroll-join
#SBATCH --cpus-per-task=1
set -eu
[ $# -eq 1 ] || { echo "usage: sbatch join.sh FILE" >&2; exit 2; }
exec "${REROLL:-reroll}" join --check "$1"
