#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The benchmark of other libraries, without a clock: its driver with simulated libraries, its pages, the README's table. TAP.
cd "$(dirname "$0")/../.." || exit 2
exec python3 -S tests/docs/peers.py
