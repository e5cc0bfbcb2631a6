#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The makefiles: make help lists every target that the pages name; a failing make test ends with what failed; a new sampler
# recompiles few files; gnuplot is installed only where packages may be; a missing compiler is reported in one line; OpenCL
# finds the runtime of build/venv, although nothing is written outside the build directory; make clean leaves the directory
# as it was. TAP.
cd "$(dirname "$0")/../.." || exit 2
build=$(mkdir -p "${BUILD:-build}" && cd "${BUILD:-build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MAKELEVEL CI PYTHONDONTWRITEBYTECODE
. tests/install/check.sh
# The source files, also in a copy without git.
sources() {
    git ls-files 2>/dev/null | grep . || find . -name 'build*' -prune -o -name '.git*' -prune -o -type f -print | sed 's|^\./||'
}
empty() {
    [ -z "$1" ] || { echo "$1"; return 1; }
}

# ---- make help: its targets exist, and it has all targets that the pages name ----

make -s help BUILD="$build" >"$work/help"
grep -oE '\bmake [a-z][a-z0-9-]*' "$work/help" | sort -u >"$work/helped"
printf 'make %s\n' clean deps install run study test test-deep uninstall >"$work/wanted"
check "make help has run, test, install, clean and more" empty "$(comm -23 "$work/wanted" "$work/helped")"
make -qp help BUILD="$build" | sed -n 's/^\([a-z][a-z0-9-]*\):.*/make \1/p' | sort -u >"$work/targets"
check "all of them are targets" empty "$(comm -23 "$work/helped" "$work/targets")"
# Commands are lines of their own, or between backticks. `make build/FILE` is a file, not a target of the help.
sources | grep -e '\.md$' -e '^\.ci/' | xargs grep -hoE '(`|^ +|^)make [a-z][a-z0-9-]+/?' | grep -v '/$' | grep -o 'make.*' |
    sort -u >"$work/told"
check "it has the targets of the pages ($(wc -l <"$work/told"))" empty "$(comm -23 "$work/told" "$work/helped")"

# ---- A failing `make test` ends with the names of what failed, wherever a test reports it ----

mkdir -p "$work/failing/tap"
{ echo "not ok 1 - first"; echo "# because"; seq -f 'ok %g - later' 2 50; } >"$work/failing/tap/many"
printf 'ok 1 - first\nSegmentation fault\n# status 139\n' >"$work/failing/tap/stopped"
BUILD="$work/failing" tests/failed.sh >"$work/why"
check "the messages of a failure are printed" grep -x '# because' "$work/why"
check "a program that was stopped shows its last line" grep -x 'Segmentation fault' "$work/why"
check "the names of all failures come last" test "$(tail -n 2 "$work/why")" = "many:not ok 1 - first
stopped: # status 139"

# ---- A new sampler, one line in the list, recompiles the files that read the list, not all that include the header ----

# compiled OPTIONS: the number of compiler calls that build the library and the command. Dependency files contain the
# build directory as make was given it.
compiled() {
    make -n BUILD="${BUILD:-build}" "$@" lib "${BUILD:-build}/reroll" | grep -c -e ' -c '
}
more=$(($(compiled -W laws/list.h) - $(compiled)))
check "a new sampler recompiles $more files, at most 25" test "$more" -ge 5 -a "$more" -le 25

# ---- Some kernels have their own optimization level; precompiled headers for other levels are not used for them ----

case $(uname -m) in x86_64) set=avx2 ;; aarch64) set=neon ;; *) set=scalar ;; esac
check "CFLAGS=-O1" make -s BUILD="$work/o1" CFLAGS=-O1 "$work/o1/obj/$set/f64/pack.o" "$work/o1/obj/$set/f64/choice.o"

# ---- gnuplot for the report, on a simulated machine: UID_HERE, APT (the exit status), and the calls of apt-get ----

