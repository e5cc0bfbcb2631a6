#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The quadrature test's cells are what exact.py makes: every probability of every sixth case again, with REROLL_DEEP of all.
[ -n "$REROLL_DEEP" ] || set -- --turns=6
exec python3 tests/quadrature/exact.py --check "$@"
