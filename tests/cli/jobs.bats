# SPDX-License-Identifier: MIT OR Apache-2.0
# Job files: what they hold, remaking a file or a slice of it, and job files that are wrong.
bats_require_minimum_version 1.5.0
load helpers

@test "the job file contains the whole job" {
    cp "$SHAPES" shapes.npy
    "$REROLL" sample gamma --shape @shapes.npy --scale 0.1 --seed 5 --stream 7 --first 2^40 --dtype f32 -o x.npy
    python3 - <<'END'
import hashlib, json
job = json.load(open("x.npy.job.json"))
assert (job["sampler"], job["seed"], job["stream"], job["first"]) == ("gamma", 5, 7, 2**40)
assert (job["shape"], job["slice"], job["dtype"], job["format"]) == ([1000], [0, 1000], "f32", "npy")
assert job["bits_version"] >= 1 and job["program"].startswith("reroll ") and job["complete"] is True
assert job["params"]["scale"] == 0.1 and job["params"]["shape"]["file"] == "shapes.npy"
assert job["params"]["shape"]["sha256"] == hashlib.sha256(open("shapes.npy", "rb").read()).hexdigest()
assert (job["job_version"], job["done"], job["bytes"], job["failed"]) == (2, [[0, 1000]], 4128, 0)
END
    [ "$(stat -c %s x.npy.job.json)" -lt 1000 ]
    [ ! -e x.npy.part ]
}

@test "a job remakes its file, and any slice of it" {
    "$REROLL" sample gamma --shape @"$SHAPES" --seed 3 --first 100 -o x.raw
    "$REROLL" sample --job x.raw.job.json --format raw | cmp - x.raw
    "$REROLL" sample --job x.raw.job.json -o y.raw
    cmp x.raw y.raw
    tail -c +81 x.raw | head -c 40 >slice
    "$REROLL" sample --job x.raw.job.json --first 110 -n 5 --format raw | cmp - slice
    "$REROLL" sample --job x.raw.job.json --first 110 -n 5 -o slice.raw
    cmp slice slice.raw
    tail -c 8 slice >last
    "$REROLL" sample --job slice.raw.job.json --first 114 --format raw | cmp - last
    "$REROLL" sample --job x.raw.job.json -n 0 --format raw >none
    "$REROLL" sample --job x.raw.job.json --first 1100 --format raw >>none   # an empty slice, at the end
    [ ! -s none ]
    [ "$("$REROLL" sample --job x.raw.job.json --first 110 -n 5 | wc -l)" -eq 5 ]
    refused 2 "--first 1101: the job has 1000 samples from index 100 on" sample --job x.raw.job.json --first 1101
    refused 2 "--first 99: the job has 1000 samples from index 100 on" sample --job x.raw.job.json --first 99
    refused 2 "-n 6: the job has 5 samples from index 1095 on" sample --job x.raw.job.json --first 1095 -n 6
    refused 2 "--seed cannot be given with --job: the job file has it" sample --job x.raw.job.json --seed 4
}

@test "a slice of a matrix may begin and end within rows" {
    npy r.npy '<f8' '(3, 1)' 1 2 3
    npy c.npy '<f8' '(1, 4)' 1 2 3 4
    "$REROLL" sample gamma --shape @r.npy --scale @c.npy -o x.npy
    "$REROLL" sample --job x.npy.job.json -o y.npy
    cmp x.npy y.npy
    for first in $(seq 0 11); do
        for n in $(seq 1 $((12 - first))); do
            tail -c +$((129 + 8 * first)) x.npy | head -c $((8 * n)) >expected
            "$REROLL" sample --job x.npy.job.json --first "$first" -n "$n" --format raw | cmp - expected
        done
    done
    "$REROLL" sample --job x.npy.job.json --first 3 -n 6 -o slice.npy
    [ "$(python3 "$TOOLS/npy.py" show slice.npy | head -n 1)" = "<f8 (6,)" ]
}

