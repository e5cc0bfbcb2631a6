#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# docs/your-own-law.md: its distributions work as written, and every command in it runs. TAP.
cd "$(dirname "$0")/../.." || exit 2
exec python3 -S tests/docs/your_own_law.py "${REROLL:-${BUILD:-build}/reroll}"
