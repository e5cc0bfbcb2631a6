# SPDX-License-Identifier: MIT OR Apache-2.0
# The order of system calls that makes a file durable, a death before each of them, and other processes between them. A shim
# sees the calls (shim.c), so that no test depends on timing.
bats_require_minimum_version 1.5.0
load helpers

setup_file() {
    load helpers
    build_shim
    "$REROLL" sample normal -n 3 -o "$BATS_FILE_TMPDIR/three.raw"
}

# nothing_else NAME...: the folder holds these files, the log, and temporary job files of processes that died.
nothing_else() {
    [ "$(find . -mindepth 1 ! -name log ! -name '*.job.json.????????' -printf '%P\n' | sort)" = \
        "$(printf '%s\n' "$@" | sort)" ]
}

@test "sample: data, job file and directory are on disk before the entries that refer to them" {
    SHIM_LOG=log shimmed "$REROLL" sample normal -n 3 -o x.raw
    cat log
    diff log - <<'END'
open x.raw.part
open x.raw.part new
flock x.raw.part
fsync x.raw.job.json.~
rename x.raw.job.json.~ x.raw.job.json done=[] bytes=0 complete=false
fsync .
ftruncate x.raw.part 0
pwrite x.raw.part 24 0
fdatasync x.raw.part
fsync x.raw.job.json.~
rename x.raw.job.json.~ x.raw.job.json done=[[0,3]] bytes=24 complete=false
fsync x.raw.part
rename x.raw.part x.raw new
fsync .
fsync x.raw.job.json.~
rename x.raw.job.json.~ x.raw.job.json done=[[0,3]] bytes=24 complete=true
END
}

@test "transform and --no-job: a job file of another file is removed before data are written" {
    SHIM_LOG=log shimmed "$REROLL" transform polar-without-replacement --grid 64 --drop --quiet -o x.npy
    diff log - <<'END'
open x.npy.part
open x.npy.part new
flock x.npy.part
unlink x.npy.job.json
fsync .
ftruncate x.npy.part 0
write x.npy.part 128
write x.npy.part 736
pwrite x.npy.part 128 0
fdatasync x.npy.part
fsync x.npy.job.json.~
rename x.npy.job.json.~ x.npy.job.json bytes=864 complete=false
fsync x.npy.part
rename x.npy.part x.npy new
fsync .
fsync x.npy.job.json.~
rename x.npy.job.json.~ x.npy.job.json bytes=864 complete=true
END
    rm log
    : >y.raw.part
    SHIM_LOG=log shimmed "$REROLL" sample normal -n 3 -o y.raw --no-job
    diff log - <<'END'
open y.raw.part
flock y.raw.part
unlink y.raw.part
open y.raw.part new
flock y.raw.part
unlink y.raw.job.json
fsync .
ftruncate y.raw.part 0
pwrite y.raw.part 24 0
fdatasync y.raw.part
fsync y.raw.part
unlink y.raw.job.json
rename y.raw.part y.raw new
fsync .
END
    cmp y.raw "$BATS_FILE_TMPDIR/three.raw"
}

@test "every checkpoint records only bytes that are on disk, also after --resume" {
    export REROLL_CHECKPOINT_SECONDS=0
    SHIM_LOG=log SHIM_KILL=20 run shimmed "$REROLL" sample normal -n 2e6 -o x.raw --threads 1 --device cpu:scalar
    [ "$status" -eq 137 ]
    SHIM_LOG=log shimmed "$REROLL" sample normal -n 2e6 -o x.raw --resume
    awk '
        $1 == "ftruncate" {length_now = safe = $3}
        $1 == "pwrite" && $2 == "x.raw.part" && length_now < $3 + $4 {length_now = $3 + $4}
        $1 == "fdatasync" {safe = length_now}
        $1 == "fsync" && $2 == "x.raw.job.json.~" {whole = $3 != "empty"}
        $1 == "rename" && $3 == "x.raw.job.json" {
            split($5, told, "=")
            if (told[2] > safe || !whole) {print "line " NR ": " $0; bad = 1}
            checkpoints += told[2] > 0
            whole = 0
        }
        END {exit bad || checkpoints < 4 || length_now != 16000000}' log
    "$REROLL" sample normal -n 2e6 --format raw | cmp - x.raw
}

