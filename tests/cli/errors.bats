# SPDX-License-Identifier: MIT OR Apache-2.0
# Wrong input: one message, the right exit status, nothing written.
bats_require_minimum_version 1.5.0
load helpers

@test "a message is one line without escapes, even if a name or a file has them" {
    refused 2 "unknown sampler 'gam ma [31m'" sample $'gam\nma\e[31m' -n 1
    printf '{"a\\u001b[31m\\n": 1, "a\\u001b[31m\\n": 2}' >x.job.json
    refused 2 'the entry "a [31m " is there twice' sample --job x.job.json
}

@test "unknown names suggest the nearest known ones" {
    refused 2 "unknown sampler 'gama'; did you mean 'gamma'?" sample gama -n 1
    refused 2 "unknown sampler 'normal:polr'; did you mean 'normal:polar'?" sample normal:polr -n 1
    refused 2 "unknown option '--shpe' for gamma; did you mean '--shape'?" sample gamma --shpe 2 -n 1
    refused 2 "unknown option '--sede' for gamma; did you mean '--seed'?" sample gamma --sede 2 -n 1
    refused 2 "unknown command 'smaple'; did you mean 'sample'?" smaple
    refused 2 "unknown strategy 'lop'; did you mean 'loop'?" sample normal -n 1 --strategy lop
    refused 2 "unknown device 'cpu:scaler'; did you mean 'cpu:scalar'?" sample normal -n 1 --device cpu:scaler
    refused 2 "unknown option '--jason'; did you mean '--json'?" samplers --jason
    refused 2 "unknown device 'gpu'; reroll devices lists them" sample normal -n 1 --device gpu
    refused 2 "unknown strategy 'zzzz'; reroll strategies lists them" sample normal -n 1 --strategy zzzz
    refused 2 "unknown method 'zzzz'; reroll transform --list lists them" transform zzzz
    refused 2 "unknown sampler 'zzzzzzzz'; reroll samplers lists them" sample zzzzzzzz -n 1
    refused 2 "unknown command 'zzzzzzzz'; reroll --help lists them" zzzzzzzz
    for command in bench verify report "model loop" devices; do
        # shellcheck disable=SC2086
        refused 2 "unknown option '--hlep'; did you mean '--help'?" $command --hlep
    done
}

@test "aliases that mean another distribution are suggestions, and unknown names are refused" {
    while read -r theirs ours; do
        refused 2 "unknown sampler '$theirs'; did you mean '$ours'? " sample "$theirs" -n 1
        refused 2 "unknown sampler '$theirs'; did you mean '$ours'? " plan "$theirs" -n 1
        refused 2 "unknown sampler '$theirs'; did you mean '$ours'? " bench --sampler "$theirs"
        refused 2 "unknown sampler '$theirs'; did you mean '$ours'? " bench "$theirs"
    done <<'END'
rgeom geometric
RGeom geometric
invgauss wald
discrete_uniform integers
truncweibull-min truncated-weibull
END
    refused 2 "unknown sampler 'noncentral-beta'; reroll samplers lists them" sample noncentral-beta -n 1
    refused 2 "unknown method 'box-muller'; did you mean 'cartesian'?" transform box-muller --sobol 3
    refused 2 "unknown method 'normal'; reroll transform --list lists them" \
        transform normal --sobol 3
    refused 2 "unknown sampler 'wrapped-cauchy'; reroll samplers lists them" sample wrapped-cauchy -n 1
    refused 2 "methods of normal are normal:polar, normal:ziggurat, " sample normal:metropolis-hastings -n 1
    refused 2 "methods of normal are normal:polar, normal:ziggurat, " sample gaussian:metropolis-hastings -n 1
    "$REROLL" samplers --json >x.json
    python3 - <<'END'
import json
samplers = json.load(open("x.json"))
others = [name for s in samplers for name in s["names"]]
assert len(others) >= 40 and len(set(others)) == len(others) and not set(others) & {s["name"] for s in samplers}
END
}

