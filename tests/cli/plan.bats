# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll plan and reroll bench --plan: output and refusals.

load helpers
bats_require_minimum_version 1.5.0

export REROLL_COSTS=/dev/null   # independent of the user's own files

json() { python3 -c 'import json,sys; d=json.load(sys.stdin); print(eval(sys.argv[1]))' "$1"; }

@test "plan: a table in which one strategy is the fastest, compact at the defaults" {
    run "$REROLL" plan gamma --shape 2 -n 1e8
    [ "$status" -eq 0 ]
    [ "$(grep -c '  <- fastest$' <<<"$output")" -eq 1 ]
    grep -q '^compact .*  <- fastest$' <<<"$output"
    [[ $output == *"acceptance 0.9817"* ]]
}

@test "plan --json: acceptance, efficiency and the model agree" {
    run "$REROLL" plan attempts --accept 0.5 -n 1e6 --device cpu:scalar,warp=32 --json
    [ "$status" -eq 0 ]
    [ "$(json 'd["accept"]' <<<"$output")" = 0.5 ]
    loop=$(json '[s for s in d["strategies"] if s["strategy"]=="loop"][0]["iterations"]' <<<"$output")
    [ "$loop" = 6.35518 ]
    [ "$(json 'd["choice"] in [s["strategy"] for s in d["strategies"]]' <<<"$output")" = True ]
}

@test "grouped without a number: the plan and the counts have the group, the job file does not, the bytes are the same" {
    run "$REROLL" plan attempts --accept 0.2 -n 1e6 --device cpu,warp=32
    [[ $output == *"grouped without a number is grouped:8 for this job."* ]]
    [ "$("$REROLL" plan attempts --accept 0.03 -n 1e6 --device cpu,warp=32 --json | json 'd["grouped"]')" = grouped:32 ]
    cd "$BATS_TEST_TMPDIR"
    "$REROLL" sample attempts --accept 0.2 -n 5000 --device cpu,warp=32 --strategy grouped --counts -o x.npy 2>said
    grep -q '^strategy  *grouped:8$' said
    grep -q '"strategy": "any"' x.npy.job.json
    "$REROLL" sample attempts --accept 0.2 -n 5000 --quiet -o y.npy
    cmp x.npy y.npy
}

@test "plan: the source of the costs: built in and scaled, calibrated, none" {
    run "$REROLL" plan gamma --shape 2 -n 1e5 --device cpu:scalar
    [ "$status" -eq 0 ]
    grep -Eq 'costs: built in, scaled by [0-9.e+-]+$' <<<"$output"
    [[ $output == *"reroll plan --calibrate measures"* ]]
    run "$REROLL" plan gamma --shape 2 -n 1e5 --device cpu:scalar --json
    [ "$status" -eq 0 ]
    [ "$(json 'd["costs"], 0 < d["scale"] < 1e6' <<<"$output")" = "('scaled', True)" ]
}

