# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll-mpi when something goes wrong: one message, a status that is not 0, nothing under the final name, and --resume to
# the same bytes.
bats_require_minimum_version 1.5.0
load ../cli/helpers
load ranks

setup() {
    skip_without_mpi
    mkdir "$BATS_TEST_TMPDIR/work"
    cd "$BATS_TEST_TMPDIR/work" || return 1
}

# A job of some seconds for three ranks on scalar lanes, which never completes here.
LONG=(attempts --accept 0.004 -n 1e8 --threads 1 --device cpu:scalar --quiet)
export REROLL_CHECKPOINT_SECONDS=0.05

# failed STATUS TEXT: checks the message of three ranks that have just ended.
failed() {
    echo "status $status, $stderr"
    echo "$stderr" >errors
    [ "$status" -eq "$1" ]
    [ "$(said errors | wc -l)" -eq 1 ]
    [[ $(said errors) == "reroll: "*"$2"* ]]
    [ ! -e x.npy ]
}

# ends_alike ARGUMENT...: three ranks resume, and then the file is that of `reroll sample`.
ends_alike() {
    ranks 3 "$@" -o x.npy --resume --quiet
    "$REROLL" sample "$@" --format npy | cmp - x.npy
    rm x.npy*
}

@test "a command line that is wrong on one rank ends the job with one message" {
    job="sample normal -n 1e6 -o x.npy --quiet --timeout"
    wrong="--timeout 4s is not accepted; use an integer of seconds in [1, 86400]"
    refused_job 2 "reroll: rank 1: $wrong" two_lines "$job 4" "$job 4s"
    refused_job 2 "reroll: rank 1: wrong usage: reroll-mpi sample LAW" two_lines "$job 4" "join x"
    refused_job 2 "reroll: rank 1: --help is accepted only if rank 0 has it too" two_lines "$job 4" --help
    refused_job 2 "reroll: rank 1: --help is accepted only if rank 0 has it too" two_lines "$job 4" "sample normal --help"
    export OMPI_MCA_odls_base_sigkill_timeout=0
    refused_job 2 "reroll: $wrong" two_lines "$job 4s" "$job 4"
    refused_job 2 "reroll: wrong usage: reroll-mpi sample LAW" two_lines "join x" "$job 4"
    run --separate-stderr two_lines --help "$job 4"   # rank 0 decides what is done
    [ "$status" -eq 0 ]
    [[ $output == *"reroll-mpi - reroll sample with the ranks of an MPI job"* ]]
    [ ! -e x.npy ]
}

# Rank 0 hears of the first two errors before it makes FILE.part, of the others when the ranks have received the job.
@test "an error before the first stripe makes no files, and does not change old ones" {
    cp "$SHAPES" shapes.npy
    job="sample gamma --shape @shapes.npy -o x.npy --quiet"
    refused_job 2 "rank 1: --threads 0 is not accepted" two_lines "$job" "$job --threads 0"
    refused_job 2 "rank 1: unknown device 'cdu:0'" two_lines "$job" "$job --device cdu:0"
    refused_job 2 "rank 1: unknown strategy 'none'" two_lines "$job" "$job --strategy none"
    refused_job 2 "rank 1: unknown strategy 'none'" two_lines "$job --no-job" "$job --strategy none"
    # shellcheck disable=SC2016,SC2086
    refused_job 2 "rank 1: --shape: shapes.npy can't be read: No such file or directory" timeout -k 5 30 "${LAUNCH[@]}" -n 2 \
        sh -c 'case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in 1) cd /; esac; exec "$@"' - "$REROLL_MPI" $job
    two_lines "$job" "$job"
    sums=$(sha256sum x.npy*)
    for wrong in "--threads 0" "--strategy none"; do
        refused_job 2 "rank 1: " two_lines "$job --seed 2 --force" "$job $wrong"
        [ "$(sha256sum x.npy*)" = "$sums" ]
    done
}

@test "an error before the first stripe keeps a FILE.part that is resumed, or that --force would replace" {
    stopped KILL x.npy "${SLOW[@]}" "${SLOWLY[@]}" || true
    sums=$(sha256sum x.npy*)
    job="sample ${SLOW[*]} -o x.npy --quiet"
    refused_job 2 "rank 1: --threads 0 is not accepted" two_lines "$job --force" "$job --threads 0"
    [ "$(sha256sum x.npy*)" = "$sums" ]
    refused_job 2 "rank 1: unknown strategy 'none'" two_lines "$job --resume" "$job --strategy none"
    [ "$(sha256sum x.npy.job.json)" = "$(grep json <<<"$sums")" ]
    ends_alike "${SLOW[@]}"
}

@test "a rank that hangs before the job begins ends it after --timeout" {
    echo 'int sleep(unsigned s); int MPI_Comm_split_type(void) { sleep(60); return 0; }' >hang.c
    ${CC:-cc} -shared -fPIC -o hang.so hang.c
    # shellcheck disable=SC2016
    run --separate-stderr timeout -k 5 30 "${LAUNCH[@]}" -n 3 sh -c 'case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in 1) export LD_PRELOAD=$PWD/hang.so; esac
        exec "$@"' - "$REROLL_MPI" sample normal -n 1e6 -o x.npy --quiet --timeout 2
    failed 1 "rank 0 has waited 2 s for the other ranks to start, and ends the job"
}