@test "parameters by the names of other libraries, in sample, plan and transform" {
    a=$("$REROLL" sample normal -n 3 --mean 1 --sd 2)
    for names in "mu sigma" "loc scale" "location std"; do
        read -r m s <<<"$names"
        [ "$a" = "$("$REROLL" sample normal -n 3 "--$m" 1 "--$s=2")" ]
        [ "$("$REROLL" transform icdf --halton 9 --mean 1 --sd 2)" = \
            "$("$REROLL" transform icdf --halton 9 "--$m=1" "--$s" 2)" ]
        "$REROLL" plan normal:polar -n 1e6 "--$m" 1 "--$s" 2 >/dev/null
    done
    [ "$("$REROLL" sample student-t --df 3 --location 1 -n 3)" = "$("$REROLL" sample student-t --df 3 --loc 1 -n 3)" ]
    [ "$("$REROLL" sample skew-normal --shape 3 --loc 1 -n 3)" = \
        "$("$REROLL" sample skew-normal --shape 3 --location 1 -n 3)" ]
    "$REROLL" sample normal -n 3 --mu 1 -o x.npy
    grep -q '"mean": 1' x.npy.job.json
    refused 2 "--sd and --std are two names of one option: give one of them" sample normal -n 1 --sd 1 --std 1
    refused 2 "--mu and --mean are two names" transform icdf --halton 9 --mu 1 --mean 1
    refused 2 "unknown option '--rate': exponential takes --scale, which is 1 / rate" sample exponential --rate 2 -n 1
    refused 2 "unknown option '--beta': exponential takes --scale, which NumPy calls beta" sample exponential --beta 2 -n 1
    refused 2 "unknown option '--rate': inverse-gamma takes --scale" sample inverse-gamma --shape 2 --rate 2 -n 1
    refused 2 "unknown option '--mean': lognormal takes --mu" sample lognormal --mean 3 -n 2   # not short for --meanlog
    refused 2 "unknown option '--mean': lognormal takes --mu" sample lognormal --mean=3 -n 2
    refused 2 "'--low' for normal, which takes --mean and --sd; --low is for uniform, truncated-normal, integers, \
integers-closed, discrete-power-law, pert and " sample normal --low 1 -n 1
    refused 2 "'--mean' for bits, which takes no parameters" sample bits --mean 1 -n 1
}

# A synonym must not be an option itself and must lead to one; the help lists every synonym.
@test "every synonym is an option of every sampler of its distribution" {
    for sampler in $("$REROLL" samplers --names); do
        "$REROLL" sample "$sampler" --help >"help-$sampler"
    done
    python3 - "$REROLL" <<'END'
import glob, re, subprocess, sys
pairs = []
for name in glob.glob("help-*"):
    text = re.search(r"PARAMETERS\n(.*?)\nMETHODS", open(name).read(), re.S).group(1)
    for entry in re.split(r"\n    (?=--)", " ".join(("\n" + text).split(" "))):
        also = re.search(r"; also ([^;]*?)(\n    V is|$)", entry, re.S)
        for other in re.findall(r"--(\w+)", also.group(1)) if also else []:
            pairs.append((name[5:], entry.split()[0], "--" + other))
assert len(pairs) >= 80
for sampler, ours, other in pairs:   # not refused(), which takes five times as long
    done = subprocess.run([sys.argv[1], "sample", sampler, ours, "1", other, "1"], capture_output=True, text=True)
    wanted = f"reroll: {ours} and {other} are two names of one option"
    assert done.returncode == 2 and not done.stdout and done.stderr.startswith(wanted), (sampler, ours, other, done)
print(*(" ".join(pair) for pair in pairs), sep="\n", file=open("pairs", "w"))
END
    # What other libraries mean by a name: dfd is the second degrees of freedom of f, and not the first.
    python3 - <<'END'
meant = """
a: alpha concentration1 exponent gamma rate s shape1; accept: p prob; alpha: a concentration rho shape; b: beta
concentration0 delta h n omega r shape shape2 trials; beta: shape; c: a concentration eta shape xi; center: centre loc;
colcov: col_spread column_covariance v; colors: m; cutpoints: c cuts thresholds; d: k q; df: k nu; df1: dfn dfnum; df2:
dfd dfden; dfs: df nu; diag: cov_diag d; drift: mu; eta: alpha location lograte predictor; factor: cov_factor w; high: b
max upper xmax; k: dim dimension p; kappa: asymmetry concentration; lam: lambda mean mu rate; lambda: shape; lams: lam lambda
mu rate rates; left: low lower; loc: delta location median mu x0 xi; location: loc xi; locs: loc mu; logit: alpha eta
logits; logits: eta log_weights; low: a lower min xmin; mean: direction loc location m mu; means: loc mean mu; mu: loc mean
meanlog; mus: mean mu; n: N dispersion phi r trials; nonc: nc ncp; nsample: draws k n; odds: or; p: lam lambda prob
probability probs theta; pi: gate p0 pobs0 pstr0 w; r: failures; radius: r scale; right: high upper; rowcov:
row_covariance u; scale: a b beta diversity gamma lam lambda mean s shape sigma theta volatility; scales: means scale
sigma theta; sd: scale sigma std stddev; sds: scale sd sigma; shape: a alpha k; shapes: alpha concentration shape;
sigma: scale sdlog volatility; sigmas: scale sd sigma; spread: omega; step: dt steps; temperature: lambda t tau; theta:
kappa rate; weights: p probs pvals w; z: c psi tilt"""
known = {ours.strip(): set(others.split()) for ours, others in (entry.split(":") for entry in meant.split(";"))}
for line in open("pairs"):
    sampler, ours, other = line.replace("--", "").split()
    assert other in known.get(ours, ()), line
END
}

