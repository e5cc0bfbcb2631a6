# SPDX-License-Identifier: MIT OR Apache-2.0
# Output formats: npy, raw, text; to files and to standard output.
bats_require_minimum_version 1.5.0
load helpers

@test "npy, raw and text hold the same values" {
    for dtype in f32 f64; do
        "$REROLL" sample normal --dtype $dtype -n 1000 -o x$dtype.npy
        "$REROLL" sample normal --dtype $dtype -n 1000 -o x$dtype.raw
        "$REROLL" sample normal --dtype $dtype -n 1000 -o x$dtype.txt
        tail -c +129 x$dtype.npy | cmp - x$dtype.raw
        python3 "$TOOLS/npy.py" show x$dtype.npy >shown
        [ "$(head -n 1 shown)" = "<f$((${dtype:1} / 8)) (1000,)" ]
        tail -n +2 shown | python3 -c '
import struct, sys
code = "f" if "'$dtype'" == "f32" else "d"
for a, b in zip(sys.stdin, open("x'$dtype'.txt"), strict=True):
    assert struct.pack(code, float(a)) == struct.pack(code, float(b)), (a, b)'
    done
}

@test "integers" {
    "$REROLL" sample bits -n 100 -o x.npy
    "$REROLL" sample bits -n 100 >x.txt
    python3 "$TOOLS/npy.py" show x.npy | tail -n +2 | cmp - x.txt
    [ "$(python3 "$TOOLS/npy.py" show x.npy | head -n 1)" = "<u4 (100,)" ]
}

@test "f16 and bf16: the f32 samples, rounded once; .npy has f16 alone" {
    "$REROLL" sample normal --dtype f32 -n 1000 -o x.raw
    "$REROLL" sample normal --dtype float16 -n 1000 -o h.npy
    "$REROLL" sample normal --dtype f16 -n 1000 -o h.raw
    "$REROLL" sample normal --dtype f16 -n 1000 -o h.txt
    "$REROLL" sample normal --dtype bf16 -n 1000 -o b.raw
    "$REROLL" sample normal --dtype bf16 -n 1000 -o b.txt
    tail -c +129 h.npy | cmp - h.raw
    grep -q "'<f2'" h.npy
    python3 -c '
import struct
read = lambda name, code: [v for v, in struct.iter_unpack("<" + code, open(name, "rb").read())]
text = lambda name: [float(line) for line in open(name)]
wide = read("x.raw", "f")
assert read("h.raw", "H") == [struct.unpack("H", struct.pack("e", v))[0] for v in wide]
assert [struct.pack("f", v) for v in text("h.txt")] == [struct.pack("f", v) for v in read("h.raw", "e")]
whole = lambda v: struct.unpack("I", struct.pack("f", v))[0]
assert read("b.raw", "H") == [(whole(v) + 0x7fff + (whole(v) >> 16 & 1)) >> 16 for v in wide]
assert [whole(v) for v in text("b.txt")] == [v << 16 for v in read("b.raw", "H")]'
    "$REROLL" sample --job h.npy.job.json --first 990 -n 10 --format raw -o - | cmp - <(tail -c 20 h.raw)
    run --separate-stderr "$REROLL" sample normal --dtype bf16 -n 5 -o b.npy
    [ $status = 2 ] && [ ! -e b.npy ]
    [[ "$stderr" == *"--dtype bf16 is not available in .npy: give --format raw, text or csv"* ]]
    run --separate-stderr "$REROLL" sample poisson --lam 2 --dtype f16 -n 5
    [ $status = 2 ] && [[ "$stderr" == *"--dtype f16 is not available for poisson; use f32, f64, i32"* ]]
}

@test "standard output: text by default, --format raw and npy for a pipe" {
    "$REROLL" sample gamma --shape 2 -n 50 -o x.npy
    "$REROLL" sample gamma --shape 2 -n 50 -o x.raw
    "$REROLL" sample gamma --shape 2 -n 50 -o x.txt
    "$REROLL" sample gamma --shape 2 -n 50 --format npy | cmp - x.npy
    "$REROLL" sample gamma --shape 2 -n 50 --format raw | cmp - x.raw
    "$REROLL" sample gamma --shape 2 -n 50 --format text | cmp - x.txt
    "$REROLL" sample gamma --shape 2 -n 50 | cmp - x.txt
}

