#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Builds PractRand's RNG_test in a folder outside the tree, unless it exists. Its source is FOLDER/source, fetched by git if
# missing.
#
#   practrand.sh FOLDER
set -eu
[ $# = 1 ] || { sed -n 's/^#   //p' "$0" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ ! -e "$folder/RNG_test" ] || exit 0
from=${PRACTRAND_SOURCE:-https://github.com/MartyMacGyver/PractRand}
[ -d "$folder/source" ] || git clone --depth 1 "$from" "$folder/source"
cd "$folder/source"
g++ -std=c++11 -O3 -march=native -w -Iinclude -Itools -pthread -o "$folder/RNG_test" tools/RNG_test.cpp src/*.cpp \
    src/RNGs/*.cpp src/RNGs/*/*.cpp >"$folder/build.log" 2>&1