@test "no error lists more than six names" {
    local command
    while read -r command; do
        # shellcheck disable=SC2086
        (! "$REROLL" $command </dev/null >/dev/null 2>err)
        # Names between commas, the last of six after "and" or "or", and at most one comma of the sentence.
        awk -v command="$command" -F', ' 'NF > 7 {print command ": " $0; bad = 1} END {exit bad}' err
    done <<'END'
sample normal --low 1 -n 1
sample gamma --mean 3 -n 1
sample -n 3 --mean 2 normal
sample gamma -n 1 --antithetic
sample gamma -n 1 --shape 2 --dtype foo
sample poisson -n 1 --lam 2 --dtype foo
sample normal -n 1 --device foo
sample normal -n 1 --strategy foo
sample normal:foo -n 1
sample normal:nothing-like-it -n 1
sample gamma:nothing-like-it -n 1
sample normal -n 1 --format foo
model
model foo
model loop --accept 0.5 --lanes 0
transform
transform foo
transform icdf --mean 3
resample foo --weights 1,2
bench --dtype foo
bench foo
plan foo
plan --mean 3
verify --device foo
report
foo
END
}

# The name of a parameter, or its synonym, that is also an option of a command would hide that option: --bad of
# hypergeometric did, and --size of negative-binomial-mean, which is -n for all others.
@test "parameters and synonyms do not have names of options" {
    local command sampler
    # The commands with parameters of samplers, and reroll-mpi, whose options are those of sample.
    for command in sample plan bench; do
        "$REROLL" "$command" --help | sed -n '/^OPTIONS/,/^[A-NP-Z]/p' >"options-$command"
    done
    for sampler in $("$REROLL" samplers --names); do
        "$REROLL" sample "$sampler" --help | sed -n '/^PARAMETERS/,/^METHODS/p' >"params-$sampler"
    done
    python3 - <<'END'
import glob, re
options = {}
for name in glob.glob("options-*"):
    for option in re.findall(r"^    (?:-\w, )?--([a-z][\w-]*)", open(name).read(), re.M):
        options.setdefault(option, name[8:])
options["size"] = "all"   # another name of -n
assert {"bad", "seed", "first", "dtype", "calibrate", "quick", "breaks"} <= options.keys(), options
for name in "low", "high", "centre", "breaks", "tail", "table", "report":   # of density: alone, which has --loc and --scale
    options.pop(name, None)
seen, bad = set(), []
for name in glob.glob("params-*"):
    text = open(name).read()
    for param in re.findall(r"--([A-Za-z][\w-]*)", text):
        seen.add(param)
        if param in options:
            bad.append(f"--{param} of {name[7:]} is an option of {options[param]}")
assert len(seen) > 100, len(seen)
assert not bad, bad
END
    for sampler in hypergeometric "fisher-hypergeometric --odds 2"; do
        # shellcheck disable=SC2086
        [ "$("$REROLL" sample $sampler --ngood 3,-1 --nbad 2,2 --nsample 2,2 --bad nan | tail -n 1)" = 0 ]
    done
}

