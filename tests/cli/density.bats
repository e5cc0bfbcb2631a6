# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll sample density:EXPRESSION and density --table.
bats_require_minimum_version 1.5.0
load helpers

setup_file() {
    ldconfig -p | grep -q libmuparser.so.2 || skip "muparser is not installed"
}

# value EXPRESSION: its value where the density is that step on [0, 1] against 1 on [1, 2]: the fraction below 1 is v / (v +
# 1).
share() {
    "$REROLL" sample "density:x<1 ? $1 : 1" --low 0 --high 2 --breaks 1 -n 20000 |
        awk '$1 < 1 {n++} END {printf "%.2f\n", n / NR}'
}

@test "the command of the documentation, and the built-in sampler" {
    "$REROLL" sample 'density:exp(-x^4/4)' -n 1e6 -o x.npy
    "$REROLL" sample 'density:exp(-x^4/4)' --low -inf --high inf -n 1e6 -o y.npy
    cmp x.npy y.npy
    "$REROLL" sample 'density:exp(-x^4/4)' -n 10 >x.txt
    "$REROLL" sample density -n 10 >y.txt
    paste x.txt y.txt | awk '($1 - $2) ^ 2 > 1e-20 {exit 1}'
}

@test "a job file with an expression of 4 MB is refused immediately" {
    "$REROLL" sample 'density:exp(-x^2)' -n 2 -o x.raw
    python3 -c 'print(open("x.raw.job.json").read().replace("exp(-x^2)", "min(" + 1900000 * "x," + "x)"))' >y.job.json
    run --separate-stderr timeout 10 "$REROLL" sample --job y.job.json
    [ "$status" -eq 2 ]
    [[ $stderr == *"x,: an expression has at most 20000 characters" ]]
}

@test "-x^2 is -(x^2), powers go from the right, and bind more than products" {
    "$REROLL" sample 'density:exp(-x^2)' -n 3 >a
    "$REROLL" sample 'density:exp(0-x*x)' -n 3 >b
    cmp a b
    "$REROLL" sample 'density:exp(-2^3^0.5*x)' --low 0 -n 3 >a
    "$REROLL" sample 'density:exp(-(2^(3^0.5))*x)' --low 0 -n 3 >b
    cmp a b
    [ "$(share '2^3^0*1')" = 0.67 ]       # 2, not 1
    [ "$(share '3*1^2')" = 0.75 ]
    [ "$(share '4^-0.5+0*x')" = 0.33 ]
    [ "$(share '(-2)^2')" = 0.80 ]
    [ "$(share '5-2^2')" = 0.50 ]
}

@test "functions are ours, constants are known" {
    for f in 'exp(0)' 'cos(0)' 'sin(pi/2)' 'log(e)' 'ln(e)' 'sqrt(1)' 'abs(-1)' 'lgamma(3)/log(2)' 'pow(1,3)' 'min(1,2)' \
        'max(1,0)' \
        'tanh(50)' 'atan(1)*4/pi' 'log10(10)' 'log2(2)' 'floor(1.5)' 'cosh(0)' 'expm1(log(2))' 'log1p(e-1)' 'sign(3)'; do
        echo "$f"
        [ "$(share "$f")" = 0.50 ]
    done
    refused 2 'Unexpected token "erf' sample 'density:erf(x)' -n 1
    refused 2 'Unexpected token "rint' sample 'density:rint(x)' -n 1
}

@test "support, centre and breaks" {
    "$REROLL" sample 'density:exp(-x)' --low 0 -n 1000 | awk '$1 < 0 {exit 1}'
    "$REROLL" sample 'density:1' --low=-3 --high=5 -n 1000 | awk '$1 < -3 || $1 > 5 {exit 1}'
    "$REROLL" sample 'density:exp(-(x-1e6)^2)' --centre 1e6 -n 100 | awk '$1 < 999990 || $1 > 1000010 {exit 1}'
    "$REROLL" sample 'density:abs(x)<1 ? 0 : 1' --low -2 --high 2 --breaks -1,1 -n 1000 | awk '$1 * $1 < 1 {exit 1}'
    "$REROLL" sample 'density:exp(-x^2/2)' --loc 5 --scale 0 -n 1 2>&1 | grep -q 'scale 0'
    "$REROLL" sample 'density:exp(-x^2/2)' -n 2 --antithetic --dtype f32 -o z.npy
}

