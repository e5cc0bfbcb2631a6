#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The wheel made by `make wheel`: pip installs it where there is neither a compiler nor make, and it draws there.
build=${BUILD:-build}
set -- "$build"/wheel/*_"$(uname -m)".whl
[ -f "$1" ] || { echo "1..0 # SKIP no wheel in $build/wheel: make wheel"; exit 0; }
[ -x "$build/python-venv/bin/python" ] || { echo "1..0 # SKIP no $build/python-venv: make venv"; exit 0; }
wheel=$1
python=$build/python-venv/bin/python
at=$(mktemp -d)
trap 'rm -rf "$at"' EXIT
# NumPy is the environment's, so that no registry is needed; PATH has nothing but the new environment's programs.
"$python" -m venv "$at/venv"
site=$("$at/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
for part in "$("$python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')"/numpy*; do ln -s "$part" "$site"; done
run() { (cd "$at" && env -i PATH="$at/venv/bin" HOME="$at" "$@"); }
result() { [ "$1" = 0 ] || printf 'not '; echo "ok $2"; }
wheel=$(cd "$(dirname "$wheel")" && pwd)/$(basename "$wheel")

echo 1..6
! run sh -c : 2>/dev/null && ! run gcc --version 2>/dev/null && ! run make --version 2>/dev/null
result $? "1 - there is no compiler"
run pip install -q --no-index --disable-pip-version-check "$wheel"
result $? "2 - pip installs the wheel, whose dependencies are there"
wanted=$(REROLL_CACHE=$at "$python" -c 'import reroll; print(reroll.Generator(7).gamma(2.5, size=3))')
[ "$(run python -c 'import reroll; print(reroll.Generator(7).gamma(2.5, size=3))')" = "$wanted" ]
result $? "3 - it draws the numbers of the package"
[ "$(run python -c 'import reroll; print(reroll.Generator(7, "cpu:scalar").gamma(2.5, size=3))')" = "$wanted" ]
result $? "4 - with scalar instructions too"
run python -c 'import reroll; print(reroll.law_from_density(logpdf=lambda x: -x * x * x * x).sample(3))' >"$at/out" &&
    run reroll sample gamma --shape 2.5 --seed 7 -n 3 >"$at/out"
result $? "5 - laws of densities and the command need no compiler"
python/platforms.sh "$wheel" scalar avx2 | grep -q "CPython 3.11 and later.*abi3" &&
    python/platforms.sh "$wheel" scalar | grep -q "Linux on $(uname -m), glibc 2.34 and later (manylinux_2_34_$(uname -m))" &&
    ! python/platforms.sh "$at/x-linux_x86_64.whl" 2>/dev/null
result $? "6 - its platforms are named"