@test "a file size limit" {
    ulimit -f 60000   # Open MPI has files of its own
    run --separate-stderr ranks 3 normal -n 1e7 -o x.npy --quiet
    failed 1 "can't write x.npy: File too large; the same command with --resume continues"
}

@test "a full disk: one message, then --resume" {
    mkdir disk
    mount -t tmpfs -o size=4m tmpfs disk 2>/dev/null || skip "no disk can be mounted here"
    run --separate-stderr ranks 3 normal -n 1e6 -o disk/x.npy --quiet --force
    echo "$stderr" >errors
    local left remade=0 first=$status
    left=$(ls disk)
    mount -o remount,size=40m disk
    ranks 4 normal -n 1e6 -o disk/x.npy --quiet --resume || remade=1
    "$REROLL" sample normal -n 1e6 --format npy | cmp - disk/x.npy || remade=1
    umount disk
    cat errors
    [ "$first" -eq 1 ]
    [ "$(said errors | wc -l)" -eq 1 ]
    [[ $(said errors) == *"can't write disk/x.npy: No space left on device; the same command with --resume continues" ]]
    [ "$left" = $'x.npy.job.json\nx.npy.part' ]
    [ "$remade" -eq 0 ]
}

@test "data that one rank could not write to disk are not reported as done" {
    build_shim
    # shellcheck disable=SC2016
    run --separate-stderr timeout 60 "${LAUNCH[@]}" -n 3 sh -c 'case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in 1) export SHIM_FAIL="fdatasync x.npy.part 5"; esac
        LD_PRELOAD=$0 exec "$@"' "$BATS_FILE_TMPDIR/shim.so" "$REROLL_MPI" sample normal -n 1e6 -o x.npy --quiet
    failed 1 "rank 1: can't write x.npy: Input/output error; the same command with --resume continues"
    "$REROLL" sample normal -n 1e6 -o x.npy --quiet --resume
    "$REROLL" sample normal -n 1e6 --format npy | cmp - x.npy
}

# Two file systems that are new give their first files one inode.
@test "a directory that is not shared, whose FILE.part has the same inode as that of another rank" {
    mkdir disk
    mount -t tmpfs tmpfs disk 2>/dev/null || skip "no disk can be mounted here"
    # shellcheck disable=SC2016
    run --separate-stderr timeout 60 "${LAUNCH[@]}" -n 2 sh -c 'case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in 0) exec "$@"; esac
        exec unshare -m sh -c "mount -t tmpfs tmpfs disk; truncate -s 800128 disk/x.npy.part; exec \"\$@\"" - "$@"' - "$REROLL_MPI" sample normal \
        -n 1e5 -o disk/x.npy --quiet
    local left
    left=$(ls disk)
    umount disk
    failed 1 "rank 1: disk/x.npy.part is another file here; the folder must be one that all ranks share"
    [ -z "$left" ]
}

# stop_rank N: waits for a checkpoint of a running job, and stops its rank N.
stop_rank() {
    local pid
    for _ in $(seq 200); do
        if grep -q '"done": \[\[' x.npy.job.json 2>/dev/null; then break; fi
        sleep 0.05
    done
    for pid in $(pgrep -x reroll-mpi); do
        if tr '\0' '\n' <"/proc/$pid/environ" | grep -qx -e "STOP_ME=$BATS_TEST_TMPDIR" &&
            tr '\0' '\n' <"/proc/$pid/environ" | grep -qx -e "OMPI_COMM_WORLD_RANK=$1" -e "PMI_RANK=$1"; then
            kill -STOP "$pid"
            return
        fi
    done
    return 1
}

@test "a rank that does not respond, the first or another, ends the job" {
    for silent in 3 0; do
        STOP_ME=$BATS_TEST_TMPDIR timeout -k 5 60 "${LAUNCH[@]}" -n 4 "$REROLL_MPI" sample "${LONG[@]}" -o x.npy --timeout 2 2>errors &
        launcher=$!
        stop_rank $silent
        status=0
        wait $launcher || status=$?
        cat errors
        [ "$status" -ne 0 ]
        [ "$status" -ne 124 ]
        [ "$(said errors | wc -l)" -eq 1 ]
        if [ $silent -eq 0 ]; then other=1; else other=0; fi
        [[ $(said errors) == "reroll: rank $other heard nothing from rank $silent for "*" s, and ends the job; --resume continues"* ]]
        [ ! -e x.npy ]
        for _ in $(seq 200); do   # the launcher takes a moment to end them all
            if ! pgrep -x reroll-mpi >/dev/null; then break; fi
            sleep 0.05
        done
        rm -f x.npy*
    done
}

@test "control-C and SIGTERM of the launcher: a checkpoint, and --resume continues" {
    job=(attempts --accept 0.004 -n 4e6 --threads 1 --device cpu:scalar)
    for signal in INT TERM; do
        run --separate-stderr timeout --foreground -s $signal -k 30 1.5 "${LAUNCH[@]}" -n 3 "$REROLL_MPI" sample "${job[@]}" -o x.npy --quiet
        echo "$status, $stderr"
        [ "$status" -ne 0 ]
        [ ! -e x.npy ]
        grep -q '"done": \[\[' x.npy.job.json
    done || return 1
}

@test "kills at random moments, resumed by other numbers of ranks: the same bytes" {
    timeout 600 python3 "$BATS_TEST_DIRNAME/kills.py" "$REROLL" "$REROLL_MPI" "${KILLS:-10}" "${SEED:-1}" "${LAUNCH[@]}"
}