@test "a job file redraws from its expression, in any directory" {
    "$REROLL" sample 'density:exp(-abs(x)^1.5)' --centre 0 --breaks 0 --seed 7 -n 1000 -o x.npy
    "$REROLL" sample --job x.npy.job.json --first 990 -n 10 >tail
    "$REROLL" sample 'density:exp(-abs(x)^1.5)' --centre 0 --breaks 0 --seed 7 --first 990 -n 10 | cmp - tail
    "$REROLL" sample 'density:exp(-abs(x)^1.5)' --centre 0 --breaks 0 --seed 7 -n 1000 -o x.npy --resume
    refused 2 'the density differs' sample 'density:exp(-abs(x)^1.6)' --breaks 0 --seed 7 -n 1000 -o x.npy --resume
    sed 's/\("digest": "\)./\1g/' x.npy.job.json >y.json
    refused 2 '"digest" must be 16 hexadecimal digits' sample --job y.json
    sed 's/\("digest": "\)....../\1abcdef/' x.npy.job.json >y.json
    refused 2 'another version of muparser, or another processor' sample --job y.json
    sed 's/"sampler": "density"/"sampler": "normal"/' x.npy.job.json >y.json
    refused 2 '"density"' sample --job y.json
}

@test "a table of two columns, linear between points; the job file has its name and its digest" {
    printf '0 0\n1 2\n3 0\n' >t.csv
    "$REROLL" sample density --table t.csv -n 20000 -o x.txt
    awk '$1 < 1 {n++} END {exit !(n / NR > 0.32 && n / NR < 0.35)}' x.txt
    "$REROLL" sample --job x.txt.job.json -n 5 >a
    head -n 5 x.txt | cmp - a
    printf 'x,density\n0,0\n1,2\n3,0\n' >header.csv
    "$REROLL" sample density --table header.csv -n 20000 | cmp - x.txt
    refused 2 '-o t.csv is the file of --table' sample density --table t.csv -n 1 -o t.csv --force
    printf '0 0\n1 3\n3 0\n' >t.csv
    refused 2 't.csv has changed since the job was made' sample --job x.txt.job.json
    printf '0 0 1\n1 2 1\n' >u.csv
    refused 2 'is not a table of two columns' sample density --table u.csv -n 1
    printf '1 0\n0 2\n' >u.csv
    refused 2 'not above the one before it' sample density --table u.csv -n 1
    refused 2 'none.npy' sample density --table none.npy -n 1
    refused 2 '--breaks are not available with --table' sample density --table t.csv --low 0 -n 1
    refused 2 'cannot be given together: give one of them' sample density:x --table t.csv -n 1
}

@test "a log-density by its own option, also where the density underflows" {
    "$REROLL" sample density --log-density '-x^4/4' -n 1000 -o x.txt
    "$REROLL" sample 'density:exp(-x^4/4)' -n 1000 | paste x.txt - | awk '($1 - $2) ^ 2 > 1e-20 {exit 1}'
    "$REROLL" sample --job x.txt.job.json | cmp - x.txt
    grep -q '"log_density": "-x^4/4"' x.txt.job.json
    "$REROLL" sample density --log-density '-1e6-(x-1e4)^2/2' --centre 1e4 -n 100 | awk '$1 < 9990 || $1 > 10010 {exit 1}'
    "$REROLL" sample density --log-density 'x<0 ? log(0) : -x' --breaks 0 -n 1000 | awk '$1 < 0 {exit 1}'
    "$REROLL" sample density --log-density 'log(x)-x' --low 0 --loc 3 --scale 2 -n 3
    "$REROLL" plan density --log-density '-x^2' -n 1e6 >/dev/null
    refused 2 'the density differs' sample density --log-density '-x^4/5' -n 1000 -o x.txt --resume
    refused 2 '--log-density x): Unexpected' sample density --log-density 'x)' -n 1
    refused 2 'density:EXPRESSION and --log-density cannot be given together' sample density:x --log-density x -n 1
    refused 2 '--table and --log-density cannot be given together' sample density --log-density x --table t.csv -n 1
    refused 2 '--tail is not available for a density' sample density --log-density x --tail x -n 1
    refused 2 "unknown option '--log-density' for gamma" sample gamma --shape 2 --log-density x -n 1
}

