#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The declarations of targets/cuda/library.h and calls.h, against cuda.h where a toolkit is found: every constant has the
# manual's value, and every function the symbol to which cuda.h maps its name.
cd "$(dirname "$0")/../../.." || exit 2
work=${BUILD:-build}/devices/cuda_names
mkdir -p "$work" && rm -f "$work"/*
for include in ${CUDA_HOME:+"$CUDA_HOME/include"} ${CUDA_PATH:+"$CUDA_PATH/include"} /usr/local/cuda/include; do
    [ -f "$include/cuda.h" ] && break
done
if [ ! -f "$include/cuda.h" ]; then
    echo "1..0 # SKIP no cuda.h is found (CUDA toolkit)"
    exit 0
fi
{
    echo '#include <cuda.h>'
    echo '#include <string.h>'
    echo '#define TEXT2(x) #x'
    echo '#define TEXT(x) TEXT2(x)'
    grep -o 'CU[A-Z_]* = [0-9]*' targets/cuda/library.h | sed 's/\(.*\) = \(.*\)/_Static_assert((int)\1 == \2, "\1");/'
    echo 'int main(void)'
    echo '{'
    sed -n 's/.*RR_CALL(\(cu[A-Za-z0-9]*\), \("[A-Za-z0-9_]*"\).*/    if (strcmp(TEXT(\1), \2)) return 1;/p' \
        targets/cuda/calls.h
    echo '    return 0;'
    echo '}'
} >"$work/names.c"
echo 1..2
constants=$(grep -c _Static_assert "$work/names.c")
symbols=$(grep -c strcmp "$work/names.c")
if ${CC:-cc} -I"$include" "$work/names.c" -o "$work/names" 2>"$work/log" && [ "$constants" -ge 30 ]; then
    echo "ok 1 - $constants constants are those of cuda.h"
else
    echo "not ok 1 - $constants constants are those of cuda.h"
    sed 's/^/# /' "$work/log"
fi
"$work/names" && [ "$symbols" -ge 20 ] || printf 'not '
echo "ok 2 - $symbols symbols are those of cuda.h"
