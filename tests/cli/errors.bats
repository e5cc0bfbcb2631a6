# SPDX-License-Identifier: MIT OR Apache-2.0
# What is typed wrongly: one sentence, the right exit status, nothing written.
bats_require_minimum_version 1.5.0
load helpers

@test "unknown names suggest the nearest" {
    refused 2 "unknown sampler 'gama'; did you mean 'gamma'?" sample gama -n 1
    refused 2 "unknown sampler 'normal:polr'; did you mean 'normal:polar'?" sample normal:polr -n 1
    refused 2 "unknown option '--shpe' for gamma; did you mean '--shape'?" sample gamma --shpe 2 -n 1
    refused 2 "unknown option '--sede' for gamma; did you mean '--seed'?" sample gamma --sede 2 -n 1
    refused 2 "unknown command 'smaple'; did you mean 'sample'?" smaple
    refused 2 "unknown strategy 'lop'; did you mean 'loop'?" sample normal -n 1 --strategy lop
    refused 2 "unknown device 'cpu:scaler'; did you mean 'cpu:scalar'?" sample normal -n 1 --device cpu:scaler
    refused 2 "unknown argument '--jason'; did you mean '--json'?" samplers --jason
    refused 2 "unknown sampler 'zzzzzzzz'" sample zzzzzzzz -n 1
}

@test "options name what they accept" {
    refused 2 "--shape -1 is outside the range that is accepted for f64, [1e-300, 1e+300]" sample gamma --shape -1 -n 10
    refused 2 "--shape is missing: a number in [1e-300, 1e+300]" sample gamma -n 10
    refused 2 "-n is missing" sample normal
    refused 2 "--dtype u32: normal gives f32 or f64" sample normal -n 1 --dtype u32
    refused 2 "--dtype f31: normal gives f32 or f64" sample normal -n 1 --dtype f31
    refused 2 "--dtype f64: bits gives u32" sample bits -n 1 --dtype f64
    refused 2 "--threads 0: from 1 to 1024" sample normal -n 1 --threads 0
    refused 2 "--threads 1025: from 1 to 1024" sample normal -n 1 --threads 1025
    refused 2 "give one of them" sample normal -n 1 --threads 2 --device cpu,threads=3
    refused 2 "warp=T (1 to 32" sample normal -n 1 --device cpu,warp=3
    refused 2 "the form is grouped:G" sample normal -n 1 --strategy grouped:3
    refused 2 "--seed x: an integer from 0 to 2^64 - 1" sample normal -n 1 --seed x
    refused 2 "--first -1: an integer" sample normal -n 1 --first -1
}

@test "options that are none" {
    refused 2 "-n needs an argument" sample normal -n
    refused 2 "--seed needs an argument" sample normal -n 1 --seed
    refused 2 "--force takes no argument" sample normal -n 1 --force=yes
    refused 2 "unknown option '-z'" sample normal -z
    refused 2 "'3' is neither an option" sample normal 3
    refused 2 "is short for more than one option" sample normal --s 3 -n 1
    refused 2 "the sampler comes" sample -n 3 normal
    refused 2 "the sampler comes first" sample -n 3
    refused 2 "which sampler?" sample
    refused 2 "--job names the sampler" sample normal --job x.job.json
    refused 2 "-o : the name must end" sample normal -n 1 -o ''
    run "$REROLL"
    [ "$status" -eq 2 ]
}

@test "a device that is not usable here is status 3" {
    absent=$("$REROLL" devices --json | python3 -c '
import json, sys
print(next(d["name"] for d in json.load(sys.stdin) if not d["available"]))')
    refused 3 "--device $absent is not usable here: " sample normal -n 1 --device "$absent"
}

@test "fixed:M that leaves samples is status 4, and the file is kept" {
    run --separate-stderr "$REROLL" sample gamma --shape 0.7 -n 1e5 --strategy fixed:1 -o x.txt
    [ "$status" -eq 4 ]
    left=$(grep -c nan x.txt)
    first=$(grep -n nan x.txt | head -n 1 | cut -d: -f1)
    [ "$(wc -l <x.txt)" -eq 100000 ]
    [ "$left" -gt 0 ]
    [[ $stderr == "reroll: fixed:1 left $left of 100000 samples without an accepted proposal; the lowest index is $((first - 1))" ]]
    run --separate-stderr "$REROLL" sample gamma --shape 0.7 -n 1e5 --strategy fixed:1 -o x.txt --resume
    [ "$status" -eq 4 ]
    run --separate-stderr "$REROLL" sample gamma --shape 0.7 -n 1e4 --first 90000 --strategy fixed:1 -o /dev/null
    [ "$status" -eq 4 ]
    [[ $stderr == *"the lowest index is $(awk 'NR > 90000 && $1 == "nan" {print NR - 1; exit}' x.txt)" ]]
    run --separate-stderr "$REROLL" sample --job x.txt.job.json -o y.txt
    [ "$status" -eq 4 ]
    cmp x.txt y.txt
    refused 2 "fixed:M without + changes what is drawn" sample --job x.txt.job.json -o z.txt --strategy loop
    "$REROLL" sample gamma --shape 0.7 -n 1e5 --strategy fixed:32+ -o whole.txt
    [ "$(paste x.txt whole.txt | awk '$1 != "nan" && $1 != $2' | wc -l)" -eq 0 ]
    refused 2 "not known to be of this job: --strategy is" sample gamma --shape 0.7 -n 1e5 --strategy fixed:1 -o whole.txt --resume
}

@test "help and version" {
    "$REROLL" --version | grep -q '^reroll [0-9]*\.[0-9]*\.[0-9]*$'
    for topic in "" sample samplers strategies devices; do
        "$REROLL" $topic --help >help
        grep -q '^NAME$' help
        grep -q '^SYNOPSIS$' help
        awk 'length > 120 {exit 1}' help
    done
    for sampler in $("$REROLL" samplers --names); do
        "$REROLL" sample "$sampler" --help | grep -q "^    reroll sample $sampler"
    done
    "$REROLL" sample gamma --help | grep -q -- '--shape V .*\[1e-300, 1e+300\], for f32 in \[1e-30, 1e+30\]; must be given'
    "$REROLL" sample --help | grep -q 'default 0'
}

@test "an instruction set that there is none of, in REROLL_CPU" {
    export REROLL_CPU=avx9
    refused 2 'REROLL_CPU is "avx9"; it can be one of cpu:scalar, cpu:sse2' sample normal -n 1
    "$REROLL" sample normal -n 1 --device cpu:scalar
}
