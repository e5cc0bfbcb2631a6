#!/usr/bin/env bats
# SPDX-License-Identifier: MIT OR Apache-2.0
# make study NAME=warp-iterations QUICK=1, on the library that the tests have built.
bats_require_minimum_version 1.5.0

NAME=warp-iterations
load helpers.bash

@test "the quick study writes both tables as README.md describes them, and its lanes agree with Eq. 9" {
    rm -f "$STUDY"/*.csv "$STUDY"/*.svg
    made start
    columns grid source warp rho loops mean mean_low mean_high model_mean mean_z square square_low square_high \
        model_square square_z device
    columns start generator rho loop runs model_mean mean mean_z running_mean running_z running_spread \
        lanes_spread neighbours in_step
    awk -F, '
        NR == 1 {next}
        NF != 15 || /nan|inf/ {print "malformed: " $0; bad = 1}
        $1 ~ /^lcg/ {next}
        {++rows[$1]; z2 += $9 * $9; ++n}
        $9 ^ 2 > 25 || $14 ^ 2 > 25 {print "beyond 5 standard errors: " $0; bad = 1}
        $6 > $8 || $7 < $8 {++outside}
        END {
            # 160 rows of real lanes, 40 of neighbouring keys; 5 % of the intervals may miss, and the z scores are normal.
            print rows["reroll"], rows["philox-neighbours"], outside, z2 / n
            if (rows["reroll"] != 160 || rows["philox-neighbours"] != 40 || outside > 30) bad = 1
            exit bad || z2 < 0.6 * n || z2 > 1.5 * n
        }' "$STUDY/grid.csv"
}

@test "the quick study detects the bias of neighbouring seeds, and no bias without them" {
    made start
    awk -F, '
        NR == 1 {next}
        NF != 13 || /nan|inf/ {print "malformed: " $0; bad = 1}
        {++rows[$1]; z = $9 < 0 ? -$9 : $9; if (z > most[$1]) most[$1] = z}
        END {
            for (g in rows) print g, rows[g], most[g]
            if (rows["lcg-neighbours"] != 32 || most["lcg-neighbours"] < 5) bad = 1
            exit bad || most["philox-neighbours"] > 5 || most["lcg-drawn"] > 5
        }' "$STUDY/start.csv"
}

@test "pictures are drawn if gnuplot is installed, otherwise a message says that it is not" {
    made start
    if command -v gnuplot >/dev/null; then
        pictures mean deviation-1 deviation-2 start-0.02 start-0.1 start-0.5 start-0.8
        # The report's section: complete, without duplicate ids.
        [ "$(grep -c '<svg' "$STUDY/section.html")" -eq 4 ]
        [ "$(grep -c '^<tr>' "$STUDY/section.html")" -eq $(($(cat "$STUDY"/{grid,start,quick}.csv | wc -l))) ]
    fi
    # A PATH with everything except gnuplot.
    mkdir "$BATS_TEST_TMPDIR/bin"
    IFS=: read -ra folders <<<"$PATH"
    for folder in "${folders[@]}"; do ln -s "$folder"/* "$BATS_TEST_TMPDIR/bin/" 2>/dev/null || true; done
    rm -f "$BATS_TEST_TMPDIR/bin/gnuplot"
    PATH=$BATS_TEST_TMPDIR/bin run study NAME=warp-iterations QUICK=1
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"No pictures: they are drawn by gnuplot"* ]]
}

@test "on an OpenCL device the table has its warps and those of the processor" {
    made start
    on_opencl grid
    awk -F, -v device="$DEVICE" '
        NR == 1 || $15 == "" {next}
        $15 != ($1 == "reroll" ? device : "cpu") || $9 ^ 2 > 25 {print "not right: " $0; bad = 1}
        {++rows[$1]}
        END {exit bad || rows["reroll"] != 40 || rows["processor"] != 160}' "$STUDY/grid.csv"
    device_pictures mean
    run -0 make -n study NAME="$NAME" QUICK=1 DEVICE="$DEVICE" TABLES=grid
    [[ $output == *" --quick --device '$DEVICE' --tables 'grid'"* ]]
}

@test "a study writes the requested tables, and lists all; quick runs print what they can't show" {
    made start
    run -0 "$STUDY/$NAME" "$BATS_TEST_TMPDIR" --quick --tables start
    [[ $output == *"quick: can't show a mean to better than 1 %"* ]]
    [ "$(ls "$BATS_TEST_TMPDIR")" = "$(printf '%s\n' quick.csv start.csv)" ]
    run -2 "$STUDY/$NAME" "$BATS_TEST_TMPDIR" --tables grid,stop
    [[ $output == *"--tables grid,stop: there are grid,start" ]]
}

@test "make study lists the studies, and refuses an unknown name" {
    run study
    [ "$status" -eq 0 ]
    [[ $output == *"warp-iterations "* ]]
    run study NAME=nonsense
    [ "$status" -ne 0 ]
    [[ $output == *"there is no study nonsense; there are: "*"warp-iterations"* ]]
}
