#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The Python package as pip installs it, under pytest: make test-python, where `make venv` has made its environment.
build=${BUILD:-build}
[ -x "$build/python-venv/bin/pytest" ] || { echo "1..0 # SKIP no $build/python-venv: make venv"; exit 0; }
echo 1..1
make --no-print-directory test-python BUILD="$build" || printf 'not '
echo "ok 1 - the Python package"
