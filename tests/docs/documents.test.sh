#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# docs/documents.md: every command in it runs, and every equation, table and figure of the documents is there. TAP.
cd "$(dirname "$0")/../.." || exit 2
exec python3 -S tests/docs/documents.py "${REROLL:-${BUILD:-build}/reroll}"
