#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Files of known answers equal those that the oracle makes: every 18th, with REROLL_DEEP all (skipped with a message without
# mpmath).
[ -n "$REROLL_DEEP" ] || set -- --turns=18
exec python3 tests/known/oracle.py --check "$@"
