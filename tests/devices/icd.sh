#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Intel's OpenCL runtime for CPUs, which tests/requirements.txt puts into the tests' virtual environment, where it is installed:
#
#   eval "$(tests/devices/icd.sh)"   for one shell: OpenCL finds it beside the runtimes of the system; nothing is printed where
#                                    the system has it already
#   tests/devices/icd.sh --install   for the system, as root (make deps)
#
# BUILD: the build folder.
cd "$(dirname "$0")/../.." || exit 2
vendors=/etc/OpenCL/vendors
build=$(cd "${BUILD:-build}" 2>/dev/null && pwd) || exit 0
library=$build/venv/lib/libintelocl.so
[ -e "$library" ] || exit 0
if [ "${1:-}" = --install ]; then
    mkdir -p "$vendors" && echo "$library" >"$vendors/reroll-intel.icd"
    exit
fi
for icd in "$vendors"/*.icd; do
    case $(cat "$icd" 2>/dev/null) in */libintelocl.so) [ -e "$(cat "$icd")" ] && exit 0 ;; esac
done
mkdir -p "$build/icd"
for icd in "$vendors"/*.icd; do
    [ -e "$icd" ] && cp "$icd" "$build/icd/"
done
# Renamed into place: tests run side by side.
echo "$library" >"$build/icd/intel.$$" && mv "$build/icd/intel.$$" "$build/icd/reroll-intel.icd"
echo "export OCL_ICD_VENDORS='$build/icd'"
