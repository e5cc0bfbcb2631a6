#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The bits of user-defined distributions are those of the contract (skipped with a message without mpmath). TAP.
exec python3 tests/known/user.py "${REROLL:-${BUILD:-build}/reroll}"
