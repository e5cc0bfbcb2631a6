#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The symbols that the library exports and needs: only rr_ names are exported; kernels call nothing of libm (their functions
# are the library's own, docs/contract.md) and keep no mutable data; nothing calls a function of libc that threads would race
# in (unsafe.txt). Run from the root of the repository; BUILD names the build folder.
BUILD=${BUILD:-build}
echo 1..7
say() {   # number, description, what is wrong (empty: nothing)
    if [ -z "$3" ]; then echo "ok $1 - $2"; else echo "not ok $1 - $2"; echo "$3" | sed 's/^/# /'; fi
}

if [ -e "$BUILD/libreroll.so" ]; then
    found=$(nm -D --defined-only "$BUILD/libreroll.so" | awk '{print $3}' | grep -c '^rr_')
    say 1 "libreroll.so exports rr_ names only" "$(nm -D --defined-only "$BUILD/libreroll.so" | awk '{print $3}' |
        grep -v '^rr_'; [ "$found" -gt 20 ] || echo "only $found names")"
    # Exactly the functions of the headers.
    headers="core sampler prepared gpu points order cursor model plan density user sha256"
    want=$({ for h in $headers; do cat "include/reroll_$h.h"; done
        cat "$BUILD/gen/reroll_fill.h"; } | sed -n 's/^RR_API .*[ *]\(rr_[a-z0-9_]*\)(.*/\1/p' | sort)
    have=$(nm -D --defined-only "$BUILD/libreroll.so" | awk '{print $3}' | sort)
    echo "$want" >"$BUILD/want.$$"; echo "$have" >"$BUILD/have.$$"
    say 2 "they are the functions of the headers" "$(diff "$BUILD/want.$$" "$BUILD/have.$$")"
    rm -f "$BUILD/want.$$" "$BUILD/have.$$"
else
    echo "ok 1 # SKIP no $BUILD/libreroll.so"
    echo "ok 2 # SKIP no $BUILD/libreroll.so"
fi

kernels=$(ls "$BUILD"/obj/*/f32/*.o "$BUILD"/obj/*/f64/*.o "$BUILD"/obj/*/f??/transforms/*.o 2>/dev/null)
if [ -n "$kernels" ]; then
    say 3 "kernels want no function of libm" "$(nm -u $kernels | awk '$1 == "U" {print $2}' | sort -u |
        grep -Ev '^(rr_.*|mem(cpy|set|move)|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__popcount[ds]i2)$' |
        grep -Ev '^__(asan|ubsan|tsan|gcov|sanitizer)_')"
    # d, b: writable data. Tables of pointers are relocated and then read-only.
    say 4 "kernels have no data that changes" "$(nm $kernels |
        awk '$2 ~ /^[bBC]$/ || ($2 ~ /^[dD]$/ && $3 !~ /^rr_/) {print}' | grep -Ev '__(asan|ubsan|gcov)' | grep -v 'O$')"
    # A derived sampler is a finish, at most 128 KiB of the library for all instruction sets and dtypes (the longest are
    # burr's window, with three forms, and those that finish several registers together); its draw is in another object.
    say 5 "a view is its finish" "$(
        sed -n 's/^RR_SAMPLER([a-z0-9_]*, *\([a-z0-9_]*\), *\([a-z0-9_]*\),.*/\1 \2/p' laws/list.h |
        while read -r name draw; do
            objects=$(ls "$BUILD"/obj/*/f??/"$name.o" 2>/dev/null)
            [ "$name" != "$draw" ] && [ -n "$objects" ] || continue
            nm -A --defined-only $objects | grep _draw_
            size $objects | awk -v name="$name" 'NR > 1 {sum += $4}
                END {if (sum > 131072) print name " is of " sum " bytes"}'
        done)"
else
    echo "ok 3 # SKIP no kernel objects in $BUILD"
    echo "ok 4 # SKIP no kernel objects in $BUILD"
    echo "ok 5 # SKIP no kernel objects in $BUILD"
fi

# The names of unsafe.txt that the library uses, read from the archive, whose members no linker has resolved.
unsafe=tests/exact/unsafe.txt
listed=$(grep -v '^#' $unsafe | grep -v '^may ' | tr ' ' '\n' | sort -u)
allowed=$(sed -n 's/^may \([a-z0-9_]*\) .*/\1/p' $unsafe | sort -u)
used_of() {   # what nm -u printed
    echo "$listed" >"$BUILD/listed.$$"
    awk '$1 == "U" {sub(/@.*/, "", $2); print $2}' | sort -u | comm -12 - "$BUILD/listed.$$"
    rm -f "$BUILD/listed.$$"
}
used=$({
    nm -u "$BUILD/libreroll.a" 2>/dev/null
    [ ! -e "$BUILD/libreroll.so" ] || nm -D -u "$BUILD/libreroll.so"
} | used_of)
if [ -e "$BUILD/libreroll.a" ]; then
    say 6 "no function of libc that threads race in" "$(for name in $used; do
        echo "$allowed" | grep -qx "$name" || echo "$name: $(nm -A -u "$BUILD/libreroll.a" 2>/dev/null |
            sed -n "s/.*:\([^:]*\): *U $name\$/\1/p" | sort -u | tr '\n' ' ')"
    done; [ "$(echo "$listed" | wc -l)" -gt 200 ] || echo "the list is cut short")"
    # An exception that is no longer needed would hide the next use.
    say 7 "every exception is in use" "$(for name in $allowed; do echo "$used" | grep -qx "$name" || echo "$name"; done)"
else
    echo "ok 6 # SKIP no $BUILD/libreroll.a"
    echo "ok 7 # SKIP no $BUILD/libreroll.a"
fi