@test "the pieces of a job together are the whole" {
    "$REROLL" sample normal -n 100001 --seed 8 -o x.raw
    for piece in "0 1" "1 32767" "32768 5" "32773 67228"; do
        set -- $piece
        "$REROLL" sample normal --first "$1" -n "$2" --seed 8 --format raw
    done | cmp - x.raw
}

@test "a directory of results can be moved, and used from any working directory" {
    mkdir -p here/data here/results
    cp "$SHAPES" here/data/shapes.npy
    (cd here && "$REROLL" sample gamma --shape @data/shapes.npy -o results/x.raw)
    mv here there
    "$REROLL" sample --job there/results/x.raw.job.json --format raw | cmp - there/results/x.raw
    printf 'x' | dd of=there/data/shapes.npy bs=1 seek=200 conv=notrunc status=none
    refused 2 "is not the file that the job was made with" sample --job there/results/x.raw.job.json
    rm there/data/shapes.npy
    refused 2 "there/results/../data/shapes.npy can't be read" sample --job there/results/x.raw.job.json
}

@test "names with characters that JSON escapes" {
    for name in $'sh"ap\\es\n\t€.npy' $'\x01\x1e\x1f\x20\x7f.npy'; do
        cp "$SHAPES" "$name"
        "$REROLL" sample gamma --shape @"$name" -o x.raw --force
        python3 -m json.tool x.raw.job.json >/dev/null
        "$REROLL" sample --job x.raw.job.json --format raw | cmp - x.raw
    done
}

@test "a job file with 350000 entries is refused immediately" {
    seq 350000 | awk '{printf "%s\"%x\": 1", (NR > 1 ? "," : "{"), $1} END {print "}"}' >x.job.json
    run --separate-stderr timeout 20 "$REROLL" sample --job x.job.json
    [ "$status" -eq 2 ]
    [ "$stderr" = "reroll: x.job.json is not a job file of reroll" ]
}

@test "every number of a parameter is kept exactly" {
    for v in 0.1 1e-300 4.9e-324 1.7976931348623157e308 -0.0 12345678901234567; do
        "$REROLL" sample normal --mean="$v" -n 3 -o x.raw --force
        "$REROLL" sample --job x.raw.job.json --format raw | cmp - x.raw
        python3 -c 'import json, sys; assert json.load(open("x.raw.job.json"))["params"]["mean"] == float(sys.argv[1])' "$v"
    done
    "$REROLL" sample normal --sd inf -n 3 -o x.raw --force --bad nan
    "$REROLL" sample --job x.raw.job.json --format raw | cmp - x.raw
}

# Changes of a job file, each with a part of the message that refuses it.
job_changes() {
    cat <<'END'
job["sampler"] = "gama"|"sampler" must be
job["bits_version"] += 1|version 4 of the bits of gamma
job["bits_version"] -= 1|version 2 of the bits of gamma
job["bits_version"] = 0|version 0 of the bits of gamma
job["bits_version"] = True|"bits_version" must be
del job["seed"]|"seed" must be
job["seed"] = -1|"seed" must be
job["seed"] = 2**64|"seed" must be
job["seed"] = 1.5|"seed" must be
job["seed"] = "1"|"seed" must be
job["first"] = 2**64 - 5|"first" must be
job["shape"] = []|"shape" must be
job["shape"] = [1, 2, 3]|"shape" must be
job["shape"] = [2**33, 2**33]|"shape" must be
job["shape"] = [5, 2]|"shape" is not that
job["slice"] = [5, 6]|"slice" must be
job["slice"] = [11, 0]|"slice" must be
job["slice"] = [2**64 - 1, 2]|"slice" must be
job["dtype"] = "u32"|"dtype" must be f32, f64
job["format"] = "tsv"|"format" must be
job["strategy"] = "loop"|"strategy" must be
job["bad"] = 0|"bad" must be
job["params"] = []|"params" must be
del job["params"]["shape"]|"shape" must be a number
job["params"]["sd"] = 1|an entry "sd", which this program
job["params"]["shape"] = "x"|"shape" must be a number
job["params"]["shape"] = {}|"file" must be
job["more"] = 1|an entry "more", which this program
job["job_version"] = 3|"job_version" must be 1 or 2
job["job_version"] = 1|"done" must be an integer
del job["job_version"]|not a job file
job["done"] = 10|"done" must be a list of ranges
job["done"] = [[0, 11]]|"done" must be
job["done"] = [[1, 10]]|"done" must be
job["done"] = [[0, 0]]|"done" must be
job["done"] = [[0]]|"done" must be
job["done"] = [[0, 2**64]]|"done" must be
job["done"] = [[3, 2], [0, 2]]|"done" must be
job["done"] = [[0, 3], [3, 2]]|"done" must be
job["done"] = [[0, 3], [2, 2]]|"done" must be
job["done"], job["job_version"] = 11, 1|"done" must be at most
job["bytes"] = 81|"bytes" must be
job["bytes"] = 79|"bytes" must be
job["failed"] = 11|"failed" must be at most
END
}

