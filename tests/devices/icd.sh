#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Prints what a shell sets so that OpenCL finds Intel's CPU runtime, which tests/requirements.txt puts into the tests' virtual
# environment, beside the runtimes of the system:    eval "$(tests/devices/icd.sh)"
# Nothing, where Intel's is not installed. BUILD: the build folder.
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${BUILD:-build}" 2>/dev/null && pwd) || exit 0
library=$build/venv/lib/libintelocl.so
[ -e "$library" ] || exit 0
mkdir -p "$build/icd"
for icd in /etc/OpenCL/vendors/*.icd; do
    [ -e "$icd" ] && cp "$icd" "$build/icd/"
done
# Renamed into place: tests run side by side.
echo "$library" >"$build/icd/intel.$$" && mv "$build/icd/intel.$$" "$build/icd/intel.icd"
echo "export OCL_ICD_VENDORS='$build/icd' LD_LIBRARY_PATH='${library%/*}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}'"
