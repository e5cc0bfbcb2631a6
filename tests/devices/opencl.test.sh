#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Runs bits.c on every OpenCL device that is usable here, all at once: each takes its share of the kernels. TAP. Compiled
# kernels stay in the build folder for the next time. BUILD: where the library is. Arguments: options of bits, in place
# of --share.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
eval "$(tests/devices/icd.sh)"

skip() {
    echo "1..0 # SKIP $1"
    exit 0
}
[ -x "$build/gpu-check/bits" ] || skip "$build/gpu-check/bits is not built"
# Name and lanes. The kernels are dealt out by the quickness of compilers: that of a device with warps of one lane (PoCL)
# takes a third of the other's time.
devices=$("$build/reroll" devices --json |
    sed -n 's/.*"name": "\(opencl:[^"]*\)", "available": true.*"lanes": \([0-9]*\).*/\1 \2/p')
[ -n "$devices" ] || skip "no OpenCL device (Debian: pocl-opencl-icd)"
shares=$(echo "$devices" | awk '{n = $2 == 1 ? 3 : 1; first[NR] = all + 0; all += n; name[NR] = $1; last[NR] = all - 1}
    END {for (i = 1; i <= NR; ++i) print name[i], "--share=" first[i] "-" last[i] "/" all}')

work=$build/devices/bits
mkdir -p "$work/cache" && rm -f "$work"/*.tap
REROLL_CACHE=$(cd "$work/cache" && pwd)
export REROLL_CACHE POCL_CACHE_DIR="$REROLL_CACHE"
number=0
while read -r device share; do
    "$build/gpu-check/bits" "$device" "${@:-$share}" >"$work/$number.tap" 2>&1 || echo "# status $?" >>"$work/$number.tap" &
    number=$((number + 1))
done <<END
$shares
END
wait
# One plan, numbers that go on. A program that ended before its plan is a failure of its own.
awk 'FNR == 1 && NR > 1 && !planned {print "not ok " ++n " - the tests before this ended early"}
    FNR == 1 {planned = 0}
    /^(not )?ok / {sub(/ok [0-9]+/, "ok " ++n)}
    /^1\.\./ {planned = 1; next}
    {print}
    END {if (!planned) print "not ok " ++n " - the tests before this ended early"; print "1.." n}' "$work"/*.tap
! grep -q '^not ok\|^# status\|^Bail out' "$work"/*.tap
