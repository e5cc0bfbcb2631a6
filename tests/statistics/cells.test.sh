#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The probabilities of cells are what the rooms' law.py say: of every 72nd sampler, with REROLL_DEEP of all (skipped, with
# a line that says so, without mpmath or SciPy).
[ -n "$REROLL_DEEP" ] || set -- --turns=72
exec python3 tests/statistics/cells.py --check "$@"
