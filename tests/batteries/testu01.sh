#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Builds TestU01 in a folder outside the tree, unless it exists: lib/libtestu01.a and include/. Its source is FOLDER/source,
# fetched by git if missing.
#
#   testu01.sh FOLDER
set -eu
[ $# = 1 ] || { sed -n 's/^#   //p' "$0" >&2; exit 2; }
unset MAKEFLAGS MAKELEVEL TESTU01   # its makefiles have a TESTU01 of their own
mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ ! -e "$folder/lib/libtestu01.a" ] || exit 0
from=${TESTU01_SOURCE:-https://github.com/umontreal-simul/TestU01-2009}
[ -d "$folder/source" ] || git clone --depth 1 "$from" "$folder/source"
cd "$folder/source"
# In this order, otherwise make rebuilds them.
for made in aclocal.m4 configure $(find . -name Makefile.in -o -name config.h.in); do
    [ "$made" != configure ] || sleep 1
    touch "$made"
done
./configure --prefix="$folder" --disable-shared --with-pic CFLAGS='-O2 -w' >"$folder/build.log" 2>&1
make >>"$folder/build.log" 2>&1
make install >>"$folder/build.log" 2>&1
