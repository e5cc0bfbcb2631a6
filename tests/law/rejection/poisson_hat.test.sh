#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The hat of poisson is above the distribution: a proof by intervals.
exec python3 laws/poisson/hat.py --check
