# SPDX-License-Identifier: MIT OR Apache-2.0
# Destinations of the output: existing files, links, devices, pipes.
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
        : >x.raw.job.json
        chmod $mode x.raw x.raw.job.json
        "$REROLL" sample normal -n 3 -o x.raw --force
        [ "$(stat -c %a x.raw)" = $mode ]
        [ "$(stat -c %a x.raw.job.json)" = $mode ]
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
    refused 2 "link2.raw is a link, and the job file of its target is real/x.raw.job.json" sample --job link2.raw.job.json
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

@test "devices and pipes are written directly and not replaced" {
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
    "$REROLL" sample normal -n 3 -o /dev/fd/1 | cat >x
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

@test "--no-job writes no job file, and removes one that would no longer fit" {
    "$REROLL" sample normal -n 3 -o x.raw --no-job
    [ "$(ls)" = x.raw ]
    "$REROLL" sample normal -n 3 -o x.raw --force
    [ -f x.raw.job.json ]
    "$REROLL" sample normal -n 4 -o x.raw --force --no-job
    [ "$(ls)" = x.raw ]
    [ "$(stat -c %s x.raw)" -eq 32 ]
}

@test "an input file is not replaced by the output, under any name" {
    cp "$SHAPES" x.npy
    refused 2 "-o ./x.npy is the file of --shape" sample gamma --shape @x.npy -o ./x.npy --force
    ln x.npy hard.npy
    ln -s x.npy soft.npy
    refused 2 "-o hard.npy is the file of --shape" sample gamma --shape @x.npy -o hard.npy --force
    refused 2 "-o x.npy is the file of --shape" sample gamma --shape @soft.npy -o x.npy --force
    refused 2 "-o soft.npy is the file of --shape" sample gamma --shape @hard.npy -o soft.npy --force
    npy pairs.npy '<f8' '(2, 2)' 0.5
    for end in part job.json; do
        ln x.npy y.npy.$end
        refused 2 "-o y.npy would replace y.npy.$end, the file of --shape; give another name" \
            sample gamma --shape @x.npy -o y.npy --force
        rm y.npy.$end
        cp pairs.npy y.npy.$end
        refused 2 "-o y.npy would replace y.npy.$end, the file of --points" \
            transform cartesian --points @y.npy.$end -o y.npy --force
        cmp pairs.npy y.npy.$end
        rm y.npy.$end
    done
    cmp "$SHAPES" x.npy
    # The name of a temporary file is always new: its old name is free.
    for end in job.json.tmp tmp; do
        cp "$SHAPES" z.npy.$end
        "$REROLL" sample gamma --shape @z.npy.$end -o z.npy --force
        cmp "$SHAPES" z.npy.$end
    done
    "$REROLL" sample normal -n 3 -o a.raw
    for job in "sample --job a.raw.job.json" "transform --job b.raw.job.json"; do
        "$REROLL" transform icdf --sobol 3 -o b.raw --force
        # shellcheck disable=SC2086
        refused 2 ".raw.job.json, the file of --job; give another name" $job -o "${job##* }" --format raw --force
    done
    "$REROLL" sample --job a.raw.job.json -o a.raw --force   # its own job file is the same afterwards
}

@test "links under names derived from FILE are not followed, and other hard links keep their contents" {
    echo precious >victim
    for target in victim new; do
        for command in "sample normal -n 3" "transform icdf --sobol 3"; do
            ln -s $target x.npy.part
            # shellcheck disable=SC2086
            refused 2 "x.npy.part is not a regular file: remove it" $command -o x.npy
            # shellcheck disable=SC2086
            refused 2 "x.npy.part is not a regular file: remove it" $command -o x.npy --force
            rm x.npy.part
            ln -s $target x.npy.job.json.tmp
            ln -s $target x.npy.job.json
            # shellcheck disable=SC2086
            "$REROLL" $command -o x.npy --force
            [ -L x.npy.job.json.tmp ]
            [ ! -L x.npy.job.json ]
            rm x.npy*
        done
    done
    [ ! -e new ]
    mkfifo x.npy.part
    refused 2 "x.npy.part is not a regular file: remove it" sample normal -n 3 -o x.npy --resume
    rm x.npy.part
    mkfifo x.npy.job.json
    refused 2 "x.npy.job.json exists and is not a job file of reroll: move it away, or --force replaces it" \
        sample normal -n 3 -o x.npy --resume
    rm x.npy.job.json
    mkdir x.npy.part
    refused 2 "x.npy.part is not a regular file: remove it" sample normal -n 3 -o x.npy
    rmdir x.npy.part
    : >empty
    for name in victim empty; do
        cp $name before
        ln $name x.npy.part
        "$REROLL" sample normal -n 3 -o x.npy --force
        cmp $name before
        [ "$(stat -c %h x.npy $name | tr '\n' ' ')" = "1 1 " ]
        rm x.npy*
    done
    run stopped KILL x.raw "${SLOW[@]}" "${SLOWLY[@]}"
    ln x.raw.part other
    cp other before
    refused 2 "x.raw.part has a hard link: remove it, or start again with --force" sample "${SLOW[@]}" \
        -o x.raw --resume
    cmp other before
    [ "$(cat victim)" = precious ]
}

@test "a job file of another file is not lost without --force" {
    "$REROLL" sample normal -n 3 -o x.raw
    mv x.raw moved.raw
    cp x.raw.job.json kept
    for command in "sample normal -n 4" "sample normal -n 4 --resume" "transform icdf --sobol 3"; do
        # shellcheck disable=SC2086
        refused 2 "x.raw.job.json describes a file that is not here: move it away, or --force replaces it" \
            $command -o x.raw
    done
    for command in "sample normal -n 3 --no-job" "transform icdf --sobol 3 --no-job"; do
        # shellcheck disable=SC2086
        refused 2 "x.raw.job.json describes a file that is not here: move it away, or --force removes it" \
            $command -o x.raw
    done
    cmp x.raw.job.json kept
    for how in "" --resume; do   # the same job: nothing is lost
        # shellcheck disable=SC2086
        "$REROLL" sample normal -n 3 -o x.raw $how
        cmp x.raw moved.raw
        cmp x.raw.job.json kept
        rm x.raw
    done
    "$REROLL" sample --job x.raw.job.json -o x.raw
    rm x.raw
    refused 2 "x.raw.job.json describes a file that is not here: move it away, or --force replaces it" \
        sample --job x.raw.job.json --first 1 -o x.raw
    for command in "sample normal -n 4" "transform icdf --sobol 3"; do
        # shellcheck disable=SC2086
        "$REROLL" $command -o x.raw --force
        rm x.raw
    done
    refused 2 "x.raw.job.json describes a file that is not here: move it away, or --force replaces it" \
        sample normal -n 3 -o x.raw
    echo '{"my": "own"}' >x.raw.job.json
    refused 2 "x.raw.job.json exists and is not a job file of reroll: move it away, or --force replaces it" \
        sample normal -n 3 -o x.raw
    [ "$(cat x.raw.job.json)" = '{"my": "own"}' ]
    "$REROLL" sample normal -n 3 -o x.raw --no-job --force
    [ ! -e x.raw.job.json ]
}

@test "the job file of a result is kept until the new result is complete" {
    "$REROLL" sample normal -n 3 -o x.raw
    cp x.raw old
    cp x.raw.job.json job
    for command in "sample normal -n 50000 --no-job" "transform icdf --sobol 50000" \
        "transform icdf --sobol 50000 --no-job"; do
        run bash -c "ulimit -f 20; exec '$REROLL' $command -o x.raw --force"
        [ "$status" -eq 1 ]
        cmp x.raw old
        cmp x.raw.job.json job
        [ ! -e x.raw.part ]
    done
}

@test "-o - is standard output" {
    "$REROLL" sample normal -n 3 >x.txt
    "$REROLL" sample normal -n 3 -o - | cmp - x.txt
    "$REROLL" sample normal -n 3 --output - --format npy >x.npy
    "$REROLL" sample normal -n 3 -o y.npy
    cmp x.npy y.npy
    "$REROLL" sample --job y.npy.job.json -o - --format npy | cmp - y.npy
    refused 2 "--resume needs -o with the name of a regular file" sample normal -n 3 -o - --resume
    "$REROLL" transform cartesian --sobol 3 -o - | cmp - <("$REROLL" transform cartesian --sobol 3)
    "$REROLL" transform cartesian --sobol 3 -o - --format raw | cmp - <("$REROLL" transform cartesian --sobol 3 --format raw)
    "$REROLL" sample normal -n 3 -o - >&- 2>/dev/null || status=$?
    [ "$status" -eq 1 ]
    [ ! -e - ]
    "$REROLL" sample normal -n 3 -o ./- --format text   # a file of that name can still be meant
    cmp ./- x.txt
}

@test "-o /dev/stdout is standard output, also if that is a regular file" {
    "$REROLL" sample normal -n 3 >expected
    for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
        echo first >x
        "$REROLL" sample normal -n 3 -o $name >>x
        cmp x <(echo first; cat expected)
        "$REROLL" sample normal -n 3 -o $name --force >x
        cmp x expected
        "$REROLL" permutation 5 -o $name >x
        cmp x <("$REROLL" permutation 5)
    done
    [ "$(ls)" = "$(printf 'expected\nx')" ]
}

@test "free space is checked before a file is made" {
    ulimit -S -f 1000   # a program that does not check cannot fill a disk here
    refused 2 "big.npy needs 8000000000000128 bytes (7.11 PiB)" \
        sample normal -n 1e15 -o big.npy
    refused 2 "big.txt needs at least 2000000000000000 bytes (1.78 PiB)" sample normal -n 1e15 -o big.txt
    refused 2 "big.raw needs 8000000000000000 bytes (7.11 PiB)" sample normal -n 1e15 -o big.raw --resume
    refused 2 "big.npy needs 16000000000000128 bytes (14.2 PiB)" transform cartesian --random 1e15 -o big.npy
    run --separate-stderr "$REROLL" sample normal -n 1e15 -o big.npy --force
    [ "$status" -eq 1 ]
    [[ $stderr == *"can't write big.npy: File too large"* ]]
    [ -e big.npy.part ]
}

@test "a name that is not UTF-8 is refused if a job file would contain it" {
    python3 - "$REROLL" "$SHAPES" <<'END'
import json, os, shutil, subprocess, sys
forms = [b"\x80", b"\xbf", b"\xc0\xaf", b"\xc1\xbf", b"\xc3", b"caf\xe9", b"\xc3\xc3", b"\xe0\x9f\xbf", b"\xe2\x82",
         b"\xe2\x82x", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf0\x8f\xbf\xbf", b"\xf0\x9f\x98", b"\xf4\x90\x80\x80",
         b"\xf5\x80\x80\x80", b"\xff", b"\xe2\xc2\xac", b"\xf0\x90\x80\xc0", b"\xc2\x80", b"\xdf\xbf", b"\xe0\xa0\x80",
         b"\xe2\x82\xac", b"\xed\x9f\xbf", b"\xee\x80\x80", b"\xef\xbf\xbf", b"\xf0\x90\x80\x80", b"\xf4\x8f\xbf\xbf",
         b"\x7f\x1f\x01"]
def reroll(*args):
    return subprocess.run([sys.argv[1].encode(), b"sample", b"gamma", *args],
                          stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
good = 0
for form in forms:
    name = form + b".npy"
    shutil.copy(sys.argv[2].encode(), name)
    try:
        form.decode()
        said = reroll(b"--shape", b"@" + name, b"-o", b"x.raw", b"--force")
        assert said.returncode == 0, (form, said)
        assert json.load(open("x.raw.job.json", encoding="utf-8"))["params"]["shape"]["file"].encode() == name
        good += 1
    except UnicodeDecodeError:
        said = reroll(b"--shape", b"@" + name, b"-o", b"bad.raw")
        assert said.returncode == 2, (form, said)
        assert b"--shape @" + name + b" is not UTF-8, so that bad.raw.job.json cannot hold it: " \
            b"rename it, or give --no-job" in said.stderr, (form, said)
        assert not os.path.exists("bad.raw") and not os.path.exists("bad.raw.part")
        assert reroll(b"--shape", b"@" + name, b"-o", b"y.raw", b"--no-job", b"--force").returncode == 0
        assert reroll(b"--shape", b"@" + name, b"-o", b"-").returncode == 0
assert good == 10 and not os.path.exists("bad.raw")
os.mkdir(b"caf\xe9")   # a folder not needed by the name in the job file
shutil.copy(sys.argv[2].encode(), b"caf\xe9/s.npy")
assert reroll(b"--shape", b"@caf\xe9/s.npy", b"-o", b"caf\xe9/x.raw").returncode == 0
END
    npy $'p\xe9.npy' '<f8' '(2, 2)' 0.5
    refused 2 "is not UTF-8, so that z.npy.job.json cannot hold it" transform cartesian --points @$'p\xe9.npy' -o z.npy
    "$REROLL" transform cartesian --points @$'p\xe9.npy' -o z.npy --no-job
}

@test "help and lists that can't be written are status 1, with a message" {
    while read -r command; do
        # shellcheck disable=SC2086
        run --separate-stderr bash -c "'$REROLL' $command >/dev/full"
        echo "$command: $status, $stderr"
        [ "$status" -eq 1 ]
        [ "$stderr" = "reroll: can't write standard output: No space left on device" ]
        # shellcheck disable=SC2086
        "$REROLL" $command | true   # a reader that has gone causes no message
    done <<'END'
--help
-h
help
--version
sample --help
sample gamma --help
transform --help
transform --list
transform --names
samplers
samplers --help
samplers --names
strategies --json
strategies --help
devices --help
verify --help
model --help
bench --help
report --help
plan --help
END
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

@test "the example data are those that their programs write" {
    python3 "$ROOT/examples/data/make_shapes.py" shapes.npy
    cmp shapes.npy "$SHAPES"
}

@test "a pipe gets the format of its name's ending, or of --format" {
    for end in npy raw txt; do
        "$REROLL" sample normal -n 5 -o "expected.$end"
        mkfifo "p.$end"
        "$REROLL" sample normal -n 5 -o "p.$end" &
        cat "p.$end" | cmp - "expected.$end"
        wait $!
        "$REROLL" sample --job expected.npy.job.json -o "p.$end" &
        cat "p.$end" | cmp - "expected.$end"
        wait $!
    done
    "$REROLL" sample normal -n 5 -o p.npy --format text &
    cat p.npy | cmp - expected.txt
    wait $!
    mkfifo p
    "$REROLL" sample normal -n 5 -o p &
    cat p | cmp - expected.txt
}

@test "a name that is too long with the ending of a temporary file is refused with that reason" {
    local name
    name() { printf "%0$(($1 - 4))d.npy" 0; }
    "$REROLL" sample normal -n 3 -o "$(name 237)"
    for length in 238 246 247 250 255; do
        refused 2 "-o" sample normal -n 3 -o "$(name $length)"
    done
    "$REROLL" sample normal -n 3 -o "$(name 250)" --no-job
    refused 2 "-o" sample normal -n 3 -o "$(name 251)" --no-job
    refused 2 "while the old job file stays" sample normal -n 3 -o "$(name 237)" --force
}
