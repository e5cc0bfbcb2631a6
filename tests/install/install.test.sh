#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# make install; the README's program, compiled by each of the README's lines; the versions that find_package accepts; make
# uninstall. TAP.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/install/check.sh

# readme LANGUAGE WORD: the README's code block in LANGUAGE that contains WORD.
readme() {
    awk -v begin="^\`\`\`$1\$" -v word="$2" '
        $0 ~ begin {inside = 1; text = ""; next}
        /^```$/ {if (inside && index(text, word)) printf "%s", text; inside = 0}
        inside {text = text $0 "\n"}' README.md
}

# ---- make install, into a directory that contains another program's file ----

prefix=$work/prefix
mkdir -p "$prefix/bin" "$prefix/lib/cmake" && echo mine >"$prefix/bin/mine"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
check "make install" make -s install BUILD="$build" PREFIX="$prefix"
check "the command runs" "$prefix/bin/reroll" sample gamma --shape 2 -n 3
# Every command has a page, named by the part after the colon. It contains every option that --help lists.
pages() {
    man=$prefix/share/man/man1
    "$prefix/bin/reroll" --help | sed -n '/^COMMANDS/,/^$/s/^    \([a-z][a-z:]*\).*/\1/p' >"$work/commands"
    [ -s "$work/commands" ] && ls "$man/reroll.1" || return 1
    while read -r command; do
        "$prefix/bin/reroll" "$command" --help | sed -n 's/^    \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' >"$work/options"
        sed 's/\\-/-/g' "$man/reroll-${command##*:}.1" >"$work/page" && [ -s "$work/options" ] || return 1
        while read -r option; do
            grep -q -- "^\.B.*$option\"" "$work/page" || { echo "reroll-${command##*:}.1 has no $option"; return 1; }
        done <"$work/options"
    done <"$work/commands"
}
check "every command has a manual page with all its options" pages
# If reroll-mpi can be built it is installed, with its page and its completion.
mpi_completes() {
    PATH=$prefix/bin:$PATH bash -c '. "$1" && complete -p reroll-mpi && COMP_WORDS=(reroll-mpi sample normal --time) COMP_CWORD=3 && _reroll &&
        [ "${COMPREPLY[*]}" = --timeout ]' - "$prefix/share/bash-completion/completions/reroll-mpi"
}
mpi_page() {
    "$prefix/bin/reroll-mpi" --help >"$work/help" && sed 's/\\-/-/g' "$prefix/share/man/man1/reroll-mpi.1" >"$work/page" || return 1
    for option in --timeout --device --threads --help; do
        grep -q "^    .*$option" "$work/help" && grep -q "^\.B.*$option\"" "$work/page" || { echo "no $option"; return 1; }
    done
}
if [ -x "$build/reroll-mpi" ]; then
    check "reroll-mpi has a manual page with the options of its --help" mpi_page
    check "reroll-mpi has a completion" mpi_completes
else
    for what in page completion; do check "reroll-mpi's $what # SKIP no mpicc" true; done
fi
check "zsh and fish have completions" test -s "$prefix/share/zsh/site-functions/_reroll" -a \
    -s "$prefix/share/fish/vendor_completions.d/reroll.fish"
check "bash reads the completion without an error" \
    bash -c ". '$prefix/share/bash-completion/completions/reroll' && complete -p reroll"
# All instruction sets, both dtypes.
check "the library has less than 165 KB per sampler" test "$(stat -Lc %s "$prefix/lib/libreroll.so")" -lt \
    $((165000 * $("$prefix/bin/reroll" samplers --names | wc -l)))
check "libreroll.a has no debug information" sh -c "! readelf -SW '$prefix/lib/libreroll.a' | grep -F .debug_"

# ---- The README's program, compiled by the README's lines ----

mkdir "$work/readme"
readme c 'int main' >"$work/readme/draw.c"
readme sh 'cc draw.c' >"$work/readme/lines"
readme cmake 'draw.c' >"$work/readme/CMakeLists.txt"

# runs PROGRAM: it prints two numbers.
runs() {
    "$1" | grep -E '^[0-9.e+-]+ [0-9.e+-]+$'
}
compiled() {
    echo "$1"
    (cd "$work/readme" && rm -f draw && export CPATH="$prefix/include" LIBRARY_PATH="$prefix/lib" && eval "$1") &&
        runs "$work/readme/draw"
}
check "the README has three lines that compile its program" test "$(grep -c '^cc draw.c -o draw ' "$work/readme/lines")" = 3
while read -r line; do
    case $line in
    *pkg-config*) command -v pkg-config >/dev/null || { check "$line # SKIP no pkg-config" true; continue; } ;;
    esac
    check "$line" compiled "$line"
done <"$work/readme/lines"
check "the last line links statically" sh -c "! ldd '$work/readme/draw' | grep libreroll"

cursor() {
    # shellcheck disable=SC2046
    cc -O2 examples/cursor.c $(pkg-config --cflags --libs reroll) -o "$work/cursor" && "$work/cursor" >"$work/cursor.txt"
    status=$?
    cat "$work/cursor.txt"
    return $status
}
# agrees NAME: the example returns 0, that is, its answer agrees with the exact one.
agrees() {
    # shellcheck disable=SC2046
    cc -O2 "examples/$1.c" $(pkg-config --cflags --libs reroll) -lm -o "$work/$1" && "$work/$1"
}
if command -v pkg-config >/dev/null; then
    check "examples/particles.c: all four methods agree with a Kalman filter" agrees particles
    check "examples/epidemic.c: the final size of Reed-Frost epidemics" agrees epidemic
    check "examples/logistic.c: the posterior agrees with a grid" agrees logistic
    check "examples/topics.c: topic proportions agree with a grid" agrees topics
    check "examples/cursor.c by pkg-config: the bits of rr_fill" cursor
    check "examples/cursor.c reports the bits twice" test "$(grep -c ', the bits of rr_fill$' "$work/cursor.txt")" = 2
else
    for example in particles epidemic logistic topics; do check "examples/$example.c # SKIP no pkg-config" true; done
    check "examples/cursor.c # SKIP no pkg-config" true
fi

# by_cmake FOLDER [OPTION]: builds there.
by_cmake() {
    cmake -S "$work/readme" -B "$work/$1" "${2:--DCMAKE_PREFIX_PATH=$prefix}" && cmake --build "$work/$1" &&
        runs "$work/$1/draw"
}
if command -v cmake >/dev/null; then
    check "the README's CMakeLists.txt" by_cmake shared
    sed -i 's/reroll::reroll/reroll::static/' "$work/readme/CMakeLists.txt"
    check "the README's CMakeLists.txt with reroll::static" by_cmake static
    check "the static program does not need libreroll.so" sh -c \
        "ldd '$work/shared/draw' | grep libreroll && ! ldd '$work/static/draw' | grep libreroll"
else
    check "the README's CMakeLists.txt # SKIP no cmake" true
fi

# ---- Versions: the SONAME, find_package and the README agree ----

version=$("$prefix/bin/reroll" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+')
major=${version%%.*}
minor=${version#*.} minor=${minor%.*}
if [ "$major" = 0 ]; then same=0.$minor next=0.$((minor + 1)); else same=$major next=$((major + 1)); fi
in_readme() {
    for text in "$@"; do grep -qF "$text" README.md || { echo "not in README.md: $text"; return 1; }; done
}
check "version $version has SONAME libreroll.so.$same" sh -c \
    "readelf -d '$prefix/lib/libreroll.so' | grep -F 'soname: [libreroll.so.$same]' && ls '$prefix/lib/libreroll.so.$same'"
check "the README names it, and the versions to ask for" in_readme \
    "\`libreroll.so.$same\`" "find_package(reroll $same)" "\`reroll >= $same reroll < $next\`"

# asked VERSION...: prints VERSION:FOUND for each, in one line.
asked() {
    mkdir "$work/versions"
    cat >"$work/versions/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.13...3.19)
project(versions C)
foreach(version IN ITEMS $* any)
  if(version STREQUAL "any")
    find_package(reroll QUIET CONFIG)
  else()
    find_package(reroll \${version} QUIET CONFIG)
  endif()
  list(APPEND found "\${version}:\${reroll_FOUND}")
  unset(reroll_DIR CACHE)
endforeach()
message("\${found}")
END
    cmake -S "$work/versions" -B "$work/versions/build" -DCMAKE_PREFIX_PATH="$prefix" 2>&1 | grep ^"$1"
}
if command -v cmake >/dev/null; then
    answer=$(asked "$same" "$version" "$version.1" "$next" 99 "$((major + 1))" 0.0)
    check "find_package accepts $same to $version only: $answer" test "$answer" = \
        "$same:1;$version:1;$version.1:0;$next:0;99:0;$((major + 1)):0;0.0:0;any:1"
    rm -r "$work/versions"
    answer=$(asked "0.0.1...99" "0.0.1...$version" "0.0.1...<$version" "0.0.1...0.0.2" "$version...<99" "$version.1...99")
    check "find_package accepts ranges of versions that contain $version: $answer" test "$answer" = \
        "0.0.1...99:1;0.0.1...$version:1;0.0.1...<$version:0;0.0.1...0.0.2:0;$version...<99:1;$version.1...99:0;any:1"
    if [ "$major" = 0 ]; then
        rm -r "$work/versions"
        check "find_package rejects 0, which could mean any version" test "$(asked 0)" = "0:0;any:1"
    fi
else
    check "versions by find_package # SKIP no cmake" true
fi
if command -v pkg-config >/dev/null; then
    check "pkg-config accepts $same to below $next" pkg-config --exists "reroll >= $same reroll < $next"
else
    check "versions by pkg-config # SKIP no pkg-config" true
fi

# ---- make uninstall removes the installed files, and no others ----

# The kernels of make cuda-bundle, and another program's file in one of our directories.
mkdir -p "$work/bundle" && echo kernel >"$work/bundle/kernel.fatbin"
check "make install with kernels" make -s install-cuda-bundle BUNDLE="$work/bundle" BUILD="$build" PREFIX="$prefix"
check "the kernels are installed" test -f "$prefix/share/reroll/cuda-bundle/kernel.fatbin"
echo mine >"$prefix/lib/cmake/reroll/mine.cmake"
check "make uninstall" make -s uninstall BUILD="$build" PREFIX="$prefix"
left=$(cd "$prefix" && find . ! -type d | sort | tr '\n' ' ')
check "make uninstall leaves other files only: $left" test "$left" = "./bin/mine ./lib/cmake/reroll/mine.cmake "
check "make uninstall removes directories that it empties" test ! -e "$prefix/share/reroll" -a -d "$prefix/lib/cmake/reroll"
rm "$prefix/lib/cmake/reroll/mine.cmake"
check "make uninstall again" make -s uninstall BUILD="$build" PREFIX="$prefix"
check "the last directory is removed, too" test ! -e "$prefix/lib/cmake/reroll" -a -d "$prefix/lib/cmake" -a -d "$prefix/bin"

# ---- Libraries in another folder, as Debian's, where /lib is a link to /usr/lib; slashes at the ends; a strict umask ----

other=$work/other
mkdir -p "$other/usr/lib" && ln -s usr/lib "$other/lib"
in_libdir() {
    (umask 077 && make -s "$@" BUILD="$build" PREFIX="$other/usr/" LIBDIR="$other/usr/lib/machine/")
}
check "make install LIBDIR=" in_libdir install
check "all may read what is installed" test -z "$(find "$other"/usr/*/ ! -type l ! -perm -004)"
check "the libraries are there" test -e "$other/usr/lib/machine/libreroll.so" -a ! -e "$other/usr/lib/libreroll.so"
if command -v pkg-config >/dev/null; then
    found=$(PKG_CONFIG_PATH=$other/usr/lib/machine/pkgconfig pkg-config --variable=libdir reroll)
    check "pkg-config finds them" test "$found" = "$other/usr/lib/machine"
else
    check "pkg-config finds them # SKIP no pkg-config" true
fi
if command -v cmake >/dev/null; then
    check "CMake finds them and the headers, also by the link" by_cmake link "-Dreroll_DIR=$other/lib/machine/cmake/reroll"
else
    check "CMake finds them # SKIP no cmake" true
fi
check "make uninstall LIBDIR=" in_libdir uninstall
check "no file is left" test -z "$(find "$other" -type f)"
echo "1..$number"
exit $failed
