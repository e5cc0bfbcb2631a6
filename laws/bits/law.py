# SPDX-License-Identifier: MIT OR Apache-2.0
"""bits: exact."""
from oracle import U32, U64, Answers, shared_word


def bits(t, launch, i, params):
    return 0, shared_word(t, launch, i), 0, False


ANSWERS = {"bits": Answers(bits, 1, types=(U32, U64))}
ELSEWHERE = {("bits", "cells"): "tests/statistics/bits.c: bits, bytes, serial pairs, first words of streams"}