@test "a count that does not fit ends the job, or is 0 with --bad nan" {
    run -1 "$REROLL" sample negative-binomial --n 3,1e30 --p 0.5,1e-300 -n 2
    [[ $output == *"a stage of element 1 got a parameter outside its range, such as a Poisson mean above 1e15" ]]
    [ "$("$REROLL" sample negative-binomial --n 3,1e30 --p 0.5,1e-300 --bad nan | tail -n 1)" = 0 ]
    [ "$("$REROLL" sample negative-binomial --n 3,1e30 --p 0.5,1e-300 --dtype f64 --bad nan | tail -n 1)" = nan ]
}

@test "-n=N, --option=V, and every usual form of help" {
    a=$("$REROLL" sample bits -n 3 --seed 5)
    [ "$a" = "$("$REROLL" sample bits -n=3 --seed=5)" ]
    [ "$a" = "$("$REROLL" sample bits -n3 --seed 5)" ]
    [ "$a" = "$("$REROLL" sample bits --size 3 --seed 5)" ]
    "$REROLL" sample bits -qn=3 -o=x.txt --seed 5
    [ "$a" = "$(cat x.txt)" ]
    "$REROLL" plan normal -n=100 --dtype=f32 --json | grep -q '"n": 100,'
    "$REROLL" model loop --lanes=4 --accept=.5 | cmp - <("$REROLL" model loop --lanes 4 --accept .5)
    refused 2 "-n 63 is not accepted; use an integer in [64, 4294967296]" bench -n=63
    refused 2 "'5' is not an option: normal takes --mean and --sd, and -n N is the number of samples" \
        sample normal 5
    "$REROLL" help sample | cmp - <("$REROLL" sample --help)
    "$REROLL" help sample gamma | cmp - <("$REROLL" sample gamma --help)
    "$REROLL" help | cmp - <("$REROLL" --help)
    "$REROLL" -v | cmp - <("$REROLL" --version)
    for command in $("$REROLL" help | sed -n '/^COMMANDS/,/^$/s/^    \([a-z]*\) .*/\1/p'); do
        "$REROLL" help "$command" | cmp - <("$REROLL" "$command" -h)
    done
}