@test "inconsistent job files are refused" {
    "$REROLL" sample gamma --shape 2 -n 10 -o x.raw
    job_changes >changes
    python3 - <<'END'
import json
for number, line in enumerate(open("changes")):
    job = json.load(open("x.raw.job.json"))
    exec(line.split("|")[0])
    json.dump(job, open("y%d.job.json" % number, "w"))
json.dump(json.load(open("x.raw.job.json")), open("same.job.json", "w"))
END
    "$REROLL" sample --job same.job.json --format raw | cmp - x.raw
    number=0
    while IFS='|' read -r _ text; do
        refused 2 "$text" sample --job y$number.job.json
        number=$((number + 1))
    done <changes
    "$REROLL" sample gamma --shape @"$SHAPES" -o a.raw
    sed 's/"shape": \[1000\]/"shape": [2, 1000]/' a.raw.job.json >b.job.json
    refused 2 "the job file's \"shape\" of 2000 contradicts the parameters, which give 1000 samples" sample --job b.job.json
    [ $number -eq 44 ]
}

# A slice that begins or ends within a row would be drawn from other indices than the file's.
@test "job files that divide rows are refused" {
    "$REROLL" sample dirichlet --alpha 1,2,3 -n 10 -o x.raw
    for change in 'job["slice"] = [1, 3]' 'job["slice"] = [3, 4]' 'job["done"] = [[1, 3]]' 'job["done"] = [[0, 4]]' \
        'job["job_version"], job["done"] = 1, 4'; do
        python3 -c 'import json, sys
job = json.load(open("x.raw.job.json"))
job["done"] = []
exec(sys.argv[1])
json.dump(job, open("y.job.json", "w"))' "$change"
        refused 2 'must be' sample --job y.job.json
    done
}

