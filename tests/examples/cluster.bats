# SPDX-License-Identifier: MIT OR Apache-2.0
# The scripts for Slurm, by the variables that it sets; srun is replaced by a script.
bats_require_minimum_version 1.5.0
load ../cli/helpers

CLUSTER=$BATS_TEST_DIRNAME/../../examples/cluster
export REROLL

# task ID COUNT ARGUMENT...: a task of an array 0 ... COUNT - 1.
task() {
    SLURM_ARRAY_TASK_ID=$1 SLURM_ARRAY_TASK_COUNT=$2 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=$(($2 - 1)) \
        SLURM_CPUS_PER_TASK=2 "$CLUSTER/shards.sh" "${@:3}"
}

@test "an array job makes the same file as one command" {
    "$REROLL" sample gamma --shape 2 -n 10000 --seed 7 -o plain.npy
    for k in 2 0 3 1; do task $k 4 n.npy gamma --shape 2 -n 10000 --seed 7; done
    task 1 4 n.npy gamma --shape 2 -n 10000 --seed 7   # requeued: complete already
    rm n.npy.shard-3-of-4*
    SHARDS=4 SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=3 \
        "$CLUSTER/shards.sh" n.npy gamma --shape 2 -n 10000 --seed 7
    "$CLUSTER/join.sh" n.npy
    cmp n.npy plain.npy
    cmp n.npy.job.json plain.npy.job.json
}

@test "an array that does not have all shards, and a job without an array" {
    run env SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=77 \
        "$CLUSTER/shards.sh" n.npy normal -n 9
    [ "$status" -eq 2 ]
    [[ $output == *"set SHARDS=K"* ]]
    run env -u SLURM_ARRAY_TASK_ID "$CLUSTER/shards.sh" n.npy normal -n 9
    [ "$status" -eq 2 ]
    [[ $output == *"sbatch --array=0-99" ]]
    run "$CLUSTER/shards.sh"
    [ "$status" -eq 2 ]
    run "$CLUSTER/join.sh"
    [ "$status" -eq 2 ]
    [ -z "$(ls)" ]
}

@test "with MPI: srun gets reroll-mpi, its arguments and --resume" {
    mkdir bin
    printf '#!/bin/sh\nfor a; do echo "<$a>"; done\n' >bin/srun
    chmod +x bin/srun
    run env PATH="$PWD/bin:$PATH" "$CLUSTER/mpi.sh" "a folder/n.npy" gamma --shape "@s p.npy" -n 1e9
    [ "$status" -eq 0 ]
    [ "$(tr '\n' ' ' <<<"$output")" = \
        "<reroll-mpi> <sample> <gamma> <--shape> <@s p.npy> <-n> <1e9> <-o> <a folder/n.npy> <--resume> " ]
    run env PATH="$PWD/bin:$PATH" SRUN="srun --mpi=pmix" REROLL_MPI=/opt/reroll-mpi "$CLUSTER/mpi.sh" n.npy normal -n 9
    [ "$(head -n 2 <<<"$output" | tr '\n' ' ')" = "<--mpi=pmix> </opt/reroll-mpi> " ]
    run "$CLUSTER/mpi.sh" n.npy
    [ "$status" -eq 2 ]
}

@test "the scripts' #SBATCH lines come before their commands" {
    for script in shards join mpi; do
        sh -n "$CLUSTER/$script.sh"
        first=$(grep -n -m 1 '^set ' "$CLUSTER/$script.sh" | cut -d : -f 1)
        last=$(grep -n '^#SBATCH' "$CLUSTER/$script.sh" | tail -n 1 | cut -d : -f 1)
        [ "$last" -lt "$first" ]
    done
}
