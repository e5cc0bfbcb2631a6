#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Measures Reroll and its peers one after the other and writes bench/results/CPU-DATE.json and .md.
#   bench/run.sh [OPTION]...     options of reroll bench; --quick shortens the peers too
#   REROLL=build/reroll          the command to measure
#   PYTHON=build/venv/bin/python what the peers are imported from; made with NumPy in it where it is missing
set -eu
cd "$(dirname "$0")/.."
REROLL=${REROLL:-build/reroll}
PYTHON=${PYTHON:-build/venv/bin/python}
[ -x "$REROLL" ] || { echo "bench/run.sh: $REROLL is not there; make builds it" >&2; exit 1; }
if [ ! -x "$PYTHON" ]; then
    [ "$PYTHON" = build/venv/bin/python ] || { echo "bench/run.sh: $PYTHON is not there" >&2; exit 1; }
    python3 -m venv build/venv
fi
"$PYTHON" -c 'import numpy' 2>/dev/null || "$PYTHON" -m pip install -q numpy

quick=
for option in "$@"; do [ "$option" = --quick ] && quick=--quick; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cpu=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)
cpu=${cpu:-$(uname -m)}
name=$(printf %s "$cpu" | tr 'A-Z' 'a-z' | tr -cs 'a-z0-9' '-' | sed 's/^-*//; s/-*$//')
commit=$(git rev-parse --short HEAD 2>/dev/null || true)
out=bench/results/$name-$(date -u +%Y-%m-%d)
read -r load rest </proc/loadavg

"$REROLL" bench --json "$@" >"$work/reroll"
"$PYTHON" bench/peers.py $quick >"$work/peers"

mkdir -p bench/results
{
    printf '{"provenance": {"cpu": "%s", "processors": %s, "load": %s, "kernel": "%s", "commit": "%s", "options": "%s", "date": "%s"},\n' \
        "$cpu" "$(nproc)" "$load" "$(uname -r)" "$commit" "$*" "$(date -u +%Y-%m-%dT%H:%MZ)"
    printf '"reroll":\n'
    cat "$work/reroll"
    printf ',\n"peers":\n'
    cat "$work/peers"
    printf '}\n'
} >"$work/result"
"$PYTHON" bench/table.py "$work/result" >"$work/table"
mv "$work/result" "$out.json"
mv "$work/table" "$out.md"
cat "$out.md"
echo "wrote $out.json and $out.md"
