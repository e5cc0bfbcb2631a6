#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Who may use whom: tests/exact/arrows.py says it, and looks. Run from the root of the repository; BUILD names the build
# folder.
exec python3 -S tests/exact/arrows.py "${BUILD:-build}"