@test "messages about options state the accepted values" {
    refused 2 "--shape -1 is outside [1e-300, 1e+300], the range for samples of dtype f64" sample gamma --shape -1 -n 10
    refused 2 "--sd 1e-50 is 0 in f32, whose smallest positive number is 1.4e-45, and outside (0, 3.40282e+38], the range" \
        sample normal --sd 1e-50 --dtype f32 -n 1
    refused 2 "--sd 0 is outside (0, 3.40282e+38], the range for" sample normal --sd 0 --dtype f32 -n 1
    refused 2 "--shape is missing: a number in [1e-300, 1e+300]" sample gamma -n 10
    refused 2 "-n is missing" sample normal
    refused 2 "--dtype u32 is not available for normal; use f32, f64, f16 or bf16" sample normal -n 1 --dtype u32
    refused 2 "--dtype f31 is not available for normal; use f32, f64, f16 or bf16" sample normal -n 1 --dtype f31
    refused 2 "--dtype f64 is not available for bits; use u32 or u64" sample bits -n 1 --dtype f64
    refused 2 "--dtype i16 is not accepted; use f32, f64, i32, i64, u32 or u64, or NumPy's names for them" bench --dtype i16
    refused 2 "--lam 3000000000 is outside [0, 2.147e+09], the range for samples of dtype i32" \
        sample poisson --lam 3e9 -n 1 --dtype i32
    refused 2 "--high 2147483649 is outside [-2147483648, 2147483648], the range for samples of dtype i32" \
        sample integers --high 2147483649 -n 1 --dtype i32
    refused 2 "--high 9223372036854775808 is outside [" \
        sample integers --high 9223372036854775808 -n 1
    refused 2 "--high 0.5 is not accepted; use an integer in [-9223372036854775808, 9223372036854775808)" \
        sample integers --high 0.5 -n 1
    refused 2 "--low list: element 1 = 1.5 is not an integer in [" \
        sample integers --low 1,1.5 --high 9
    refused 2 "high must be above low; given: --low 0 --high 0" sample integers --high 0 -n 1
    refused 2 "--n 3.5 is not an integer in [0, 9007199254740992]: n of binomial must be an integer" \
        sample binomial --n 3.5 --p 0.5 -n 1
    refused 2 "--nbad list: element 1 = 2.5 is not an integer in" sample hypergeometric --ngood 2 --nbad 2,2.5 --nsample 1
    refused 2 "--json needs --counts" sample normal -n 1 --json
    refused 2 "the list has integers beyond 2^53" sample integers --high 5,9007199254740993000
    refused 2 "--threads 0 is not accepted; use an integer in [1, 1024]" sample normal -n 1 --threads 0
    refused 2 "--threads 1025 is not accepted; use an integer in [1, 1024]" sample normal -n 1 --threads 1025
    refused 2 "give one of them" sample normal -n 1 --threads 2 --device cpu,threads=3
    refused 2 "warp=T (1 to 32" sample normal -n 1 --device cpu,warp=3
    refused 2 "--strategy grouped:3 is not accepted; use grouped or grouped:G: G lanes (1, 2, 4, 8, 16 or 32) try" \
        sample normal -n 1 --strategy grouped:3
    refused 2 "--seed x is not accepted; use an integer in [0, 2^64 - 1], such as 1000000, 1e6, 1M or 2^20, or random" \
        sample normal -n 1 --seed x
    refused 2 "--first -1 is not accepted; use an integer in [0, 2^64 - 1], such as 1000000, 1e6, 1M or 2^20" \
        sample normal -n 1 --first -1
}

@test "unknown options" {
    refused 2 "-n needs an argument: -n N" sample normal -n
    refused 2 "--seed needs an argument: --seed S" sample normal -n 1 --seed
    refused 2 "--shape needs an argument: --shape V" sample gamma -n 1 --shape
    refused 2 "--force takes no argument" sample normal -n 1 --force=yes
    refused 2 "unknown option '-z'" sample normal -z
    refused 2 "unknown option '-x'" sample normal --quiet -xq   # a letter in the middle: not the option before it
    refused 2 "unknown option '-x'" sample normal --quiet -qx
    refused 2 "-n needs an argument: -n N" sample normal -qn
    refused 2 "'3' is not an option: normal takes --mean and --sd, and -n N is the number of samples" sample normal 3
    refused 2 "--s is ambiguous: write the option out" sample normal --s 3 -n 1
    refused 2 "--lo is too short; did you mean '--low'?" sample uniform --lo 0 -n 1   # --loc is answered by a note
    refused 2 "the sampler comes" sample -n 3 normal
    refused 2 "--mean is an option of normal" sample -n 3 --mean 2 normal
    refused 2 "the sampler comes before all options" sample -n 3 --mean 2 normal
    refused 2 "the sampler is missing: reroll sample LAW -n N; reroll samplers lists them" sample -n 3
    refused 2 "the sampler is missing: reroll sample LAW -n N; reroll samplers lists them" sample
    refused 2 "'normal' cannot be given with --job: the job file has the sampler" sample normal --job x.job.json
    refused 2 "-o needs a file name" sample normal -n 1 -o ''
    run "$REROLL"
    [ "$status" -eq 2 ]
}

