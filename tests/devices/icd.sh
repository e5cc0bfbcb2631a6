#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Intel's OpenCL runtime for CPUs, which tests/requirements.txt installs in the tests' virtual environment (make deps), in
# addition to the runtimes of the system. Nothing is written outside the build folder:
#
#   eval "$(tests/devices/icd.sh)"   for one shell, a program of tests too: OpenCL finds it; nothing is printed where it is
#                                    found anyway, or not installed
#   tests/devices/icd.sh --folder    the folder of .icd files alone, for make
#
# BUILD: the build folder. OCL_ICD_VENDORS: the folder with the system's files, if it is another one.
cd "$(dirname "$0")/../.." || exit 2
vendors=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}
build=$(cd "${BUILD:-build}" 2>/dev/null && pwd) || exit 0
library=$build/venv/lib/libintelocl.so
[ -e "$library" ] && { [ -d "$vendors" ] || [ ! -e "$vendors" ]; } || exit 0

for icd in "$vendors"/*.icd; do
    there=$(cat "$icd" 2>/dev/null)
    case $there in */libintelocl.so) [ -e "$there" ] && exit 0 ;; esac
done
own=$build/icd
mkdir -p "$own"
for icd in "$own"/*.icd; do
    [ -e "$icd" ] || rm -f "$icd"
done
for icd in "$vendors"/*.icd; do
    [ -e "$icd" ] && [ "$(readlink "$own/${icd##*/}")" != "$icd" ] && ln -sf "$icd" "$own/"
done
# Existing files are never absent, not even briefly: tests run in parallel.
echo "$library" >"$own/intel.$$" && mv "$own/intel.$$" "$own/reroll-intel.icd"
if [ "${1:-}" = --folder ]; then echo "$own"; else echo "export OCL_ICD_VENDORS='$own'"; fi