@test "plan --device: costs of a GPU are counted, calibrated under its name, or unknown" {
    fake=$(dirname "$REROLL")/tests/devices/libfake_cuda.so
    if [ -e "$fake" ]; then
        REROLL_CUDA=$fake REROLL_NVRTC=$fake run "$REROLL" plan normal -n 1e9 --dtype f32 --device cuda:0
        [ "$status" -eq 0 ]
        [[ $output == *"costs: from instruction counts, not measured"* ]]
        [[ $output == *"reroll plan normal --calibrate --device cuda:0 measures this device's own costs"* ]]
        [ "$(grep -c 'compact.*[0-9]  <- fastest' <<<"$output")" -eq 1 ]
    fi
    "$REROLL" devices | grep -q '^opencl:0 *yes' || skip "no OpenCL device"
    export REROLL_COSTS=$BATS_TEST_TMPDIR/costs
    run "$REROLL" plan uniform -n 1e9 --device opencl:0 --json
    [ "$status" -eq 0 ]
    [ "$(json 'd["costs"], d["scale"], d["choice"]' <<<"$output")" = "('none', 1, 'compact')" ]
    run "$REROLL" plan uniform -n 1e9 --device opencl:0
    [[ $output == *"reroll plan uniform --calibrate --device opencl:0 measures them."* ]]
    run "$REROLL" plan uniform -n 1e9 --device opencl:0 --calibrate --json
    [ "$status" -eq 0 ]
    run "$REROLL" plan uniform -n 1e9 --device opencl:0 --json   # another process reads them
    [ "$(json 'd["costs"], d["choice"], 0 < [s["ns"] for s in d["strategies"] if s["strategy"]=="compact"][0] < 1e5' \
        <<<"$output")" = "('calibrated', 'compact', True)" ]
    [ "$(json '[(m["sampler"], m["ns"] > 0) for m in d["methods"]]' <<<"$output")" = "[('uniform:32', True)]" ]
    cp "$REROLL_COSTS" before
    refused 2 "--calibrate is not available for bernoulli-logit, which has no costs of its own" \
        plan bernoulli-logit --logit 1 -n 5 --device opencl:0 --calibrate
    cmp before "$REROLL_COSTS"
    # The choice follows the file, auto is compact, and the bits are the same.
    key=$(sed -n 's/^\(opencl:[^ ]*\) f32 device.*/\1/p' "$REROLL_COSTS")
    for line in 'strategy refill 0 0 0' 'strategy compact 0 0 1000' 'sampler attempts 1000 1 0 0 0 0 0 0'; do
        echo "$key f32 $line" >>"$REROLL_COSTS"
    done
    run "$REROLL" plan attempts --accept 0.5 -n 1e5 --device opencl:0 --json
    [ "$(json 'd["costs"], d["choice"]' <<<"$output")" = "('calibrated', 'refill')" ]
    run "$REROLL" sample attempts --accept 0.5 -n 1e5 --device opencl:0 --counts -o gpu.npy
    [[ $output == *"strategy       compact"* ]]
    "$REROLL" sample attempts --accept 0.5 -n 1e5 -o cpu.npy
    cmp gpu.npy cpu.npy
    run "$REROLL" plan normal -n 1e9 --device opencl:0 --json    # another law
    [ "$(json 'd["costs"]' <<<"$output")" = none ]
    run "$REROLL" plan normal -n 1e5 --device cpu:scalar --json  # the CPU has its own
    [ "$(json 'd["costs"]' <<<"$output")" = scaled ]
}

@test "plan: fixed:M+ at low acceptance includes its retries" {
    run "$REROLL" plan attempts --accept 0.1 -n 1e6 --device cpu:scalar,warp=16 --json
    [ "$status" -eq 0 ]
    row='[s for s in d["strategies"] if s["strategy"]=="fixed:8+"][0]'
    # 8 proposals of 16 lanes give 2 samples per call; 0.9^8 = 43 % of them take ten more attempts.
    [ "$(json "abs($row['iterations']-(1+2*0.9**8/0.1/16)) < 1e-5" <<<"$output")" = True ]
    [ "$(json "abs($row['efficiency']-1/(0.8+0.9**8)) < 1e-5" <<<"$output")" = True ]
}

@test "plan --in-kernel: no bulk strategies" {
    run "$REROLL" plan normal:polar -n 1 --in-kernel --json
    [ "$status" -eq 0 ]
    [ "$(json '{"compact","refill"} & {s["strategy"] for s in d["strategies"]}' <<<"$output")" = "set()" ]
}

@test "plan: parameters from a file" {
    run "$REROLL" plan gamma --shape @"$SHAPES" --json
    [ "$status" -eq 0 ]
    [ "$(json '0.95 < d["accept"] < 1' <<<"$output")" = True ]
}

