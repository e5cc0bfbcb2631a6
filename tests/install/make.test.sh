#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# What the makefiles promise: help knows every command, a new sampler remakes little, gnuplot is fetched where packages may
# be, a missing compiler is named in one line, a machine without a network does its job all the same, OpenCL finds the
# runtime of build/venv though nothing is written outside the build folder, and make clean leaves the folder as it was. TAP.
cd "$(dirname "$0")/../.." || exit 2
build=$(mkdir -p "${BUILD:-build}" && cd "${BUILD:-build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MAKELEVEL CI PYTHONDONTWRITEBYTECODE
. tests/install/check.sh
# The files of the source, in a copy that git doesn't know too.
sources() {
    git ls-files 2>/dev/null | grep . || find . -name 'build*' -prune -o -name '.git*' -prune -o -type f -print | sed 's|^\./||'
}
empty() {
    [ -z "$1" ] || { echo "$1"; return 1; }
}

# ---- make help: the commands that it names are there, and those that the documents name are in it. ----

make -s help BUILD="$build" >"$work/help"
grep -oE '\bmake [a-z][a-z0-9-]*' "$work/help" | sort -u >"$work/helped"
printf 'make %s\n' clean deps install run study test test-deep uninstall >"$work/wanted"
check "make help has run, test, install, clean and more" empty "$(comm -23 "$work/wanted" "$work/helped")"
make -qp help BUILD="$build" | sed -n 's/^\([a-z][a-z0-9-]*\):.*/make \1/p' | sort -u >"$work/targets"
check "they are all targets" empty "$(comm -23 "$work/helped" "$work/targets")"
# Commands stand by themselves, or between backticks.
sources | grep -e '\.md$' -e '^\.ci/' | xargs grep -hoE '(`|^ +|^)make [a-z][a-z0-9-]+' | grep -o 'make.*' | sort -u >"$work/told"
check "those of the documents are in it ($(wc -l <"$work/told"))" empty "$(comm -23 "$work/told" "$work/helped")"

# ---- A new sampler, a line in its list, remakes what reads the list, not all that includes the header. ----

# compiled OPTIONS: how many calls of the compiler would make the library and the command. Dependency files name the build
# folder as make was given it.
compiled() {
    make -n BUILD="${BUILD:-build}" "$@" lib "${BUILD:-build}/reroll" | grep -c -e ' -c '
}
more=$(($(compiled -W laws/list.h) - $(compiled)))
check "a new sampler compiles $more files again, not more than 25" test "$more" -ge 5 -a "$more" -le 25

# ---- Some kernels have an optimization of their own, whatever the user's: what is precompiled for it is not theirs. ----

case $(uname -m) in x86_64) set=avx2 ;; aarch64) set=neon ;; *) set=scalar ;; esac
check "CFLAGS=-O1" make -s BUILD="$work/o1" CFLAGS=-O1 "$work/o1/obj/$set/f64/pack.o" "$work/o1/obj/$set/f64/choice.o"

# ---- gnuplot for the report, on a machine that is made up: UID_HERE, APT (the exit status), and calls of apt-get. ----

