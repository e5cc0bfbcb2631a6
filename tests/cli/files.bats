# SPDX-License-Identifier: MIT OR Apache-2.0
# Where the output goes: existing files, links, devices, pipes.
bats_require_minimum_version 1.5.0
load helpers

@test "an existing file needs --force" {
    echo precious >x.npy
    refused 2 "x.npy exists; --force replaces it" sample normal -n 3 -o x.npy
    [ "$(cat x.npy)" = precious ]
    "$REROLL" sample normal -n 3 -o x.npy --force
    [ "$(stat -c %s x.npy)" -eq 152 ]
}

@test "the mode of a replaced file is kept" {
    for mode in 600 640 444 755; do
        rm -f x.raw
        : >x.raw
        chmod $mode x.raw
        "$REROLL" sample normal -n 3 -o x.raw --force
        [ "$(stat -c %a x.raw)" = $mode ]
    done
    umask 027
    "$REROLL" sample normal -n 3 -o y.raw
    [ "$(stat -c %a y.raw)" = 640 ]
}

@test "links are followed, not replaced" {
    mkdir real
    : >real/x.raw
    ln -s real/x.raw link.raw
    ln -s link.raw link2.raw
    "$REROLL" sample normal -n 3 -o link2.raw --force
    [ -L link.raw ]
    [ -L link2.raw ]
    [ "$(stat -c %s real/x.raw)" -eq 24 ]
    [ -f real/x.raw.job.json ]
    ln -s real/new.raw dangling.raw
    "$REROLL" sample normal -n 3 -o dangling.raw
    [ -L dangling.raw ]
    [ "$(stat -c %s real/new.raw)" -eq 24 ]
    ln -s round2.raw round1.raw
    ln -s round1.raw round2.raw
    run --separate-stderr "$REROLL" sample normal -n 3 -o round1.raw
    [ "$status" -eq 1 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
}

@test "devices and pipes are written directly and stay what they are" {
    "$REROLL" sample normal -n 1e5 -o /dev/null
    [ -c /dev/null ]
    [ ! -e /dev/null.job.json ]
    [ ! -e /dev/null.part ]
    mkfifo pipe.raw
    "$REROLL" sample normal -n 1e5 -o pipe.raw --format raw &
    "$REROLL" sample normal -n 1e5 --format raw >expected
    cmp pipe.raw expected
    wait $!
    [ -p pipe.raw ]
    [ ! -e pipe.raw.job.json ]
    "$REROLL" sample normal -n 3 -o /dev/stdout | cat >x
    [ "$(wc -l <x)" -eq 3 ]
    refused 2 "--resume needs -o" sample normal -n 3 -o /dev/null --resume
    refused 2 "--resume needs -o" sample normal -n 3 --resume
    mkdir folder.npy
    run --separate-stderr "$REROLL" sample normal -n 3 -o folder.npy
    [ "$status" -eq 1 ]
    [[ $stderr == *"Is a directory"* ]]
}

@test "a closed pipe ends quietly" {
    for format in text raw npy; do
        { "$REROLL" sample normal -n 1e12 --format $format; echo $? >status; } 2>errors | head -c 10 >/dev/null
        [ "$(cat status)" -eq 0 ]
        [ ! -s errors ]
    done
}

@test "closed standard descriptors do no harm" {
    "$REROLL" sample normal -n 3 -o expected.raw
    "$REROLL" sample normal -n 3 -o x.raw <&- >&- 2>&-
    cmp x.raw expected.raw
    run "$REROLL" sample normal -n 3 --mean 1 -o x.raw <&- >&- 2>&-
    [ "$status" -eq 2 ]
    cmp x.raw expected.raw
    run bash -c "'$REROLL' sample normal -n 3 >&-"
    [ "$status" -eq 1 ]
}

@test "--no-job writes no job file, and removes one that would be wrong" {
    "$REROLL" sample normal -n 3 -o x.raw --no-job
    [ "$(ls)" = x.raw ]
    "$REROLL" sample normal -n 3 -o x.raw --force
    [ -f x.raw.job.json ]
    "$REROLL" sample normal -n 4 -o x.raw --force --no-job
    [ "$(ls)" = x.raw ]
    [ "$(stat -c %s x.raw)" -eq 32 ]
}

@test "a parameter file is not replaced by what is drawn from it" {
    cp "$SHAPES" x.npy
    refused 2 "-o ./x.npy is the file of --shape" sample gamma --shape @x.npy -o ./x.npy --force
    cmp "$SHAPES" x.npy
}

@test "progress is shown on a terminal only" {
    command -v script >/dev/null || skip "script is not here"
    job="'$REROLL' sample ${SLOW[*]} ${SLOWLY[*]} -o /dev/null"
    script -qec "$job" /dev/null </dev/null >shown || true
    grep -q '^attempts *[0-9]* % \[#*\.*\] .* samples/s, .* left' <(tr '\r' '\n' <shown)
    script -qec "$job --quiet" /dev/null </dev/null >shown || true
    [ "$(grep -c 'samples/s' shown)" -eq 0 ]
    eval "$job" 2>shown || true
    [ ! -s shown ]
}

@test "the example data are what their program writes" {
    python3 "$ROOT/examples/data/make_shapes.py" shapes.npy
    cmp shapes.npy "$SHAPES"
}