@test "a histogram: lists, files, columns of files, and three columns" {
    "$REROLL" sample density --histogram 3,1,2 --edges 0,1,2,5 -n 6000 -o x.txt
    awk '$1 < 1 {a++} $1 > 2 {b++} END {exit !(a > 2900 && a < 3100 && b > 1900 && b < 2100)}' x.txt
    "$REROLL" sample --job x.txt.job.json | cmp - x.txt
    printf 'low,high,count\n0,1,3\n1,2,1\n2,5,2\n' >h.csv
    printf 'edge\n0\n1\n2\n5\n' >e.csv
    npy m.npy '<i4' '(3,)' 3 1 2
    npy e.npy '<f8' '(4,)' 0 1 2 5
    "$REROLL" sample density --histogram @h.csv -n 6000 | cmp - x.txt
    "$REROLL" sample density --histogram @m.npy --edges @e.npy -n 6000 | cmp - x.txt
    "$REROLL" sample density --histogram @h.csv:count --edges @e.csv -n 6000 -o y.txt
    cmp x.txt y.txt
    "$REROLL" sample --job y.txt.job.json | cmp - x.txt
    "$REROLL" sample density --histogram @h.csv:count --edges @e.csv -n 6000 -o y.txt --resume
    refused 2 '-o e.csv is the file of --edges' sample density --histogram 3,1,2 --edges @e.csv -n 1 -o e.csv --force
    printf 'edge\n0\n1\n2\n6\n' >e.csv
    refused 2 '--edges: e.csv has changed since the job was made' sample --job y.txt.job.json
    printf '0,1,3\n2,3,1\n' >h.csv                       # a gap has no mass
    "$REROLL" sample density --histogram @h.csv -n 1000 | awk '$1 > 1 && $1 < 2 {exit 1}'
    [ "$("$REROLL" sample density --histogram 1 --edges 0,1 -n 2)" = "$("$REROLL" sample uniform -n 2)" ]
    printf '0,1,3\n0.5,3,1\n' >h.csv
    refused 2 'bin 2 begins at 0.5, below the end of the one before it, 1' sample density --histogram @h.csv -n 1
    npy none.npy '<f8' '(0, 3)'
    refused 2 '1 to 16384 bins' sample density --histogram @none.npy -n 1
    refused 2 '--edges is missing: the n + 1 edges of n bins' sample density --histogram 3,1 -n 1
    refused 2 '--edges has 2 values, and --histogram 2: n bins have n + 1 edges' sample density --histogram 3,1 --edges 1,2 -n 1
    refused 2 'negative' sample density --histogram 3,-1 --edges 1,2,3 -n 1
    refused 2 '--edges is not available: --histogram has columns' sample density --histogram @h.csv --edges 1,2 -n 1
    refused 2 '--histogram h.csv is not accepted; use a list' sample density --histogram h.csv -n 1
    refused 2 '--breaks are not available with --histogram' sample density --histogram 1,2 --edges 0,1,3 --low 0 -n 1
    refused 2 "no column 'mass'; it has" sample density --histogram @e.csv:mass --edges 0,1 -n 1
    refused 2 '--edges' sample density --edges 1,2,3 -n 1
    sed 's/"histogram": \[3, 1, 2\]/"histogram": "x"/' x.txt.job.json >z.json
    refused 2 '"histogram" must be a list or a file' sample --job z.json
}

