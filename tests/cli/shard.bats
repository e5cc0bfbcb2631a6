# SPDX-License-Identifier: MIT OR Apache-2.0
# Shards of a sample, and joining them: the bytes of the unsharded command, and every way in which a join is refused.
bats_require_minimum_version 1.5.0
load helpers

# shards K FILE ARGUMENT...: all shards of a job.
shards() {
    local k
    for k in $(seq 0 $(($1 - 1))); do "$REROLL" sample "${@:3}" --shard "$k/$1" -o "$2"; done
}

# as_plain K FILE ARGUMENT...: joined shards and their job file are those of the unsharded command.
as_plain() {
    mkdir -p plain
    "$REROLL" sample "${@:3}" -o "plain/$2"
    shards "$@"
    run --separate-stderr "$REROLL" join --check "$2"
    echo "$stderr"
    [ "$status" -eq 0 ]
    [[ $output == "$2: $1 shards joined; "* ]]
    cmp "$2" "plain/$2"
    cmp "$2.job.json" "plain/$2.job.json"
    [ ! -e "$2.part" ]
    cat $(for k in $(seq 0 $(($1 - 1))); do echo "$2.shard-$k-of-$1"; done) | cmp - "$2"
    rm -r plain "$2" "$2".*
}

@test "joined shards equal the files of the command without --shard" {
    as_plain 3 x.npy normal -n 100003 --seed 5
    [[ $output == *"; their digests are right, and 64 pieces, made again, are the same" ]]
    as_plain 4 x.raw gamma --shape 0.7 -n 1e5 --dtype f32 --first 2^40
    as_plain 5 x.txt poisson --lam 3 -n 12345
    as_plain 1 x.npy uniform -n 10
    [[ $output == *", and 1 piece, made again, is the same" ]]   # a short file is one piece
    as_plain 7 x.npy uniform -n 3                       # more shards than samples
    as_plain 2 x.npy uniform -n 0
    [[ $output == *", and 0 pieces, made again, are the same" ]]
    as_plain 3 x.npy dirichlet --alpha 1,2,3 -n 1000
    as_plain 3 x.txt dirichlet --alpha 1,2,3 -n 1000
    as_plain 2 x.npy gamma --shape 1,0.5,7
    npy shape.npy '<f8' '(7, 1)' 1 2 3 4 5 6 7
    npy scale.npy '<f8' '(1, 3)' 1 10 100
    as_plain 3 x.npy gamma --shape "@$PWD/shape.npy" --scale "@$PWD/scale.npy"
    as_plain 3 x.txt gamma --shape "@$PWD/shape.npy" --scale "@$PWD/scale.npy"
    as_plain 2 x.npy normal --mean 0 --sd inf -n 9 --bad nan
}

@test "shards with failed samples: their numbers are summed, and the lowest index is reported" {
    mkdir plain
    run "$REROLL" sample attempts --accept 0.1 --strategy fixed:4 -n 1000 -o plain/x.npy
    [ "$status" -eq 4 ]
    for k in 2 0 1; do
        run "$REROLL" sample attempts --accept 0.1 --strategy fixed:4 -n 1000 --shard $k/3 -o x.npy
        [ "$status" -eq 4 ]
    done
    "$REROLL" join --check x.npy
    cmp x.npy plain/x.npy
    cmp x.npy.job.json plain/x.npy.job.json
}

@test "boundaries are floor(k rows / K)" {
    shards 3 x.raw normal -n 10
    [ "$(stat -c %s x.raw.shard-0-of-3 x.raw.shard-1-of-3 x.raw.shard-2-of-3 | tr '\n' ' ')" = "24 24 32 " ]
    shards 4 big.raw bits --dtype u32 --first 2^63 -n 6
    [ "$(stat -c %s big.raw.shard-{0,1,2,3}-of-4 | tr '\n' ' ')" = "4 8 4 8 " ]
    for k in 0 999999; do                               # k rows exceed 2^64
        "$REROLL" sample bits -n 18446744073709551615 --shard $k/1000000 --format raw | head -c 64 >shard-$k
    done
    "$REROLL" sample bits -n 16 --format raw | cmp -n 64 - shard-0
    first=$(python3 -c 'print(999999 * (2**64 - 1) // 1000000)')
    "$REROLL" sample bits -n 16 --first "$first" --format raw | head -c 64 | cmp - shard-999999
}

@test "a shard of a slice, and shards drawn from the job file of another shard" {
    "$REROLL" sample normal -n 1000 --seed 9 -o whole.npy
    "$REROLL" sample --job whole.npy.job.json --first 100 -n 500 -o plain.npy
    for k in 0 1 2; do "$REROLL" sample --job whole.npy.job.json --first 100 -n 500 --shard $k/3 -o x.npy; done
    rm x.npy.shard-1-of-3 x.npy.shard-1-of-3.job.json
    "$REROLL" sample --job x.npy.shard-2-of-3.job.json --shard 1/3 -o x.npy
    "$REROLL" join --check x.npy
    cmp x.npy plain.npy
    cmp x.npy.job.json plain.npy.job.json
    "$REROLL" sample --job x.npy.shard-1-of-3.job.json -o y.npy   # a shard's job file describes the whole
    cmp y.npy plain.npy
}