mkdir "$work/bin"
ln -s $(IFS=:; for folder in $PATH; do ls -d "$folder"/*; done 2>/dev/null | awk -F/ '!seen[$NF]++') "$work/bin/"
rm -f "$work"/bin/gnuplot* "$work/bin/apt-get" "$work/bin/dpkg-query" "$work/bin/id"
printf '#!/bin/sh\necho "$UID_HERE"\n' >"$work/bin/id"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/dpkg-query"
printf '#!/bin/sh\necho "$*" >>"$CALLS"\nexit $APT\n' >"$work/bin/apt-get"
chmod +x "$work/bin/id" "$work/bin/dpkg-query" "$work/bin/apt-get"

# pictures UID APT CI: prints make's output; the calls of apt-get are in $work/calls.
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
check "make pictures as root" pictures 0 0 ''
check "root gets gnuplot by apt-get" fetched
check "make prints one line about it" test "$(cat "$work/said")" = "make: apt-get installs gnuplot-nox"
check "make pictures with CI=true" pictures 1000 0 true
check "CI gets gnuplot by apt-get" fetched
check "other users get nothing, and no message" empty "$(pictures 1000 0 '')"
check "apt-get is not called for other users" test ! -s "$work/calls"
check "make does not fail if apt-get fails" pictures 0 1 ''
check "make prints what is missing" grep 'has tables and no pictures' "$work/said"
wants() {
    PATH=$work/bin make -n "$@" BUILD="$build" 2>/dev/null | grep -c 'deps.sh gnuplot-nox'
}
check "make run does so; make, make all, make install and make lib don't" test \
    "$(wants) $(wants all) $(wants run) $(wants install) $(wants lib)" = "0 0 1 0 0"

# ---- Without a compiler, or without make: the last line names it ----

mkdir "$work/none"
cp -P "$work"/bin/* "$work/none/"
rm -f "$work"/none/*gcc* "$work"/none/*clang* "$work/none/cc"
# ends COMMAND...: the command fails, and its last line contains $end.
ends() {
    ! PATH=$work/none BUILD=$work/bare "$@" >"$work/said" 2>&1
    status=$?
    cat "$work/said"
    [ $status = 0 ] && tail -n 1 "$work/said" | grep -F "$end" | grep -F gcc | grep -q clang
}
end='gcc does not run. A C compiler is needed'
check "make without a compiler" ends make
check "make without a compiler prints one line" test "$(wc -l <"$work/said")" = 1
check "make run without a compiler" ends make -j2 run
check "make help and make clean need no compiler" env PATH="$work/none" make -s help clean BUILD="$work/bare"
python=$build/python-venv/bin/python
if "$python" -c 'import setuptools' 2>/dev/null; then
    end='error: no C compiler: gcc is not found'
    check "the Python package without a compiler" ends "$python" setup.py build_ext
    ln -s "$(command -v gcc)" "$work/none/gcc" && rm "$work/none/make"
    end='error: make is not found'
    check "the Python package without make" ends "$python" setup.py build_ext
else
    for what in compiler make; do check "the Python package without $what # SKIP no $build/python-venv" true; done
fi

# ---- OpenCL: Intel's runtime next to those of the system, by files in the build directory ----

mkdir -p "$work/icd/build/venv/lib" "$work/system" "$work/icd/tests"
cp -r tests/devices "$work/icd/tests/"
echo libpocl.so.2 >"$work/system/pocl.icd"
icd() {
    BUILD=build OCL_ICD_VENDORS=$work/system sh "$work/icd/tests/devices/icd.sh" "$@"
}
own=$work/icd/build/icd
check "without the runtime nothing is printed" empty "$(icd)"
touch "$work/icd/build/venv/lib/libintelocl.so"
check "with the runtime icd.sh prints its directory for a shell" test "$(icd)" = "export OCL_ICD_VENDORS='$own'"
check "icd.sh --folder prints it for make" test "$(icd --folder)" = "$own"
check "the directory has both runtimes" test "$(cat "$own"/*.icd)" = "libpocl.so.2
$work/icd/build/venv/lib/libintelocl.so"
echo libother.so >"$work/system/other.icd" && rm "$work/system/pocl.icd"
icd >/dev/null
check "it follows the changes of the system" test "$(cd "$own" && echo *)" = "other.icd reroll-intel.icd"
check "nothing is printed if the directory is known already" empty \
    "$(BUILD=build OCL_ICD_VENDORS=$own sh "$work/icd/tests/devices/icd.sh")"
check "nothing is printed if the system has the runtime" empty "$(cp "$own/reroll-intel.icd" "$work/system/" && icd)"
# In another build directory, because other tests read the files of this one.
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

# make deps as root, with all packages installed: the OpenCL files of the system stay as they are.
printf '#!/bin/sh\necho ok installed\n' >"$work/bin/dpkg-query"
there() { ls -lR --time-style=full-iso /etc/OpenCL 2>/dev/null | cksum; }
tree() { (cd "$work/tree" && find . -path "./${1:-none}" -prune -o -print | sort); }
mkdir "$work/tree" && sources | tar -cf - -T - | tar -xf - -C "$work/tree"
tree >"$work/before"
# Both virtual environments exist, so that pip downloads nothing.
mkdir -p "$work/tree/build/venv/lib" "$work/tree/build/python-venv/bin"
touch "$work/tree/build/venv/lib/libintelocl.so" "$work/tree/build/venv/done" "$work/tree/build/python-venv/bin/pytest"
before=$(there)
check "make deps as root" env PATH="$work/bin" UID_HERE=0 make -s -C "$work/tree" deps
check "make deps writes nothing outside build/ except packages" test "$(there)" = "$before"
check "make deps writes nothing to the source" empty "$(tree build | comm -3 - "$work/before")"

# ---- make clean ----

check "make a generated header" make -s -C "$work/tree" build/gen/reroll_fill.h
check "a Python script of the tests" env PYTHONPATH="$work/tree/tests/support" python3 -S -c 'import remake'
check "both leave files" test -e "$work/tree/build/gen/reroll_fill.h" -a -e "$work/tree/tests/support/__pycache__"
check "make clean" make -s -C "$work/tree" clean
check "make clean leaves the files that were there before" empty "$(tree | comm -3 - "$work/before")"
echo "1..$number"
exit $failed
