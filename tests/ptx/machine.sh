# SPDX-License-Identifier: MIT OR Apache-2.0
# The start of tests on the PTX emulator: `. tests/ptx/machine.sh` in the root.
#
#   machine_at NAME              from here on cuda:0 is the emulator, which writes to $PTX_LOG; $work is its folder
#   skip REASON                  ends a test that cannot run here
#   result STATUS WHAT FILE ...  one line of TAP, and the ends of the files where STATUS is not 0
build=${BUILD:-build}
case $build in /*) ;; *) build=$PWD/$build ;; esac
number=0
failed=0

skip() {
    echo "1..0 # SKIP $1"
    exit 0
}

result() {
    number=$((number + 1))
    if [ "$1" = 0 ]; then
        echo "ok $number - $2"
        return
    fi
    failed=1
    echo "not ok $number - $2"
    shift 2
    tail -qn 6 "$@" 2>/dev/null | sed 's/^/# /'
}

machine_at() {
    work=$build/ptx/tests/$1
    mkdir -p "$work"
    [ -f "$build/ptx/libcuda.so" ] || skip "the machine is not built (make ptx)"
    export REROLL_CUDA="$build/ptx/libcuda.so" PTX_LOG="$work/log"
    rm -f "$PTX_LOG"
    "$build/reroll" sample bits -n 1 --device cuda:0 >/dev/null 2>&1 || skip "no NVRTC (CUDA toolkit)"
}
