# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll transform: points of every kind, the shape of the output, points that become NaN, refusals.
bats_require_minimum_version 1.5.0
load helpers

# shown FILE: dtype and shape, then the values.
shown() {
    python3 -S "$TOOLS/npy.py" show "$1"
}

@test "a file of pairs: rows, columns in memory, and interleaved give the same normals" {
    npy c.npy '<f8' '(5, 2)' 0.1 0.2 0.9 0.4 0.5
    npy f.npy '<f8' '(5, 2)' --fortran 0.1 0.2 0.9 0.4 0.5
    npy flat.npy '<f8' '(10,)' 0.1 0.2 0.9 0.4 0.5
    for shape in c f flat; do "$REROLL" transform cartesian --points @$shape.npy -o z$shape.npy; done
    cmp zc.npy zf.npy
    [ "$(shown zc.npy | head -n 1)" = "<f8 (5, 2)" ]
    [ "$(shown zflat.npy | head -n 1)" = "<f8 (10,)" ]
    [ "$(shown zc.npy | tail -n +2)" = "$(shown zflat.npy | tail -n +2)" ]
    shown zc.npy | tail -n +2 | python3 -c '
import math, sys
z = [float(v) for v in sys.stdin]
u = [0.1, 0.2, 0.9, 0.4, 0.5] * 2
for k in range(5):
    r = math.sqrt(-2 * math.log(u[2 * k]))
    assert abs(z[2 * k] - r * math.cos(2 * math.pi * u[2 * k + 1])) < 1e-14
    assert abs(z[2 * k + 1] - r * math.sin(2 * math.pi * u[2 * k + 1])) < 1e-14'
}

@test "the dtype is that of the file, or that of --dtype" {
    npy x.npy '<f4' '(2, 2)' 0.25 0.5
    "$REROLL" transform cartesian --points @x.npy -o a.npy
    [ "$(shown a.npy | head -n 1)" = "<f4 (2, 2)" ]
    "$REROLL" transform cartesian --points @x.npy --dtype f64 -o b.npy
    [ "$(shown b.npy | head -n 1)" = "<f8 (2, 2)" ]
    npy i.npy '>i4' '(1, 2)' 1 0
    [ "$("$REROLL" transform cartesian --points @i.npy)" = "0 0" ]
    npy y.npy '<f8' '(1, 2)' 0.1 0.7
    [ "$("$REROLL" transform cartesian --points @y.npy --dtype f32)" = \
        "$("$REROLL" transform cartesian --points @y.npy --dtype f32 --device cpu:scalar)" ]
}

@test "npy, raw and text have the same values, one point per line" {
    "$REROLL" transform polar-inside --disc 3000 -o x.npy
    "$REROLL" transform polar-inside --disc 3000 -o x.raw
    "$REROLL" transform polar-inside --disc 3000 -o x.txt
    "$REROLL" transform polar-inside --disc 3000 --format raw | cmp - x.raw
    "$REROLL" transform polar-inside --disc 3000 | cmp - x.txt
    tail -c +129 x.npy | cmp - x.raw
    [ "$(wc -l <x.txt)" -eq 3000 ]
    tr ' ' '\n' <x.txt | python3 -c '
import struct, sys
assert b"".join(struct.pack("<d", float(v)) for v in sys.stdin) == open("x.raw", "rb").read()'
}

@test "a grid: the number is rounded up to a square, the upper end is included, 18 of 64 points are outside" {
    run --separate-stderr "$REROLL" transform polar-without-replacement --grid 60 -o g.npy
    [ "$status" -eq 0 ]
    [[ $stderr == *"--grid 60 became 64 points"* ]]
    [[ $stderr == *"18 of 64 points were outside the disc, or at 0, the first of them number 0; they are NaN"* ]]
    npy far.npy '<f8' '(1, 2)' 0 1e200
    run --separate-stderr "$REROLL" transform polar-inside --points @far.npy
    [[ $stderr == *"1 of 1 points were not finite, or so large that x^2 + y^2 is not, the first"* ]]
    [ "$(shown g.npy | head -n 1)" = "<f8 (64, 2)" ]
    [ "$(shown g.npy | grep -c nan)" -eq 36 ]
    run --separate-stderr "$REROLL" transform polar-without-replacement --grid 64 --drop -o d.npy
    [[ $stderr == *"18 of 64 points"*"are left out" ]]
    [ "$(shown d.npy | head -n 1)" = "<f8 (46, 2)" ]
    [ "$(shown g.npy | tail -n +2 | grep -v nan)" = "$(shown d.npy | tail -n +2)" ]
    "$REROLL" transform polar-without-replacement --grid 64 --drop --quiet >x.txt 2>x.err
    [ "$(wc -l <x.txt)" -eq 46 ]
    [ ! -s x.err ]
}

