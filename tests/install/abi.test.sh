#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The contract of versions for programs: all that a program relies on which was compiled against the first patch version is
# in this one (abi/interface.py; abidiff, where it is installed). Changes that break such a program are noticed, others are
# accepted. tests/exact/calls/older.c runs a program with smaller structs. TAP.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MAKELEVEL MAKECMDGOALS
. tests/install/check.sh
abi=tests/install/abi
version=$(awk '/define RR_VERSION_(MAJOR|MINOR)/ {v = v (v ? "." : "") $3} END {print v}' include/reroll_core.h)
record=$abi/reroll-$version

# like FOLDER LIBRARY: these headers and this library have all of the record.
like() {
    "${PYTHON:-python3}" $abi/interface.py check "$record.txt" "$2" "$1" "$build/gen"
}
check "this version has the interface of $version" like include "$build/libreroll.so"

# edited FILE SED: a copy of the headers, one of which is changed.
edited() {
    rm -rf "$work/include"
    cp -R include "$work/include"
    sed -i "$2" "$work/include/$1"
    ! cmp -s "include/$1" "$work/include/$1"
}
# accepted FILE SED, reported WORDS FILE SED: the result of the comparison.
accepted() {
    edited "$1" "$2" && like "$work/include" "$build/libreroll.so"
}
reported() {
    ! accepted "$2" "$3" >"$work/said" 2>&1 && cat "$work/said" && grep -qF "$1" "$work/said"
}
check "accepted: rr_job has one more member, the last" accepted reroll_core.h 's/^} rr_job;/    uint64_t more;\n&/'
check "accepted: a new function and a new status" accepted reroll_core.h \
    's/^RR_API const char \*rr_version/RR_API int rr_more(int);\n&/; s/ RR_ERR_FIT = 9 /&, RR_ERR_MORE /'
check "noticed: a member in the middle of rr_job" reported 'was: member rr_job.rows 48 8' reroll_core.h \
    's/^    uint64_t rows, cols;/    uint64_t more;\n&/'
check "noticed: one more member of rr_counts, which is part of rr_result" reported 'was: struct rr_counts' reroll_result.h \
    's/^} rr_counts;/    uint64_t more;\n&/'
check "noticed: a longer rr_sink, which has its size but must have that size" reported 'was: struct rr_sink' reroll_gpu.h \
    's/^} rr_sink;/    void *more;\n&/'
check "noticed: a member with another type" reported 'was: member rr_job.flags 592 4' reroll_core.h \
    's/^    uint32_t flags; /    uint64_t flags; /'
check "noticed: another value of a status" reported 'was: value RR_ERR_CAP 6' reroll_core.h \
    's/RR_ERR_CAP = 6/RR_ERR_CAP = 16/'
check "noticed: another value of a flag" reported 'was: value RR_ANTITHETIC 2' reroll_core.h \
    's/RR_ANTITHETIC 2u/RR_ANTITHETIC 32u/'
check "noticed: a parameter with another type" reported 'was: function rr_stream rr_stream_make(uint64_t, uint64_t)' \
    reroll_core.h 's/rr_stream_make(uint64_t seed, uint64_t/rr_stream_make(uint64_t seed, uint32_t/'
check "noticed: a function that is not declared" reported 'gone: function const char *rr_version(void)' reroll_core.h \
    '/^RR_API const char \*rr_version/d'
# missing: a library without the functions.
missing() {
    echo 'int rr_version(void); int rr_version(void) { return 0; }' | ${CC:-cc} -shared -fPIC -x c - -o "$work/none.so" &&
        ! like include "$work/none.so" >"$work/said" &&
        grep -F 'not in the library: function rr_status rr_run(' "$work/said" &&
        ! grep -F 'not in the library: function const char *rr_version' "$work/said"
}
check "noticed: functions that the library lacks" missing

# ---- abidiff: the debug information of the library, where it has some ----

# differs SED: with a record that is changed, which is as if the library were.
compared() {
    make -s abi BUILD="$build" ISAS="$(cat "$build/gen/isas")" "$@"
}
differs() {
    sed "$1" "$record.abi" >"$work/reroll-$version.abi"
    ! cmp -s "$record.abi" "$work/reroll-$version.abi" && cp "$record.txt" "$work/" &&
        compared ABI_OF="$work/reroll-$version"
}
noticed() {
    ! differs "$1" >"$work/said" 2>&1 && cat "$work/said" && grep -q "$2" "$work/said"
}
if ! command -v abidiff >/dev/null; then
    why='no abidiff'
elif [ "$(uname -m)" != x86_64 ]; then
    why='the record is for x86-64'
elif ! readelf -SW "$build/libreroll.so" | grep -qF .debug_info; then
    why='the library has no debug information'
else
    why=
fi
if [ -z "$why" ]; then
    check "abidiff: this version has the interface of $version" compared
    check "abidiff accepts a new function" differs \
        "/symbol name='rr_wait'/d; /<function-decl name='rr_wait'/,/<\/function-decl>/d"
    check "abidiff notices another offset" noticed "s/layout-offset-in-bits='4736'/layout-offset-in-bits='4768'/" "struct rr_job' changed"
    check "abidiff notices a function that the library lacks" noticed 's/rr_sha256_start/rr_sha256_begin/g' "rr_sha256_begin"
else
    for what in 'this version' 'a new function' 'another offset' 'a function'; do
        check "abidiff: $what # SKIP $why" true
    done
fi
echo "1..$number"
exit $failed
