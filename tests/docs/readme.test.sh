#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# README.md's commands and Python run as written; the CHANGELOG has every bits version; the glossary is in order. TAP.
cd "$(dirname "$0")/../.." || exit 2
exec python3 -S tests/docs/readme.py "${REROLL:-${BUILD:-build}/reroll}" "${BUILD:-build}/python-venv/bin/python"