@test "with replacement no point is NaN; the disc is the same points" {
    "$REROLL" transform polar-with-replacement --random 5000 --seed 3 --stream a/1 --first 7 -o a.npy 2>x.err
    [ ! -s x.err ]
    "$REROLL" transform polar-inside --disc 5000 --seed 3 --stream a/1 --first 7 -o b.npy
    cmp a.npy b.npy
    [ "$(shown a.npy | grep -c nan)" -eq 0 ]
    npy x.npy '<f8' '(3, 2)' 9 nan inf
    "$REROLL" transform polar-with-replacement --points @x.npy --first 7 --seed 3 -o c.npy
    [ "$(shown c.npy | grep -c nan)" -eq 0 ]
    "$REROLL" transform polar-with-replacement --points @x.npy --first 8 --seed 3 >d.txt
    [ "$(shown c.npy | tail -n +4 | head -n 4)" = "$(head -n 2 d.txt | tr ' ' '\n')" ]
    "$REROLL" transform polar-inside --disc-map 5000 --seed 3 -o m.npy
    run cmp -s m.npy b.npy
    [ "$status" -eq 1 ]
}

@test "mean and sd, threads and devices, batches and --first" {
    "$REROLL" transform cartesian --sobol 300000 --scramble owen:7 --mean 3 --sd 0.5 --dtype f32 -o a.raw
    "$REROLL" transform cartesian --sobol 300000 --scramble owen:7 --mean 3 --sd 0.5 --dtype f32 --threads 1 \
        --device cpu:scalar -o b.raw
    cmp a.raw b.raw
    "$REROLL" transform cartesian --sobol 1000 --first 299000 --scramble owen:7 --mean 3 --sd 0.5 --dtype f32 -o c.raw
    tail -c 8000 a.raw | cmp - c.raw
    for set in "--sobol 9" "--sobol 9 --scramble owen:8" "--sobol 9 --scramble shift:8" "--halton 9" \
        "--halton 9 --scramble owen:8" "--halton 9 --scramble shift:8"; do
        # shellcheck disable=SC2086
        "$REROLL" transform cartesian $set
    done >sets
    [ "$(sort sets | uniq -d | wc -l)" -eq 0 ]
}

@test "a seed or stream that would change nothing is refused" {
    npy x.npy '<f8' '(2,)' 0.5
    refused 2 "--seed has no effect: nothing is drawn at random; \
--scramble owen:S makes another set of --sobol for each S" \
        transform --sobol 2 --seed random
    refused 2 "--seed has no effect: nothing is drawn at random" transform icdf --sobol 2 --seed 5 --scramble owen:5
    refused 2 "another set of --halton for each S" transform --halton 1 --stream nope
    refused 2 "--seed has no effect: nothing is drawn at random" transform --grid 1 --seed random
    refused 2 "--stream has no effect: nothing is drawn at random" transform icdf --points @x.npy --stream 3
    for points in "--points @x.npy" "--sobol 2" "--grid 2"; do
        # shellcheck disable=SC2086
        "$REROLL" transform polar-with-replacement $points --seed 3 --stream a >/dev/null
    done
    "$REROLL" transform polar-inside --disc 2 --seed 3 >/dev/null
    "$REROLL" transform icdf --sobol 2 -o s.npy
    "$REROLL" transform --job s.npy.job.json | cmp - <("$REROLL" transform icdf --sobol 2)
}

