#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Checks which folder may use which, by tests/exact/arrows.py. Run from the root of the repository; BUILD names the build
# folder.
exec python3 -S tests/exact/arrows.py "${BUILD:-build}"