mkdir "$work/bin"
ln -s $(IFS=:; for folder in $PATH; do ls -d "$folder"/*; done 2>/dev/null | awk -F/ '!seen[$NF]++') "$work/bin/"
rm -f "$work"/bin/gnuplot* "$work/bin/apt-get" "$work/bin/dpkg-query" "$work/bin/id"
printf '#!/bin/sh\necho "$UID_HERE"\n' >"$work/bin/id"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/dpkg-query"
printf '#!/bin/sh\necho "$*" >>"$CALLS"\nexit $APT\n' >"$work/bin/apt-get"
chmod +x "$work/bin/id" "$work/bin/dpkg-query" "$work/bin/apt-get"

# pictures UID APT CI: what make says; the calls of apt-get are in $work/calls.
pictures() {
    : >"$work/calls"
    PATH=$work/bin UID_HERE=$1 APT=$2 CI=$3 CALLS=$work/calls make -s pictures BUILD="$build" >"$work/said" 2>&1
    status=$?
    cat "$work/said"
    return $status
}
fetched() {
    grep -q 'install .*gnuplot-nox' "$work/calls"
}
check "root gets gnuplot" pictures 0 0 ''
check "by apt-get" fetched
check "and one line says so" test "$(cat "$work/said")" = "make: apt-get installs gnuplot-nox"
check "CI too" pictures 1000 0 true
check "by apt-get" fetched
check "others get nothing, and no complaint" empty "$(pictures 1000 0 '')"
check "nor is apt-get called" test ! -s "$work/calls"
check "where apt-get fails there is no failure" pictures 0 1 ''
check "which says what is missing" grep 'has tables and no pictures' "$work/said"
wants() {
    PATH=$work/bin make -n "$@" BUILD="$build" 2>/dev/null | grep -c 'deps.sh gnuplot-nox'
}
check "make run does so; make, make all, make install and make lib don't" test \
    "$(wants) $(wants all) $(wants run) $(wants install) $(wants lib)" = "0 0 1 0 0"

# ---- Without a compiler, or without make: one line at the end says so. ----

mkdir "$work/none"
cp -P "$work"/bin/* "$work/none/"
rm -f "$work"/none/*gcc* "$work"/none/*clang* "$work/none/cc"
# ends COMMAND...: it fails, and its last line has $end.
ends() {
    ! PATH=$work/none BUILD=$work/bare "$@" >"$work/said" 2>&1
    status=$?
    cat "$work/said"
    [ $status = 0 ] && tail -n 1 "$work/said" | grep -F "$end" | grep -F gcc | grep -q clang
}
end='gcc does not run. A C compiler is needed'
check "make without a compiler" ends make
check "which prints one line" test "$(wc -l <"$work/said")" = 1
check "make run, too" ends make -j2 run
check "make help and make clean need none" env PATH="$work/none" make -s help clean BUILD="$work/bare"
python=$build/python-venv/bin/python
if "$python" -c 'import setuptools' 2>/dev/null; then
    end='error: no C compiler: gcc is not found'
    check "the Python package without a compiler" ends "$python" setup.py build_ext
    ln -s "$(command -v gcc)" "$work/none/gcc" && rm "$work/none/make"
    end='error: make is not found'
    check "without make" ends "$python" setup.py build_ext
else
    for what in compiler make; do check "the Python package without $what # SKIP no $build/python-venv" true; done
fi

# ---- OpenCL: Intel's runtime beside those of the system, by files in the build folder. ----

mkdir -p "$work/icd/build/venv/lib" "$work/system" "$work/icd/tests"
cp -r tests/devices "$work/icd/tests/"
echo libpocl.so.2 >"$work/system/pocl.icd"
icd() {
    BUILD=build OCL_ICD_VENDORS=$work/system sh "$work/icd/tests/devices/icd.sh" "$@"
}
own=$work/icd/build/icd
check "without it nothing is printed" empty "$(icd)"
touch "$work/icd/build/venv/lib/libintelocl.so"
check "with it a shell is told its folder" test "$(icd)" = "export OCL_ICD_VENDORS='$own'"
check "and make" test "$(icd --folder)" = "$own"
check "which has both runtimes" test "$(cat "$own"/*.icd)" = "libpocl.so.2
$work/icd/build/venv/lib/libintelocl.so"
echo libother.so >"$work/system/other.icd" && rm "$work/system/pocl.icd"
icd >/dev/null
check "it follows the system" test "$(cd "$own" && echo *)" = "other.icd reroll-intel.icd"
check "nothing is printed where the folder is known already" empty \
    "$(BUILD=build OCL_ICD_VENDORS=$own sh "$work/icd/tests/devices/icd.sh")"
check "nor where the system has it" empty "$(cp "$own/reroll-intel.icd" "$work/system/" && icd)"
# In a build folder of its own: other tests read the files of this one.
listed() {
    mkdir "$work/listed" "$work/pocl" && ln -s "$build/venv" "$build/reroll" "$work/listed"
    cp /etc/OpenCL/vendors/pocl.icd "$work/pocl"
    OCL_ICD_VENDORS=$work/pocl make -s -o "$work/listed/reroll" devices BUILD="$work/listed" 2>&1 |
        grep -c '^opencl:[01] *yes'
}
if [ -x "$build/reroll" ] && [ -e "$build/venv/lib/libintelocl.so" ] && [ -e /etc/OpenCL/vendors/pocl.icd ]; then
    check "make devices lists both" test "$(listed)" = 2
else
    check "make devices lists both # SKIP one is not installed" true
fi

# make deps as root, all packages being there: what the system has of OpenCL stays as it is.
printf '#!/bin/sh\necho ok installed\n' >"$work/bin/dpkg-query"
there() { ls -lR --time-style=full-iso /etc/OpenCL 2>/dev/null | cksum; }
tree() { (cd "$work/tree" && find . -path "./${1:-none}" -prune -o -print | sort); }
mkdir "$work/tree" && sources | tar -cf - -T - | tar -xf - -C "$work/tree"
tree >"$work/before"
# Both virtual environments are there, so that pip fetches nothing.
mkdir -p "$work/tree/build/venv/lib" "$work/tree/build/python-venv/bin"
touch "$work/tree/build/venv/lib/libintelocl.so" "$work/tree/build/venv/done" "$work/tree/build/python-venv/bin/pytest"
before=$(there)
check "make deps as root" env PATH="$work/bin" UID_HERE=0 make -s -C "$work/tree" deps
check "writes nothing beside the packages and build/" test "$(there)" = "$before"
check "nor in the source" empty "$(tree build | comm -3 - "$work/before")"

# ---- make clean ----

check "a part of the build" make -s -C "$work/tree" build/gen/reroll_fill.h
check "and a script" env PYTHONPATH="$work/tree/tests/support" python3 -S -c 'import remake'
check "are there" test -e "$work/tree/build/gen/reroll_fill.h" -a -e "$work/tree/tests/support/__pycache__"
check "make clean" make -s -C "$work/tree" clean
check "leaves what was there before" empty "$(tree | comm -3 - "$work/before")"
echo "1..$number"
exit $failed