@test "the points themselves, of any dimension: the input of the methods" {
    "$REROLL" transform --halton 300 --dims 3 --scramble owen:5 -o p.npy
    [ "$(shown p.npy | head -n 1)" = "<f8 (300, 3)" ]
    "$REROLL" transform --halton 300 --dims 3 --scramble owen:5 -o p.txt
    [ "$(shown p.npy | tail -n +2)" = "$(tr ' ' '\n' <p.txt)" ]
    [ "$(awk 'NF != 3' p.txt | wc -l)" -eq 0 ]
    "$REROLL" transform icdf --points @p.npy -o a.npy
    "$REROLL" transform icdf --halton 300 --dims 3 --scramble owen:5 -o b.npy
    cmp a.npy b.npy
    "$REROLL" transform --sobol 70 --dims 4 -o s.raw
    "$REROLL" transform --sobol 70 --dims 4 --dtype u32 -o k.raw
    python3 - <<'END'
import struct
points, integers = struct.unpack("<280d", open("s.raw", "rb").read()), struct.unpack("<280I", open("k.raw", "rb").read())
assert all(x == (k + 0.5) / 2**30 for x, k in zip(points, integers))
assert all(sorted(k >> 24 for k in integers[d:256:4]) == list(range(64)) for d in range(4))
END
    "$REROLL" transform cartesian --sobol 70 --dims 4 -o c.raw      # two pairs per point
    "$REROLL" transform --sobol 70 --dims 4 --format npy | python3 -c '
import sys
data = sys.stdin.buffer.read()
sys.stdout.buffer.write(data.replace(b"(70, 4), }", b"(140, 2), }", 1).replace(b"}  ", b"} ", 1))' >pairs.npy
    "$REROLL" transform cartesian --points @pairs.npy --format raw | cmp - c.raw
    [ "$("$REROLL" transform --sobol 3 | awk '{print NF}' | sort -u)" = 2 ]
    [ "$("$REROLL" transform icdf --sobol 3 | awk '{print NF}' | sort -u)" = 1 ]
    "$REROLL" transform --random 4 --dims 3 --seed 5 | tr ' ' '\n' | cmp - <("$REROLL" sample uniform -n 12 --seed 5)
    "$REROLL" transform --disc 200 | awk '$1 * $1 + $2 * $2 > 1 {exit 1}'
    "$REROLL" transform polar-inside --disc 200 -o z.npy
    "$REROLL" transform --disc 200 -o d.npy
    "$REROLL" transform polar-inside --points @d.npy | cmp - <("$REROLL" transform polar-inside --disc 200)
    for name in p.npy b.npy c.raw k.raw d.npy; do
        "$REROLL" transform --job $name.job.json -o z"$name" --force
        cmp $name z"$name"
        cmp $name.job.json z"$name".job.json
    done
    sed 's/ "dims": 2,//' z.npy.job.json >old.json
    "$REROLL" transform --job old.json --format npy | cmp - z.npy
    "$REROLL" transform polar-with-replacement --sobol 9 --dims 6 --first 5 -o f.npy
    [ "$("$REROLL" transform polar-with-replacement --sobol 3 --dims 6 --first 9)" = \
        "$("$REROLL" transform polar-with-replacement --sobol 9 --dims 6 --first 5 | sed -n 5,7p)" ]
    run --separate-stderr "$REROLL" transform icdf --grid 9 --dims 2
    [[ $stderr == "reroll: 6 of 18 coordinates were not in (0, 1), the first of them number 5; they are NaN" ]]
}

@test "the last index is 2^64 - 1 for points of the stream" {
    for set in "random 1" "disc 2" "disc-map 2"; do
        read -r source dims <<<"$set"
        last=$("$REROLL" transform --"$source" 1 --first 18446744073709551615 --dims "$dims")
        [ "$last" = "$("$REROLL" transform --"$source" 3 --first 18446744073709551613 --dims "$dims" | tail -n 1)" ]
        refused 2 "first + n may be at most 2^64" transform --"$source" 2 --first 18446744073709551615 --dims "$dims"
    done
}

