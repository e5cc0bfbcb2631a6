#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Prints the platforms of a wheel, by its name, which auditwheel has checked.
#   python/platforms.sh WHEEL INSTRUCTION-SET ...
set -eu
wheel=$1
shift
tag=$(expr "$wheel" : '.*-manylinux_\([0-9]*_[0-9]*_[a-z0-9_]*\)[.a-z0-9_]*\.whl$') || {
    echo "$wheel: the name has no manylinux tag" >&2
    exit 1
}
minor=${tag#*_}
python=$(expr "$wheel" : '.*-cp3\([0-9]*\)-abi3-') || { echo "$wheel: the name has no abi3 tag" >&2; exit 1; }
cat <<END
$wheel is for
  Python     CPython 3.$python and later, not free-threaded (abi3)
  system     Linux on ${minor#*_}, glibc ${tag%%_*}.${minor%%_*} and later (manylinux_$tag)
  processor  any; of the instruction sets $* it uses the best that the processor has
END
