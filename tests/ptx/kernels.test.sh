#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# User kernels with reroll_device.h, compiled by NVRTC and run on the PTX emulator: blocks, tiles and
# examples/device/ block.cu (each.c); the kernels of examples/device and of tests/devices/header.c, by the programs that run
# them with OpenCL, whose library opencl.c replaces. With REROLL_DEEP every sampler of the header, examples/device/nvrtc, all
# compute capabilities and schedules. TAP. BUILD: where programs are.
cd "$(dirname "$0")/../.." || exit 2
. tests/ptx/machine.sh
machine_at kernels
header=$build/gen/reroll_device_single.h
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
include=${nvcc:+$(dirname "$(dirname "$(realpath "$nvcc")")")/include}

# on PROGRAM ARGUMENTS ...: it exits with 0, and the emulator reports no error.
on() {
    program=$1
    shift
    rm -f "$PTX_LOG"
    [ -x "$program" ] || { echo "# ${program##*/} is not built"; return; }
    said=$work/${program##*/}
    "$program" "$@" >"$said" 2>&1
    status=$?
    grep -q launches "$PTX_LOG" 2>/dev/null && ! grep -q 'PTX line' "$PTX_LOG" || status=1
    what=$(tail -n 1 "$said")
    case $what in 1..*) what="${what#1..} tests" ;; esac
    what="${program##*/}: $what; compute capability ${PTX_SM:-90}"
    result $status "$what, ${PTX_SCHEDULE:-lowest} first" "$said" "$PTX_LOG"
}

blocks() {
    if [ -f "$include/cooperative_groups.h" ]; then on "$build/ptx/each" "$build/gen" "$include"
    else echo "# no cooperative_groups.h (CUDA toolkit): no blocks, no tiles"; fi
}

example() {
    case $1 in pumps) set -- pumps examples/pumps/pumps.csv ;; esac
    on "$build/ptx/$1" "$header" examples/device ${2:+"$2"}
}

# The default selection of the header's samplers.
gamma() { REROLL_DEEP=0 on "$build/ptx/header" "$header"; }

# The compiler for compute capability 100 exploits undefined values more.
blocks
PTX_SM=75 example warps
example particles
PTX_SM=100 example pumps
PTX_SM=100 gamma
if [ -n "$REROLL_DEEP" ]; then
    for sm in 90 100; do PTX_SM=$sm on "$build/ptx/header" "$header"; done
    ln -sf "$build/ptx/libcuda.so" "$work/libcuda.so.1"
    LD_LIBRARY_PATH=$work on "$build/examples/device/nvrtc" "$header"
    for how in '75 highest' '80 random' '100 interleaved'; do
        export PTX_SM="${how% *}" PTX_SCHEDULE="${how#* }" PTX_SEED=1
        blocks
        for name in warps particles pumps; do example $name; done
        # Its ranges begin with the active lanes, which must be all of them.
        [ "$PTX_SCHEDULE" = interleaved ] || gamma
    done
fi
echo "1..$number"
exit $failed
