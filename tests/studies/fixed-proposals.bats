#!/usr/bin/env bats
# SPDX-License-Identifier: MIT OR Apache-2.0
# make study NAME=fixed-proposals QUICK=1, on the library that the tests have built.
bats_require_minimum_version 1.5.0

NAME=fixed-proposals
CLOCK=10
load helpers.bash

@test "the quick study writes its tables as README.md describes them" {
    rm -f "$STUDY"/*.csv "$STUDY"/*.svg
    made fit
    columns mixture method shapes solved accept fail_2 fail_4 fail_8 fail_16 enough
    columns failures source shapes proposals samples failed share low high predicted
    columns time source device version dtype n ns ns_low ns_high
    columns peers source device version dtype n ns ns_low ns_high
    columns fit source device version dtype call_ns call_error sample_ns even off
    columns breakdown device dtype proposals samples bits proposals_and_acceptance reduction copy sum total fused failed \
        predicted
    columns acceptance method dtype shape attempts accept accept_measured undecided undecided_measured
    columns formulas shape accept undecided_f32 undecided_f64 plain_accept plain_undecided
    columns registers device strategy shape samples registers local_bytes warps attempts ns
    columns curves shape x proposal target squeeze ours
}

@test "caching saves attempts on warps, and a device reports how many warps fit" {
    made fit
    on_opencl registers
    awk -F, -v device="$DEVICE" '
        NR == 1 {next}
        {++rows[$1]; attempts[$1 " " $3 " " $2] = $8; if (!($9 > 0)) {print "not timed: " $0; bad = 1}}
        $1 == device && !($7 > 0) {print "no room: " $0; bad = 1}
        $1 ~ /^cpu/ && $2 == "loop" {loop = $8}
        $1 ~ /^cpu/ && $2 == "cached" && $8 > loop {print "cached saves nothing: " $0; bad = 1}
        END {exit bad || rows[device] != 6}' "$STUDY/registers.csv"
}

@test "the study queries the registers of its kernels on the CUDA driver of the tests" {
    on_cuda registers
    [ "$(grep -c '^cuda:0,' "$STUDY/registers.csv")" -eq 6 ]
}

@test "failures are as predicted, and 10^-6 at M = 8 is the unboosted rate at shape 0.48" {
    made fit
    awk -F, '
        NR == 1 {next}
        {
            # Counts of rare failures are nearly Poisson.
            expected = $4 * $9
            if (($5 - expected) ^ 2 > 25 * (expected + 1)) {print "beyond 5 standard errors: " $0; bad = 1}
            if ($7 > $6 || $8 < $6) {print "outside its own interval: " $0; bad = 1}
            if ($7 > $9 || $8 < $9) ++outside
            ++rows[$1]
        }
        END {
            print rows["gamma"], rows["surrogate"], rows["plain"], outside
            # 5 % of 80 intervals may miss, and those of `plain` are of the same samples.
            exit bad || rows["gamma"] != 32 || rows["surrogate"] != 32 || rows["plain"] != 16 || outside > 14
        }' "$STUDY/failures.csv"
    awk -F, '
        function near(x, y) {return x > 0.99 * y && x < 1.01 * y}
        NR == 1 {next}
        $1 == "plain" && $2 == "0.5" {half = near($7, 5.40e-7)}
        $1 == "plain" && $2 == "2" {two = near($7, 1.28e-14)}
        # By an independent integration (mpmath).
        $1 == "plain" && $2 == "uniform 0.5 to 10" {mixed = near($7, 1.884e-9)}
        $3 == 8 && $2 ~ /^[0-9.]*$/ {alone = near($2, 0.4823)}
        $3 > 0 {++solved; if (!near($3 == 8 ? $7 : $6, 1e-6)) {print "not solved: " $0; bad = 1}}
        $1 == "boosted" && $7 > 3e-11 {print "no boosted shape fails so often: " $0; bad = 1}
        END {
            print half, two, mixed, alone, solved
            exit bad || !half || !two || !mixed || !alone || solved != 6
        }' "$STUDY/mixture.csv"
}

@test "acceptance and undecided fractions are those of the formulas" {
    made fit
    awk -F, '
        NR == 1 {next}
        {
            ++rows[$1 " " $2]
            # The two samples of a pair share its radius, and may be undecided together: at most twice the variance.
            for (i = 5; i <= 7; i += 2)
                if (($(i + 1) - $i) ^ 2 > 25 * (2 * $i * (1 - $i) / $4 + 1 / $4 ^ 2)) {print "column " i ": " $0; bad = 1}
        }
        END {exit bad || rows["gamma f32"] != 21 || rows["gamma f64"] != 21 || rows["plain f64"] < 12}' "$STUDY/acceptance.csv"
    # Areas of the curves: 1, acceptance, and both squeezes below the target.
    awk -F, '
        NR > 1 && ($5 > $4 + 1e-6 || $6 > $4 + 1e-6 || $4 > $3 + 1e-6) {print "crossed: " $0; bad = 1}
        NR > 1 {area[$1] += 0.02 * $4}
        END {
            print area[1], area[2]
            exit bad || (area[1] - 0.95167) ^ 2 > 1e-7 || (area[2] - 0.98166) ^ 2 > 1e-7
        }' "$STUDY/curves.csv"
}

# times DEVICE: every strategy has its times there, the median between its quartiles. No test checks times themselves.
times() {
    awk -F, -v device="$1" '
        $2 !~ device {next}
        $6 <= 0 || $7 > $6 || $8 < $6 {print "disordered: " $0; bad = 1}
        {
            ++rows[$1]
            ++all
        }
        END {
            for (s in rows) {++sources; if (rows[s] != 16) bad = 1}
            print sources, all
            exit bad || sources != 9 || all != 144
        }' "$STUDY/time.csv"
}

# parts DEVICE: each part was timed separately, so that none can be negative; their sum is given with the total; and the
# pipeline's draws fail as often as they must.
parts() {
    awk -F, -v device="$1" '
        $1 !~ device {next}
        {
            for (k = 5; k <= 11; ++k) if (!($k > 0)) {print "column " k ": " $0; bad = 1}
            if (($5 + $6 + $7 + $8 - $9) ^ 2 > 1e-6 * $9 ^ 2) {print "no sum: " $0; bad = 1}
            if (($12 - $13) ^ 2 > 25 * ($13 + 1)) {print "failures: " $0; bad = 1}
            ++rows
        }
        END {exit bad || rows != 8}' "$STUDY/breakdown.csv"
}

@test "every strategy has its times, and the parts of the paper's pipeline are timed separately" {
    made fit
    times ^cpu
    parts ^cpu
}

@test "on an OpenCL device the parts of the pipeline are timed separately" {
    made fit
    FRESH=1 on_opencl breakdown
    parts ^cpu
    parts "^$DEVICE"
    device_pictures breakdown
}

@test "on an OpenCL device every strategy has its times, and the pictures show them" {
    made fit
    on_opencl time
    times ^cpu
    times "^$DEVICE"
    device_pictures time-f32 time-f64
}

@test "on the CUDA driver of the tests: the study's kernel draws what the processor's loop does" {
    on_cuda breakdown
    parts "^$DEVICE"
    # The same normals and uniforms: as many samples fail.
    awk -F, 'NR == 1 {next} $1 ~ /^cpu/ {failed[$2, $3] = $12; next} failed[$2, $3] != $12 {print; bad = 1} END {exit bad}' \
        "$STUDY/breakdown.csv"
}

@test "whichever call of the CUDA driver fails, the study has a complete kernel or prints one message" {
    fake=$(realpath "$BUILD")/tests/devices/libfake_cuda.so
    [ -f "$fake" ] || skip "$fake is not built"
    ${CC:-cc} -std=gnu11 -O1 -Wall -Wextra -DRR_TARGET_SCALAR -DRR_DTYPE=32 -Iinclude -I"$BUILD/gen" -I. \
        tests/studies/kernels_cuda.c studies/fixed-proposals/kernels_cuda.c "$BUILD/libreroll.a" \
        -lpthread -lm -ldl -o "$BATS_TEST_TMPDIR/kernels_cuda"
    REROLL_CUDA=$fake REROLL_NVRTC=$fake REROLL_CACHE=$BATS_TEST_TMPDIR "$BATS_TEST_TMPDIR/kernels_cuda"
}

@test "without NumPy and Octave the study reports it, and its other rows are right" {
    folder=$BATS_TEST_TMPDIR/build/studies/fixed-proposals
    mkdir -p "$folder" "$BATS_TEST_TMPDIR/bin"
    {
        echo source,device,version,dtype,n,ns,ns_low,ns_high
        for n in 16 256 4096 65536; do echo "known,cpu,1,f32,$n,$((100 + 5 * n)),0,0"; done
    } >"$folder/time.csv"
    for tool in sh awk head dirname; do ln -s "$(command -v $tool)" "$BATS_TEST_TMPDIR/bin/"; done
    PATH=$BATS_TEST_TMPDIR/bin run sh studies/fixed-proposals/peers.sh "$folder" --quick
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"No times of NumPy"* ]]
    [[ $output == *"No times of GNU Octave"* ]]
    [ "$(wc -l <"$folder/peers.csv")" -eq 1 ]
    [[ $(sed -n 2p "$folder/fit.csv") == known,cpu,1,f32,100,*,5,20,* ]]
}

@test "pictures are drawn if gnuplot is installed" {
    made fit
    command -v gnuplot >/dev/null || skip "no gnuplot"
    pictures failures time-f32 time-f64 breakdown acceptance curves
    (! grep 'not here' "$STUDY"/time-f*.svg)   # every entry of the legend has its line
    # The report's section: complete, without duplicate ids.
    [ "$(grep -c '<svg' "$STUDY/section.html")" -eq 6 ]
    [ "$(grep -c '^<tr>' "$STUDY/section.html")" -eq $(($(cat "$STUDY"/{mixture,failures,fit,breakdown,quick}.csv | wc -l))) ]
}

@test "the program refuses unknown arguments" {
    made fit
    run "$STUDY/fixed-proposals"
    [ "$status" -eq 2 ]
    run "$STUDY/fixed-proposals" "$BATS_TEST_TMPDIR" --quack
    [ "$status" -eq 2 ]
    run "$STUDY/fixed-proposals" "$BATS_TEST_TMPDIR" --device nonsense
    [ "$status" -eq 2 ]
    [[ $output == *"can't open the device nonsense"* ]]
}
