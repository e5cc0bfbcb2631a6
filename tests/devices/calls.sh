# SPDX-License-Identifier: MIT OR Apache-2.0
# The devices of a test of calls: `. tests/devices/calls.sh` in the root, with BUILD's folder as $build. OpenCL finds the
# runtimes (icd.sh).
#
#   $devices   the usable OpenCL devices, one word each; without REROLL_DEEP only PoCL, where it is one of them
#   $cuda      cuda:0 where the CUDA driver of the tests is built, which is then the driver; else empty
eval "$(tests/devices/icd.sh)"
# PoCL's optimizer takes most of the time of these tests; bits.c tests optimized kernels.
[ -n "$REROLL_DEEP" ] || export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
devices=$("$build/reroll" devices --json | sed -n 's/.*"name": "\(opencl:[^"]*\)", "available": true.*/\1/p')
if [ -z "$REROLL_DEEP" ] && "$build/reroll" sample bits -n 1 --device opencl:pocl >/dev/null 2>&1; then devices=opencl:pocl; fi
cuda=
fake=$build/tests/devices/libfake_cuda.so
if [ -f "$fake" ]; then
    case $fake in /*) ;; *) fake=$PWD/$fake ;; esac
    export REROLL_CUDA="$fake" REROLL_NVRTC="$fake"
    cuda=cuda:0
fi
