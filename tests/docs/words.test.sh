#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Words that the pages, headers, help and messages do not use; lists of names in errors; subjects of commits. TAP.
cd "$(dirname "$0")/../.." || exit 2
exec python3 -S tests/docs/words.py "${REROLL:-${BUILD:-build}/reroll}"
