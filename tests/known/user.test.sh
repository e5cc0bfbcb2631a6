#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The bits of laws of users are those of the contract (skipped, with a line that says so, without mpmath). TAP.
exec python3 tests/known/user.py "${REROLL:-${BUILD:-build}/reroll}"
