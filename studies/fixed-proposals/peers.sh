#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Measures other libraries, if installed: writes peers.csv, in the form of time.csv, and fit.csv, the lines through both.
# usage: peers.sh FOLDER [--quick]
set -e
here=$(dirname "$0")
folder=$1
quick=$2
head -n 1 "$folder/time.csv" >"$folder/peers.csv"

numpy=
for python in "$folder/../../venv/bin/python" python3; do
    if [ -z "$numpy" ] && "$python" -c 'import numpy' 2>/dev/null; then numpy=$python; fi
done
if [ -n "$numpy" ]; then "$numpy" "$here/peers.py" "$folder" $quick
else echo 'No times of NumPy: no python3 here that can import it.'
fi

if command -v octave-cli >/dev/null; then octave-cli -qfH "$here/peers.m" "$folder" $quick
else echo 'No times of GNU Octave: it is not installed (Debian: apt install octave).'
fi

awk -f "$here/fit.awk" "$folder/time.csv" "$folder/peers.csv" >"$folder/fit.csv"
echo "$folder/peers.csv"
echo "$folder/fit.csv"
