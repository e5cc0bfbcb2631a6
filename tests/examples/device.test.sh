#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Runs the programs of examples/device/programs.txt that make has built (mk/examples.mk) on an OpenCL device, on the CUDA
# driver of the tests and, where there is one, on a GPU. TAP. BUILD: the build folder.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
work=$build/examples/device
log=$build/examples/device.log
number=0
[ -d "$work" ] || { echo "1..0 # SKIP $work is not built (make device-examples)"; exit 0; }

# say STATUS WHAT: a program's status, or one that is skipped.
say() {
    number=$((number + 1))
    case $1 in
    0) echo "ok $number - $2" ;;
    3) echo "ok $number # SKIP $2: no such device" ;;
    *) echo "not ok $number - $2"; sed 's/^/# /' "$log" ;;
    esac
}

eval "$(tests/devices/icd.sh)"
devices=$("$build/reroll" devices --json | sed -n 's/.*"name": "\(opencl:[^"]*\)", "available": true.*/\1/p' | tail -1)
header=$build/gen/reroll_device_single.h
while read -r how name arguments; do
    [ "$how" != "#" ] && [ -x "$work/$name" ] || continue
    case $arguments in
    DEVICE*)
        for device in $devices cuda:0; do
            "$work/$name" "$device" examples/device >"$log" 2>&1
            say $? "$name, $device: $(tail -1 "$log")"
        done
        fake=$PWD/$build/tests/devices/libfake_cuda.so
        case $build in /*) fake=$build/tests/devices/libfake_cuda.so ;; esac
        [ -f "$fake" ] || continue
        REROLL_CUDA=$fake REROLL_NVRTC=$fake "$work/$name" cuda:0 examples/device >"$log" 2>&1
        say $? "$name, the CUDA driver of the tests: $(tail -1 "$log")"
        ;;
    *)
        "$work/$name" ${arguments:+"$header"} >"$log" 2>&1
        status=$?
        [ $status = 127 ] && status=3   # libcuda is not there to be linked with
        say $status "$name: $(tail -1 "$log")"
        ;;
    esac
done <examples/device/programs.txt
log=/dev/null
say $((number == 0)) "something was run"
echo "1..$number"