@test "a kill before any call: --resume gives the same bytes, and an old FILE is kept or completely replaced" {
    local n left=run
    for old in none there; do
        for ((n = 1; ; ++n)); do
            rm -rf ./*
            if [ $old = there ]; then "$REROLL" sample bits -n 5 -o x.raw; fi
            cp -f x.raw old 2>/dev/null || true
            SHIM_KILL=$n run shimmed "$REROLL" sample normal -n 3 -o x.raw --force
            left=$status
            if [ -e x.raw ]; then cmp x.raw "$BATS_FILE_TMPDIR/three.raw" || cmp x.raw old; fi
            if [ "$left" -eq 0 ]; then break; fi
            echo "$old: killed before call $n: $(ls)"
            [ "$left" -eq 137 ]
            rm -f old
            "$REROLL" sample normal -n 3 -o x.raw --resume --force
            cmp x.raw "$BATS_FILE_TMPDIR/three.raw"
            grep -q '"complete": true' x.raw.job.json
            nothing_else x.raw x.raw.job.json
        done
        [ "$n" -ge 15 ]
    done
}

# unfinished FILE: a job that stopped after a checkpoint, because its file may not grow.
unfinished() {
    REROLL_CHECKPOINT_SECONDS=0 run bash -c "ulimit -f 200; exec '$REROLL' sample normal -n 50000 -o $1"
    [ "$status" -eq 1 ]
    grep -q '"bytes": 131072' "$1.job.json"
}

@test "a killed transform or --no-job over an unfinished job leaves no file that --resume would accept" {
    local n
    for writer in "transform icdf --sobol 50000" "sample uniform -n 50000 --no-job"; do
        for ((n = 1; ; ++n)); do
            rm -rf ./*
            unfinished x.raw
            # shellcheck disable=SC2086
            SHIM_KILL=$n run shimmed "$REROLL" $writer -o x.raw --force --quiet
            if [ "$status" -eq 0 ]; then break; fi
            [ "$status" -eq 137 ]
            run "$REROLL" sample normal -n 50000 -o x.raw --resume
            echo "$writer, killed before call $n: $output"
            if [ "$status" -eq 0 ]; then "$REROLL" sample normal -n 50000 --format raw | cmp - x.raw; fi
        done
        [ "$n" -ge 10 ]
    done
}

@test "a call that fails: status 1, no temporary file, and --resume continues" {
    for call in "fsync x.raw.job.json.~" "rename x.raw.job.json.~" "fsync ." "ftruncate x.raw.part" "pwrite x.raw.part" \
        "fdatasync x.raw.part" "fsync x.raw.part" "rename x.raw.part"; do
        rm -f ./*
        SHIM_FAIL="$call 5" run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw
        echo "$call: $status, $stderr: $(ls)"
        [ "$status" -eq 1 ]
        [[ $stderr == "reroll: can't write x.raw"*": Input/output error"* ]]
        [ ! -e x.raw ]
        [ -z "$(find . -name '*.job.json.*')" ]
        if [ ! -e x.raw.job.json ]; then nothing_else; fi
        "$REROLL" sample normal -n 3 -o x.raw --resume
        cmp x.raw "$BATS_FILE_TMPDIR/three.raw"
        nothing_else x.raw x.raw.job.json
        rm ./*
        SHIM_FAIL="$call 5" run shimmed "$REROLL" sample normal -n 3 -o x.raw --no-job
        if [ "$status" -ne 0 ]; then nothing_else; fi   # files that cannot be resumed are not left
    done
}

# overtaken COMMAND CALL: another process takes COMMAND's FILE.part away before CALL, and dies in the middle of its own job.
overtaken() {
    local other="rm -f x.raw.part x.raw.job.json; \
        (ulimit -f 100; '$REROLL' sample gamma --shape 9 -n 60000 -o x.raw) 2>/dev/null; \
        cp x.raw.part part; cp x.raw.job.json job"
    rm -rf ./*
    SHIM_DO="$2 $other; true" run --separate-stderr shimmed "$REROLL" $1 -o x.raw --quiet
    echo "$1, overtaken before $2: $status, $stderr: $(ls)"
    [ "$status" -eq 1 ]
    [ "$stderr" = "reroll: can't write x.raw: another process has removed, replaced or changed x.raw.part" ]
}

@test "a file that another process has replaced is never reported as complete, and not changed" {
    for writer in "sample gamma --shape 2 -n 40000" "transform icdf --sobol 40000" "sample normal -n 40000 --no-job"; do
        for call in "ftruncate x.raw.part" "fdatasync x.raw.part" "fsync x.raw.part"; do
            overtaken "$writer" "$call"
            [ ! -e x.raw ]
            cmp x.raw.part part
            cmp x.raw.job.json job
            "$REROLL" sample gamma --shape 9 -n 60000 -o x.raw --resume
            "$REROLL" sample gamma --shape 9 -n 60000 --format raw | cmp - x.raw
        done
        # Between the last check and the rename nothing can be checked any more.
        overtaken "$writer" "rename x.raw.part"
        cmp x.raw part
        if [ -e x.raw.job.json ]; then ! grep -q '"complete": true' x.raw.job.json; fi
    done
}

@test "a replaced file is also detected at a checkpoint and after control-C" {
    REROLL_CHECKPOINT_SECONDS=0 overtaken "sample normal -n 1e7 --threads 1" "fdatasync x.raw.part"
    cmp x.raw.job.json job
    SHIM_DO="pwrite x.raw.part rm x.raw.part; kill -INT \$PPID" \
        run --separate-stderr shimmed "$REROLL" sample normal -n 1e9 -o x.raw --force
    [ "$status" -eq 1 ]
    [[ $stderr == *"another process has removed"* ]]
    [ ! -e x.raw.part ]
}

@test "a change of the length of a temporary file is detected" {
    for change in "truncate -s 8 x.raw.part" "echo more >>x.raw.part"; do
        rm -rf ./*
        SHIM_DO="fdatasync x.raw.part $change" run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw
        [ "$status" -eq 1 ]
        [[ $stderr == *"another process has removed, replaced or changed x.raw.part" ]]
        [ ! -e x.raw ]
    done
}

@test "changes by another process just before the lock are detected" {
    SHIM_DO="flock x.raw.part rm x.raw.part" run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw
    [ "$status" -eq 1 ]
    [ "$stderr" = "reroll: x.raw.part was renamed or removed by another process just now" ]
    nothing_else
    SHIM_DO="flock x.raw.part mv x.raw.part away; : >x.raw.part" \
        run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw
    [ "$status" -eq 1 ]
    nothing_else away x.raw.part
    rm away x.raw.part
    SHIM_DO="flock x.raw.part echo precious >x.raw" run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw
    [ "$status" -eq 2 ]
    [ "$stderr" = "reroll: x.raw exists; --force replaces it" ]
    [ "$(cat x.raw)" = precious ]
    nothing_else x.raw
    rm x.raw
    cp "$BATS_FILE_TMPDIR/three.raw" .
    cp "$BATS_FILE_TMPDIR/three.raw.job.json" .
    SHIM_DO="flock x.raw.part cp three.raw x.raw; cp three.raw.job.json x.raw.job.json" run --separate-stderr shimmed \
        "$REROLL" sample normal -n 3 -o x.raw --resume
    [ "$status" -eq 1 ]
    [ "$stderr" = "reroll: x.raw was changed by another process just now" ]
    cmp x.raw three.raw
    nothing_else three.raw three.raw.job.json x.raw x.raw.job.json
    SHIM_DO="flock x.raw.part mv x.raw.part x.raw; echo theirs >x.raw.part" \
        run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw --force
    [ "$status" -eq 1 ]
    [ "$(cat x.raw.part)" = theirs ]
}

@test "a FILE that appears during the job is kept, whatever the file system lacks" {
    local lacking writer
    for lacking in "" noreplace "noreplace link"; do
        export SHIM_LACKS=$lacking
        rm -rf ./*
        shimmed "$REROLL" sample normal -n 3 -o x.raw
        cmp x.raw "$BATS_FILE_TMPDIR/three.raw"
        nothing_else x.raw x.raw.job.json
        for writer in "sample normal -n 3" "transform icdf --sobol 3" "sample normal -n 3 --no-job"; do
            rm -rf ./*
            # shellcheck disable=SC2086
            SHIM_DO="fsync x.raw.part echo precious >x.raw" run --separate-stderr shimmed "$REROLL" $writer -o x.raw --quiet
            echo "$writer without '$lacking': $status, $stderr"
            [ "$status" -eq 1 ]
            [[ $stderr == "reroll: can't write x.raw: another process has made it; it is kept; "* ]]
            [[ $stderr == *"--force replaces it" ]]
            [ "$(cat x.raw)" = precious ]
            if [ "$writer" = "sample normal -n 3" ]; then "$REROLL" $writer -o x.raw --resume --force
            else "$REROLL" $writer -o x.raw --quiet --force; fi
            nothing_else x.raw $([[ $writer == *--no-job ]] || echo x.raw.job.json)
        done
        SHIM_DO="fsync x.raw.part echo old >x.raw" shimmed "$REROLL" sample normal -n 3 -o x.raw --force
        cmp x.raw "$BATS_FILE_TMPDIR/three.raw"
    done
}

@test "a lock that fails is not ignored" {
    SHIM_FAIL="flock x.raw.part 37" run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw
    [ "$status" -eq 1 ]
    [ "$stderr" = "reroll: can't lock x.raw.part: No locks available; --force writes it without a lock" ]
    nothing_else
    SHIM_FAIL="flock x.raw.part 37" run --separate-stderr shimmed "$REROLL" transform icdf --sobol 3 -o x.raw
    [ "$status" -eq 1 ]
    SHIM_FAIL="flock x.raw.part 37" shimmed "$REROLL" sample normal -n 3 -o x.raw --force
    cmp x.raw "$BATS_FILE_TMPDIR/three.raw"
    rm x.raw
    : >x.raw.part   # another process has just begun
    for error in 11 37; do
        SHIM_FAIL="flock x.raw.part $error" run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw --resume
        [ "$status" -eq 1 ]
        [ -e x.raw.part ]
    done
    SHIM_FAIL="flock x.raw.part 11" run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw --force
    [ "$status" -eq 1 ]
    [[ $stderr == *"x.raw.part is being written by another process" ]]
    [ -e x.raw.part ]
}

@test "a link that appears under the name of a temporary file is not followed" {
    echo precious >victim
    ln -s victim x.raw.job.json.00000000
    SHIM_RANDOM=1 run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw
    [ "$status" -eq 1 ]
    [ "$(cat victim)" = precious ]
    [ -L x.raw.job.json.00000000 ]
    [ ! -e x.raw ]
    rm x.raw.job.json.00000000
    for name in victim new; do
        SHIM_DO="open x.raw.part ln -s $name x.raw.part" \
            run --separate-stderr shimmed "$REROLL" sample normal -n 3 -o x.raw --force
        [ "$status" -eq 1 ]
        [[ $stderr == *"can't write x.raw.part: Too many levels of symbolic links" ]]
        rm x.raw.part
    done
    [ "$(cat victim)" = precious ]
    [ ! -e new ]
}

@test "free space is checked to the byte" {
    SHIM_ROOM=152 shimmed "$REROLL" sample normal -n 3 -o x.npy
    rm x.npy
    for job in "sample normal -n 3" "transform icdf --sobol 3"; do
        # shellcheck disable=SC2086
        SHIM_ROOM=151 run --separate-stderr shimmed "$REROLL" $job -o y.npy
        [ "$status" -eq 2 ]
        [ "$stderr" = "reroll: y.npy needs 152 bytes (0.148 KiB), and its file system has \
151 bytes (0.147 KiB) free; --force writes it nevertheless" ]
        [ ! -e y.npy.part ]
        # shellcheck disable=SC2086
        SHIM_ROOM=5 run --separate-stderr shimmed "$REROLL" $job -o y.txt
        [ "$status" -eq 2 ]
        [[ $stderr == *"y.txt needs at least 6 bytes"* ]]
        # shellcheck disable=SC2086
        SHIM_ROOM=6 shimmed "$REROLL" $job -o y.txt
        rm y.txt*
        # shellcheck disable=SC2086
        SHIM_ROOM=151 shimmed "$REROLL" $job -o y.npy --force
        rm y.npy*
    done
    # Space that is already allocated is not required again.
    unfinished z.raw
    SHIM_ROOM=$((400000 - 131072 - 1)) run --separate-stderr shimmed "$REROLL" sample normal -n 50000 -o z.raw --resume
    [ "$status" -eq 2 ]
    SHIM_ROOM=$((400000 - 131072)) shimmed "$REROLL" sample normal -n 50000 -o z.raw --resume
}

@test "missing memory is status 1, not a usage error" {
    skip_if_sanitized
    npy c.npy "<f4" "(256, 256)" 0
    SHIM_MEMORY=1000000 run --separate-stderr shimmed "$REROLL" sample multivariate-normal --covariance @c.npy -n 3 -o x.npy
    [ "$status" -eq 1 ]
    [[ $stderr == *"no memory for the factor of covariance" ]]
    nothing_else c.npy
}
