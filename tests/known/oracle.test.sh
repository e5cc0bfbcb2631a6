#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Files of known answers are what the oracle makes: every 18th, with REROLL_DEEP all (skipped, with a line that says so,
# without mpmath).
[ -n "$REROLL_DEEP" ] || set -- --turns=18
exec python3 tests/known/oracle.py --check "$@"
