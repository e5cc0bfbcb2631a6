#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The files of known answers and the table of direction numbers are those of their programs (skipped without SciPy).
cd "$(dirname "$0")/../.." || exit 2
python3 tests/points/joe_kuo.py --check
case $? in
0) table="ok 1 - host/points/joe_kuo.h is what joe_kuo.py makes" ;;
77) table="ok 1 # SKIP joe_kuo.py wants SciPy" ;;
*) table="not ok 1 - host/points/joe_kuo.h is what joe_kuo.py makes" ;;
esac
echo 1..2
echo "$table"
if out=$(python3 tests/points/oracle.py --check); then
    case $out in
    *SKIP*) echo "ok 2 # SKIP oracle.py wants SciPy and mpmath" ;;
    *) echo "ok 2 - the files of known answers are what oracle.py makes" ;;
    esac
else
    echo "not ok 2 - the files of known answers are what oracle.py makes"
    echo "$out" | sed 's/^/# /'
fi
