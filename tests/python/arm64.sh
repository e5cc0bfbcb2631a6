#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The package for 64-bit ARM under qemu-user: FOLDER has a Python (python/arm64.sh) and the package in site. Its samples are
# those of REROLL, the command of this machine.
set -eu
at=$1
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cat >"$work/draw.py" <<'END'
import sys, platform, reroll
print(platform.machine(), reroll.devices()[0])
x = reroll.Generator(7).gamma(2.5, size=20000)
y = reroll.Generator(7)
assert [y.gamma(2.5) for _ in range(5)] == x[:5].tolist()
x.astype("<f8").tofile(sys.argv[1])
END
"$REROLL" sample gamma --shape 2.5 -n 20000 --seed 7 --format raw -o "$work/ours" --force
PYTHONHOME=$at/python/usr PYTHONPATH=$at/site qemu-aarch64 -L "$at/python" "$at/python/usr/bin/python3.11" "$work/draw.py" "$work/theirs"
cmp "$work/ours" "$work/theirs"
echo "arm64: the same 20000 samples"