@test "texts that are not JSON are refused" {
    "$REROLL" sample gamma --shape 2 -n 10 -o x.raw
    for text in '' '{' '[]' 'null' '{"a": 1,}' '{"a": 01}' '{"a": 1} x' '{"a": 1, "a": 2}' '{"a" 1}' '{"a": "\x"}' \
        '{"a": "\ud800"}' \
        '{"job_version": 1' "$(printf '[%.0s' $(seq 100))"; do
        printf '%s' "$text" >y.job.json
        refused 2 "y.job.json is not a job file of reroll" sample --job y.job.json
    done
    sed 's/"seed": 0/"seed": 0, "seed": 1/' x.raw.job.json >y.job.json
    refused 2 '"seed" is there twice' sample --job y.job.json
    sed 's/"scale": 1/"scale": 1, "scale": 1/' x.raw.job.json >y.job.json
    refused 2 '"scale" is there twice' sample --job y.job.json
    sed 's/"seed": 0/"seed": 0, "sead": 1/' x.raw.job.json >y.job.json
    refused 2 'y.job.json has an entry "sead", which this program, reroll ' sample --job y.job.json
    sed 's/"scale": 1/"scale": 1, "rate": 1/' x.raw.job.json >y.job.json
    refused 2 'y.job.json has an entry "rate", which this program, reroll ' sample --job y.job.json
    # Characters in two halves: none, half, the second no half, all of them.
    cp "$SHAPES" $'\xf0\x90\x80\x80.npy'
    "$REROLL" sample gamma --shape @$'\xf0\x90\x80\x80.npy' -o u.raw
    for text in '\ud800' '\ud800x' '\ud800\u0041' '\ud800\udbff' '\ud800\ue000' '\udc00' '\udfff' '\u0000'; do
        sed "s/$(printf '\360\220\200\200')/${text//\\/\\\\}/" u.raw.job.json >y.job.json
        grep -qF "$text" y.job.json
        refused 2 "y.job.json is not a job file of reroll" sample --job y.job.json
    done
    sed "s/$(printf '\360\220\200\200')/\\\\ud800\\\\udc00/" u.raw.job.json >y.job.json
    "$REROLL" sample --job y.job.json --format raw | cmp - u.raw
    head -c 70000 /dev/zero | tr '\0' ' ' >y.job.json
    refused 2 "is not a job file" sample --job y.job.json
    head -c 100 /dev/zero >y.job.json
    refused 2 "is not a job file" sample --job y.job.json
    refused 2 "can't be read" sample --job none.job.json
    for n in $(seq 1 13 "$(stat -c %s x.raw.job.json)"); do
        head -c "$n" x.raw.job.json >y.job.json
        refused 2 "is not a job file" sample --job y.job.json
    done
}

@test "--antithetic: 1 - U, kept in the job file, refused where there is no inverse CDF" {
    "$REROLL" sample uniform -n 1000 -o a.npy
    "$REROLL" sample uniform -n 1000 --antithetic -o b.npy
    python3 - <<'END'
import struct
def doubles(name):
    data = open(name, "rb").read()
    return struct.unpack("<1000d", data[-8000:])
a, b = doubles("a.npy"), doubles("b.npy")
assert all(abs(x + y - 1) < 2e-16 for x, y in zip(a, b)) and a != b
END
    "$REROLL" sample --job b.npy.job.json -o c.npy
    cmp b.npy c.npy
    refused 2 "--antithetic" sample uniform -n 1000 -o a.npy --antithetic --resume
    refused 2 "--antithetic is not available for normal" sample normal -n 5 --antithetic
}

@test "--toward-zero: f16 and bf16 uniforms below 1, kept in the job file" {
    "$REROLL" sample uniform -n 100000 --dtype f16 --toward-zero -o z.npy
    "$REROLL" sample uniform -n 100000 --dtype f16 -o n.npy
    [ "$("$REROLL" sample uniform -n 100000 --dtype f16 | sort -g | tail -1)" = 1 ]
    [ "$("$REROLL" sample uniform -n 100000 --dtype f16 --toward-zero | sort -g | tail -1)" = 0.9995117 ]
    run cmp -s z.npy n.npy
    [ "$status" -eq 1 ]
    "$REROLL" sample --job z.npy.job.json -o y.npy
    cmp y.npy z.npy
    refused 2 "--toward-zero" sample uniform -n 100000 --dtype f16 -o z.npy --resume
    refused 2 "--toward-zero is only available for --dtype f16 and bf16" sample uniform -n 5 --toward-zero
}