@test "a shard is resumed after an interruption" {
    "$REROLL" sample "${SLOW[@]}" --seed 2 -o plain.raw
    mkdir real
    for k in 0 1; do
        if [ $k = 0 ]; then
            REROLL_CHECKPOINT_SECONDS=0.02 python3 "$TOOLS/stop_midway.py" KILL x.raw.shard-0-of-2.job.json \
                "$REROLL" sample "${SLOW[@]}" "${SLOWLY[@]}" --seed 2 --shard 0/2 -o x.raw || true
            [ -s x.raw.shard-0-of-2.part ]
            refused 2 "x.raw.shard-0-of-2 is incomplete; its command with --resume continues it" join x.raw
        fi
        "$REROLL" sample "${SLOW[@]}" --seed 2 --shard $k/2 -o x.raw --resume
    done
    "$REROLL" join x.raw
    cmp x.raw plain.raw
}

@test "a shard to a pipe is its part of the file" {
    for k in 0 1 2; do "$REROLL" sample gamma --shape 2 -n 1000 --shard $k/3 --format raw; done >parts
    "$REROLL" sample gamma --shape 2 -n 1000 --format raw | cmp - parts
    for k in 0 1 2; do "$REROLL" sample gamma --shape 2 -n 1000 --shard $k/3; done >parts
    "$REROLL" sample gamma --shape 2 -n 1000 | cmp - parts
    refused 2 "--shard 1/3 needs -o FILE with .npy, or --format raw, text or csv" \
        sample gamma --shape 2 -n 9 --shard 1/3 --format npy
}

@test "errors of --shard" {
    for text in 3/3 0/0 -1/3 1 1/ /3 a/b 1/3/5 0/1000001 0x1/3; do
        refused 2 "--shard $text is not accepted; use k/K" sample normal -n 9 --shard="$text" -o x.npy
    done
    refused 2 "--no-job is not available with --shard 0/3: reroll join reads the job file of each shard" \
        sample normal -n 9 --shard 0/3 -o x.npy --no-job
    refused 2 "--seed random is not available with --shard: give all shards the same seed" \
        sample normal -n 9 --shard 0/3 -o x.npy --seed random
    "$REROLL" sample normal -n 9 --shard 0/3 -o x.npy
    refused 2 "x.npy.shard-0-of-3 exists; --force replaces it" sample normal -n 9 --shard 0/3 -o x.npy
}

@test "a join is refused with one message, and no file is lost" {
    refused 2 "found no shards of x.npy (x.npy.shard-0-of-K, ..., each with its job file)" join x.npy
    refused 2 "FILE is missing: the name that reroll sample --shard has after -o" join
    refused 2 "FILE is missing: the name that reroll sample --shard has after -o" join /dev/null
    refused 2 "'y.npy' is not an option; --help lists the options" join x.npy y.npy
    shards 3 x.npy normal -n 3000 --seed 4
    sums=$(sha256sum x.npy.*)
    mv x.npy.shard-1-of-3 away
    refused 2 "x.npy.shard-1-of-3 is missing; make it with: reroll sample --job x.npy.shard-0-of-3.job.json --shard 1/3 -o x.npy" join x.npy
    mv away x.npy.shard-1-of-3
    mv x.npy.shard-2-of-3.job.json away
    refused 2 "x.npy.shard-2-of-3.job.json is missing" join x.npy
    mv away x.npy.shard-2-of-3.job.json
    "$REROLL" sample normal -n 3000 --seed 4 --shard 0/2 -o x.npy
    refused 2 "x.npy has shards of 2 and of 3" join x.npy
    rm x.npy.shard-0-of-2*
    echo mine >x.npy
    refused 2 "x.npy exists; --force replaces it" join x.npy
    [ "$(cat x.npy)" = mine ]
    rm x.npy
    [ "$(sha256sum x.npy.*)" = "$sums" ]
    "$REROLL" join x.npy
    rm x.npy
    refused 2 "x.npy.job.json describes a file that is not here: move it away, or --force replaces it" join x.npy
    [ "$(sha256sum x.npy.shard-*)" = "$sums" ]
}

@test "a shard or its job file that is not a regular file" {
    shards 2 x.raw normal -n 9
    mv x.raw.shard-1-of-2.job.json away
    mkfifo x.raw.shard-1-of-2.job.json
    refused 2 "x.raw.shard-1-of-2.job.json is not a regular file" join x.raw
    mv away x.raw.shard-1-of-2.job.json
    rm x.raw.shard-1-of-2
    mkdir x.raw.shard-1-of-2
    refused 2 "x.raw.shard-1-of-2 is not a regular file" join x.raw
}

