#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Each public header compiles when included first, as C11 without extensions, C++11 and C++17, without a warning; a C++
# program links with the library; reroll.hpp by g++ and clang++. Run from the root of the repository; BUILD names the build
# folder.
BUILD=${BUILD:-build}
CC=${CC:-cc}
CXX=${CXX:-c++}
WARN="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/a.c" <<'END'
#include <reroll_model.h>
#include <reroll.h>
/* The initializer of jobs as reroll.h shows it: its samples are those of the typed calls. */
static int same_bits(void)
{
    double theta[4] = {0}, same[4] = {1};
    const double shapes[4] = {1, 2, 3, 4}, scales[4] = {2, 2, 2, 2}, scale = 2;
    rr_device *cpu;
    rr_stream s = rr_stream_make(2026, 0);
    size_t n = 4;
    rr_job job = RR_JOB(rr_sampler_find("gamma"), RR_F64, s, n, 1, theta, RR_PARAM_EACH(shapes, RR_F64),
                        RR_PARAM_ONE(&scale, RR_F64));
    rr_job defaults = RR_JOB(rr_sampler_find("normal"), RR_F64, s, n, 1, theta, RR_PARAM_DEFAULT);
    rr_job spelt = RR_JOB(rr_sampler_find("gamma"), RR_F64, s, 2, 2, theta, {shapes, RR_F64, 8, 0}, {&scale, RR_F64, 0, 0});
    if (rr_device_open("cpu", &cpu)) return 0;
    int right = !rr_run(cpu, &defaults, NULL) && !rr_run(cpu, &spelt, NULL) && !rr_run(cpu, &job, NULL) &&
                !rr_fill_gamma_f64_each(cpu, &s, n, same, shapes, scales);
    for (size_t i = 0; i < n; ++i) right = right && !(theta[i] < same[i]) && !(theta[i] > same[i]);
    rr_device_close(&cpu);
    return right;
}
int main(void)
{
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    return rr_run(0, &job, &result) == RR_ERR_ARGUMENT && same_bits() ? 0 : 1;
}
END
cp "$work/a.c" "$work/a.cpp"
cat >"$work/b.c" <<'END'
#include <reroll_prepared.h>
#include <reroll_result.h>
#include <reroll_shape.h>
#include <reroll_sampler.h>
#include <reroll_plan.h>
#include <reroll_law.h>
#include <reroll_gpu.h>
#include <reroll_points.h>
#include <reroll_order.h>
#include <reroll_density.h>
int second(void);
int second(void) { return RR_VERSION_MAJOR; }
END

printf '#include <reroll_cursor.h>\nint other(void);\nint other(void) { return RR_CURSOR_KINDS; }\n' >"$work/cursor.c"

try() {   # number, description, command...
    number=$1 what=$2
    shift 2
    if out=$("$@" 2>&1); then echo "ok $number - $what"; else echo "not ok $number - $what"; echo "$out" | sed 's/^/# /'; fi
}
echo 1..16
try 1 "alone, as C11" $CC -std=c11 $WARN -Iinclude -I"$BUILD/gen" -c "$work/a.c" -o "$work/a.o"
if command -v "$CXX" >/dev/null; then
    try 2 "alone, as C++11" "$CXX" -std=c++11 $WARN -Iinclude -I"$BUILD/gen" -c "$work/a.cpp" -o "$work/a11.o"
    try 3 "alone, as C++17" "$CXX" -std=c++17 $WARN -Iinclude -I"$BUILD/gen" -c "$work/a.cpp" -o "$work/a17.o"
    try 4 "a C++ program links and runs" sh -c \
        "$CXX $work/a11.o $BUILD/libreroll.a -lpthread -lm -ldl -o $work/a && $work/a"
    try 5 "the cursor as C++11, without a warning" "$CXX" -std=c++11 $WARN -O2 -Iinclude -I"$BUILD/gen" \
        -c tests/exact/cursor.cpp -o "$work/c11.o"
    try 6 "as C++17, with std::shuffle and <random>" sh -c "$CXX -std=c++17 $WARN -O2 -Iinclude -I$BUILD/gen \
        tests/exact/cursor.cpp $BUILD/libreroll.a -lpthread -lm -o $work/cursor && $work/cursor"
else
    for n in 2 3 4 5 6; do echo "ok $n # SKIP no C++ compiler"; done
fi
try 7 "in two files of one program" sh -c \
    "$CC -std=c11 $WARN -Iinclude -I$BUILD/gen $work/a.c $work/b.c $BUILD/libreroll.a -lpthread -lm -ldl -o $work/two"
try 8 "and the program runs" sh -c "$work/two"
try 9 "the cursor alone, as C11" $CC -std=c11 $WARN -O2 -Iinclude -I"$BUILD/gen" -c "$work/cursor.c" -o "$work/c.o"
try 10 "and its example" $CC -std=c11 $WARN -O2 -Iinclude -I"$BUILD/gen" -c examples/cursor.c -o "$work/example.o"
number=10
for language in "c++11 $CXX" "c++17 $CXX" "c++11 clang++"; do
    number=$((number + 1))
    compiler=${language#* }
    if command -v "$compiler" >/dev/null; then
        try $number "reroll.hpp as ${language% *} by $compiler: its fills, jobs and errors" sh -c \
            "$compiler -std=${language% *} $WARN -O1 -Iinclude \
            -I$BUILD/gen tests/exact/wrapper.cpp $BUILD/libreroll.a -lpthread -lm -ldl -o $work/wrapper && $work/wrapper"
    else
        echo "ok $number # SKIP no $compiler"
    fi
done
printf '#include <reroll.h>\nint main(void) { return (int)sizeof(rr_sampler); }\n' >"$work/opaque.c"
if $CC -std=c11 -Iinclude -I"$BUILD/gen" -c "$work/opaque.c" -o "$work/opaque.o" 2>"$work/log" ||
    ! grep -q rr_sampler "$work/log"
then echo "not ok 14 - a sampler is opaque"; else echo "ok 14 - a sampler is opaque"; fi
core=include/reroll_core.h
if [ "$(wc -l <$core)" -le 280 ] && ! grep -E '^#include "reroll_(gpu|points|order)' $core
then echo "ok 15 - $core: at most 280 lines, without the headers of GPUs, points and orders"
else echo "not ok 15 - $core: $(wc -l <$core) lines, at most 280, without the headers of GPUs, points and orders"; fi
# rr_shape has replaced these fields of samplers; only host/shape derives rules from it.
old='(->|\.)(vector|components|other_stages|direction|square|above|per_row|matrix|plain|oblong)\b'
folders="bench cli engine examples host include laws model python r studies targets tests transforms"
used=$(grep -rnE "$old" --include='*.[ch]' $folders | grep -v '^host/shape/')
if [ -z "$used" ]; then echo "ok 16 - fields that rr_shape replaced"
else echo "not ok 16 - fields that rr_shape replaced"; echo "$used" | sed 's/^/# /'; fi
