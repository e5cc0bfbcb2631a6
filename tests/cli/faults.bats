# SPDX-License-Identifier: MIT OR Apache-2.0
# Kills, full disks, foreign files: never a wrong file under the final name, and --resume gives the same bytes.
bats_require_minimum_version 1.5.0
load helpers

# The job as it is without interruption; made once, because it takes a second.
setup_file() {
    load helpers
    "$REROLL" sample "${SLOW[@]}" -o "$BATS_FILE_TMPDIR/whole.npy"
    "$REROLL" sample "${SLOW[@]}" -o "$BATS_FILE_TMPDIR/whole.txt"
}

# half_done FILE: a job that was killed after a checkpoint.
half_done() {
    run stopped KILL "$1" "${SLOW[@]}" "${SLOWLY[@]}" "${@:2}"
    [ "$status" -eq 137 ]
    [ ! -e "$1" ]
    [ -s "$1.part" ]
    [ -s "$1.job.json" ]
}

@test "kill -9 during a write, then --resume: the same file" {
    for name in x.npy x.txt; do
        half_done $name
        "$REROLL" sample "${SLOW[@]}" -o $name --resume
        cmp $name "$BATS_FILE_TMPDIR/whole.${name#*.}"
        [ ! -e $name.part ]
        python3 -c 'import json, sys; job = json.load(open(sys.argv[1]))
assert job["complete"] and job["done"] == [[0, 200000]]' $name.job.json
    done
}

@test "killed again and again" {
    half_done x.npy
    for _ in 1 2; do
        run stopped KILL x.npy "${SLOW[@]}" "${SLOWLY[@]}" --resume
        [ "$status" -eq 137 ]
        [ ! -e x.npy ]
    done
    "$REROLL" sample "${SLOW[@]}" -o x.npy --resume
    cmp x.npy "$BATS_FILE_TMPDIR/whole.npy"
}

@test "a job file of version 1, where done was a number, is resumed" {
    for name in x.npy x.txt; do
        half_done $name
        python3 - $name.job.json <<'END'
import json, sys
job = json.load(open(sys.argv[1]))
job["job_version"], job["done"] = 1, job["done"][0][1]
json.dump(job, open(sys.argv[1], "w"))
END
        "$REROLL" sample "${SLOW[@]}" -o $name --resume
        cmp $name "$BATS_FILE_TMPDIR/whole.${name#*.}"
        grep -q '"job_version": 2' $name.job.json
    done
}

# holes FILE RANGE...: FILE.part with only these numbers of four bytes, "first count", followed by zeros up to the end of the
# whole file.
holes() {
    python3 - "$BATS_FILE_TMPDIR/whole.npy" "$@" <<'END'
import json, os, sys
whole, name, done = sys.argv[1], sys.argv[2], [[int(n) for n in r.split()] for r in sys.argv[3:]]
data = open(whole, "rb").read()
part = bytearray(len(data))
for first, count in done:
    begin = 128 + 4 * first if first else 0
    part[begin:128 + 4 * (first + count)] = data[begin:128 + 4 * (first + count)]
open(name + ".part", "wb").write(part)
job = json.load(open(whole + ".job.json"))
job.update(done=done, bytes=len(data), complete=False)
json.dump(job, open(name + ".job.json", "w"))
END
}

@test "an unfinished file may have holes: --resume fills them, wherever they are" {
    for done in "0 1000" "500 1000" "0 1,199999 1" "5 1,7 1,9 2,70000 100000" "100000 100000" "0 200000"; do
        IFS=, read -ra ranges <<<"$done"
        holes x.npy "${ranges[@]}"
        "$REROLL" sample "${SLOW[@]}" -o x.npy --resume
        cmp x.npy "$BATS_FILE_TMPDIR/whole.npy"
        python3 -c 'import json; job = json.load(open("x.npy.job.json"))
assert job["complete"] and job["done"] == [[0, 200000]]'
        rm x.npy x.npy.job.json
    done
    holes x.npy "5 1" "100 100000"
    run stopped KILL x.npy "${SLOW[@]}" "${SLOWLY[@]}" --resume
    [ "$status" -eq 137 ]
    python3 -c 'import json; done = json.load(open("x.npy.job.json"))["done"]
assert done[-1] == [100, 100000] or done[-1][0] == 0'
    "$REROLL" sample "${SLOW[@]}" -o x.npy --resume
    cmp x.npy "$BATS_FILE_TMPDIR/whole.npy"
}