@test "zero points" {
    npy x.npy '<f8' '(0, 2)' 1
    "$REROLL" transform cartesian --points @x.npy -o a.npy
    [ "$(shown a.npy | head -n 1)" = "<f8 (0, 2)" ]
    "$REROLL" transform cartesian --sobol 0 -o b.npy
    "$REROLL" transform polar-inside --grid 0 -o c.npy
    cmp a.npy b.npy
    cmp a.npy c.npy
}

@test "the job file describes the points and the method" {
    npy x.npy '<f8' '(3, 2)' 0.25 0.5 2
    mkdir d
    "$REROLL" transform cartesian --points @x.npy --mean 1 --drop -o d/z.npy 2>/dev/null
    python3 - <<'END'
import hashlib, json, os
job = json.load(open("d/z.npy.job.json"))
assert job["transform"] == "cartesian" and job["complete"] is True and job["refused"] == 2 and job["drop"] is True
assert job["mean"] == 1
assert job["points"]["file"] == "../x.npy" and job["points"]["shape"] == [3, 2]
assert job["points"]["sha256"] == hashlib.sha256(open("x.npy", "rb").read()).hexdigest()
assert job["bytes"] == os.path.getsize("d/z.npy")
END
    "$REROLL" transform polar-inside --halton 10 --scramble shift:5 -o h.npy
    grep -q '"set": "halton", "n": 10, "dims": 2, "low": -1, "high": 1, "scramble": "shift", "scramble_seed": 5' \
        h.npy.job.json
    "$REROLL" transform polar-inside --halton 10 --no-job --force -o h.npy
    [ ! -e h.npy.job.json ]
    refused 2 "is a job file of reroll transform" sample --job d/z.npy.job.json
}

@test "a job file redraws the file, from any directory" {
    npy x.npy '<f8' '(3, 2)' 0.25 0.5 2
    mkdir d
    "$REROLL" transform cartesian --points @x.npy --mean 1 --sd 0.1 --drop -o d/a.npy 2>/dev/null
    "$REROLL" transform icdf --sobol 100 --scramble owen:7 --first 5 --dtype f32 -o d/b.npy
    "$REROLL" transform polar-with-replacement --grid 60 --seed 3 --stream a/b -o d/c.npy 2>/dev/null
    "$REROLL" transform polar-inside --disc-map 100 --seed 18446744073709551615 --first 9 -o d/d.raw
    (
        cd d
        for name in a.npy b.npy c.npy d.raw; do
            "$REROLL" transform --job $name.job.json -o z"$name" --quiet
            cmp $name z"$name"
            cmp $name.job.json z"$name".job.json
        done
    )
    "$REROLL" transform --job d/b.npy.job.json |
        cmp - <("$REROLL" transform icdf --sobol 100 --scramble owen:7 --first 5 --dtype f32)
    refused 2 "'icdf' cannot be given with --job: the job file has the method" transform icdf --job d/b.npy.job.json
    refused 2 "--mean cannot be given with --job: the job file has it" transform --job d/b.npy.job.json --mean 3
    refused 2 "none.json can't be read" transform --job none.json
    refused 2 "x.npy is not a job file of reroll" transform --job x.npy
    "$REROLL" sample normal -n 3 -o n.npy
    refused 2 "n.npy.job.json is not a job file of reroll transform" transform --job n.npy.job.json
    npy x.npy '<f8' '(3, 2)' 0.25 0.5 3
    refused 2 "its SHA-256 differs" transform --job d/a.npy.job.json
    for change in 's/"sd": 1/"sd": "1"/' 's/"mean"/"men"/' 's/"set": "sobol"/"set": "sobl"/' \
        's/"transform_version": 1/"transform_version": 2/' \
        's/"transform": "icdf"/"transform": "icd"/' \
        's/"scramble_seed": 7/"scramble_seed": null/' 's/"format": "npy"/"format": "npz"/'; do
        sed "$change" d/b.npy.job.json >w.json
        run cmp -s w.json d/b.npy.job.json
        [ "$status" -eq 1 ]
        refused 2 "w.json: \"" transform --job w.json
    done
    for change in 's/"complete"/"more": 1, "complete"/' 's/"n": 100,/"n": 100, "more": 1,/'; do
        sed "$change" d/b.npy.job.json >w.json
        refused 2 "w.json has an entry \"more\", which this program, reroll " transform --job w.json
    done
    sed 's/"owen"/"own"/' d/b.npy.job.json >w.json
    refused 2 "--scramble own:7 is not accepted; use owen:S or shift:S, S in [0, 2^64 - 1]" transform --job w.json
    sed 's/"first": 5/"first": 1073741824/' d/b.npy.job.json >w.json
    refused 2 "first + N may be at most" transform --job w.json
}