# The quantile of the samples at the uniform number of the same index, by its definition (numpy.quantile).
@test "samples: a file, a column, a list; a job file; the same in plan and verify" {
    npy s.npy '<f8' '(5,)' 4 1 1 2 1
    "$REROLL" sample density --samples s.npy -n 2000 -o x.txt
    "$REROLL" sample uniform --dtype f8 -n 2000 -o u.txt
    python3 - <<'END'
import math
data, near = sorted([4, 1, 1, 2, 1]), 0
for x, u in zip(map(float, open("x.txt")), map(float, open("u.txt"))):
    k = min(int(u * 4), 3)
    assert abs(x - (data[k] + (u * 4 - k) * (data[k + 1] - data[k]))) < 1e-5, (x, u)
    near += x == 1
assert 900 < near < 1100, near   # half of all samples
END
    "$REROLL" sample --job x.txt.job.json | cmp - x.txt
    grep -q '"samples": {"file": "s.npy"' x.txt.job.json
    "$REROLL" sample density --samples s.npy -n 2000 -o x.txt --resume
    printf 'time,value\n0,4\n1,1\n2,1\n3,2\n4,1\n' >s.csv
    "$REROLL" sample density --samples s.csv:value -n 2000 | cmp - x.txt
    "$REROLL" sample density --samples @s.csv:value -n 2000 | cmp - x.txt
    "$REROLL" sample density --samples 1,1,1,2,4 -n 2000 -o y.txt
    cmp x.txt y.txt
    "$REROLL" sample --job y.txt.job.json | cmp - x.txt
    "$REROLL" plan density --samples s.npy -n 1e6 >/dev/null
    [ "$("$REROLL" verify density --samples s.npy --quick --device cpu | grep -c '  ok  ')" = 4 ]
    refused 2 '-o s.npy is the file of --samples' sample density --samples s.npy -n 1 -o s.npy --force
    npy s.npy '<f8' '(5,)' 4 1 1 2 3
    refused 2 '--samples: s.npy has changed since the job was made' sample --job x.txt.job.json
    refused 2 '--samples: 2 to 2^40 samples are accepted' sample density --samples 3 -n 1
    refused 2 '--samples has two dimensions: give one vector' sample density --samples s.csv -n 1
    refused 2 '--samples: none.npy' sample density --samples none.npy -n 1
    refused 2 '--breaks are not available with --samples' sample density --samples 1,2 --low 0 -n 1
    refused 2 '--table and --samples cannot be given together' sample density --samples 1,2 --table s.csv -n 1
    refused 2 "unknown option '--samples' for gamma" sample gamma --shape 2 --samples s.npy -n 1
}

@test "--report prints the size, error and digest of the table" {
    "$REROLL" sample 'density:exp(-x^2/2)' -n 1 --report 2>err >out
    grep -q '^mass  *2.50662827463100' err
    grep -q '^error of v .* 4096 places$' err
    grep -q '^digest  *[0-9a-f]\{16\}$' err
}

@test "poles at breaks and at ends, and heavy tails" {
    for law in '-log(abs(x)) --low -1 --high 1 --breaks 0' 'abs(x)^-0.25 --low -1 --high 1 --breaks 0' \
        '-log(x-1) --low 1 --high 2' 'x^-0.9 --low 0 --high 1' 'x^-0.95*exp(-x) --low 0' '(x-1)^-0.9 --low 1 --high 2' \
        'abs(x-0.3)^-0.7 --low 0 --high 1 --breaks 0.3' \
        '1/(1+abs(x)^1.3)' 'x^-1.3 --low 1' 'max(0,1-abs(x)) --low -1 --high 1 --breaks 0'; do
        # shellcheck disable=SC2086
        "$REROLL" sample density:${law%% --*} $([ "$law" = "${law#* --}" ] || echo "--${law#* --}") -n 3
    done
}

