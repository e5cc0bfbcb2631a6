#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Instruction sets of a build: `make run` alone builds scalar lanes and this processor's best set; other targets build all
# sets. A build directory keeps its sets. The library follows ISAS, and names the sets that it lacks. TAP.
cd "$(dirname "$0")/../.." || exit 2
build=$(mkdir -p "${BUILD:-build}" && cd "${BUILD:-build}" && pwd)
work=$(mktemp -d)
own=$build/sets.$$   # in the file system of the build, for links
trap 'rm -rf "$work" "$own"' EXIT
unset MAKEFLAGS MAKELEVEL MAKECMDGOALS ISAS
. tests/install/check.sh

if [ "$(uname -m)" != x86_64 ] || ! grep -qw avx2 /proc/cpuinfo; then
    echo "1..0 # SKIP this processor has one set"
    exit 0
fi
best=avx2
grep -qw avx512vl /proc/cpuinfo && grep -qw avx512dq /proc/cpuinfo && grep -qw avx512bw /proc/cpuinfo && best=avx512
all="scalar avx2 avx512"

# ---- The sets that a target builds, as the makefiles choose them ----

# builds SETS DIRECTORY ARGUMENT...: make with these arguments builds these sets
builds() {
    want=$1
    folder=$2
    shift 2
    echo '$(error = $(ISAS) =)' | make -f Makefile -f - BUILD="$folder" "$@" 2>&1 | tee /dev/stderr | grep -qF "= $want ="
}
check "make run builds scalar lanes and $best" builds "scalar $best" "$work/run" run
check "so it does with -j" builds "scalar $best" "$work/run" -j3 run
check "and make run-build" builds "scalar $best" "$work/run" run-build
for goals in '' install lib 'run test' wheel; do
    # shellcheck disable=SC2086
    check "make${goals:+ }$goals builds all" builds "$all" "$work/run" $goals
done
check "ISAS says otherwise" builds "scalar avx2" "$work/run" run ISAS="scalar avx2"
check "a build for another machine has all" builds "$all" "$work/run" run CROSS=/usr/bin/
check "so has one whose processor can't be asked" builds "$all" "$work/none" run CC='gcc -c'
mkdir -p "$work/has/gen" && echo "$all" >"$work/has/gen/isas"
check "a folder that has all keeps all" builds "$all" "$work/has" run
compiled() {
    make -n BUILD="$work/run" run 2>/dev/null | sed -n 's|.* -c targets/cpu/kernels/.*/obj/\([a-z0-9]*\)/.*|\1|p' | sort -u
}
check "kernels of no other set are compiled" test "$(echo $(compiled))" = "$best scalar"
says() {
    make -n -o run-build run BUILD="$1" | grep -c 'This library has the instruction sets'
}
check "make run says that there are more, where there are" test "$(says "$work/run") $(says "$work/has")" = "1 0"

# ---- The library follows ISAS. All objects are there, so that these builds only link. ----

mkdir "$own"
cp -al "$build/obj" "$build/gen" "$own/"
rm -f "$own/obj/targets/cpu/isa.o" "$own"/gen/isas "$own"/gen/isas_here "$own"/gen/commit "$own"/gen/mpicc
linked() {
    make BUILD="$own" ISAS="$1" "$own/reroll" >"$work/log.make" 2>&1
    status=$?
    cat "$work/log.make"
    [ $status = 0 ] && ! grep -q "^  CC obj/\(scalar\|avx2\)/" "$work/log.make"
}
# lists DEVICE AVAILABLE WHY
lists() {
    "$own/reroll" devices | tee /dev/stderr | grep -qx "$1 *$2 *[0-9]*$3"
}
check "ISAS=scalar links" linked scalar
check "its list says that avx2 is not in it" lists cpu:avx2 no '  not in this library: it was built with ISAS="scalar"'
check "so does --json" sh -c "'$own/reroll' devices --json | grep -F '\"cpu:avx2\"' |
    grep -F '\"why\": \"not in this library: it was built with ISAS=\\\"scalar\\\"\"'"
refused() {
    ! "$own/reroll" sample normal -n 1 --device cpu:avx2 >"$work/refused" 2>&1
    cat "$work/refused"
    grep -qxF 'reroll: --device cpu:avx2 is not usable here: not in this library: it was built with ISAS="scalar"' \
        "$work/refused"
}
check "and --device" refused
check "ISAS=\"scalar avx2\" in the same folder links again" linked "scalar avx2"
check "and has avx2" lists cpu:avx2 yes ''
check "a set of other processors is none of this one's" lists cpu:neon no '  not built for this kind of processor'
why='this processor lacks it'
[ $best = avx2 ] || why='not in this library: it was built with ISAS="scalar avx2"'
check "avx512: $why" lists cpu:avx512 no "  $why"
check "the same once more is nothing to do" make -q BUILD="$own" ISAS="scalar avx2" "$own/reroll"
check "a set less links again" linked scalar
check "without members of the other one" sh -c "! nm '$own/libreroll.a' 2>/dev/null | grep -q ' D rr_isa_avx2$' &&
    nm '$own/libreroll.a' 2>/dev/null | grep -qi ' [dr] rr_isa_scalar$'"
echo "1..$number"
exit $failed