@test "dirichlet: rows, slices of rows, and errors" {
    local alpha=$ROOT/examples/data/alpha.npy
    "$REROLL" sample dirichlet --alpha @"$alpha" -n 1000 -o d.npy
    head -c 200 d.npy | grep -aq "'shape': (1000, 12)"
    "$REROLL" sample --job d.npy.job.json --first 40 -n 3 --format raw >slice.raw
    tail -c +$((129 + 40 * 96)) d.npy | head -c 288 | cmp - slice.raw
    "$REROLL" sample dirichlet --alpha @"$alpha" -n 60 --first 40 --format raw | head -c 288 | cmp - slice.raw
    refused 2 "-n is missing" sample dirichlet --alpha @"$alpha"
    refused 2 "the number of components of dirichlet is missing: --components K, or --alpha" \
        sample dirichlet --alpha 2 -n 5
    refused 2 "first + n may be at most 2^64 / 2" sample dirichlet --alpha 1,2 -n 5 --first 9223372036854775806
    npy m.npy "<f8" "(3, 2)" 1 2 3 4 5 6
    "$REROLL" sample dirichlet --alpha @m.npy -o m2.npy
    head -c 200 m2.npy | grep -aq "'shape': (3, 2)"
    refused 2 "-n 4" sample dirichlet --alpha @m.npy -n 4
    npy z.npy "<f8" "(2,)" 1 0
    refused 2 "--alpha" sample dirichlet --alpha @z.npy -n 4
}

@test "multivariate-normal: rows, slices of rows, shapes, and what is refused" {
    npy c.npy "<f8" "(3, 3)" 2 0.5 0 0.5 1 0.25 0 0.25 3
    npy m.npy "<f8" "(3,)" 10 20 30
    "$REROLL" sample multivariate-normal --mean @m.npy --covariance @c.npy -n 1000 -o d.npy
    head -c 200 d.npy | grep -aq "'shape': (1000, 3)"
    "$REROLL" sample --job d.npy.job.json --first 40 -n 3 --format raw >slice.raw
    tail -c +$((129 + 40 * 24)) d.npy | head -c 72 | cmp - slice.raw
    "$REROLL" sample multivariate-normal --mean @m.npy --covariance @c.npy -n 9 --first 40 --format raw | head -c 72 |
        cmp - slice.raw

    # K comes from the covariance; the order of its array does not matter; a row of means for each sample gives n.
    "$REROLL" sample multivariate-normal --covariance @c.npy -n 4 -o e.npy
    head -c 200 e.npy | grep -aq "'shape': (4, 3)"
    npy f.npy "<f8" "(3, 3)" --fortran 2 0.5 0 0.5 1 0.25 0 0.25 3
    "$REROLL" sample multivariate-normal --covariance @f.npy -n 4 -o f2.npy
    cmp e.npy f2.npy
    npy rows.npy "<f8" "(4, 3)" 0
    "$REROLL" sample multivariate-normal --mean @rows.npy --covariance @c.npy -o g.npy
    cmp e.npy g.npy
    "$REROLL" sample multivariate-normal --mean 0 --covariance @c.npy -n 4 -o h.npy
    cmp e.npy h.npy

    refused 2 "-n is missing" sample multivariate-normal --covariance @c.npy
    refused 2 "-n 5 contradicts --mean" sample multivariate-normal --mean @rows.npy --covariance @c.npy -n 5
    refused 2 "--covariance is missing: a matrix of shape (K, K)" sample multivariate-normal -n 5
    refused 2 "--covariance x is not accepted; use a matrix of shape (K, K)" sample multivariate-normal --covariance x -n 5
    refused 2 "--covariance has shape (3,); it must be a matrix of shape (K, K)" \
        sample multivariate-normal --covariance @m.npy -n 5
    refused 2 "--covariance has shape (4, 3)" sample multivariate-normal --covariance @rows.npy -n 5
    npy two.npy "<f8" "(2,)" 1 2
    refused 2 "--covariance gives K = 3, but --mean gives 2: they must be equal" \
        sample multivariate-normal --mean @two.npy --covariance @c.npy -n 5
    npy bad.npy "<f8" "(2, 2)" 1 2 2 1
    refused 2 "not positive semidefinite: pivot (1, 1) is -3" sample multivariate-normal --covariance @bad.npy -n 5 -o i.npy
    refused 2 "not positive semidefinite" sample multivariate-normal --covariance @bad.npy -n 5 --bad nan -o i.npy
    [ ! -e i.npy ]
    npy bad.npy "<f8" "(2, 2)" 1 0.5 0.25 1
    refused 2 "not symmetric" sample multivariate-normal --covariance @bad.npy -n 5
    npy nan.npy "<f8" "(3,)" 1 nan 3
    refused 2 "--mean nan.npy: element 1 = nan" sample multivariate-normal --mean @nan.npy --covariance @c.npy -n 5
    sed 's/"covariance": {[^}]*}/"covariance": 2/' d.npy.job.json >x.npy.job.json
    refused 2 "--covariance has shape (); it must be a matrix of shape (K, K)" sample --job x.npy.job.json -o x.npy
}