@test "control-C and SIGTERM make a checkpoint and end with 130" {
    for signal in INT TERM INT+INT INT+TERM; do
        run stopped $signal x.npy "${SLOW[@]}" "${SLOWLY[@]}"
        [ "$status" -eq 130 ]
        [ ! -e x.npy ]
        done=$(python3 -c 'import json; print(json.load(open("x.npy.job.json"))["done"][0][1])')
        [[ $output == *"interrupted after $done of 200000 samples; the same command with --resume continues" ]]
        [ "$(stat -c %s x.npy.part)" -eq $((128 + 4 * done)) ]
        "$REROLL" sample "${SLOW[@]}" -o x.npy --resume
        cmp x.npy "$BATS_FILE_TMPDIR/whole.npy"
        rm x.npy x.npy.job.json
    done
}

@test "interrupted without a job file: nothing is left" {
    run timeout -s INT 0.5 "$REROLL" sample "${SLOW[@]}" "${SLOWLY[@]}" -n 1e9 -o x.npy --no-job
    [ "$status" -eq 124 ]
    [ -z "$(ls)" ]
    run timeout --preserve-status -s INT 0.5 "$REROLL" sample "${SLOW[@]}" "${SLOWLY[@]}" -n 1e9 -o /dev/null
    [ "$status" -eq 130 ]
}

@test "--resume of a complete file is success, and touches nothing" {
    "$REROLL" sample normal -n 1000 -o x.npy
    before=$(stat -c '%y %i' x.npy x.npy.job.json)
    "$REROLL" sample normal -n 1000 -o x.npy --resume
    [ "$(stat -c '%y %i' x.npy x.npy.job.json)" = "$before" ]
    "$REROLL" sample --job x.npy.job.json -o x.npy --resume
    refused 2 "the seed is 0, not 1" sample normal -n 1000 --seed 1 -o x.npy --resume
    refused 2 "the number of samples is 1000, not 999" sample normal -n 999 -o x.npy --resume
    refused 2 "--mean is 0, not 1" sample normal -n 1000 --mean 1 -o x.npy --resume
    "$REROLL" sample normal -n 1000 --seed 1 -o x.npy --resume --force
    python3 -c 'import json; assert json.load(open("x.npy.job.json"))["seed"] == 1'
}

@test "--resume without a file starts the job" {
    "$REROLL" sample normal -n 1000 -o x.npy --resume
    [ -f x.npy ]
}

@test "a crash between the rename and the last update of the job file is recognized" {
    "$REROLL" sample normal -n 1000 -o x.npy
    sed -i 's/"complete": true/"complete": false/' x.npy.job.json
    cp x.npy y.npy
    "$REROLL" sample normal -n 1000 -o x.npy --resume
    cmp x.npy y.npy
    grep -q '"complete": true' x.npy.job.json
}

@test "a crash just before the rename is recognized" {
    "$REROLL" sample normal -n 1000 -o x.npy
    sed -i 's/"complete": true/"complete": false/' x.npy.job.json
    cp x.npy y.npy
    mv x.npy x.npy.part
    "$REROLL" sample normal -n 1000 -o x.npy --resume
    cmp x.npy y.npy
    [ ! -e x.npy.part ]
}

@test "a crash before anything was written does not prevent a new run" {
    : >x.npy.part
    "$REROLL" sample normal -n 1000 -o x.npy
    rm x.npy
    : >x.npy.part
    sed -i 's/"complete": true/"complete": false/; s/"done": \[\[0, 1000\]\]/"done": []/; s/"bytes": 8128/"bytes": 0/' \
        x.npy.job.json
    echo garbage >x.npy.part
    cp x.npy.job.json nothing_done
    "$REROLL" sample normal -n 1000 -o x.npy --resume
    "$REROLL" sample normal -n 1000 --format npy | cmp - x.npy
    cp nothing_done y.npy.job.json   # of another job, without a .part: nothing is lost
    "$REROLL" sample normal -n 999 -o y.npy
    cp nothing_done z.npy.job.json
    "$REROLL" transform icdf --sobol 3 -o z.npy
}

