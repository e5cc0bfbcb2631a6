#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The quadrature test's cells are those of exact.py: every probability of every sixth case is computed again, with
# REROLL_DEEP of all cases.
[ -n "$REROLL_DEEP" ] || set -- --turns=6
exec python3 tests/quadrature/exact.py --check "$@"
