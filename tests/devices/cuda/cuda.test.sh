#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Compiles the kernels of targets/gpu as CUDA with nvcc, or with NVRTC where only that is found: every strategy of gamma
# and of attempts in f32, compact.plain (RR_PLAIN) of all other draws, every transform, the kernels of rows and of spread
# parameters, of whole rows, of rows that divide a total, of stages and of weights per row. A draw is also compiled in f64
# by compact and, if it rejects, in f32 by one more strategy, the next of the list each time. For sm_90. With REROLL_DEEP
# also for sm_75 and sm_80, and for all samplers, including derived ones (whose finish OpenCL's tests compile in every
# run), compact and compact.plain in both dtypes, for draws also cached. TAP, one line per sampler and dtype, with nvcc
# followed by the registers of every kernel (fewest - most over the architectures). Nothing is run. With nvcc it is a
# failure if
#   - there is a warning, a spilled register, a stack frame or other local memory;
#   - the PTX does something with floating point that is not in the list of exact.awk;
#   - a vote, shuffle or barrier of the whole warp is in code that only some of its lanes may reach (convergent.py).
# With NVRTC, which prints nothing when the assembler succeeds, warnings of either kind are failures.
#   BUILD: where to work; JOBS: number of parallel compilers; WITH=nvrtc: NVRTC although there is nvcc.
cd "$(dirname "$0")/../../.." || exit 2
work=${BUILD:-build}/devices/cuda
jobs=${JOBS:-$(nproc)}
archs="${REROLL_DEEP:+75 80 }90"

nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
flags="-I. -DRR_TARGET_CUDA -DRR_COUNTING=0"

# A kernel: RR_SAMPLER, RR_TRANSFORM or RR_STEP_..., its name, a dtype and a strategy (or none). To its log and status.
if [ "$1" = kernel ]; then
    name=$work/$3.$4.$5
    options="$flags -D$2=$3 -DRR_DTYPE=$4 -DRR_STRATEGY_RUN=${5%.*} -DRR_PLAIN=$(case $5 in *.plain) echo 1 ;; *.main) echo 2 ;; *) echo 0 ;; esac)"
    case $2 in RR_STEP_whole | RR_STEP_sums | RR_STEP_total | RR_STEP_stage) options="$options -DRR_SAMPLER=$3" ;; esac
    case $2 in RR_SAMPLER | RR_STEP_whole | RR_STEP_sums | RR_STEP_total | RR_STEP_stage)
        options="$options $(sed -n "s/^RR_SAMPLER(\([a-z0-9_]*\), *$3, *\([a-z0-9_]*\),.*/-DRR_MODULE=\1 -DRR_DRAW=\2/p" laws/list.h)" ;;
    esac
    # shellcheck disable=SC2086  # options are words
    if [ "$WITH" = nvcc ]; then
        echo '#include "targets/gpu/kernels/kernel.h"' >"$name.cu"
        (
            # One run of the front end, then one assembler run per architecture: all get the PTX of the lowest one.
            "$nvcc" -ptx -arch=compute_75 -Werror all-warnings $options "$name.cu" -o "$name.ptx" &&
                awk -f tests/devices/cuda/exact.awk "$name.ptx" && python3 tests/devices/cuda/convergent.py "$name.ptx" &&
                for arch in $archs; do
                    "$(dirname "$nvcc")/ptxas" -arch="sm_$arch" -v -warn-spills -warn-lmem-usage -Werror "$name.ptx" \
                        -o "$name.$arch.cubin" || exit 1
                done
        ) >"$name.log" 2>&1
    else
        "$work/nvrtc" "$archs" $options >"$name.log" 2>&1
    fi
    echo $? >"$name.status"
    exit 0
fi

mkdir -p "$work" && rm -f "$work"/*
if [ -n "$nvcc" ] && [ "$WITH" != nvrtc ]; then
    WITH=nvcc
    how=nvcc
elif ${CC:-cc} -std=gnu11 -O1 -Wall -Wextra tests/devices/cuda/nvrtc.c -ldl -o "$work/nvrtc" && "$work/nvrtc" >"$work/nvrtc.version"; then
    WITH=nvrtc
    how="NVRTC $(cat "$work/nvrtc.version")"
else
    echo "1..0 # SKIP neither nvcc nor libnvrtc is found (CUDA toolkit)"
    exit 0
fi
export WITH

# The selection: kind, name, dtype, strategies.
strategies=$(sed -n 's/^RR_STRATEGY(\([a-z_]*\),.*/\1/p' engine/strategies/list.h | grep -v '^auto$' | paste -sd ' ')
kernels=$(
    sed -n '/^#if/,/^#endif/d; s/^RR_SAMPLER(\([a-z0-9_]*\), *\([a-z0-9_]*\), *\([a-z0-9_]*\), *\([a-z0-9_]*\))$/\1 \2 \3 \4/p' laws/list.h |
        while read -r module name draw widths; do
            rejects=$(grep -c '\.rejects = 1' "laws/$module/$name.c")
            case $widths in [a-z]*) continue ;; esac   # draws of counts: as OpenCL (bits.c), as PTX (tests/ptx)
            for dtype in $(echo "$widths" | tr _ ' '); do echo "$name $dtype $([ "$name" = "$draw" ]; echo $?) $rejects"; done
        done | awk -v all="$strategies" -v deep="$REROLL_DEEP" '
            BEGIN {count = split(all, strategy, " ")}
            # Name, dtype, is it derived, does it reject.
            {few = "compact.plain"}
            deep {few = ($3 ? "" : "cached ") "compact compact.plain"}
            !deep && $2 == 64 {few = "compact"}
            !deep && $2 == 32 && !$3 && $4 {few = strategy[turn++ % count + 1] " compact.plain"}
            $2 == 32 && $1 ~ /^(gamma|attempts)$/ {few = all " compact.plain"}
            $1 == "gamma" && (deep || $2 == 32) {few = few " compact.main"}
            deep || !$3 {print "RR_SAMPLER", $1, $2, few}'
    sed -n 's/^RR_TRANSFORM(\([a-z0-9_]*\),.*/RR_TRANSFORM \1 32 transform\nRR_TRANSFORM \1 64 transform/p' transforms/list.h
    sed -n 's/^#define RR_WHOLE_\([a-z_]*\) 1$/RR_STEP_whole \1 64 whole/p' laws/*/*.h
    for name in $(grep -l '_fractions(' laws/*/*.h | sed 's,.*/,,; s,\.h$,,'); do
        printf 'RR_STEP_%s %s 64 %s\n' sums "$name" sums total "$name" total
    done
    sed -n 's/^RR_SAMPLER([a-z0-9_]*, *\([a-z0-9_]*\), .*, stages)$/RR_STEP_stage \1 64 stage/p' laws/list.h
    sed -n 's/^#define RR_SCALES_\([a-z_]*\) 1$/RR_STEP_stage \1 64 stage/p' laws/*/*.h
    sed -n 's/^RR_FN rr_inverse rr_\([a-z_]*\)_inverse(.*/RR_SAMPLER \1 64 inverted/p' laws/*/*.h
    echo 'RR_STEP_choice choice 64 choice'
    for dtype in 32 64; do printf 'RR_STEP_softmax softmax %s rows\nRR_STEP_lower lower %s rows\nRR_STEP_spread spread %s rows\n' $dtype $dtype $dtype; done
)

