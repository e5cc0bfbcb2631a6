#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# include/reroll_device.h. As OpenCL C on every OpenCL device: header.c, and the programs of examples/device (particles:
# deep), against the CPU's bits. As CUDA with nvcc: every 24th function of it (header.awk) and the kernel of particles (deep:
# of all examples), for sm_90 (deep: sm_80 too), with -use_fast_math, which would change most, without a warning;
# every f32 and f64 operation of the PTX has .rn and keeps denormals. With REROLL_DEEP every function, with the default flags
# and --fmad=false too, and the flags change no operation.
# TAP. BUILD: where the library is. An argument: one sampler, OpenCL only.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
work=$build/devices/header
header=$build/gen/reroll_device_single.h
mkdir -p "$work/cache"
[ -f "$build/libreroll.a" ] || { echo "1..0 # SKIP $build/libreroll.a is not built"; exit 0; }
number=0
failed=0

# say STATUS WHAT [LOG]
say() {
    number=$((number + 1))
    if [ "$1" = 0 ]; then
        echo "ok $number - $2"
    else
        failed=1
        echo "not ok $number - $2"
        [ -z "$3" ] || head -40 "$3" | sed 's/^/# /'
    fi
}

compile() {   # compile PROGRAM SOURCES...
    out=$work/$1
    shift
    ${CC:-cc} -std=gnu11 -O1 -Wall -Wextra -Werror -I. -Iinclude -I"$build/gen" -Iexamples/device -Iexamples/pumps "$@" "$build/libreroll.a" \
        ${tests_need} -lOpenCL -lpthread -lm -o "$out" 2>"$work/compile.log"
}