@test "poles at both ends: the mass, and half of the samples on either side; steep poles are refused" {
    "$REROLL" sample 'density:x^-0.9*(1-x)^-0.9' --low 0 --high 1 --report -n 20000 -o x.txt 2>err
    grep -q '^mass  *19.714639489050' err
    awk '$1 < 0.5 {n++} $1 > 1 || $1 < 0 {exit 1} END {exit n < 9700 || n > 10300}' x.txt
    "$REROLL" verify 'density:(1-x^2)^-0.5' --low -1 --high 1 --quick --device cpu | grep -c '  ok  ' | grep -qx 4
    refused 2 'a pole at x = 0 that is too steep: it is like d^-1 at a distance d' sample 'density:1/x' --low 0 --high 1 -n 1
    refused 2 'a pole at x = 2 that is too steep: it is like d^-1.5' \
        sample 'density:abs(x-2)^-1.5' --low 0 --high 4 --breaks 2 -n 1
}

@test "an invalid density is refused with one message" {
    refused 2 'negative at x' sample density:x --low -1 --high 1 -n 1
    refused 2 'diverges, or the tail is too heavy' sample 'density:1/(1+abs(x))' -n 1
    refused 2 'NaN at x' sample 'density:sqrt(x)' --low -1 --high 1 -n 1
    refused 2 'Missing parenthesis' sample 'density:exp(-x' -n 1
    refused 2 "density:x=3: '=' is not accepted in an expression of x" sample density:x=3 -n 1
    refused 2 "density:x#2: '#' is not accepted in an expression of x" sample 'density:x#2' -n 1
    refused 2 "',' is not accepted in an expression of x" sample 'density:x^0,5*exp(-x)' --low 0 -n 1
    refused 2 "',' is not accepted in an expression of x" sample 'density:(1,exp(-x^2))' -n 1
    refused 2 'Unexpected token "y' sample density:y -n 1
    refused 2 'density:: ' sample density: -n 1
    refused 2 'low = 1 is not below high = 0' sample density:1 --low 1 --high 0 -n 1
    refused 2 '--low x is not accepted; use a number, inf or -inf' sample density:1 --low x -n 1
    refused 2 "unknown option '--low' for gamma" sample gamma --shape 2 --low 0 -n 1
    refused 2 "unknown option '--breaks' for gamma" sample gamma --shape 2 --breaks 0 -n 1
    refused 2 '--report is available only for density:EXPRESSION' sample density --report -n 1
}

@test "plan, bench and verify accept distributions of a density" {
    printf '0 0\n1 2\n3 0\n' >t.csv
    for law in 'density:exp(-x^4/4)' 'density:exp(-x) --low 0 --loc 3' 'density --table t.csv'; do
        # shellcheck disable=SC2086
        "$REROLL" plan $law -n 1e6 >plan.txt
        grep -q '^density, f64, 1000000 samples on cpu' plan.txt
        (! grep -q 'other methods' plan.txt)        # the built-in density is not another method of it
    done
    "$REROLL" plan 'density:exp(-x)' --low 0 -n 1e6 --json |
        python3 -c 'import json, sys; assert json.load(sys.stdin)["methods"] == []'
    "$REROLL" bench 'density:exp(-x)' --low 0 --quick --dtype f32 --strategy compact -n 4096 | grep -q '^ *density '
    "$REROLL" bench density --table t.csv --quick --dtype f32 --strategy compact -n 4096 --report 2>&1 | grep -q '^mass '
    "$REROLL" verify 'density:exp(-x)' --low 0 --quick --device cpu >verify.txt
    "$REROLL" verify density --table t.csv --quick --device cpu >>verify.txt
    [ "$(grep -c '^bits density f[36][24]  *ok ' verify.txt)" = 4 ]
    [ "$(grep -c '^error density f[36][24]  *ok .* at 4096 points' verify.txt)" = 4 ]
    [ "$(wc -l <verify.txt)" = 8 ]
    "$REROLL" verify 'density:exp(-x)' --low 0 --quick --device cpu --json |
        python3 -c 'import json, sys; assert len(json.load(sys.stdin)) == 4'
}