echo "$kernels" | awk '{for (i = 4; i <= NF; ++i) print $1, $2, $3, $i}' | xargs -P "$jobs" -L 1 sh tests/devices/cuda/cuda.test.sh kernel

echo "# with $how"
number=0
failed=0
while read -r kind name dtype few; do
    number=$((number + 1))
    what="$name f$dtype compiles as CUDA for sm_$(echo "$archs" | sed 's/ /, sm_/g'): $few"
    bad=
    for strategy in $few; do
        log=$work/$name.$dtype.$strategy
        [ "$(cat "$log.status")" = 0 ] && ! grep -qi 'warning\|error' "$log.log" &&
            ! grep 'stack frame' "$log.log" | grep -qv ' 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads' &&
            { [ "$WITH" = nvrtc ] || [ "$(grep -c 'Used [0-9]* registers' "$log.log")" = "$(echo "$archs" | wc -w)" ]; } ||
            bad="$bad $strategy"
    done
    if [ -z "$bad" ]; then
        echo "ok $number - $what"
    else
        failed=1
        echo "not ok $number - $what"
        for strategy in $bad; do sed "s/^/# $strategy: /" "$work/$name.$dtype.$strategy.log" | head -20; done
    fi
    for strategy in $few; do
        awk -v name="$strategy" '/Used [0-9]+ registers/ {match($0, /Used [0-9]+/); r = substr($0, RSTART + 5, RLENGTH - 5) + 0
                if (!n++ || r < low) low = r; if (r > high) high = r}
            END {if (n) printf "#   %-14s %3d - %3d registers\n", name, low, high}' "$work/$name.$dtype.$strategy.log"
    done
done <<END
$kernels
END
echo "1..$number"
exit $failed