@test "rows whose length no parameter gives: --components (for matrices the number of rows), in a job file" {
    "$REROLL" sample brownian --step 0.5,0.5,0.5,0.5 -n 20 >a
    "$REROLL" sample brownian --step 0.5 --components 4 -n 20 | cmp - a
    "$REROLL" sample rotation --components 3 -n 20 -o q.npy
    "$REROLL" sample --job q.npy.job.json --first 7 -n 2 >b
    "$REROLL" sample rotation --components 3 -n 2 --first 7 | cmp - b
    [ "$(awk '{print NF}' b | sort -u)" = 9 ]
    "$REROLL" sample lkj --components 2 --eta 1,2,3 >c
    [ "$(wc -l <c)" = 3 ]
    "$REROLL" sample wishart --scale '1,0;0,1' --df 3 -n 4 >d
    "$REROLL" sample wishart --scale '1,0;0,1' --components 2 --df 3 -n 4 | cmp - d
    "$REROLL" sample von-mises-fisher --mean 1 --kappa 3 -n 4 >e
    [ "$(awk '{print NF}' e | sort -u)" = 3 ]
    printf '1 0.5\n0 2\n1 1\n' >w.txt
    "$REROLL" sample lowrank-normal --factor '1,0.5;0,2;1,1' --diag 1,2,3 -n 20 -o h.npy
    "$REROLL" sample --job h.npy.job.json --first 7 -n 2 >h
    "$REROLL" sample lowrank-normal --factor @w.txt --diag 1,2,3 --first 7 -n 2 | cmp - h
    "$REROLL" sample lowrank-normal --factor 1,0.5,0,2,1,1 --diag 1,2,3 --first 7 -n 2 | cmp - h
    "$REROLL" sample lowrank-normal --factor 1,0.5,2 --components 3 -n 2 >h
    [ "$(awk '{print NF}' h | sort -u)" = 3 ]
    "$REROLL" sample matrix-normal --rowcov '1,0.5;0.5,2' --colcov '1,0,0;0,1,0;0,0,4' --mean '1,2,3;4,5,6' -n 20 -o m.npy
    "$REROLL" sample --job m.npy.job.json --first 7 -n 2 >m
    "$REROLL" sample matrix-normal --rowcov '1,0.5;0.5,2' --colcov '1,0,0;0,1,0;0,0,4' --mean 1,2,3,4,5,6 --first 7 -n 2 |
        cmp - m
    [ "$(awk '{print NF}' m | sort -u)" = 6 ]
    refused 2 "--mean has shape (3,); it must be one value, or end in a matrix of shape (2, 2) or in its 4 values" \
        sample matrix-normal --rowcov '1,0;0,1' --colcov '1,0;0,1' --mean 1,2,3 -n 2
    refused 2 "--components is not available for matrix-normal: its matrices have the size of a sample" \
        sample matrix-normal --rowcov '1,0;0,1' --colcov '1,0;0,1' \
        --components 4 -n 2
    refused 2 "--colcov is not positive semidefinite" sample matrix-normal --rowcov '1,0;0,1' --colcov '1,2;2,1' -n 2
    "$REROLL" sample gamma-mixture --weights 1,2 --shapes 2,50 --scales 3 -n 20 -o n.npy
    "$REROLL" sample --job n.npy.job.json --first 7 -n 2 >n
    "$REROLL" sample gamma-mixture --weights 1,2 --shapes 2,50 --scales 3,3 --first 7 -n 2 | cmp - n
    refused 2 "--shapes gives N = 2, but --weights gives 3" sample gamma-mixture --weights 1,2,3 --shapes 2,50 --scales 3 -n 2
    refused 2 "--factor gives K = 3, but --mean gives 2" sample lowrank-normal --factor '1,0.5;0,2;1,1' --mean 1,2 -n 2
    refused 2 "--factor has shape (3,); it must be a matrix of shape (K, R)" \
        sample lowrank-normal --factor 1,2,3 --mean 1,2 -n 2
    refused 2 "--factor list: element 1 = inf is not finite" sample lowrank-normal --factor 1,inf --mean 1,2 -n 2
    refused 2 "--step gives K = 4, but K is 3 (--components sets K)" sample brownian --step 1,1,1,1 --components 3 -n 2
    refused 2 "--scale gives D = 2, but D is 3 (--components sets D)" sample wishart --scale '1,0;0,1' --components 3 --df 3 -n 2
    refused 2 "the number of components of brownian is missing: --components K, or --step" \
        sample brownian --step 1 -n 2
    refused 2 "the number of rows of rotation is missing: --components D" sample rotation -n 2
    refused 2 "D = 257 is outside [1, 256] (--components sets D)" sample rotation --components 257 -n 2
    [ "$("$REROLL" sample rotation --components 1 -n 2)" = "$(printf '1\n1')" ]
    refused 2 "--components is not available for normal: it draws numbers, not rows" sample normal --components 3 -n 2
    "$REROLL" sample von-mises-fisher --kappa 3 --mean 1,2,3,4 -n 2 >f
    [ "$(awk '{print NF}' f | sort -u)" = 4 ]
    "$REROLL" sample von-mises-fisher --kappa 3 --mean 1 --components 5 -n 2 >g
    [ "$(awk '{print NF}' g | sort -u)" = 5 ]
    refused 2 "--mean is missing" sample von-mises-fisher --kappa 3 -n 2
    refused 2 "--mean is not a direction: all its values are 0" sample von-mises-fisher --mean 0,0,0,0 --kappa 3 -n 2
    refused 2 "(1, 1e+30]" sample wishart --scale '1,0;0,1' --df 1 -n 2
    for law in wishart inverse-wishart; do
        refused 2 "--df list: element 1 = 0.5 is outside (1, 1e+30], the range for samples of dtype f64" \
            sample $law --scale '1,0;0,1' --df 4,0.5,6 -n 3
    done
}