@test "cdf:EXPRESSION and --tail: samples, a job file, plan and verify; errors" {
    "$REROLL" sample 'cdf:-expm1(-x^3)' --tail 'exp(-x^3)' --low 0 -n 1000 -o x.txt --report 2>err
    grep -q '^mass  *1$' err
    "$REROLL" sample 'density:x^2*exp(-x^3)' --low 0 -n 1000 >y.txt
    paste x.txt y.txt | awk '($1 - $2) ^ 2 > 1e-20 {exit 1}'
    "$REROLL" sample --job x.txt.job.json --first 990 -n 10 >tail
    tail -n 10 x.txt | cmp - tail
    refused 2 'the density differs' \
        sample 'cdf:-expm1(-x^3)' --tail 'exp(-x^3)' --low 0 --breaks 1 -n 1000 -o x.txt --resume
    sed 's/"tail": [^,]*,//' x.txt.job.json >y.json
    refused 2 '"tail" must be a string' sample --job y.json
    "$REROLL" plan 'cdf:1/(1+exp(-x))' --tail '1/(1+exp(x))' -n 1e6 | grep -q '^density, f64'
    "$REROLL" verify 'cdf:1/(1+exp(-x))' --tail '1/(1+exp(x))' --quick --device cpu | grep -c '  ok  ' | grep -qx 4
    refused 2 '--tail is missing' sample 'cdf:x' --low 0 --high 1 -n 1
    refused 2 '--tail is not available for a density: it is for cdf:EXPRESSION' sample density:1 --tail 1 --low 0 --high 1 -n 1
    refused 2 "unknown option '--tail'" sample gamma --shape 1 --tail 1 -n 1
    refused 2 '--centre is not available for a CDF' sample cdf:x --tail 1-x --low 0 --high 1 --centre 0.5 -n 1
    refused 2 'cdf:EXPRESSION and --table cannot be given together' sample cdf:x --tail 1-x --table t.csv -n 1
    refused 2 '--tail y: Unexpected token' sample cdf:x --tail y --low 0 --high 1 -n 1
    refused 2 'cdf:y: Unexpected token' sample cdf:y --tail 1-x --low 0 --high 1 -n 1
    refused 2 'the CDF has a step at x = 0.5' \
        sample 'cdf:x<0.5 ? x/2 : (x+1)/2' --tail 'x<0.5 ? 1-x/2 : (1-x)/2' --low 0 --high 1 -n 1
}