@test "an error about the method or the dimensions states what is accepted" {
    refused 2 "unknown method 'cartesan'; did you mean 'cartesian'?" transform cartesan --sobol 3
    refused 2 "the method comes before all options" transform --sobol 3 cartesian
    refused 2 "the points are missing: --points @FILE.npy, --grid N, --random N, --sobol N or --halton N" transform
    refused 2 "the method is missing: reroll transform METHOD --points @x.npy" transform --points @x.npy
    for option in --mean=1 --sd=2 --drop; do
        refused 2 "${option%=*} needs a method" transform --sobol 3 $option
    done
    refused 2 "--dims 0 is not accepted; use an integer in [1, 64]" transform --sobol 3 --dims 0
    refused 2 "--dims 65 is not accepted; use an integer in [1, 64]" transform icdf --sobol 3 --dims 65
    refused 2 "--dims 3 is not accepted: cartesian takes pairs of coordinates" transform cartesian --sobol 3 --dims 3
    refused 2 "--dims 3 is not accepted: a grid has 1 or 2" transform icdf --grid 3 --dims 3
    refused 2 "--dims 3 is not accepted: points of --disc have 2 coordinates" transform --disc 3 --dims 3
    refused 2 "--dims 4 is not accepted: points of --random have 2 coordinates here" \
        transform polar-inside --random 3 --dims 4
    refused 2 "--drop is not available with --dims 2: leave one of them out" transform icdf --sobol 3 --dims 2 --drop
    refused 2 "first + n may be at most 2^64 / 3" transform --random 2 --dims 3 --first 6148914691236517204
    "$REROLL" transform --random 1 --dims 3 --first 6148914691236517204 >/dev/null
    refused 2 "--dtype u32 is not accepted; use f32 or f64, or u32 for the integers of --sobol" transform --halton 3 --dtype u32
}

@test "an error about the points or their scrambling states what is accepted" {
    refused 2 "the points are missing: --points @FILE.npy, --grid N, --random N, --sobol N or --halton N" transform cartesian
    refused 2 "--grid and --sobol cannot be given together: give one source of points" transform cartesian --sobol 3 --grid 3
    refused 2 "--sobol x is not accepted; use an integer in [0, 2^64 - 1], such as 1000000, 1e6, 1M or 2^20" \
        transform cartesian --sobol x
    refused 2 "first + N may be at most 1073741824" transform cartesian --sobol 2^30 --first 1
    refused 2 "first + N may be at most 4294967296" transform cartesian --halton 2^32 --first 1
    refused 2 "--grid 2^64 is not accepted; use an integer in [0, 2^64 - 1], such as 1000000, 1e6, 1M or 2^20" \
        transform cartesian --grid 2^64
    refused 2 "--random 2^63 is too large: the points are more than 2^60 numbers" transform cartesian --random 2^63
    refused 2 "--first is not available with --grid" transform cartesian --grid 4 --first 1
    refused 2 "--disc is not available for cartesian: it is for the polar methods" transform cartesian --disc 3
    refused 2 "--scramble 7 is not accepted; use owen:S or shift:S, S in [0, 2^64 - 1]" \
        transform cartesian --sobol 3 --scramble 7
    refused 2 "--scramble owen:-1 is not accepted; use owen:S or shift:S, S in [0, 2^64 - 1]" \
        transform cartesian --sobol 3 --scramble owen:-1
    refused 2 "--scramble is not available for --random: it is for --sobol and --halton" \
        transform cartesian --random 3 --scramble owen:1
    refused 2 "--scramble owen:random is not accepted; use owen:S or shift:S, S in [0, 2^64 - 1]; only --seed takes random" \
        transform cartesian --sobol 3 --scramble owen:random
    npy y.npy '<f8' '(1, 2)' 0.5
    refused 2 "--scramble is not available for --points: it is for --sobol and --halton" \
        transform cartesian --points @y.npy --scramble owen:1
}