@test "cut points: one increasing vector for all samples, from a file or a list, in a job file" {
    printf -- '-1\n0.5\n2\n' >c.txt
    "$REROLL" sample ordered-logistic --eta 0.3 --cutpoints @c.txt -n 50 --dtype i32 -o a.npy
    "$REROLL" sample --job a.npy.job.json --first 7 -n 3 >b
    "$REROLL" sample ordered-logistic --eta 0.3 --cutpoints=-1,0.5,2 -n 3 --first 7 | cmp - b
    [ "$("$REROLL" sample ordered-logistic --eta 1,2,3 --cutpoints 0 | wc -l)" = 3 ]
    refused 2 "--cutpoints list: element 2 = 0.5 is not above the number before it" \
        sample ordered-logistic --eta 0 --cutpoints=0,1,0.5 -n 1
    refused 2 "--cutpoints has shape (2, 2); it must be a vector of shape (N,)" \
        sample ordered-logistic --eta 0 --cutpoints='0,1;2,3' -n 1
    refused 2 "--cutpoints is missing" sample ordered-logistic --eta 0 -n 1
}

@test "weights: one vector for all samples, from a file or a list, in a job file" {
    printf '0.5\n0\n2\n' >w.txt
    "$REROLL" sample categorical --weights @w.txt -n 1000 --dtype i32 --format raw -o a.raw
    "$REROLL" sample categorical --weights 1,0,4 -n 1000 --dtype i32 --format raw -s refill | cmp - a.raw
    "$REROLL" sample --job a.raw.job.json --format raw -o - | cmp - a.raw
    "$REROLL" sample categorical --weights @w.txt -n 10 --first 990 --dtype i32 --format raw | cmp - <(tail -c 40 a.raw)
    [ "$("$REROLL" sample categorical --weights 3 -n 2)" = "$(printf '0\n0')" ]
    refused 2 "-n 3 contradicts the parameters, which give 2 samples" sample categorical --weights '1,2;3,4' -n 3
    refused 2 "--weights has weights that are all 0" sample categorical --weights 0,0 -n 3
    refused 2 "--weights list: element 1 = -1 is not a weight" sample categorical --weights 1,-1 -n 3
    refused 2 "--weights is missing" sample categorical -n 3
}