@test "plan: invalid arguments are refused by name" {
    refused 2 "the sampler is missing: reroll plan LAW -n N; reroll samplers lists them" plan
    refused 2 "did you mean 'gamma'" plan gama -n 5
    refused 2 "--shape" plan gamma -n 5
    refused 2 "--shape -1" plan gamma --shape -1 -n 5
    refused 2 "-n is missing: the number of samples, an integer in [1, 2^64 - 1]" plan gamma --shape 1
    refused 2 "-n 0 is not accepted; use an integer in [1, 2^64 - 1]" plan gamma --shape 1 -n 0
    refused 2 "--seed" plan gamma --shape 1 -n 5 --seed 3
    refused 2 "-o" plan gamma --shape 1 -n 5 -o x.npy
    refused 2 "exponential takes --scale, which is 1 / rate" plan exponential --rate 2 -n 5
    refused 2 "--mean and --mu are two names of one option" plan normal --mean 1 --mu 2 -n 5
    refused 2 "device" plan gamma --shape 1 -n 5 --device gpu
}

@test "plan --calibrate: nothing is measured if no file can be written" {
    REROLL_COSTS=/proc/none/costs run timeout 20 "$REROLL" plan --calibrate
    [ "$status" -eq 1 ]
    [[ $output == *"can't write /proc/none/costs: No such file or directory" ]]
}

@test "plan: a FIFO is not accepted as a file of costs" {
    mkfifo fifo
    REROLL_COSTS=$PWD/fifo run timeout 60 "$REROLL" plan normal -n 1e5
    [ "$status" -eq 0 ]
    [[ $output == *"costs: built in"* ]]
}

@test "plan --calibrate: a file that is used" {
    [ -n "$REROLL_DEEP" ] || skip "with REROLL_DEEP=1: every sampler is timed, a minute of a processor"
    REROLL_COSTS=$BATS_TEST_TMPDIR/a/b/costs run "$REROLL" plan normal -n 1e5 --calibrate --json
    [ "$status" -eq 0 ]
    [[ $output == *'"costs": "calibrated", "scale": 1,'* ]]
    REROLL_COSTS=$BATS_TEST_TMPDIR/a/b/costs run "$REROLL" plan normal -n 1e5
    [[ $output == *"costs: calibrated file"* && $output != *"--calibrate measures"* ]]
    [ "$(ls -A "$BATS_TEST_TMPDIR"/a/b)" = costs ]
    # Every sampler was timed, up to the last one of the list.
    for sampler in uniform dirichlet truncated-logistic genpareto; do
        [ "$(grep -c " sampler $sampler " "$BATS_TEST_TMPDIR"/a/b/costs)" = 2 ]
    done
    [ "$(grep -c " f64 sampler poisson " "$BATS_TEST_TMPDIR"/a/b/costs)" = 1 ]
    # Everything that is planned was timed.
    REROLL_COSTS=$BATS_TEST_TMPDIR/a/b/costs run "$REROLL" plan gamma --shape 2 -n 1e5 --json
    [ "$(json '[s["strategy"] for s in d["strategies"] if s["ns"] is None]' <<<"$output")" = "[]" ]
    # Break-evens in both directions; and where all gains are small, as on a machine that is a thousand times faster.
    awk 'NR > 1 {for (i = 4; i <= NF; ++i) if ($i ~ /^[0-9][0-9.e+-]*$/) $i /= 1000} 1' "$BATS_TEST_TMPDIR"/a/b/costs \
        >"$BATS_TEST_TMPDIR"/small
    for costs in a/b/costs small; do
        for dtype in f32 f64; do
            there=$(REROLL_COSTS=$BATS_TEST_TMPDIR/$costs "$REROLL" plan gamma --shape 2 -n 1e9 --dtype "$dtype" --json)
            back=$(REROLL_COSTS=$BATS_TEST_TMPDIR/$costs "$REROLL" plan gamma:table --shape 2 -n 1e9 --dtype "$dtype" --json)
            python3 "$TOOLS/break_even.py" <<<"[$there, $back]"
        done
    done
}