@test "errors of plan, bench and verify with distributions of a density" {
    for command in 'plan -n 1' bench verify; do
        # shellcheck disable=SC2086
        refused 2 'low = 1 is not below high = 0' ${command%% *} density:1 --low 1 --high 0 ${command#"${command%% *}"}
        # shellcheck disable=SC2086
        refused 2 "density:1/(1+abs(x)): the integral" ${command%% *} 'density:1/(1+abs(x))' ${command#"${command%% *}"}
    done
    refused 2 "unknown option '--low' for gamma" plan gamma --shape 2 --low 0 -n 1
    refused 2 '--low is available only for density:EXPRESSION' bench gamma --low 0
    refused 2 '--breaks is available only for density:EXPRESSION' bench --breaks 0
    refused 2 '--table is available only for density:EXPRESSION' verify --table t.csv
    refused 2 'gamma is built in' verify gamma
    refused 2 'density is built in' verify density
    refused 2 "unknown sampler 'gama'; did you mean 'gamma'?" verify gama
}

@test "a muparser that can't be loaded: one message with the reason, status 3" {
    "$REROLL" sample density:1 --low 0 --high 1 -n 9 -o x.npy
    mkdir none
    touch none/libmuparser.so.2 none/libmuparser.so
    export LD_LIBRARY_PATH=$PWD/none
    refused 3 "needs muparser, which can't be loaded: $PWD/none/libmuparser.so.2: file too short" \
        sample density:1 --low 0 --high 1 -n 1
    refused 3 "needs muparser, which can't be loaded: " plan density:1 --low 0 --high 1 -n 1
    refused 3 'x.npy.job.json: density:EXPRESSION needs muparser' sample --job x.npy.job.json
    printf '0 1\n1 1\n' >t.csv
    "$REROLL" sample density --table t.csv -n 1
}

@test "distant modes: all are found, whichever is given as a break" {
    for breaks in 300 0 0,300 50 -12345; do
        "$REROLL" sample 'density:exp(-x^2/2)+0.1*exp(-(x-300)^2/2)' "--breaks=$breaks" --seed 1 -n 100000 --report 2>err |
            awk -v breaks="$breaks" '$1 < 100 {n++} END {print breaks, n; exit n < 90500 || n > 91300}'
        grep -q '^mass  *2.7572911020941' err
    done
    "$REROLL" sample 'density:exp(-x^2/2)+0.1*exp(-(x-300)^2/2)' --seed 1 -n 100000 |
        awk '$1 < 100 {n++} END {exit n < 90500 || n > 91300}'
    refused 2 'the density has too few digits there' \
        sample 'density:exp(-x^2/2)+1e6*exp(-((x-300.01)*1e6)^2/2)' --breaks 300 -n 1
}

@test "a condition on x > 0 needs no break" {
    "$REROLL" sample 'density:x>0 ? exp(-x) : 0' --seed 1 -n 3 >a
    "$REROLL" sample 'density:exp(-x)' --low 0 --seed 1 -n 3 >b
    paste a b | awk '($1 - $2) ^ 2 > 1e-20 {exit 1}'
    "$REROLL" sample 'density:x>0 ? exp(-x) : 0' --breaks 0 --seed 1 -n 3 >b
    paste a b | awk '($1 - $2) ^ 2 > 1e-20 {exit 1}'
    "$REROLL" sample 'density:x<=0 ? exp(x) : 0' -n 100 | awk '$1 > 0 {exit 1}'
}

@test "messages of refusals state the remedy" {
    refused 2 "'**' is not an operator: a power is x^2" sample 'density:exp(-x**2)' -n 1
    refused 2 'where expm1(x) has all' sample 'density:x^3/(exp(x)-1)' --low 0 -n 1
    refused 2 'where expm1(x) has all' sample 'density:x^3*exp(-x)/(1 - exp(-x))' --low 0 -n 1
    refused 2 '--low 0 leaves negative x out' sample 'density:x^3/(exp(x)-1)' -n 1
    refused 2 '--low 0 leaves negative x out' sample 'density:x^2.5*exp(-x)' -n 1
    refused 2 '; see --breaks, --centre, --low and --high' sample 'density:abs(x-0.5)^-0.5' --low 0 --high 1 -n 1
    "$REROLL" sample 'density:x^3/expm1(x)' --low 0 -n 1
}

@test "a histogram with a narrow bin at an end" {
    for edges in 0,1000,1000.01 0,1000,1000.000001 0,1e9,1000000001 -1000.000001,-1000,0; do
        "$REROLL" sample density --histogram 1,1 --edges=$edges -n 4000 >x.txt
        awk -v edges=$edges '{split(edges, e, ","); above += $1 > e[2]} END {exit !(above > 1800 && above < 2200)}' x.txt
    done
}

@test "a CDF without significant digits is refused immediately" {
    refused 2 'the CDF has too few digits where it is small' sample 'cdf:1-1/(1+x)' --tail '1/(1+x)' -n 1
    refused 2 'x/(1+x) for 1-1/(1+x)' sample 'cdf:1-1/(1+x)' --tail '1/(1+x)' --low 0 -n 1
    refused 2 'the tail has too few digits where it is small' sample 'cdf:x^0.02' --tail '1-x^0.02' --low 0 --high 1 -n 1
    refused 2 'where expm1(x) has all' sample 'cdf:1-exp(-x)' --tail 'exp(-x)' --low 0 -n 1
    # 128 quantiles of about 60 evaluations each; the search for pieces takes 10^8.
    timeout 5 "$REROLL" sample 'cdf:x^0.02' --tail '1-x^0.02' --low 0 --high 1 -n 1 || [ $? -eq 2 ]
    "$REROLL" sample 'cdf:x/(1+x)' --tail '1/(1+x)' --low 0 -n 1
}