@test "text of two dimensions has one row per line, also after --resume" {
    [ "$("$REROLL" sample uniform --high "1,2;3,4;5,6" | awk '{print NF}')" = "$(printf '2\n2\n2')" ]
    npy column.npy '<f8' '(20000, 1)' 1 2 3
    job=(sample normal --mean @column.npy --sd 1,2,3,4,5,6,7)   # pieces of 2^14 numbers, which 7 does not divide
    "$REROLL" "${job[@]}" -o x.npy
    "$REROLL" "${job[@]}" -o x.txt
    [ "$(awk 'NF == 7' x.txt | wc -l)" -eq 20000 ]
    python3 "$TOOLS/npy.py" show x.npy | tail -n +2 | cmp - <(tr ' ' '\n' <x.txt)
    REROLL_CHECKPOINT_SECONDS=0 run bash -c 'ulimit -f 1000; exec "$@"' - "$REROLL" "${job[@]}" -o y.txt --threads 1
    [ "$status" -eq 1 ]
    (! grep -q '"done": \[\],' y.txt.job.json)
    "$REROLL" "${job[@]}" -o y.txt --resume
    cmp x.txt y.txt
    # A slice has no rows.
    "$REROLL" sample --job x.txt.job.json --first 3 -n 9 --format text | cmp - <(tr ' ' '\n' <x.txt | sed -n 4,12p)
    npy t.npy '<f8' '(2, 3)' 0.5
    [ "$("$REROLL" transform icdf --points @t.npy)" = "$(printf '0 0 0\n0 0 0')" ]
    [ "$("$REROLL" transform icdf --points @t.npy --drop | wc -l)" -eq 6 ]
}

@test "defaults are seed 0, stream 0, first 0, f64" {
    "$REROLL" sample normal -n 10 >a
    "$REROLL" sample normal -n 10 --seed 0 --stream 0 --first 0 --dtype f64 --mean 0 --sd 1 --device cpu >b
    cmp a b
    "$REROLL" sample normal -n 10 --dtype float64 | cmp - a
    "$REROLL" sample normal -n 10 --dtype f4 | cmp - <("$REROLL" sample normal -n 10 --dtype f32)
    "$REROLL" sample bits -n 10 --dtype u32 >a
    "$REROLL" sample bits -n 10 >b
    cmp a b
}

@test "no samples make an empty file" {
    "$REROLL" sample normal -n 0 -o x.npy
    [ "$(python3 "$TOOLS/npy.py" show x.npy)" = "<f8 (0,)" ]
    "$REROLL" sample normal -n 0 -o x.raw
    [ -f x.raw ]
    [ ! -s x.raw ]
    "$REROLL" sample normal -n 0 -o x.raw --resume
}

@test "the ending of the name gives the format, and --format may not contradict it" {
    refused 2 "-o x does not end in .npy, .raw, .txt or .csv; add --format npy, raw, text or csv" \
        sample normal -n 1 -o x
    refused 2 "contradicts" sample normal -n 1 -o x.npy --format raw
    refused 2 "--format tsv is not accepted; use npy, raw, text or csv" sample normal -n 1 --format tsv
    "$REROLL" sample normal -n 3 -o x.bin --format raw
    [ "$(stat -c %s x.bin)" -eq 24 ]
}

@test "text of row samplers has one row per line, wherever the job is divided" {
    "$REROLL" sample dirichlet --alpha 1,2,3,4,5,6,7 -n 20000 --format raw >a
    "$REROLL" sample dirichlet --alpha 1,2,3,4,5,6,7 -n 20000 -o x.txt   # pieces of 2^14 numbers, which 7 does not divide
    [ "$(wc -l <x.txt)" -eq 20000 ]
    python3 - <<'END'
import struct
values = struct.unpack("<140000d", open("a", "rb").read())
rows = [tuple(map(float, line.split(" "))) for line in open("x.txt")]
assert all(row == values[7 * i:7 * i + 7] for i, row in enumerate(rows))
END
    "$REROLL" sample --job x.txt.job.json --first 9 -n 2 --format text | cmp - <(sed -n 10,11p x.txt)
    [ "$("$REROLL" sample exponential --scale '1,2;3,4' | wc -l)" -eq 2 ]
}

@test "NumPy would write the same file" {
    python3 -c 'import numpy' 2>/dev/null || skip "NumPy is not here"
    npy r.npy '<f8' '(3, 1)' 1 2 3
    npy c.npy '<f8' '(1, 4)' 1 2 3 4
    "$REROLL" sample gamma --shape @r.npy --scale @c.npy -o x.npy
    python3 "$TOOLS/npy.py" numpy x.npy
    "$REROLL" sample bits -n 0 -o y.npy
    python3 "$TOOLS/npy.py" numpy y.npy
}

