#!/usr/bin/env bats
# SPDX-License-Identifier: MIT OR Apache-2.0
# make study NAME=doppler QUICK=1, on the library that the tests have built; and its distribution, against the exact kernel.
bats_require_minimum_version 1.5.0

NAME=doppler
CLOCK=1000   # each job is timed by one call
load helpers.bash

reroll() { "${REROLL:-$BUILD/reroll}" "$@"; }

@test "the quick study writes its tables as README.md describes them" {
    rm -f "$STUDY"/*.csv "$STUDY"/*.svg
    made verdict
    columns kernel temperature energy dtype samples cells chi2 chi2_z accept exact_accept accept_z
    columns spectrum temperature energy low high density exact
    columns acceptance temperature energy accept
    columns strategies job temperature energy accept dtype device warp strategy samples iterations model_iterations lanes \
        model_lanes ns ns_low ns_high
    # 7 strategies, 5 jobs, 2 types per device, and a sentence for each.
    awk -F, 'NR > 1 {++rows[$6]} END {for (d in rows) if (rows[d] != 70) exit 1; print length(rows)}' "$STUDY/strategies.csv" \
        >"$BATS_TEST_TMPDIR/devices"
    [ "$(grep -c '^On .* \(nobody wins\|wins\): ' "$STUDY/verdict.csv")" -eq "$(cat "$BATS_TEST_TMPDIR/devices")" ]
}

# With 2^16 draws in 40 cells an error of 3.5 % in each is detected with probability 0.99; chi2_z is beyond 5 once in 3e6,
# and there are 16 rows. Acceptance, from 2^20 proposals: 5 standard errors.
exact() {
    awk -F, 'NR > 1 && ($7 > 5 || $10 > 5 || $10 < -5) {print "off: " $0; bad = 1} END {exit bad || NR != 17}' "$1"
}

@test "energies and acceptance are those of the exact kernel, and a wrong resonance is detected" {
    made verdict
    exact "$STUDY/kernel.csv"
    awk -F, 'NR > 1 && $9 < 1e-3 {low = 1} END {exit !low}' "$STUDY/kernel.csv"
    mkdir -p "$BATS_TEST_TMPDIR/studies/doppler"
    cp studies/doppler/kernel.txt "$BATS_TEST_TMPDIR/studies/doppler"
    # A resonance that is off by 7 meV; another strength, 5 % off.
    for change in 's/\(RESONANCE RR_C(\)-545.31/\1-545.91/' 's/^\(#define B RR_C(\)11.255/\110.7/'; do
        sed "$change" studies/doppler/dbrc.h >"$BATS_TEST_TMPDIR/studies/doppler/dbrc.h"
        (! cmp -s studies/doppler/dbrc.h "$BATS_TEST_TMPDIR/studies/doppler/dbrc.h")
        program=$(realpath "$STUDY/$NAME")
        (cd "$BATS_TEST_TMPDIR" && "$program" . --quick --tables kernel)
        (! exact "$BATS_TEST_TMPDIR/kernel.csv")
    done
}

@test "the use of lanes agrees with the model" {
    made verdict
    # For the bulk jobs with most samples: the loop's and those of few samples are estimates.
    awk -F, '
        NR > 1 && $1 == "bulk" && $9 >= 5000 {
            ++rows
            if ($10 / $11 > 1.05 || $10 / $11 < 0.95) {print "off: " $0; bad = 1}
        }
        END {exit bad || rows < 28}' "$STUDY/strategies.csv"
}

@test "the constants follow from the resonance's parameters; with REROLL_DEEP the oracle gives its table again" {
    python3 -c 'import numpy' 2>/dev/null || skip "python3 lacks numpy"
    python3 studies/doppler/oracle.py --constants | while read -r name value; do
        sed -n "s/^#define $name RR_C(\([^)]*\)).*/\1/p" studies/doppler/dbrc.h |
            awk -v want="$value" '{d = $1 / want - 1} END {exit NR != 1 || d * d > 1e-26}' ||
            { echo "$name is not $value"; false; }
    done
    [ -n "$REROLL_DEEP" ] || return 0   # a quarter of a minute
    python3 studies/doppler/oracle.py >"$BATS_TEST_TMPDIR/kernel.txt"
    paste -d ' ' "$BATS_TEST_TMPDIR/kernel.txt" studies/doppler/kernel.txt | awk '
        function far(a, b) {return a != b && (a - b) * (a - b) > 1e-14 * b * b}
        {half = NF / 2; for (i = 1; i <= half; ++i) if (far($i, $(i + half))) {print; bad = 1}}
        END {exit bad || NR != 328}'
}

@test "the distribution has the same bits for all strategies and instruction sets, and its stated mean" {
    for device in cpu:scalar cpu; do
        for strategy in loop cached grouped grouped:8 fixed:9+ regroup regroup:ahead refill compact; do
            reroll sample studies/doppler/dbrc.h --temperature 900 --energy 6,6.6,6.67,6.7,36 --device $device \
                --strategy $strategy --format raw --quiet | sha256sum
        done
    done | sort -u | wc -l >"$BATS_TEST_TMPDIR/sums"
    [ "$(cat "$BATS_TEST_TMPDIR/sums")" -eq 1 ]
    run reroll verify studies/doppler/dbrc.h --quick --device cpu
    echo "$output"
    [ "$status" -eq 0 ]
    (! grep -v -e '  *ok  ' -e '^cdf dbrc  *-  *no RR_CDF in the file: not checked$' <<<"$output")
}

@test "pictures are drawn if gnuplot is installed" {
    command -v gnuplot >/dev/null || skip "there is no gnuplot"
    made verdict
    pictures spectrum acceptance time-f32 time-f64 lanes
    [ "$(grep -c '<svg' "$STUDY/section.html")" -eq 5 ]
    grep -q ' wins: ' "$STUDY/section.html"
}
