# SPDX-License-Identifier: MIT OR Apache-2.0
# Functions that the tests of the studies share: quick runs on the library that the tests have built. A test sets NAME and loads
# this.
load ../cli/helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    BUILD=${BUILD:-build}
    [ -f "$BUILD/libreroll.a" ] || skip "$BUILD/libreroll.a is not built"
    STUDY=$BUILD/studies/$NAME
}

# The library is as the tests built it; only the study itself is made. With CLOCK=N clocks run N times as fast, so that calls
# are timed for a shorter time: no test checks the times.
study() {
    local clock=()
    if [ -n "$CLOCK" ]; then
        [ -f "$BATS_FILE_TMPDIR/shim.so" ] || build_shim
        clock=(env SHIM_CLOCK="$CLOCK" LD_PRELOAD="$(preload)")
    fi
    "${clock[@]}" make -s -o "$BUILD/libreroll.a" study BUILD="$BUILD" "$@"
}

# made TABLE: the quick study has run; TABLE is the last that it writes.
made() {
    [ -f "$STUDY/$1.csv" ] || study NAME="$NAME" QUICK=1
}

# on_opencl TABLES: a quick run of these tables on a device of OpenCL, whose name is then $DEVICE, in a folder of its own,
# $STUDY. FRESH=1: every kernel is compiled, whatever is cached. PoCL compiles the fastest. With REROLL_DEEP only: compilers
# take most of the time of these tests.
on_opencl() {
    [ -n "$REROLL_DEEP" ] || skip "on OpenCL with REROLL_DEEP (make deep-devices)"
    eval "$(tests/devices/icd.sh)"
    REROLL_CACHE=$BATS_TEST_TMPDIR/kernels
    [ -n "$FRESH" ] || REROLL_CACHE=$(realpath "$BUILD")/devices/bits/cache
    mkdir -p "$REROLL_CACHE"
    export REROLL_CACHE POCL_CACHE_DIR=$REROLL_CACHE
    for DEVICE in opencl:pocl opencl:0 ''; do
        [ -n "$DEVICE" ] || skip "no OpenCL device is usable (Debian: pocl-opencl-icd)"
        ! "$BUILD/reroll" sample bits -n 1 --device "$DEVICE" >/dev/null 2>&1 || break
    done
    on_device "$@"
}

# on_cuda TABLES: the same with the CUDA driver of the tests.
on_cuda() {
    local fake
    fake=$(realpath "$BUILD")/tests/devices/libfake_cuda.so
    [ -f "$fake" ] || skip "$fake is not built"
    export REROLL_CUDA=$fake REROLL_NVRTC=$fake DEVICE=cuda:0
    on_device "$@"
}

on_device() {
    local program=$BUILD/studies/$NAME/$NAME
    [ -x "$program" ] || make -s -o "$BUILD/libreroll.a" BUILD="$BUILD" NAME="$NAME" "$program"
    STUDY=$BATS_TEST_TMPDIR/$NAME
    mkdir -p "$STUDY"
    "$program" "$STUDY" --quick --device "$DEVICE" --tables "$1"
}

# device_pictures FILE...: with these tables of a device, and the others unchanged, the pictures are drawn, and name it.
device_pictures() {
    command -v gnuplot >/dev/null || return 0
    cp -n "$BUILD/studies/$NAME"/*.csv "$STUDY"
    (root=$PWD && cd "$STUDY" && gnuplot "$root/studies/$NAME/$NAME.gp")
    for picture in "$@"; do grep -q "$DEVICE" "$STUDY/$picture.svg" || { echo "$picture.svg lacks $DEVICE"; false; }; done
}

# columns TABLE COLUMN...: the head of TABLE.csv is these names, README.md has them, and all rows are full.
columns() {
    local table=$1
    shift
    [ "$(head -n 1 "$STUDY/$table.csv")" = "$(IFS=,; echo "$*")" ]
    for column in "$@"; do
        grep -q "^| .*\`$column\`" "studies/$NAME/README.md" || { echo "README.md lacks $column"; false; }
    done
    full "$table" $#
}

# full TABLE N: all rows of TABLE.csv have N cells.
full() {
    awk -F, -v n="$2" 'NF != n || NR > 1 && /nan|inf/ {print "malformed: " $0; bad = 1} END {exit bad || NR < 2}' \
        "$STUDY/$1.csv"
}

# pictures FILE...: they are well formed, and the report's section has them all, without duplicate ids.
pictures() {
    for picture in "$@"; do
        python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$STUDY/$picture.svg"
    done
    (! grep -E '<!-- (.*\.(svg|csv)|provenance) -->' "$STUDY/section.html")
    [ -z "$(grep -oE " id=[\"'][^\"']*" "$STUDY/section.html" | sort | uniq -d)" ]
}