@test "device, strategy and threads change only the time" {
    "$REROLL" sample gamma --shape 0.7 -n 1e5 --seed 9 -o x.raw
    for strategy in loop cached grouped:4 fixed:32+ regroup regroup:ahead refill compact; do
        "$REROLL" sample gamma --shape 0.7 -n 1e5 --seed 9 --strategy $strategy --format raw | cmp - x.raw
    done
    for device in $("$REROLL" devices --names) cpu cpu,warp=4 cpu:scalar,tile=64; do
        "$REROLL" sample gamma --shape 0.7 -n 1e5 --seed 9 --device $device --threads 2 --format raw | cmp - x.raw
    done
}

@test "--counts prints the attempts of the strategy" {
    run --separate-stderr "$REROLL" sample gamma --shape 2 -n 1000 -o x.raw --counts --strategy loop
    [ "$status" -eq 0 ]
    [[ $stderr == *"lane attempts"* ]]
    "$REROLL" sample gamma --shape 2 -n 1000 -o y.raw --counts --json --strategy loop 2>counts.json
    cmp x.raw y.raw
    python3 - <<'END'
import json
counts = json.load(open("counts.json"))
assert counts["accepted"] >= 1000 and counts["lane_attempts"] >= counts["accepted"]
assert len(counts["iterations"]) == 64 and sum(counts["iterations"]) == counts["calls"]
assert counts["strategy"] == "loop"
END
}

@test "--counts with compact, refill and auto: the labels fit the numbers" {
    run --separate-stderr "$REROLL" sample gamma --shape 2 -n 1e5 --counts --strategy compact -o /dev/null
    [[ $stderr == *"strategy       compact"*"passes  "*"attempt        samples reaching it"* ]]
    [[ $stderr != *calls* && $stderr != *iterations* ]]
    awk '/^attempt/ {on = 1; next} on {print $1, $2}' <<<"$stderr" >tried
    [ "$(head -n 1 tried)" = "0 100000" ]                # all with one attempt
    awk 'NR > 1 && ($1 != n + 1 || $2 >= m) {exit 1} {n = $1; m = $2}' tried
    run --separate-stderr "$REROLL" sample gamma --shape 2 -n 1e5 --counts --strategy refill -o /dev/null
    [[ $stderr == *"strategy       refill"*"tiles  "* && $stderr != *calls* && $stderr != *"iterations"* ]]
    run --separate-stderr "$REROLL" sample gamma --shape 2 -n 1e5 --counts --strategy loop -o /dev/null
    [[ $stderr == *"calls  "*"iterations     calls with this number"* ]]
    [ "$(awk '/^iterations/ {on = 1; next} on {sum += $2} END {print sum}' <<<"$stderr")" = \
        "$(awk '$1 == "calls" {print $2}' <<<"$stderr")" ]
    run --separate-stderr "$REROLL" sample gamma --shape 2 -n 1e5 --counts -o x.raw
    [[ $stderr == "strategy       "* && $stderr != *auto* ]]
    "$REROLL" sample gamma --shape 2 -n 1e5 -o y.raw
    cmp x.raw y.raw
    cmp x.raw.job.json y.raw.job.json
}

@test "--antithetic: samplers --antithetic lists the samplers that have it, and the error refers to that list" {
    for sampler in $("$REROLL" samplers --names); do
        "$REROLL" sample "$sampler" -n 0 --antithetic 2>&1 | grep -q 'is not available' || echo "$sampler"
    done >names
    [ "$(wc -l <names)" -ge 4 ]
    "$REROLL" samplers --antithetic --names | cmp - names
    "$REROLL" samplers --antithetic | awk '/^[a-z]/ && $2 ~ /^[0-9]+$/ {print $1}' | sort | cmp - <(sort names)
    "$REROLL" samplers --antithetic --json |
        python3 -c 'import json, sys; print(*[s["name"] for s in json.load(sys.stdin)], sep="\n")' | cmp - names
    "$REROLL" sample --help | tr -s ' \n' ' ' | grep -qF "reroll samplers --antithetic lists them"
    refused 2 "not available for gamma (reroll samplers --antithetic lists" sample gamma --shape 2 -n 1 --antithetic
}

@test "memory stays under 200 MB" {
    skip_if_sanitized
    python3 - "$REROLL" <<'END'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "sample", "normal", "-n", "3e7", "-o", "/dev/null", "--format", "raw"], check=True)
assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 200 * 1024
END
}