@test "a device that is not usable here is status 3" {
    absent=$("$REROLL" devices --json | python3 -c '
import json, sys
print(next(d["name"] for d in json.load(sys.stdin) if not d["available"]))')
    refused 3 "--device $absent is not usable here: " sample normal -n 1 --device "$absent"
}

@test "a device that can't be opened once has a reason too" {
    local fake=$(dirname "$REROLL")/tests/devices/libfake_cuda.so
    [ -e "$fake" ] || skip "the fake CUDA driver is not built"
    export FAKE_CUDA_FAIL=3:2 REROLL_CUDA=$fake REROLL_NVRTC=$fake
    refused 3 "--device cuda:0 is not usable here: opening it failed once, then succeeded; try again" \
        sample normal -n 1 --device cuda:0
}

@test "fixed:M with failed samples is status 4, and the file is kept" {
    run --separate-stderr "$REROLL" sample gamma --shape 0.7 -n 1e5 --strategy fixed:1 -o x.txt
    [ "$status" -eq 4 ]
    left=$(grep -c nan x.txt)
    first=$(grep -n nan x.txt | head -n 1 | cut -d: -f1)
    [ "$(wc -l <x.txt)" -eq 100000 ]
    [ "$left" -gt 0 ]
    [[ $stderr == \
        "reroll: fixed:1 left $left of 100000 samples without an accepted proposal (first index $((first - 1)))" ]]
    run --separate-stderr "$REROLL" sample gamma --shape 0.7 -n 1e5 --strategy fixed:1 -o x.txt --resume
    [ "$status" -eq 4 ]
    run --separate-stderr "$REROLL" sample gamma --shape 0.7 -n 1e4 --first 90000 --strategy fixed:1 -o /dev/null
    [ "$status" -eq 4 ]
    [[ $stderr == *"(first index $(awk 'NR > 90000 && $1 == "nan" {print NR - 1; exit}' x.txt))" ]]
    run --separate-stderr "$REROLL" sample --job x.txt.job.json -o y.txt
    [ "$status" -eq 4 ]
    cmp x.txt y.txt
    refused 2 "fixed:M without + changes what is drawn" sample --job x.txt.job.json -o z.txt --strategy loop
    "$REROLL" sample gamma --shape 0.7 -n 1e5 --strategy fixed:32+ -o whole.txt
    [ "$(paste x.txt whole.txt | awk '$1 != "nan" && $1 != $2' | wc -l)" -eq 0 ]
    refused 2 "whole.txt exists and is not a file of this job: --strategy is auto, not fixed:1" \
        sample gamma --shape 0.7 -n 1e5 --strategy fixed:1 -o whole.txt \
        --resume
}

@test "the lowest index of failed samples is that of the first batch" {
    npy r.npy '<f8' '(3, 1)' 0.7
    npy c.npy '<f8' '(1, 500)' 1
    run "$REROLL" sample gamma --shape @r.npy --scale @c.npy --strategy fixed:1 --first 70 -o x.txt
    [ "$status" -eq 4 ]
    # The end of row 0, row 1, and the beginning of row 2 are separate blocks.
    run --separate-stderr "$REROLL" sample --job x.txt.job.json --first 370 -n 1000 -o y.txt
    [ "$status" -eq 4 ]
    first=$(grep -n nan y.txt | head -n 1 | cut -d: -f1)
    [ "$first" -le 200 ]
    [ "$(tail -n 300 y.txt | grep -c nan)" -gt 0 ]
    [[ $stderr == "reroll: fixed:1 left $(grep -c nan y.txt) of 1000 samples"*" (first index $((370 + first - 1)))" ]]
    grep -q "\"failed_index\": $((370 + first - 1))," y.txt.job.json
}

@test "an element in a message is counted in the whole job, not in a batch" {
    python3 - <<'END'
import struct
def npy(name, shape, values):
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    open(name, "wb").write(b"\x93NUMPY\x01\0" + struct.pack("<H", len(head)) + head.encode() + values)
one, rows = struct.pack("<d", 1), 800000
npy("mean.npy", (rows, 2), one * 2 * 700001 + bytes(16) + one * 2 * (rows - 700002))
npy("shape.npy", (rows,), one * 700001 + struct.pack("<d", -1) + one * (rows - 700002))
END
    refused 2 "--mean mean.npy: row 700001 is not a direction: all its values are 0" \
        sample von-mises-fisher --mean @mean.npy --kappa 1 -o x.npy
    refused 2 "--shape shape.npy: element 700001 = -1 is outside [1e-300, 1e+300], the range for samples of dtype f64" \
        sample gamma --shape @shape.npy -o x.npy
    # For rows that are samples the index is the row's.
    run --separate-stderr "$REROLL" sample dirichlet --alpha .1,1e15,2 -n 2000 -s fixed:1 --seed 2 --first 100 -o x.txt
    [ "$status" -eq 4 ]
    first=$(grep -n nan x.txt | head -n 1 | cut -d: -f1)
    [ "$first" -gt 1 ]
    [[ $stderr == *" (first index $((100 + first - 1)))" ]]
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

@test "the help of a distribution describes it, and its example runs" {
    for sampler in $("$REROLL" samplers --names); do
        "$REROLL" sample "$sampler" --help >help
        awk 'length > 100 {print; exit 1}' help
        example=$(grep -A 1 '^EXAMPLE$' help | tail -n 1)
        bash -c "'$REROLL' ${example#*reroll }" >out
        [ "$(wc -l <out)" -eq 5 ]
        (! grep nan out)
        has=available
        if "$REROLL" sample "$sampler" -n 0 --antithetic 2>&1 | grep -q "is not available"; then has="not available"; fi
        grep -q -- "^    --antithetic  *$has$" help
    done
    "$REROLL" sample lomax --help >help
    [ "$(sed -n 's/^\([A-Z][A-Z ]*\)$/\1/p' help | tr '\n' ,)" = \
        "NAME,SYNOPSIS,OTHER NAMES,PARAMETERS,METHODS,SAMPLES,EXAMPLE,OPTIONS," ]
    (! grep -q -e '^ *--resume' -e '^ *--breaks' help)
    grep -q '^    --dtype  *f32, f64, f16 or bf16 (default f64)$' help
    "$REROLL" sample normal --help | grep -q '^    normal:ziggurat '
    "$REROLL" sample wishart --help | grep -q '^    shape  *a matrix of D x D numbers, row by row$'
    "$REROLL" sample density --help | grep -q '^    --breaks '
}

@test "help and lists do not use forbidden words" {
    {
        "$REROLL" --help
        for command in $("$REROLL" help | sed -n '/^COMMANDS/,/^$/s/^    \([a-z:]*\) .*/\1/p'); do
            "$REROLL" "$command" --help
        done
    } >help
    [ "$(grep -c '^NAME$' help)" -eq 16 ]
    (! grep -wniE 'dice|wing|abreast|withheld|anew|lest|seldom|thrice|so many|ns a|gone on with|goes on' help)
    awk 'length > 100 {print; exit 1}' help
}

@test "--name=value is --name value in every subcommand; options without a value refuse one" {
    for command in $("$REROLL" --help | sed -n '/^COMMANDS/,/^$/s/^    \([a-z]*\) .*/\1/p'); do
        refused 2 "--help takes no argument" "$command" --help=3
        refused 2 "-h takes no argument" "$command" -h=3
        refused 2 "-h takes no argument" "$command" -h= -h
        refused 2 "unknown option '-='" "$command" -=3
    done
    refused 2 "-q takes no argument" sample normal -fq=3
    [ "$("$REROLL" sample normal -n=3 --seed=5)" = "$("$REROLL" sample normal -n 3 --seed 5)" ]
    [ "$("$REROLL" transform icdf --halton=9)" = "$("$REROLL" transform icdf --halton 9)" ]
    [ "$("$REROLL" model loop --lanes=8 --accept=0.5)" = "$("$REROLL" model loop --lanes 8 --accept 0.5)" ]
    for given in "verify --device=cpu:none" "bench --dtype=none" "plan gamma --shape=1 --dtype=none"; do
        # shellcheck disable=SC2086
        run "$REROLL" $given
        [ "$status" -eq 2 ]
        [[ $output != *"unknown option"* ]]
        # shellcheck disable=SC2086
        [ "$output" = "$("$REROLL" ${given//=/ } 2>&1)" ]
    done
    refused 2 "--data needs a name" report --data= -o x
}

@test "an unknown instruction set in REROLL_CPU" {
    export REROLL_CPU=avx9
    refused 2 'reroll: REROLL_CPU is "avx9"; it can be one of cpu:scalar, cpu:avx2' sample normal -n 1
    export REROLL_CPU=sse2
    refused 2 \
        'reroll: REROLL_CPU is "sse2"; there is no cpu:sse2 any more; a processor without AVX2 and FMA takes cpu:scalar' \
        sample normal -n 1
    "$REROLL" sample normal -n 1 --device cpu:scalar
}