@test "a shard of another job" {
    shards 3 x.npy normal -n 3000 --seed 4
    for other in "--seed 5|the seed is 5, not 4" "--seed 4 --first 1|the first index is 1" \
        "--seed 4 --dtype f32|--dtype is f32, not f64" "--seed 4 --mean 1|--mean is 1, not 0"; do
        "$REROLL" sample normal -n 3000 ${other%%|*} --shard 1/3 -o x.npy --force
        refused 2 "x.npy.shard-1-of-3 and x.npy.shard-0-of-3 belong to different jobs: ${other#*|}" join x.npy
    done
    "$REROLL" sample normal -n 3001 --seed 4 --shard 1/3 -o x.npy --force
    refused 2 "x.npy.shard-1-of-3 and x.npy.shard-0-of-3 belong to different jobs" join x.npy
    cp x.npy.shard-0-of-3 x.npy.shard-1-of-3
    cp x.npy.shard-0-of-3.job.json x.npy.shard-1-of-3.job.json
    refused 2 "x.npy.shard-1-of-3.job.json is not the job file of shard 1 of 3" join x.npy
    "$REROLL" sample normal -n 3000 --seed 4 -o plain.npy
    cp plain.npy.job.json x.npy.shard-1-of-3.job.json
    refused 1 "x.npy.shard-1-of-3 has 8128 bytes" join x.npy
}

@test "every damaged byte is detected, and no file is left" {
    shards 2 x.raw normal -n 20 --seed 4
    for at in 0 79; do
        cp x.raw.shard-1-of-2 good
        python3 -c 'import sys; b = bytearray(open("good", "rb").read()); b[int(sys.argv[1])] ^= 1
open("x.raw.shard-1-of-2", "wb").write(b)' $at
        refused 1 "x.raw.shard-1-of-2 is damaged" join x.raw
        cp good x.raw.shard-1-of-2
    done
    head -c 79 good >x.raw.shard-1-of-2
    refused 1 "x.raw.shard-1-of-2 has 79 bytes, and its job file has 80" join x.raw
    cp good x.raw.shard-1-of-2
    rm good
    "$REROLL" join x.raw
}

# A change of both a shard and its digest is found only by remaking.
@test "join --check detects samples that are not those of the job" {
    "$REROLL" sample normal -n 20 -o plain.npy
    for file in x.npy x.txt; do
        shards 2 $file normal -n 20
        for shard in 0 1; do
            cp $file.shard-$shard-of-2 good
            cp $file.shard-$shard-of-2.job.json good.json
            python3 - $file.shard-$shard-of-2 <<'END'
import hashlib, json, sys
name = sys.argv[1]
data = bytearray(open(name, "rb").read())
data[-2] ^= 1
open(name, "wb").write(data)
job = json.load(open(name + ".job.json"))
job["sha256"] = hashlib.sha256(data).hexdigest()
json.dump(job, open(name + ".job.json", "w"))
END
            refused 1 "$file: numbers 0 to 19 are not those that the job makes here" join --check $file
            cp good $file.shard-$shard-of-2
            mv good.json $file.shard-$shard-of-2.job.json
        done
        "$REROLL" join --check $file
    done
    cmp x.npy plain.npy
}

@test "a large text file is checked by lines" {
    as_plain 3 x.txt normal -n 30000
    npy mean.npy '<f8' '(500, 1)' $(seq 500)
    npy sd.npy '<f8' '(1, 20)' $(seq 20)
    as_plain 3 x.txt normal --mean "@$PWD/mean.npy" --sd "@$PWD/sd.npy"
}

@test "invalid entries of a shard's job file are refused" {
    shards 2 x.raw normal -n 20
    cat >changes <<'END'
job["shard"] = [2, 2]|"shard" must be
job["shard"] = [0]|"shard" must be
job["shard"] = [0, 0]|"shard" must be
job["shard"] = "0/2"|"shard" must be
job["sha256"] = "12"|"sha256" must be 64 hexadecimal digits
job["sha256"] = 1|"sha256" must be a string
del job["sha256"]|"sha256" must be there: the file is complete
job["done"] = 11|"done" must be
job["bytes"] = 81|"bytes" must be
job["complete"] = False|x.raw.shard-0-of-2 is incomplete
del job["shard"]|has an entry "sha256", which
END
    cp x.raw.shard-0-of-2.job.json good
    while IFS='|' read -r change text; do
        python3 - "$change" <<'END'
import json, sys
job = json.load(open("good"))
exec(sys.argv[1])
json.dump(job, open("x.raw.shard-0-of-2.job.json", "w"))
END
        refused 2 "$text" join x.raw
    done <changes
    cp good x.raw.shard-0-of-2.job.json
    "$REROLL" join x.raw
}

@test "a full disk leaves nothing of a join" {
    shards 2 x.raw normal -n 100000
    before=$(ls)
    run --separate-stderr bash -c "ulimit -f 700; '$REROLL' join x.raw"
    echo "$stderr"
    [ "$status" -eq 1 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr == *"File too large"* ]]
    [ "$(ls)" = "$before" ]
}
