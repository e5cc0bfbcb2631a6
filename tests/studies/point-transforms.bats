#!/usr/bin/env bats
# SPDX-License-Identifier: MIT OR Apache-2.0
# make study NAME=point-transforms QUICK=1, on the library that the tests have built.
bats_require_minimum_version 1.5.0

NAME=point-transforms
load helpers.bash

@test "the quick study writes its tables as README.md describes them" {
    rm -f "$STUDY"/*.csv "$STUDY"/*.svg
    made pictures
    columns time device threads memory dtype method input points ms prepare_ms mpoints_s gb_s nan_share nan_predicted
    columns warp sampler lanes points calls iterations model z efficiency
    columns sorted device threads memory points inside ms_as_they_come ms_sorted ms_sort gain
    columns pictures method input x y normal_x normal_y
}

@test "the fraction of lost points is that of the disc's area, and 0 in other methods; warps agree with the model" {
    made pictures
    awk -F, '
        NR == 1 || $5 == "copy" {next}
        # A fraction of n points: five standard errors.
        {e = $13 * (1 - $13) / $7; if (($12 - $13) ^ 2 > 25 * e) {print "not as predicted: " $0; bad = 1}}
        {++rows[$5]}
        END {exit bad || rows["cartesian"] < 2 || rows["icdf"] != rows["cartesian"] || rows["polar-inside"] != 2 * rows["cartesian"]}' "$STUDY/time.csv"
    awk -F, '
        NR == 1 {next}
        $7 ^ 2 > 25 {print "beyond 5 standard errors: " $0; bad = 1}
        END {exit bad || NR != 11}' "$STUDY/warp.csv"
}

@test "pictures: a grid keeps its angles in the polar methods, and nothing outside the disc has an image" {
    made pictures
    awk -F, '
        NR == 1 {next}
        {++rows[$1 " " $2]; r = $3 ^ 2 + $4 ^ 2; outside = r > 1 || r == 0; image = $5 != ""}
        $1 == "polar-without-replacement" && image == outside {print "lost or kept: " $0; bad = 1}
        $1 != "polar-without-replacement" && !image {print "lost: " $0; bad = 1}
        # The printed kernel would keep the direction of the rejected point.
        $1 ~ /^polar/ && image && !outside && ($3 * $6 - $4 * $5) ^ 2 > 1e-8 {print "turned: " $0; bad = 1}
        $1 == "polar-with-replacement" && outside {++rolled; turned += ($3 * $6 - $4 * $5) ^ 2 > 1e-8}
        END {
            if (rows["cartesian grid"] != 1024 || rows["cartesian random"] != 1024 || turned < 0.99 * rolled || rolled < 300) bad = 1
            exit bad
        }' "$STUDY/pictures.csv"
    if command -v gnuplot >/dev/null; then
        pictures time-f32 time-f64 warp cartesian polar-without-replacement polar-with-replacement polar-inside
    fi
}

# document COLUMNS: the document's table has COLUMNS devices, whose names are its head, and a time in every cell.
document() {
    full document $(($1 + 1))
    awk -F, '
        NR > 1 && $1 !~ /copy/ {for (i = 2; i <= NF; ++i) if (!($i > 0)) {print "empty: " $0; bad = 1}}
        END {exit bad || NR != 17}' "$STUDY/document.csv"
}

@test "the paper's table has a column for the processor and one for an OpenCL device, with its name" {
    made pictures
    processors=$(head -n 1 "$STUDY/document.csv" | tr , '\n' | grep -c '^cpu:.* threads*$')
    document "$processors"
    on_opencl time,document
    device_pictures time-f32 time-f64
    document $((processors + 1))
    [[ $(head -n 1 "$STUDY/document.csv") == *",$DEVICE ("*") host memory" ]]
    awk -F, -v device="$DEVICE" '
        $1 != device {next}
        $3 != "host" || !($8 > 0) {print "not timed: " $0; bad = 1}
        {e = $13 * (1 - $13) / $7; if (($12 - $13) ^ 2 > 25 * e) {print "not as predicted: " $0; bad = 1}}
        {++rows}
        END {exit bad || rows != 18}' "$STUDY/time.csv"
}

@test "sorted points: the fraction inside is that of the disc, and sorting takes time" {
    made pictures
    on_opencl sorted
    awk -F, -v device="$DEVICE" '
        NR == 1 {next}
        ($5 - 0.785398) ^ 2 > 25 * 0.1686 / $4 {print "not as the disc: " $0; bad = 1}
        !($6 > 0 && $7 > 0 && $8 > 0) || ($9 * ($7 + $8) / $6 - 1) ^ 2 > 1e-4 {print "not timed: " $0; bad = 1}
        {++rows[$1]}
        END {exit bad || rows[device] != 1}' "$STUDY/sorted.csv"
}

@test "the CUDA driver of the tests accepts points in host memory and in its own" {
    on_cuda document
    head -n 1 "$STUDY/document.csv" | grep -q ',cuda:0 (.*) host memory,cuda:0 (.*) its memory$'
    # There is one kind of copy.
    document $(($(head -n 1 "$STUDY/document.csv" | tr -dc , | wc -c)))
}