@test "plan: methods that refuse the parameters are left out" {
    names() { "$REROLL" plan "$@" -n 1e6 --json | json '",".join(m["sampler"] for m in d["methods"])'; }
    [ "$(names gamma --shape 2)" = "gamma:erlang,gamma:table" ]
    [ "$(names gamma --shape 2.5)" = gamma:table ]      # the rule of gamma:erlang
    [ "$(names gamma --shape 5000)" = gamma:table ]     # its range
    [ "$(names gamma --shape 0.05)" = "" ]
    [ "$(names gamma:erlang --shape 2)" = gamma,gamma:table ]
    [ "$(names normal)" = "normal:polar,normal:ziggurat,normal:one,normal:icdf,normal:icdf-fast,normal:icdf-giles,normal:32" ]
    [ "$(names beta --a 2 --b 3)" = beta:table ]
    [ "$(names beta --a 0.2 --b 3)" = "" ]              # its range
    [ "$(names chi2 --df 3)" = "" ]
    run "$REROLL" plan gamma --shape @"$SHAPES" --json  # a table is for one shape
    [ "$status" -eq 0 ]
    [[ $output == *'"methods":'* && $output != *gamma:table* ]]
}

@test "plan: the table of other methods, where there are any" {
    run "$REROLL" plan gamma --shape 2 -n 1e9
    [ "$status" -eq 0 ]
    [ "$(grep -c "^other methods of gamma$" <<<"$output")" -eq 1 ]
    [ "$(grep -Ec '^gamma:table +(-|[0-9.]+) +[1-9][0-9.e+]+ +[1-9][0-9]+ +[1-9][0-9.]*e-[0-9]+ +(-|not faster|faster.*)$' <<<"$output")" -eq 1 ]
    [ "$(grep -Ec '^gamma:erlang +(-|[0-9.]+) +0 +0 +rounding +(-|not faster|faster)$' <<<"$output")" -eq 1 ]
    bytes=$("$REROLL" plan gamma --shape 2 -n 1e9 --json | json '[m["table_bytes"] for m in d["methods"] if m["sampler"] == "gamma:table"][0]')
    [ "$bytes" -gt 4096 ]
    [ "$(grep -Ec "^gamma:table +[^ ]+ +[^ ]+ +$bytes " <<<"$output")" -eq 1 ]
    run "$REROLL" plan normal -n 1e6
    [ "$status" -eq 0 ]
    [ "$(grep -Ec '^normal:32 +(-|[0-9.]+) +0 +0 +2\^-32 +(-|not faster|faster)$' <<<"$output")" -eq 1 ]
    [ "$(grep -Ec '^normal:polar .* rounding ' <<<"$output")" -eq 1 ]
    [ "$("$REROLL" plan normal -n 1e6 --json | json '[m["sampler"] for m in d["methods"] if m["resolution"] == 2.32831e-10]')" = "['normal:32']" ]
    run "$REROLL" plan chi2 --df 3 -n 1e6
    [ "$status" -eq 0 ]
    [[ $output != *"other methods"* ]]
}

@test "bench --plan: predictions, measurements and scores" {
    run "$REROLL" bench --plan --quick
    [ "$status" -eq 0 ]
    grep -Eq '^costs: built in, scaled by [0-9.e+-]+ to [0-9.e+-]+$' <<<"$output"
    [[ $output == *"predictions: median error"* && $output == *"questions: the choice is within 5 %"* ]]
    run "$REROLL" bench --plan --sampler gamma
    [ "$status" -eq 2 ]
    [[ $output == *"--plan"* ]]
}

@test "composite samplers are planned as the list of their stages" {
    "$REROLL" plan negative-binomial --n 5 --p 0.1 -n 1e6 >list
    grep -q '^gamma  *the mean divided by' list
    grep -q '^poisson  *the count$' list
    [ "$("$REROLL" plan negative-binomial --n 5 --p 0.1 -n 1e6 --json | grep -c '"accept": null')" -eq 1 ]
}