@test "another job's .part is refused, with the remedy" {
    half_done x.npy
    cp x.npy.part kept
    refused 2 "x.npy.part holds an incomplete job; --resume continues it, --force starts again" sample "${SLOW[@]}" \
        -o x.npy
    refused 2 "x.npy.part is of another job: the seed is 0, not 1: remove it, or start again with --force" \
        sample "${SLOW[@]}" --seed 1 -o x.npy --resume
    refused 2 "of another job: --accept is 0.002, not 0.5" sample attempts --accept 0.5 -n 2e5 -o x.npy --resume
    mv x.npy.job.json away
    refused 2 "x.npy.part has no job file: remove it, or start again with --force" sample "${SLOW[@]}" -o x.npy --resume
    echo '{' >x.npy.job.json
    refused 2 "x.npy.part has no job file: x.npy.job.json is not a job file of reroll: remove it" sample "${SLOW[@]}" \
        -o x.npy --resume
    mv away x.npy.job.json
    refused 2 "x.npy.part is of another job: the seed is 0, not 1" sample "${SLOW[@]}" --seed 1 -o x.npy
    refused 2 "x.npy.part holds an incomplete job; --force starts again" sample "${SLOW[@]}" -o x.npy --no-job
    echo foreign >y.npy.part
    refused 2 "y.npy.part has no job file: remove it, or start again with --force" sample "${SLOW[@]}" -o y.npy
    truncate -s 200 x.npy.part
    refused 2 "x.npy.part is shorter than at its last checkpoint" sample "${SLOW[@]}" -o x.npy --resume
    cp kept x.npy.part
    "$REROLL" sample "${SLOW[@]}" -o x.npy --force
    cmp x.npy "$BATS_FILE_TMPDIR/whole.npy"
}

# replaced SIGNAL FILE ARGUMENT...: the job over a complete FILE, stopped after a checkpoint; returns its exit status.
replaced() {
    REROLL_CHECKPOINT_SECONDS=0.02 python3 "$TOOLS/stop_midway.py" "$1" "$2.part.job.json" "$REROLL" sample "${SLOW[@]}" \
        "${SLOWLY[@]}" -o "$2" --force "${@:3}"
}

@test "an old file is kept until the new one is complete" {
    "$REROLL" sample bits -n 10 -o x.npy
    cp x.npy old.npy
    chmod 600 x.npy
    run replaced KILL x.npy
    [ "$status" -eq 137 ]
    cmp x.npy old.npy
    [ "$(stat -c %a x.npy.part)" = 600 ]
    refused 2 "x.npy exists; with --force the resumed job replaces it when it is complete" \
        sample "${SLOW[@]}" -o x.npy --resume
    "$REROLL" sample "${SLOW[@]}" -o x.npy --resume --force
    cmp x.npy "$BATS_FILE_TMPDIR/whole.npy"
}

@test "an unfinished job file next to an older FILE does not redraw it" {
    "$REROLL" sample bits -n 10 -o x.npy
    run replaced KILL x.npy
    "$REROLL" sample --job x.npy.job.json -o again.npy
    cmp x.npy again.npy
    mv x.npy.part.job.json x.npy.job.json   # as older programs left it
    refused 2 "x.npy.job.json describes the incomplete x.npy.part, not x.npy, which is older" \
        sample --job x.npy.job.json -n 1
    mkdir elsewhere
    cp x.npy.job.json elsewhere
    "$REROLL" sample --job elsewhere/x.npy.job.json -n 1
    cp x.npy.part part
    rm x.npy.part
    refused 2 "x.npy.job.json describes the incomplete x.npy.part, not x.npy, which is older" \
        sample --job x.npy.job.json -n 1
    mv part x.npy.part
    "$REROLL" sample --job x.npy.job.json -o x.npy --resume --force
    cmp x.npy "$BATS_FILE_TMPDIR/whole.npy"
    sed -i 's/"complete": true/"complete": false/' x.npy.job.json   # a death just after the rename
    "$REROLL" sample --job x.npy.job.json -n 1
    cp x.npy x.npy.part
    refused 2 "x.npy.job.json describes the incomplete x.npy.part, not x.npy, which is older" \
        sample --job x.npy.job.json -n 1
}

