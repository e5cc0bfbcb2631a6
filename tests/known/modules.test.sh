#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# No sampler without its answers, cells, frozen bits and page; no module without its oracle.
exec python3 tests/known/missing.py