@test "weights: one row per sample, from a file, in pieces, in a job file" {
    npy w.npy '<f8' '(4, 3)' 0 1 0 0 0 3 1 1 1 1 0 0
    npy f.npy '<f4' '(4, 3)' --fortran 0 1 0 0 0 3 1 1 1 1 0 0
    "$REROLL" sample categorical --weights @w.npy -o a.npy
    "$REROLL" sample categorical --weights @f.npy -o - --format npy | cmp - a.npy
    [ "$("$REROLL" sample categorical --weights @w.npy | tr '\n' ' ')" = "$(python3 -c 'import struct
print(*struct.unpack("<4q", open("a.npy", "rb").read()[-32:]), end=" ")')" ]
    [ "$("$REROLL" sample categorical --weights '0,1,0;0,0,3' --first 100 | tr '\n' ' ')" = "1 2 " ]
    cp a.npy b.npy
    "$REROLL" sample --job a.npy.job.json -o c.npy
    cmp b.npy c.npy
    refused 2 "--weights: row 1 has weights that are all 0" sample categorical --weights '1,1;0,0;1,1'
    [ "$("$REROLL" sample categorical --weights '0,1;0,0;0,1' --bad nan | tr '\n' ' ')" = "1 0 1 " ]
}

@test "rows of counts: one total for all rows, or one per row" {
    npy n.npy '<i8' '(3,)' 10 0 20
    [ "$("$REROLL" sample multinomial --n @n.npy --weights 0,3,0 | tr '\n' ';')" = "0 10 0;0 0 0;0 20 0;" ]
    "$REROLL" sample multinomial --n 10,0,20 --weights 1,2,3 --format raw >a
    "$REROLL" sample multinomial --n '10;0;20' --weights '1,2,3;1,2,3;1,2,3' --format raw | cmp - a
    "$REROLL" sample multinomial --n 20 --weights 1,2,3 --first 2 --size 1 --format raw | cmp - <(tail -c 24 a)
    refused 2 "--n has shape (2, 2); it is one value per row" sample multinomial --n '1,2;3,4' --weights 1,2
    refused 2 "--n has shape (3,) and --weights (2, 2)" sample multinomial --n 1,2,3 --weights '1,2;3,4'
    refused 2 "each row of weights must have a positive sum" sample multinomial --n 1,2 --weights '1,2;0,0'
    refused 2 "nsample must be at most the sum of the colors; given: --nsample 9, row 0 of --colors has sum 8" \
        sample multivariate-hypergeometric --nsample 9 --colors 3,5 --size 2
    refused 2 "the number of components of multinomial is missing: --components K, or --weights" \
        sample multinomial --n 1,2 --weights 3
}
