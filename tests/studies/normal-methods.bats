#!/usr/bin/env bats
# SPDX-License-Identifier: MIT OR Apache-2.0
# make study NAME=normal-methods QUICK=1, on the library that the tests have built.
bats_require_minimum_version 1.5.0

NAME=normal-methods
load helpers.bash

@test "the quick study writes its tables as README.md describes them" {
    rm -f "$STUDY"/*.csv "$STUDY"/*.svg
    made conditioned
    columns speed device threads dtype method samples ms_1 ms_2 ns_1 ns_2
    columns density x density samples counted within beyond
    columns quality method bins repeat samples error
    columns expected bins samples perfect perfect_low perfect_high fast
    columns bins bins perfect fast worse seen_from
    columns erfinv method u absolute relative
    columns sobol points dimensions integrand samples rmse
    columns slopes points dimensions integrand slope slope_error
    columns tails method dtype samples most beyond_4 expected_4 beyond_5 expected_5 beyond_6 expected_6
    columns lcg generator method beyond samples seen expected z
    columns conditioned method dtype power beyond samples most distance p
}

@test "the density is that of the samples, with 95.4 % within 2 sigma, 99.7 % within 3 and 2e-9 beyond 6" {
    made conditioned
    awk -F, '
        NR == 1 {next}
        {p = $2 / 8; z = ($4 / 8 - p) / sqrt(p / $3); if (p * $3 > 20 && z ^ 2 > 25) {print "off: " $0; bad = 1}}
        {sum += $4 / 8; x2 += $1 ^ 2 * $4 / 8}
        ($5 + $6 - 1) ^ 2 > 1e-18 {print "not 1: " $0; bad = 1}
        $1 ^ 2 == 1 {found += ($5 - 0.6826894921) ^ 2 < 1e-19}
        $1 ^ 2 == 4 {found += ($5 - 0.9544997361) ^ 2 < 1e-19}
        $1 ^ 2 == 9 {found += ($5 - 0.9973002039) ^ 2 < 1e-19}
        $1 ^ 2 == 36 {found += ($6 / 1.973175290e-9 - 1) ^ 2 < 1e-18}
        # The variance of the bin is 1/8^2 / 12 more than 1.
        END {exit bad || NR != 98 || found != 8 || (sum - 1) ^ 2 > 1e-10 || (x2 - 1.0013) ^ 2 > 1e-4}' "$STUDY/density.csv"
}

# histograms EXPECTED QUALITY KEYS: a method's ten repeats: their mean is within five of its standard errors, deviation /
# sqrt 10, for the given methods, bins and sizes.
histograms() {
    awk -F, -v wanted="$3" '
        /^#/ || FNR == 1 || $1 == "method" {next}
        NR == FNR {at = $1 "," $2; perfect[at] = $3; deviation[at] = ($5 - $4) / 2 / 1.96; fast[at] = $6; next}
        {sum[$1 "," $2 "," $4] += $5; ++n[$1 "," $2 "," $4]}
        END {
            for (k in sum) {
                split(k, a, ",")
                at = a[2] "," a[3]
                want = a[1] ~ /fast/ ? fast[at] : perfect[at]
                z = (sum[k] / n[k] - want) / deviation[at] * sqrt(n[k])
                if (!(z ^ 2 <= 25) || n[k] != 10) {print k, "is off by", z, "standard errors of", n[k]; bad = 1}
                ++keys
            }
            exit bad || keys != wanted
        }' "$1" "$2"
}

@test "histograms have the error of perfect samples, and that of the fast erfinv agrees with its closed form" {
    made conditioned
    histograms "$STUDY/expected.csv" "$STUDY/quality.csv" 18
}

@test "the number of bins is a parameter, and invalid numbers are refused" {
    made conditioned
    BINS=64 SAMPLES=300000 "$STUDY/$NAME" "$BATS_TEST_TMPDIR" --quick --tables quality,expected
    awk -F, 'NR == 1 {next} $2 != 64 || $4 > 3e5 {bad = 1} $4 == 3e5 {++whole} END {exit bad || whole != 60}' \
        "$BATS_TEST_TMPDIR/quality.csv"
    grep -v 300000 "$BATS_TEST_TMPDIR/quality.csv" >"$BATS_TEST_TMPDIR/marks.csv"
    histograms "$BATS_TEST_TMPDIR/expected.csv" "$BATS_TEST_TMPDIR/marks.csv" 12
    for bad in BINS=1 BINS=10001 BINS=2.5 BINS=ten SAMPLES=0 SAMPLES=1e99; do
        run -2 env "$bad" "$STUDY/$NAME" "$BATS_TEST_TMPDIR" --quick
        [[ $output == "normal-methods: $bad: a whole number from "* ]]
    done
}

@test "the recorded run has ten repeats of 1024^3 samples, which are still the same samples" {
    made conditioned
    recorded=studies/normal-methods/recorded.csv
    grep -q '^# .*gcc.*commit [0-9a-f]\{7,\}; 20' $recorded
    # A quick run draws the beginning of it.
    tail -n +2 "$STUDY/quality.csv" >"$BATS_TEST_TMPDIR/quick"
    awk -F, '$2 == 1000 && $4 <= 2 ^ 20' $recorded | diff - "$BATS_TEST_TMPDIR/quick"
    for bins in 500 1000; do
        BINS=$bins "$STUDY/$NAME" "$BATS_TEST_TMPDIR" --quick --tables expected
        # 6 methods, 2^16, 2^18 ... 2^30.
        awk -F, -v bins=$bins '/^#/ || $2 == bins' $recorded >"$BATS_TEST_TMPDIR/$bins.csv"
        histograms "$BATS_TEST_TMPDIR/expected.csv" "$BATS_TEST_TMPDIR/$bins.csv" 48
        [ "$(grep -c ,1073741824, "$BATS_TEST_TMPDIR/$bins.csv")" -eq 60 ]
    done
    # 500 bins show "worse by about 50 %".
    awk -F, '
        /^#/ || $2 != 500 || $4 != 2 ^ 30 {next}
        {sum[$1] += $5}
        END {
            worse = sum["inverse: fast erfinv"] / sum["inverse: ours"] - 1
            print worse
            exit worse < 0.45 || worse > 0.6
        }' $recorded
}

@test "tails by conditioning: ours, Box-Muller and polar are right to the limits of the type, the others to their own" {
    made conditioned
    awk -F, '
        NR == 1 {next}
        {exact = $1 !~ /fast|Giles/ || $1 ~ /Giles/ && $3 <= ($2 == "f32" ? 24 : 48)}
        exact && $8 < 1e-4 || !exact && ($1 ~ /Giles/ || $3 >= 48) && $8 > 1e-9 {print "not so: " $0; bad = 1}
        # 8 powers of two in f32, 11 in f64, of 5 methods.
        END {exit bad || NR != 96}' "$STUDY/conditioned.csv"
}

@test "a device without f64: the processor completes the tables of counts, and a message reports it" {
    made conditioned
    ${CC:-cc} -std=gnu11 -Wall -Wextra -shared -fPIC tests/studies/no_f64.c -o "$BATS_TEST_TMPDIR/libno_f64.so" \
        -Wl,--no-as-needed -l:libOpenCL.so.1 -ldl || skip "no libOpenCL.so.1 (Debian: ocl-icd-libopencl1)"
    export REROLL_OPENCL=$BATS_TEST_TMPDIR/libno_f64.so
    whole=$STUDY
    FRESH=1 on_opencl tails,conditioned 2>"$BATS_TEST_TMPDIR/said"
    cat "$BATS_TEST_TMPDIR/said"
    grep -q "^$NAME: the processor draws what is not timed: .* has no f64$" "$BATS_TEST_TMPDIR/said"
    for table in tails conditioned; do diff "$whole/$table.csv" "$STUDY/$table.csv"; done
}

@test "the paper's table has columns for the paper, the processor and an OpenCL device, with its name" {
    made conditioned
    on_opencl speed,document
    device_pictures speed-f32 speed-f64
    head -n 1 "$STUDY/document.csv" | grep -q "^method,the document: Radeon RX 7900 XT,cpu:.* 1 thread.*,$DEVICE (.*)\$"
    awk -F, -v device="$DEVICE" '
        NR == 1 {columns = NF}
        NR == FNR {if (NF != columns || !($NF > 0)) {if (NR > 1) {print "empty: " $0; bad = 1}}; next}
        $1 == device {++rows; if (!($6 > 0 && $7 > 0)) {print "not timed: " $0; bad = 1}}
        END {exit bad || rows != 14}' "$STUDY/document.csv" "$STUDY/speed.csv"
    [ "$(grep -c ': [12] sample' "$STUDY/document.csv")" -eq 14 ]
    [[ $(grep '^Box-Muller: 2 samples' "$STUDY/document.csv") == "Box-Muller: 2 samples,0.95,"* ]]
}

@test "erfinv: ours to an ulp, Giles's to 1e-6, the fast one to 0.0051; its stated error holds near the middle only" {
    made conditioned
    awk -F, '
        NR == 1 {next}
        $1 == "icdf" && $4 > 2.4e-7 || $1 == "icdf-giles" && $4 > 1.2e-6 && $2 > 6e-8 {print "off: " $0; bad = 1}
        $1 == "icdf-fast" && ($2 > 6e-8 && $3 > 0.0053 || $2 > 0.005 && $3 > 0.0036) {print "off: " $0; bad = 1}
        $1 == "icdf-fast" && $2 > 6e-8 && $3 > most {most = $3}
        END {print most; exit bad || most < 0.0045}' "$STUDY/erfinv.csv"
}

@test "Sobol points: the inverse CDF has a convergence rate that random points do not reach" {
    made conditioned
    awk -F, '
        $1 == "random" && ($4 < -0.62 || $4 > -0.38) || $1 == "Sobol: inverse" && $2 == 2 && $3 == "smooth" && $4 > -0.9 {print "slope: " $0; bad = 1}
        END {exit bad}' "$STUDY/slopes.csv"
}

@test "tails: counts beyond 4 and 5 sigma" {
    made conditioned
    awk -F, 'NR > 1 && $1 !~ /fast/ && (($5 - $6) ^ 2 > 25 * $6 || $7 > 15) {print "off: " $0; bad = 1} END {exit bad || NR != 13}' "$STUDY/tails.csv"
    if command -v gnuplot >/dev/null; then
        pictures speed-f32 speed-f64 density quality repeats recorded conditioned erfinv sobol-smooth-2 sobol-smooth-8 sobol-kink-2 sobol-kink-8
    fi
}

@test "Box-Muller of an LCG with a small multiplier loses a tail; the inverse CDF does not, nor does either with Philox" {
    made conditioned
    on_opencl lcg
    awk -F, '
        NR == 1 {next}
        $1 == "131 mod 2^35" && $2 == "cartesian" {if ($7 ^ 2 < 100) {print "seen too little: " $0; bad = 1}; next}
        $7 ^ 2 > 25 {print "beyond 5 standard errors: " $0; bad = 1}
        END {exit bad || NR != 41}' "$STUDY/lcg.csv"
}
