# SPDX-License-Identifier: MIT OR Apache-2.0
# The start of tests on OpenCL devices: `. tests/devices/opencl.sh` in the root, with BUILD's folder as $build. OpenCL finds
# the runtimes (icd.sh); compiled kernels stay in the build folder for the next time.
#
#   skip REASON             ends a test that cannot run here
#   opencl_devices LANES    names of the usable devices with at least this many lanes
#   tap_of FILE PROGRAM ... the program's TAP into a file, and "# status N" if it exits with another status than 0
#   tap_join FILE ...       joins them: continuous numbers, one plan; the status is the highest of theirs, at least 1 where a
#                           test failed. A program that ended before its plan is a separate failure.
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

# A program that was ended by a signal is run once more, with a message: a runtime did that once in CI, with a program that
# then ran about 200 times, cold and warm, with guard pages and with the address sanitizer, without failing again.
tap_of() {
    file=$1
    shift
    echo "# ${REROLL_OPENCL_WARP:+warps by $REROLL_OPENCL_WARP: }$*" >"$file"
    "$@" >>"$file" 2>&1 && return
    status=$?
    if [ $status -gt 128 ]; then
        { sed 's/^/# /' "$file"; echo "# ended by signal $((status - 128)), once more"; } >"$file.first"
        mv "$file.first" "$file"
        "$@" >>"$file" 2>&1 && return
        status=$?
    fi
    echo "# status $status" >>"$file"
}

tap_join() {
    awk 'function closed() {
            if (!planned) print "not ok " ++n " - the tests before this ended early"
            if (!planned && !worst) worst = 1
        }
        FNR == 1 && NR > 1 {closed()}
        FNR == 1 {planned = 0}
        /^TAP/ {next}
        /^1\.\./ {planned = 1; next}
        /^(not )?ok / {sub(/ok [0-9]+/, "ok " ++n)}
        /^# status/ && $3 > worst {worst = $3}
        /^not ok|^Bail out/ && !worst {worst = 1}
        {print}
        END {closed(); print "1.." n; exit worst}' "$@"
}
