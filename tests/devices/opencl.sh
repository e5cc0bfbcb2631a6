# SPDX-License-Identifier: MIT OR Apache-2.0
# How tests on OpenCL devices begin: `. tests/devices/opencl.sh` in the root, with BUILD's folder as $build. OpenCL finds the
# runtimes (icd.sh); compiled kernels stay in the build folder for the next time.
#
#   skip REASON             ends a test that cannot run here
#   opencl_devices LANES    names of the usable devices with at least so many lanes
build=${BUILD:-build}
eval "$(tests/devices/icd.sh)"
mkdir -p "$build/devices/bits/cache"
REROLL_CACHE=$(cd "$build/devices/bits/cache" && pwd)
export REROLL_CACHE POCL_CACHE_DIR="$REROLL_CACHE"

skip() {
    echo "1..0 # SKIP $1"
    exit 0
}

opencl_devices() {
    "$build/reroll" devices --json |
        sed -n '/"available": true/s/.*"name": "\(opencl:[^"]*\)".*"lanes": \([0-9]*\).*/\1 \2/p' |
        awk -v least="$1" '$2 >= least {print $1}'
}
