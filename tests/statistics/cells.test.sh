#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The probabilities of cells are those of the modules' law.py: for every 72nd sampler, with REROLL_DEEP for all (skipped with
# a message without mpmath or SciPy).
[ -n "$REROLL_DEEP" ] || set -- --turns=72
exec python3 tests/statistics/cells.py --check "$@"
