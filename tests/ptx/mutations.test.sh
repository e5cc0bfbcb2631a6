#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The PTX emulator detects deliberate faults (mutations.py). make ptx-mutations makes all of them. TAP.
# BUILD: where programs are.
cd "$(dirname "$0")/../.." || exit 2
. tests/ptx/machine.sh
machine_at mutations
exec python3 tests/ptx/mutations.py "$build" --everyday