# ---- One file, whole, under no other names ----
grep -q '^# *include' "$header"
say $((! $?)) "the header includes nothing"
leaks=$(awk '/^# *define / {sub(/^# *define /, ""); sub(/[^A-Za-z0-9_].*/, ""); left[$0] = 1}
    /^#undef [A-Za-z0-9_]+$/ {gone[$2] = 1}
    END {for (name in left) if (!(name in gone)) print name}' "$header")
[ "$leaks" = RR_DEVICE_H ]
say $? "no macro stays defined but RR_DEVICE_H"
made=$(grep -lE '\.table = \{|\.inverse = 1' laws/*/*.c | sed 's,.*/,,; s,\.c$,,')
found=$(for name in $made; do grep -E "\brr_$name[_0-9]*(_each)?_f(32|64)\(" "$header"; done)
[ -n "$made" ] && [ -z "$found" ]
say $? "no call of a sampler whose table is made on the host: $(echo $made)"
! grep -q '0x[0-9a-fA-F.]*[pP]' "$header"
say $? "no hexadecimal floating-point numbers, which C++14 has not"

# ---- OpenCL ----
# A cache would hide a build, and goes to the home directory.
export POCL_KERNEL_CACHE=0 POCL_CACHE_DIR="$PWD/$work/cache"
[ ! -x tests/devices/icd.sh ] || eval "$(tests/devices/icd.sh)"
if echo '#include <CL/cl.h>' | ${CC:-cc} -DCL_TARGET_OPENCL_VERSION=300 -E -x c - >/dev/null 2>&1; then
    tests_need=-lcmocka
    if compile opencl tests/devices/header.c tests/support/support.c; then
        "$work/opencl" "$header" "$@" >"$work/opencl.log"
        while read -r word rest; do
            case $word in
            ok) say 0 "${rest#* - }" ;;
            not) say 1 "${rest#* - }" ;;
            '#' | Bail) echo "# $rest" ;;
            esac
        done <"$work/opencl.log"
        grep -q '^1\.\.' "$work/opencl.log"
        say $? "all of the samplers were gone through" "$work/opencl.log"
    else
        say 1 "header.c compiles" "$work/compile.log"
    fi
    tests_need=
    # particles takes a compiler 15 s, and tests/ptx/kernels.test.sh runs it as CUDA.
    for example in pumps warps ${REROLL_DEEP:+particles}; do
        [ $# = 0 ] || break
        more=
        [ $example = pumps ] && more="examples/pumps/chains.c examples/pumps/model.c"
        if compile $example examples/device/$example.c examples/device/opencl.c $more; then
            data=
            [ $example = pumps ] && data=examples/pumps/pumps.csv
            "$work/$example" "$header" examples/device $data >"$work/$example.log" 2>&1
            status=$?
            [ $status = 3 ] && status=0
            say $status "examples/device/$example: $(tail -1 "$work/$example.log")" "$work/$example.log"
        else
            say 1 "examples/device/$example.c compiles" "$work/compile.log"
        fi
    done
else
    echo "# no CL/cl.h (Debian: ocl-icd-opencl-dev): nothing is run as OpenCL"
fi

# ---- CUDA ----
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
[ $# = 0 ] || nvcc=
if [ -n "$nvcc" ]; then
    {
        echo '#include "reroll_device_single.h"'
        awk -v turns="${REROLL_DEEP:-24}" -f tests/devices/header.awk "$header"
        sed -n 's/^RR_GROUP(\([0-9]*\), \([0-9]*\), \(.*\))$/static_assert(rr_grouped_best(\3, \1u) == \2u, "");/p' \
            engine/strategies/group_list.h
    } >"$work/all.cu"
    for example in pumps warps particles; do
        printf '#include "reroll_device_single.h"\n#include "kernel.h"\n#include "%s_kernel.h"\n' $example >"$work/$example.cu"
    done
    flags="-I$build/gen -Iexamples/device -Werror all-warnings"
    for variant in ${REROLL_DEEP:+default "--fmad=false"} "-use_fast_math"; do
        flag=$variant
        [ "$variant" = default ] && flag=-std=c++14
        "$nvcc" $flags $flag -arch=compute_80 -ptx -o "$work/all.$variant.ptx" "$work/all.cu" >"$work/nvcc.log" 2>&1
        say $? "every function compiles as CUDA, flags: $variant" "$work/nvcc.log"
        for example in ${REROLL_DEEP:+pumps warps} particles; do
            "$nvcc" $flags $flag -fatbin -gencode "arch=compute_80,code=[${REROLL_DEEP:+sm_80,}sm_90]" -Xptxas -warn-spills -o "$work/$example.fatbin" \
                "$work/$example.cu" >"$work/nvcc.log" 2>&1
            say $? "examples/device/${example}_kernel.h compiles for ${REROLL_DEEP:+sm_80 and }sm_90, flags: $variant" "$work/nvcc.log"
        done
        # The operations of each kernel on f32 and f64, except moves, loads and stores, without their operands. Exact ones
        # need no rounding; rr_sqrt_pos and rr_third_over (lanes/cuda.h) have approximations that they correct.
        awk '/\.entry/ {match($0, /k_rr_[a-z0-9_]*/); kernel = substr($0, RSTART, RLENGTH)}
            {
                line = $0
                while (match(line, /[a-z][a-z0-9]*(\.[a-z0-9]+)*\.f(32|64)(\.[a-z0-9]+)*/)) {
                    operation = substr(line, RSTART, RLENGTH)
                    line = substr(line, RSTART + RLENGTH)
                    if (operation !~ /^(mov|ld|st|selp|shfl)\./) print kernel, operation
                }
            }' "$work/all.$variant.ptx" | sort >"$work/operations.$variant"
        [ -s "$work/operations.$variant" ] &&
            ! grep -Ev ' setp\.(lt|le)\.f(32|64)$| (abs|neg|min)\.f(32|64)$| (rsqrt|rcp)\.approx\.ftz\.f32$|\.rn\.f(32|64)|\.rn\.f(32|64)\.[su]32' \
                "$work/operations.$variant" >"$work/unrounded"
        say $? "every operation on f32 and f64 is rounded to nearest and keeps denormals, flags: $variant" "$work/unrounded"
        [ -n "$REROLL_DEEP" ] || continue
        cmp "$work/operations.default" "$work/operations.$variant" >"$work/cmp.log" 2>&1
        say $? "flags change no operation: $variant" "$work/cmp.log"
    done
else
    [ $# != 0 ] || echo "# no nvcc (CUDA toolkit): nothing is compiled as CUDA"
fi
echo "1..$number"
exit $failed
