# SPDX-License-Identifier: MIT OR Apache-2.0
"""bits: exact."""
from oracle import U32, Answers


def bits(t, launch, i, params):
    return 0, launch.block(i // 4)[i % 4], 0, False


ANSWERS = {"bits": Answers(bits, 1, types=(U32,))}
ELSEWHERE = {("bits", "cells"): "tests/statistics/bits.c: bits, bytes, serial pairs, first words of streams"}
