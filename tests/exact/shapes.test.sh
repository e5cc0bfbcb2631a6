#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# docs/shapes.md has the shapes of all samplers. Run from the root of the repository; REROLL names the command.
"${REROLL:-build/reroll}" samplers --json | python3 -S tests/exact/shapes.py docs/shapes.md