@test "an error about a parameter, a file or a device states what is accepted" {
    npy y.npy '<f8' '(1, 2)' 0.5
    refused 2 "--sd 0 is not accepted; use a number in (0, 1.79769e+308]" transform cartesian --sobol 3 --sd 0
    refused 2 "--sd 1e-60 is 0 in f32, whose smallest positive number is 1.4e-45, and not accepted; use a number in (0, " \
        transform cartesian --sobol 3 --sd 1e-60 --dtype f32
    refused 2 "--mean inf is not accepted; use a number in [-1.79769e+308, 1.79769e+308]" \
        transform cartesian --sobol 3 --mean inf
    refused 2 "--mean x is not accepted; use a number in [-1.79769e+308, 1.79769e+308]" transform cartesian --sobol 3 --mean x
    refused 2 "--dtype u32 is not accepted; use f32 or f64" transform cartesian --sobol 3 --dtype u32
    refused 2 "--points p.npy is not accepted; use @FILE.npy, .csv or .txt" transform cartesian --points p.npy
    refused 2 "--points: none.npy can't be read" transform cartesian --points @none.npy
    refused 2 "-o x.dat does not end in .npy, .raw, .txt or .csv; add --format npy, raw, text or csv" \
        transform cartesian --sobol 3 -o x.dat
    refused 2 "-o needs a file name" transform cartesian --sobol 3 -o ''
    refused 2 "--drop with --format npy needs -o FILE: the header has the number of points" \
        transform polar-inside --disc 3 --drop --format npy
    refused 2 "unknown option '--sobl' for cartesian; did you mean '--sobol'?" transform cartesian --sobl 3
    refused 3 "not usable here" transform cartesian --sobol 3 \
        --device cpu:"$("$REROLL" devices | awk '$2 == "no" {sub("cpu:", "", $1); print $1; exit}')"
    npy x.npy '<f8' '(3,)' 1
    refused 2 "--points: x.npy has shape (3,); cartesian takes two coordinates per point: shape (n, 2) or (2 n,)" \
        transform cartesian --points @x.npy
    npy w.npy '<f8' '(2, 3)' 1
    refused 2 "w.npy has shape (2, 3)" transform cartesian --points @w.npy
    refused 2 "--dims is not available with --points: the file has the dimensions" transform icdf --points @w.npy --dims 2
    refused 2 "-o y.npy is the file of --points" transform cartesian --points @y.npy -o y.npy --force
}

@test "an existing file needs --force; a full disk and an interruption leave nothing under the name" {
    echo precious >x.npy
    refused 2 "x.npy exists; --force replaces it" transform cartesian --sobol 3 -o x.npy
    [ "$(cat x.npy)" = precious ]
    (
        ulimit -f 4
        run --separate-stderr "$REROLL" transform cartesian --sobol 1e5 -o x.npy --force
        [ "$status" -eq 1 ]
        [[ $stderr == *"can't write x.npy"* ]]
    )
    [ "$(cat x.npy)" = precious ]
    "$REROLL" transform cartesian --sobol 2^30 -o y.raw --device cpu:scalar --threads 1 --dtype f32 &
    appears y.raw.part
    kill -TERM $!   # a shell makes what it starts in the background deaf to SIGINT
    local status=0
    wait $! || status=$?
    [ "$status" -eq 130 ]
    [ "$(ls)" = x.npy ]
    run --separate-stderr "$REROLL" transform cartesian --sobol 100 -o /dev/full
    [ "$status" -eq 1 ]
    "$REROLL" transform cartesian --sobol 1e6 | head -n 1
    [ "${PIPESTATUS[0]}" -eq 0 ]
}

@test "lists and help" {
    "$REROLL" transform --help | grep -q '^NAME'
    "$REROLL" transform cartesian --help | grep -q -- --scramble
    [ "$("$REROLL" transform --list | tail -n +2 | awk '{print $1}')" = "$("$REROLL" transform --names)" ]
    "$REROLL" transform --names | grep -qx polar-with-replacement
}