@test "a changed parameter file makes a different job" {
    npy p.npy '<f8' '(4,)' 1 2 3 4
    "$REROLL" sample exponential --scale @p.npy -o x.npy
    npy p.npy '<f8' '(4,)' 1 2 3 5
    refused 2 "the file of --scale has other contents" sample exponential --scale @p.npy -o x.npy --resume
}

@test "one process at a time" {
    "$REROLL" sample "${SLOW[@]}" "${SLOWLY[@]}" -o x.npy &
    writer=$!
    appears x.npy.part
    kill -STOP $writer   # so that it does not end before the others see it
    for how in --force --resume; do
        run --separate-stderr "$REROLL" sample "${SLOW[@]}" -o x.npy $how
        [ "$status" -eq 1 ]
        [[ $stderr == *"is being written by another process" ]]
    done
    kill -9 $writer
    wait $writer || true
    "$REROLL" sample "${SLOW[@]}" -o x.npy --resume
    cmp x.npy "$BATS_FILE_TMPDIR/whole.npy"
}

@test "a file size limit: status 1, then --resume" {
    run --separate-stderr bash -c "ulimit -f 300; exec '$REROLL' sample normal -n 1e5 -o x.npy"
    [ "$status" -eq 1 ]
    [[ $stderr == "reroll: can't write x.npy: File too large; the same command with --resume continues" ]]
    [ ! -e x.npy ]
    [ -e x.npy.part ]
    "$REROLL" sample normal -n 1e5 -o x.npy --resume
    "$REROLL" sample normal -n 1e5 --format npy | cmp - x.npy
    run --separate-stderr bash -c "ulimit -f 300; exec '$REROLL' sample normal -n 1e5 -o y.npy --no-job"
    [ "$status" -eq 1 ]
    [ ! -e y.npy ]
    [ ! -e y.npy.part ]
}

@test "a full disk: status 1, no file, then --resume" {
    run --separate-stderr bash -c "'$REROLL' sample normal -n 1e5 >/dev/full"
    [ "$status" -eq 1 ]
    [ "$stderr" = "reroll: can't write standard output: No space left on device" ]
    run --separate-stderr "$REROLL" sample normal -n 1e5 -o /dev/full
    [ "$status" -eq 1 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    mkdir disk
    mount -t tmpfs -o size=400k tmpfs disk 2>/dev/null || skip "no disk can be mounted here"
    run "$REROLL" sample normal -n 1e5 -o disk/x.npy
    local refused_status=$status refused_text=$output
    run --separate-stderr "$REROLL" sample normal -n 1e5 -o disk/x.npy --force
    local left
    left=$(ls disk)
    mount -o remount,size=4m disk
    "$REROLL" sample normal -n 1e5 -o disk/x.npy --resume
    "$REROLL" sample normal -n 1e5 --format npy | cmp - disk/x.npy
    umount disk
    [ "$refused_status" -eq 2 ]
    [[ $refused_text == \
        "reroll: disk/x.npy needs 800128 bytes (781 KiB), and its file system has "*" free; --force writes it nevertheless" ]]
    [ "$left" = $'x.npy.job.json\nx.npy.part' ]
    [ "$status" -eq 1 ]
    [[ $stderr == *"No space left on device"* ]]
}

@test "a directory that can't be written: status 1, no file" {
    run --separate-stderr "$REROLL" sample normal -n 3 -o none/x.npy
    [ "$status" -eq 1 ]
    [ "$stderr" = "reroll: can't write none/x.npy.part: No such file or directory" ]
    place=$(mktemp -d)
    chmod 555 "$place"
    as_user=()
    if [ "$(id -u)" -eq 0 ]; then
        command -v setpriv >/dev/null || skip "root writes everywhere"
        as_user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
        "${as_user[@]}" "$REROLL" --version || skip "another user can't run the program"
    fi
    run --separate-stderr "${as_user[@]}" "$REROLL" sample normal -n 3 -o "$place/x.npy"
    left=$(ls -A "$place")
    rmdir "$place"
    [ "$status" -eq 1 ]
    [[ $stderr == *"Permission denied" ]]
    [ -z "$left" ]
}

# seed_of JOBFILE
seed_of() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["seed"])' "$1"; }

