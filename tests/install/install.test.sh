#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# make install, and a small consumer built against what it installed: by pkg-config, statically, and by find_package.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
failed=0
check() {
    number=$((number + 1))
    what=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        echo "ok $number - $what"
    else
        failed=1
        echo "not ok $number - $what"
        sed 's/^/# /' "$work/log"
    fi
}

cat >"$work/consumer.c" <<'END'
#include <reroll.h>
int main(void)
{
    rr_device *cpu;
    rr_stream s = rr_stream_make(1, 2);
    double x[3] = {0};
    if (rr_device_open("cpu", &cpu) || rr_fill_gamma_f64(cpu, &s, 3, x, 2.0, 1.0)) return 1;
    rr_device_close(&cpu);
    return !(x[0] > 0 && s.next == 3);
}
END
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.13)
project(consumer C)
find_package(reroll 0.1 REQUIRED)
add_executable(shared consumer.c)
target_link_libraries(shared reroll::reroll)
add_executable(static consumer.c)
target_link_libraries(static reroll::static)
END

prefix=$work/prefix
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
check "make install" make -s install BUILD="$build" PREFIX="$prefix"
check "the command runs" "$prefix/bin/reroll" sample gamma --shape 2 -n 3
# All instruction sets, both dtypes: 4 MB were promised for the first 8 samplers.
check "the library is under 320 KB a sampler" sh -c \
    "[ \$(stat -c %s '$prefix/lib/libreroll.so.0') -lt \$((320000 * \$('$prefix/bin/reroll' samplers --names | wc -l))) ]"
check "man pages and completion are there" sh -c "ls '$prefix/share/man/man1/reroll.1' '$prefix/share/bash-completion/completions/reroll'"
if command -v pkg-config >/dev/null; then
    check "a consumer by pkg-config" sh -c "cc '$work/consumer.c' \$(pkg-config --cflags --libs reroll) -o '$work/a' && '$work/a'"
else
    check "a consumer by hand # SKIP no pkg-config" true
fi
check "a static consumer" sh -c "cc '$work/consumer.c' -I'$prefix/include' '$prefix/lib/libreroll.a' -lpthread -lm -o '$work/b' && '$work/b'"
if command -v cmake >/dev/null; then
    check "a consumer by find_package" sh -c "cmake -S '$work' -B '$work/cmake' -DCMAKE_PREFIX_PATH='$prefix' && cmake --build '$work/cmake' && '$work/cmake/shared' && '$work/cmake/static'"
else
    check "a consumer by find_package # SKIP no cmake" true
fi
echo "1..$number"
exit $failed
