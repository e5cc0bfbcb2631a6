# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll permutation, permutation:bijection, choose, resample.
bats_require_minimum_version 1.5.0
load helpers

@test "order: the numbers are those of an independent program" {
    python3 "$BATS_TEST_DIRNAME/../known/order.py" "$REROLL"
}

@test "order: files and dtypes" {
    "$REROLL" permutation 1000 --rows 3 --dtype i32 -o p.npy
    head -c 128 p.npy | grep -aq "'descr': '<i4'.*'shape': (3, 1000)"
    [ "$(wc -c <p.npy)" -eq $((128 + 12000)) ]
    "$REROLL" permutation 1000 --rows 3 --dtype i32 --format raw | cmp - <(tail -c 12000 p.npy)
    "$REROLL" choose 3 --of 10 -o c.npy
    head -c 128 c.npy | grep -aq "'descr': '<i8'.*'shape': (3,)"
    "$REROLL" choose 0 --of 5 --rows 4 -o none.npy   # rows without numbers are rows
    head -c 128 none.npy | grep -aq "'shape': (4, 0)"
    "$REROLL" permutation 0 --rows 3 --format npy | grep -aq "'shape': (3, 0)"
    refused 2 "p.npy exists" permutation 4 -o p.npy
    "$REROLL" permutation 4 -o p.npy --force
    printf '1\n0\n3\n' >w.txt
    "$REROLL" resample systematic --weights @w.txt -n 8 >a
    "$REROLL" resample systematic --weights 1,0,3 -n 8 | cmp - a
    for how in systematic stratified residual; do
        [ "$("$REROLL" resample $how --weights 1,1,1,1,1 --seed 1 | tr '\n' ' ')" = "0 1 2 3 4 " ]
        "$REROLL" resample $how --weights "7$(printf ',7%.0s' {1..99})" --seed 1 | cmp - <(seq 0 99)
    done
    for seed in {1..20}; do
        "$REROLL" resample residual --weights 1,2,3 -n 3 --seed "$seed" >a
        grep -qx 1 a && grep -qx 2 a
    done
    [ ! -e p.npy.job.json ]
}

@test "order: errors" {
    refused 2 "N is missing" permutation
    refused 2 "N x is not accepted; use an integer in [0, 2^64 - 1]" permutation x
    refused 2 "10000000000 is not accepted; use an integer in [0, 2^32]; reroll permutation:bijection takes larger ones" \
        permutation 1e10
    refused 2 "-n 2: the permutation has 10 elements, 1 from --first on" permutation:bijection 10 --first 9 -n 2
    refused 2 "N 0 is not accepted; use an integer in [1, 2^63]" permutation:bijection 0
    refused 2 "N 9223372036854775809 is not accepted; use an integer in [1, 2^63]" permutation:bijection 9223372036854775809 -n 2
    refused 2 "--of is missing" choose 3
    refused 2 "choose 5 is not accepted; use an integer in [0, 3], the value of --of" choose 5 --of 3
    refused 2 "--dtype i32 does not hold 93139814274" choose 5 --of 1e12 --dtype i32
    refused 2 "--of and --weights: give one of them" choose 1 --of 3 --weights 1,2
    refused 2 "--drawn needs --weights" choose 1 --of 3 --drawn
    refused 2 "choose 3 is not accepted; use an integer in [0, 2], the number of positive weights" choose 3 --weights 1,2
    refused 2 "choose 2 is not accepted; use an integer in [0, 1], the number of positive weights" choose 2 --weights 1,0,0
    refused 2 "--weights has two dimensions" choose 2 --weights "1,2;3,4"
    refused 2 "--dtype f64" choose 5 --of 10 --dtype f64
    refused 2 "systematic, stratified, residual or multinomial" resample bootstrap --weights 1,2
    refused 2 "--weights is missing" resample systematic
    refused 2 "all weights are 0" resample systematic --weights 0,0
    refused 2 "resample: element 1 of weights is -1" resample stratified --weights 1,-1
    refused 2 "resample: element 2 of weights is nan" resample multinomial --weights 1,1,nan
    refused 2 "resample: element 0 of weights is inf" resample residual --weights inf,1
    refused 2 "one vector" resample residual --weights '1,2;3,4'
}

@test "order: --force reports that it removes the job file of the samples that it replaces" {
    for command in "permutation 5" "choose 2 --of 5"; do
        rm -f x.npy*
        "$REROLL" sample normal -n 3 -o x.npy
        # shellcheck disable=SC2086
        refused 2 "x.npy exists; --force replaces it and removes x.npy.job.json" $command -o x.npy
        # shellcheck disable=SC2086
        run --separate-stderr "$REROLL" $command -o x.npy --force
        [ "$status" -eq 0 ]
        [ "$stderr" = "reroll: removed x.npy.job.json, which does not describe the new x.npy" ]
        [ "$(ls)" = x.npy ]
        # shellcheck disable=SC2086
        refused 2 "x.npy exists; --force replaces it" $command -o x.npy
        [[ $stderr != *removes* ]]
    done
}

@test "order: the file of the weights is not replaced, under any name" {
    "$REROLL" sample uniform -n 5 -o w.npy --no-job --quiet
    cp w.npy before
    ln -s w.npy link.npy
    for name in w.npy link.npy; do
        refused 2 "-o $name is the file of --weights; give another name" resample systematic --weights @w.npy -o $name --force
        refused 2 "-o $name is the file of --weights; give another name" choose 2 --weights @w.npy -o $name --force
    done
    cmp w.npy before
}

@test "resample, categorical and multinomial accept the same weights, of any size" {
    for weights in 1e308,1e308 1.7e308,1.7e308 5e-324,5e-324 3e-310,3e-310; do
        for how in systematic stratified residual multinomial; do
            "$REROLL" resample $how --weights "$weights" -n 8 --seed 1 >a
            "$REROLL" resample $how --weights 1,1 -n 8 --seed 1 | cmp - a
        done
        for sampler in categorical categorical:alias "multinomial --n 100"; do
            # shellcheck disable=SC2086
            "$REROLL" sample $sampler --weights "$weights" -n 8 --seed 1 >a
            # shellcheck disable=SC2086
            "$REROLL" sample $sampler --weights 1,1 -n 8 --seed 1 | cmp - a
        done
    done
    for sampler in categorical categorical:alias; do
        "$REROLL" sample $sampler --weights 1e-308,1e308 -n 8 | awk '$1 != 1 {exit 1}'
    done
    "$REROLL" sample multinomial --n 100 --weights 1e-308,1e308,1e308 -n 8 | awk '$1 != 0 || $2 + $3 != 100 {exit 1}'
    for weights in 1,-1 1,nan 1,inf; do
        for sampler in categorical categorical:alias "multinomial --n 100"; do
            # shellcheck disable=SC2086
            refused 2 "element 1" sample $sampler --weights "$weights" -n 1
        done
    done
}
