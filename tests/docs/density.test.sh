#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# docs/density.md: its command lines and its program run as written. TAP.
cd "$(dirname "$0")/../.." || exit 2
root=$PWD build=${BUILD:-build} work=$(mktemp -d)
case $build in /*) ;; *) build=$root/$build ;; esac
trap 'rm -rf "$work"' EXIT
cd "$work" && ln -s "$build" build || exit 2
plan=0

# report STATUS TEXT
report() {
    plan=$((plan + 1))
    [ "$1" -eq 0 ] && printf "ok %d - %s\n" "$plan" "$2" || { printf "not ok %d - %s\n" "$plan" "$2"; sed 's/^/# /' log; }
}

sed -n 's/^    \(build\/reroll .*\|printf .*\)$/\1/p' "$root/docs/density.md" >lines
if ldconfig -p | grep -q libmuparser.so.2; then
    while read -r line; do
        sh -c "$line" </dev/null >log 2>&1
        report $? "$line"
    done <lines
    [ "$(wc -l <lines)" -eq 15 ]
    report $? "fifteen lines"
else
    echo "ok 1 # skip muparser is not installed"
    plan=1
fi
awk '/^```c/ {on = 1; next} /^```/ {on = 0} on' "$root/docs/density.md" >program.c
# shellcheck disable=SC2086
${CC:-cc} -Wall -Wextra -Werror -I"$root/include" -I"$build/gen" program.c "$build/libreroll.a" -lpthread -lm -ldl -o program >log 2>&1 &&
    ./program >log 2>&1 && grep -q '^mass 2.563693, error [0-9.]*e-1[2-9]$' log
report $? "the program compiles without a warning, and prints the mass"
echo "1..$plan"