@test "an interrupted --force keeps the old file and its job file, a random seed too" {
    for signal in KILL INT; do
        rm -f x.npy*
        "$REROLL" sample normal -n 1000 -o x.npy --seed random
        cp x.npy old.npy
        cp x.npy.job.json old.json
        replaced $signal x.npy || true
        cmp x.npy old.npy
        cmp x.npy.job.json old.json
        "$REROLL" sample --job x.npy.job.json -o again.npy --force
        cmp again.npy old.npy
        refused 2 "x.npy exists; with --force the resumed job replaces it when it is complete" \
            sample "${SLOW[@]}" -o x.npy --resume
        refused 2 "another job" sample "${SLOW[@]}" -o x.npy --resume --seed 9
        "$REROLL" sample --job x.npy.part.job.json -o other.npy --force
        cmp other.npy "$BATS_FILE_TMPDIR/whole.npy"
        "$REROLL" sample "${SLOW[@]}" -o x.npy --resume --force
        cmp x.npy "$BATS_FILE_TMPDIR/whole.npy"
        [ "$(seed_of x.npy.job.json)" -eq 0 ]
        [ ! -e x.npy.part ]
        [ ! -e x.npy.part.job.json ]
    done
}

@test "files of an interrupted --force are not taken for those of another job" {
    "$REROLL" sample normal -n 1000 -o x.npy --seed 5
    replaced KILL x.npy || true
    rm x.npy x.npy.job.json
    refused 2 "x.npy.part holds an incomplete job; --resume continues it, --force starts again" sample "${SLOW[@]}" -o x.npy
    refused 2 "another job" sample "${SLOW[@]}" -o x.npy --resume --seed 9
    # A job that starts without an old job file writes one immediately, and the draft is removed before there are data.
    run stopped KILL x.npy "${SLOW[@]}" "${SLOWLY[@]}" --seed 3 --force
    [ ! -e x.npy.part.job.json ]
    "$REROLL" sample "${SLOW[@]}" -o x.npy --seed 3 --resume
    [ "$(seed_of x.npy.job.json)" -eq 3 ]
    # A user's own file of that name stays.
    "$REROLL" sample normal -n 10 -o y.npy.part --format npy
    mv y.npy.part elsewhere.npy
    cp y.npy.part.job.json kept.json
    "$REROLL" sample normal -n 10 -o y.npy
    cmp y.npy.part.job.json kept.json
}

@test "an empty .part belongs to no job: --resume starts again" {
    : >x.npy.part
    "$REROLL" sample normal -n 100 -o x.npy --resume
    "$REROLL" sample normal -n 100 -o y.npy
    cmp x.npy y.npy
    for pause in 0 .002 .004 .006 .008 .01 .012 .015 .02; do
        for _ in 1 2 3; do
            rm -f k.npy*
            "$REROLL" sample normal -n 3e6 -o k.npy &
            sleep $pause
            kill -9 $! || true
            wait $! || true
            "$REROLL" sample normal -n 3e6 -o k.npy --resume
            [ ! -e whole.npy ] || cmp k.npy whole.npy
            [ -e whole.npy ] || cp k.npy whole.npy
        done
    done
}

# The commands of these tests run on an allocator that checks the heap (tests/run). It keeps a byte after an allocation that
# depends on the address and may be 0, so that one write of 0 may change nothing; not all of sixteen addresses have a 0.
@test "a program that writes beyond an allocation is stopped" {
    [ -n "$MALLOC_CHECK_" ] || skip "no allocator that checks the heap"
    cat >over.c <<'END'
#include <stdlib.h>
int main(void)
{
    char *volatile bytes[16];
    for (int i = 0; i < 16; i++) {
        bytes[i] = malloc(24);
        bytes[i][24] = 0;
    }
    for (int i = 0; i < 16; i++)
        free(bytes[i]);
}
END
    ${CC:-cc} -o over over.c
    run ./over
    echo "status $status: $output"
    [ "$status" -ge 128 ]
}
