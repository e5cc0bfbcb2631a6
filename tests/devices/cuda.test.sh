#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Compiles every sampler x strategy x dtype (some with two strategies only, as opencl.c), and every transform x dtype, as CUDA
# for sm_80 and sm_90, with nvcc, or with NVRTC where only that is found.
# TAP; a line a sampler and dtype, with nvcc followed by registers and spilled bytes of every kernel (fewest - most over
# the architectures). A warning is a failure. Nothing is run. BUILD: where to work; JOBS: how many compilers at once.
cd "$(dirname "$0")/../.." || exit 2
work=${BUILD:-build}/devices/cuda
jobs=${JOBS:-$(nproc)}
mkdir -p "$work" && rm -f "$work"/*

nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
# Sampler or transform, its name, a dtype, and a flag if few strategies are enough.
family() { sed -n 's/.*family = RR_FAMILY_\([A-Z_]*\).*/\1/p' "src/samplers/$1.c"; }
kernels=$(
    sed -n '/^#if/,/^#endif/d; s/^RR_SAMPLER(\([a-z0-9_]*\), *\([0-9_]*\))$/\1 \2/p' src/samplers/list.h |
        sed 's/^\([a-z0-9_]*\) 32_64$/\1 32\n\1 64/' | while read -r name dtype; do echo "$name $dtype $(family "$name")"; done |
        awk '!($3 in first) {first[$3] = $1}
            {print "RR_SAMPLER", $1, $2 ($1 != "gamma" && ($2 == 64 || first[$3] != $1) ? " -DRR_SHELL_FEW" : "")}'
    sed -n 's/^RR_TRANSFORM(\([a-z0-9_]*\),.*/RR_TRANSFORM \1 32\nRR_TRANSFORM \1 64/p' src/transforms/list.h
)
strategies=$(sed -n 's/^RR_STRATEGY(\([a-z_]*\),.*/\1/p' src/strategies.h | grep -v '^auto$')
count=$(echo "$kernels" | wc -l)
flags="-Idevice -Itests/devices -DRR_TARGET_CUDA"

if [ -n "$nvcc" ]; then
    how=nvcc
    echo '#include "shell.h"' >"$work/shell.cu"
    # One front end run, two assemblers: PTX of compute_80 is what both architectures are given.
    compile="'$nvcc' -fatbin -gencode arch=compute_80,code=[sm_80,sm_90] -Werror all-warnings -Xptxas -v,-warn-spills $flags \
        -D\$1=\$2 -DRR_DTYPE=\$3 \$4 $work/shell.cu -o $work/\$1.\$2.\$3.fatbin"
elif ${CC:-cc} -std=gnu11 -O1 -Wall -Wextra tests/devices/nvrtc.c -ldl -o "$work/nvrtc" && "$work/nvrtc" >"$work/nvrtc.version"; then
    how="NVRTC $(cat "$work/nvrtc.version")"
    compile="$work/nvrtc $flags -D\$1=\$2 -DRR_DTYPE=\$3 \$4"
else
    echo "1..0 # SKIP neither nvcc nor libnvrtc is found (CUDA toolkit)"
    exit 0
fi

echo "$kernels" | xargs -P "$jobs" -L 1 sh -c "$compile >$work/\$1.\$2.\$3.log 2>&1; echo \$? >$work/\$1.\$2.\$3.status" sh
echo "# with $how"
number=0
failed=0
while read -r kind name dtype few; do
    number=$((number + 1))
    log=$work/$kind.$name.$dtype.log
    what="$name f$dtype compiles as CUDA for sm_80 and sm_90"
    if [ -n "$few" ]; then what="$what, two strategies"; elif [ "$kind" = RR_SAMPLER ]; then what="$what, every strategy"; fi
    if [ "$(cat "$work/$kind.$name.$dtype.status")" = 0 ] && ! grep -qi 'warning\|error' "$log"; then
        echo "ok $number - $what"
    else
        failed=1
        echo "not ok $number - $what"
        head -40 "$log" | sed 's/^/# /'
    fi
    for strategy in $strategies transform; do
        awk -v kernel="'rr_kernel_$strategy'" -v name="$strategy" '
            /Compiling entry function/ {mine = $6 == kernel || $5 == kernel || index($0, kernel) > 0}
            mine && /bytes spill/ {spill += $5 + $9}
            mine && /Used [0-9]+ registers/ {match($0, /Used [0-9]+/); r = substr($0, RSTART + 5, RLENGTH - 5) + 0
                if (!n++ || r < low) low = r; if (r > high) high = r}
            END {if (n) printf "#   %-14s %3d - %3d registers, %d bytes spilled\n", name, low, high, spill}' "$log"
    done
done <<END
$kernels
END
echo "1..$count"
exit $failed
