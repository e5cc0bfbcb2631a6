#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll on the PTX emulator (tests/ptx/README.md): its rules, then whole jobs of cuda:0, whose bytes must be the CPU's. TAP.
# By default: gamma by every strategy in f32, by four in f64, a job of several tiles per warp, each dtype of counts, and
# stages. With REROLL_DEEP distributions of single numbers, one of each kind, x strategy x dtype, over compute capabilities
# and schedules in turn. BUILD: where the library is.
cd "$(dirname "$0")/../../.." || exit 2
build=${BUILD:-build}
work=$build/devices/ptx
case $build in /*) ;; *) build=$PWD/$build ;; esac
mkdir -p "$work"
[ -f "$build/ptx/libcuda.so" ] || { echo "1..0 # SKIP the machine is not built (make ptx)"; exit 0; }
export REROLL_CUDA="$build/ptx/libcuda.so" PTX_LOG="$work/log"
"$build/reroll" sample bits -n 1 --device cuda:0 >/dev/null 2>&1 || { echo "1..0 # SKIP no NVRTC (CUDA toolkit)"; exit 0; }

number=0
failed=0
result() {
    number=$((number + 1))
    if [ "$1" = 0 ]; then
        echo "ok $number - $2"
    else
        failed=1
        echo "not ok $number - $2"
        tail -n 4 "$PTX_LOG" "$work/said" | sed 's/^/# /'
    fi
}

# Both devices draw the same job: strategy, dtype, number of samples, distribution and options.
compare() {
    strategy=$1 dtype=$2 n=$3
    shift 3
    rm -f "$work"/one.raw* "$work"/other.raw* "$PTX_LOG"
    "$build/reroll" sample "$@" -n "$n" --dtype "$dtype" --strategy "$strategy" --device cuda:0 -o "$work/one.raw" >"$work/said" 2>&1 &&
        "$build/reroll" sample "$@" -n "$n" --dtype "$dtype" --device cpu:scalar -o "$work/other.raw" >>"$work/said" 2>&1 &&
        cmp "$work/one.raw" "$work/other.raw" >>"$work/said" 2>&1 && grep -q 'launches' "$PTX_LOG" && ! grep -q 'PTX line' "$PTX_LOG"
    result $? "$* by $strategy, $dtype, $n samples, compute capability ${PTX_SM:-90}, schedule ${PTX_SCHEDULE:-lowest}"
}

"$build/ptx/unit" "$work/unit.log" >"$work/said" 2>&1
result $? "the machine's rules: $(grep -c '^ok' "$work/said") of $(sed -n 's/^1\.\.//p' "$work/said") small texts"

every="loop cached grouped:4 fixed:4+ fixed:40+ regroup regroup:ahead refill compact"
if [ -z "$REROLL_DEEP" ]; then
    for s in $every; do compare "$s" f32 $([ $s = fixed:40+ ] && echo 4000 || echo 20000) gamma --shape 2; done
    PTX_SCHEDULE=interleaved PTX_SEED=1 compare fixed:40+ f64 1001 gamma --shape 2   # 40 attempts per sample
    for s in cached refill compact; do PTX_SCHEDULE=interleaved PTX_SEED=1 compare "$s" f64 5000 gamma --shape 2; done
    PTX_SM=75 compare compact f32 150000 beta --a 2 --b 3   # 256 slots per tile and 128 warps: 4 to 5 tiles per warp
    PTX_SM=100 PTX_SCHEDULE=highest compare regroup f64 20000 gamma --shape 0.3
    compare compact i32 5003 bernoulli --p 0.3
    compare compact i64 5003 poisson --lam 50
    PTX_SCHEDULE=interleaved PTX_SEED=2 compare fixed:40+ f32 1003 poisson --lam 3
    compare refill u32 5003 binomial --n 1e6 --p 0.001
    compare regroup u64 5003 binomial --n 100 --p 0.3
    PTX_SM=80 compare compact f64 5003 geometric --p 0.001
    compare compact u64 5003 integers --low 3 --high 1e15
    compare compact f16 5003 gamma --shape 0.3
    PTX_SCHEDULE=interleaved PTX_SEED=3 compare regroup i64 3001 negative-binomial --n 5 --p 0.1   # stages
    compare compact f32 3001 wald --mean 2 --scale 3
    rm -f "$work"/mean.npy* "$work"/part.npy*   # inversions with per-sample parameters, by the filter and by the walk
    "$build/reroll" sample gamma --shape 0.5 --scale 2000 -n 3001 --dtype f64 -o "$work/mean.npy" >/dev/null
    "$build/reroll" sample uniform -n 3001 --dtype f64 -o "$work/part.npy" >/dev/null
    PTX_SCHEDULE=interleaved PTX_SEED=4 compare compact i64 3001 poisson:icdf --lam "@$work/mean.npy"
    compare compact u32 3001 binomial:icdf --n 1e5 --p "@$work/part.npy"
    compare compact i64 3001 binomial:icdf --n 40 --p "@$work/part.npy" --low 7
else
    turn=0
    while read -r law; do
        for dtype in f32 f64; do
            for s in $every; do
                turn=$((turn + 1))
                # shellcheck disable=SC2086  # words
                PTX_SM=$(echo 75 80 90 100 | cut -d' ' -f$((turn % 4 + 1))) \
                    PTX_SCHEDULE=$(echo lowest highest random interleaved | cut -d' ' -f$((turn / 4 % 4 + 1))) PTX_SEED=$turn \
                    compare "$s" $dtype 20000 $law
            done
        done
    done <<'END'
uniform
exponential
normal
normal:polar
normal:ziggurat
exponential:ziggurat
normal:one
normal:icdf
normal:icdf-fast
normal:icdf-giles
lognormal
half-normal
skew-normal --shape 2
truncated-normal --low 1 --high 3
gamma --shape 2
gamma --shape 0.3
loggamma --shape 0.3
beta --a 2 --b 3
beta --a 0.4 --b 0.7
f --df1 3 --df2 5
chi2 --df 3
chi --df 3
inverse-gamma --shape 2
nakagami --shape 2
student-t --df 4
gamma:erlang --shape 3
gamma:table --shape 2
beta:table --a 2 --b 3
uniform:32
exponential:32
normal:32
bernoulli --p 0.3
poisson --lam 3
poisson --lam 1e6
binomial --n 20 --p 0.3
binomial --n 1e9 --p 0.3
geometric --p 0.3
geometric --p 1e-6
von-mises --kappa 2
polya-gamma --z 1
geninvgauss --p 0.5 --b 2
weibull --shape 2
johnson-su --a 0.5 --b 2
hypergeometric --ngood 50 --nbad 400 --nsample 60
zipf --a 2
integers --low 3 --high 1e15
negative-binomial --n 5 --p 0.1
noncentral-t --df 4 --nonc 1
stable --alpha 1.5 --beta 0.5
END
fi
echo "1..$number"
exit $failed
